public import FieldhouseKit
import Foundation

/// Everybody's notifications: each is kept in the recipient's inbox, once, whether or not it is pushed.
public struct Inbox: Sendable {
  /// Renders a text of a plugin in a language.
  public typealias Render =
    @Sendable (_ plugin: String, _ key: String, _ language: String, _ arguments: [String: String]) -> String

  let storage: any Storage
  let clock: any HostClock
  let render: Render

  /// The first part of the live topics; behind it comes whose inbox has something new.
  public static let area = "inbox"

  /// An inbox in a namespace with ``migrations``.
  public init(storage: any Storage, clock: any HostClock, render: @escaping Render) {
    self.storage = storage
    self.clock = clock
    self.render = render
  }

  /// The notifications of one plugin.
  public func notifications(of plugin: String) -> any Notifications { PluginNotifications(inbox: self, plugin: plugin) }

  /// Puts a notification into each recipient's inbox, and tells those who watch it. The same `source` never arrives twice.
  /// - Parameter source: names the cause, e.g. plugin and outbox number.
  /// - Throws: ``StorageError``.
  public func deliver(_ request: NotificationRequest, plugin: String, source: String) async throws {
    let now = clock.now
    try await storage.write { transaction in
      for recipient in Set(request.recipients) {
        let key = request.deduplicationKey.map { "\(plugin)/\(request.kind)/\($0)" } ?? source
        let added = try await transaction.execute(
          """
          insert into notifications (source, account, plugin, kind, text, arguments, link, created_at)
          values (\(key), \(recipient), \(plugin), \(request.kind), \(request.text),
            \(JSON(request.arguments).serialized()), \(request.link), \(now))
          on conflict (source, account) do nothing
          """)
        if added > 0 { try await transaction.publish(recipient.text, LiveEvent("notification")) }
      }
    }
  }
}

extension JSON {
  /// An object of texts.
  init(_ texts: [String: String]) {
    var object: JSONObject = [:]
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { object[name] = .string(text) }
    self = .object(object)
  }
}

/// One plugin's way to the inboxes.
struct PluginNotifications: Notifications {
  let inbox: Inbox
  let plugin: String

  func send(_ notification: NotificationRequest) async throws {
    let source = "\(plugin)/direct/\(UUID().uuidString)"
    try await inbox.deliver(notification, plugin: plugin, source: source)
  }
}
