internal import FieldhouseKit
internal import Foundation

/// A notification on its way into inboxes, the same for each recipient.
struct Letter: Sendable {
  /// What it is called in every inbox: its cause, or its key.
  let source: String
  let plugin: String
  /// Nil when nobody declares it.
  let kind: NotificationKind?
  let name: String
  let text: String
  let arguments: String
  let link: String?
  /// The people whom it is about.
  let about: [AccountID]
  let now: Date

  init(_ request: NotificationRequest, plugin: String, source: String, kind: NotificationKind?, now: Date) {
    self.source = request.deduplicationKey.map { "\(plugin)/\(request.kind)/\($0)" } ?? source
    (self.plugin, self.kind, name, text) = (plugin, kind, request.kind, request.text)
    arguments = JSON(request.arguments).serialized()
    link = kind.map { $0.link(request.link, request.arguments) } ?? request.link
    about = Array(Set(request.about))
    self.now = now
  }
}
