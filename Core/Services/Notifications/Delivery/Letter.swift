internal import FieldhouseKit
internal import Foundation

/// A notification on its way into inboxes, the same for each recipient.
struct Letter: Sendable {
  /// What it is called in every inbox: its cause, or its key.
  let source: String
  /// The number of its cause, which rises with the causes of a plugin; 0 for none.
  let number: Int64
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
  /// From when on it does not leave any more.
  let until: Date?

  init(_ request: NotificationRequest, plugin: String, source: String, kind: NotificationKind?, now: Date) {
    number = source.hasPrefix("\(plugin)/") ? Int64(source.dropFirst(plugin.count + 1)) ?? 0 : 0
    self.source = request.deduplicationKey.map { Self.source($0, of: request.kind, plugin: plugin) } ?? source
    until = request.until
    (self.plugin, self.kind, name, text) = (plugin, kind, request.kind, request.text)
    arguments = JSON(request.arguments).serialized()
    link = kind.map { $0.link(request.link, request.arguments) } ?? request.link
    about = Array(Set(request.about))
    self.now = now
  }

  /// What one with a key is called in every inbox.
  static func source(_ key: String, of kind: String, plugin: String) -> String { "\(plugin)/\(kind)/\(key)" }
}

/// A notification on its way into one inbox.
struct Arrival: Sendable {
  /// Names it among all.
  struct Key: Hashable {
    let source: String
    let account: AccountID
  }

  let letter: Letter
  let recipient: AccountID

  var key: Key { Key(source: letter.source, account: recipient) }
}
