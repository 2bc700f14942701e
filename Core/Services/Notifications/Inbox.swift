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
  let audience: (any InboxAudience)?

  /// The first part of the live topics; behind it comes whose inbox has something new.
  public static let area = "inbox"

  /// An inbox in a namespace with ``migrations``.
  /// - Parameter audience: whom notifications reach; nil for all recipients.
  public init(
    storage: any Storage, clock: any HostClock, audience: (any InboxAudience)? = nil, render: @escaping Render
  ) {
    self.audience = audience
    self.storage = storage
    self.clock = clock
    self.render = render
  }

  /// The notifications of one plugin.
  public func notifications(of plugin: String) -> any Notifications { PluginNotifications(inbox: self, plugin: plugin) }

  /// Puts a notification into the inbox of each recipient whom it reaches, and tells those who watch it. The same `source`
  /// never arrives twice.
  /// - Parameter source: names the cause, e.g. plugin and outbox number.
  /// - Throws: ``StorageError``.
  public func deliver(_ request: NotificationRequest, plugin: String, source: String) async throws {
    let present = try await audience?.reached(by: request) ?? request
    let about = Set(present.about)
    // Nobody is told what is about nobody else.
    let recipients = Set(present.recipients).filter { about != [$0] }
    guard !recipients.isEmpty else { return }
    let now = clock.now
    try await storage.write { transaction in
      for recipient in recipients {
        let key = request.deduplicationKey.map { "\(plugin)/\(request.kind)/\($0)" } ?? source
        let added = try await transaction.execute(
          """
          insert into notifications (source, account, plugin, kind, text, arguments, link, created_at)
          values (\(key), \(recipient), \(plugin), \(request.kind), \(request.text),
            \(JSON(request.arguments).serialized()), \(request.link), \(now))
          on conflict (source, account) do nothing
          """)
        guard added > 0 else { continue }
        try await transaction.publish(recipient.text, LiveEvent("notification"))
        for person in about {
          try await transaction.execute(
            "insert into notification_people (person, source, account) values (\(person), \(key), \(recipient))")
        }
      }
    }
  }
}

/// Whom notifications reach.
public protocol InboxAudience: Sendable {
  /// The request as it is today: everybody by the account that theirs has become part of, and of the recipients those who
  /// are still there and of whom and anybody whom it is about neither has blocked the other. It has no recipients when it
  /// is about somebody who has left.
  /// - Throws: ``StorageError``.
  func reached(by request: NotificationRequest) async throws -> NotificationRequest
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
