public import FieldhouseKit
import Foundation

/// Everybody's notifications: each is kept in the recipient's inbox, once, whether or not it leaves by other ways.
public struct Inbox: Sendable {
  /// Renders a text of a plugin in a language.
  public typealias Render =
    @Sendable (_ plugin: String, _ key: String, _ language: String, _ arguments: [String: String]) -> String

  let storage: any Storage
  let clock: any HostClock
  let render: Render
  let audience: (any InboxAudience)?
  let kinds: KindCatalogue
  let push: PushService?
  /// Rings when something is to leave.
  let bell = SendBell()
  /// Where what is to leave is claimed and settled.
  let lane = SendLane()

  /// The first part of the live topics; behind it comes whose inbox has something new.
  public static let area = "inbox"

  /// An inbox in a namespace with ``migrations``.
  /// - Parameters:
  ///   - audience: whom notifications reach; nil for all recipients.
  ///   - kinds: what people can switch off; what nobody declares stays in the inbox.
  ///   - push: the way to devices; nil where nothing is pushed.
  public init(
    storage: any Storage, clock: any HostClock, audience: (any InboxAudience)? = nil,
    kinds: KindCatalogue = KindCatalogue(), push: PushService? = nil, render: @escaping Render
  ) {
    (self.audience, self.kinds, self.push) = (audience, kinds, push)
    self.storage = storage
    self.clock = clock
    self.render = render
  }

  /// The notifications of one plugin.
  public func notifications(of plugin: String) -> any Notifications { PluginNotifications(inbox: self, plugin: plugin) }
}

/// Whom notifications reach.
public protocol InboxAudience: Sendable {
  /// Requests as they are today, each at its place: everybody by the account that theirs has become part of, and of the recipients
  /// those who are still there and of whom and anybody whom it is about neither has blocked the other. One has no recipients when
  /// it is about somebody who has left.
  /// - Throws: ``StorageError``.
  func reached(by requests: [NotificationRequest]) async throws -> [NotificationRequest]
}

extension InboxAudience {
  /// One request as it is today.
  func reached(by request: NotificationRequest) async throws -> NotificationRequest {
    try await reached(by: [request])[0]
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
