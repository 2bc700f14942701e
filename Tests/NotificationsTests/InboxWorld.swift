import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation

@testable import FieldhouseNotifications

/// Inboxes on a database of their own, a clock that stands still, and an outside that takes what leaves.
struct InboxWorld: Sendable {
  let inbox: Inbox
  let outbound: Outbound
  let outside = Outside()
  let clock = StandingClock()
  let storage: any NamespaceStorage
  private let routes: RouteTable

  init(
    _ database: TestDatabase, audience: (any InboxAudience)? = nil, kinds: KindCatalogue = Self.kinds
  ) async throws {
    storage = try await database.open("inbox", Inbox.migrations.map { Migration(id: $0.id, sql: $0.sql) })
    let render: Inbox.Render = { plugin, key, language, arguments in
      let values = arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([plugin, key, language] + values).joined(separator: " ")
    }
    let push = PushService(
      key: VAPIDKey(secret: { _ in Array(1...32) }, contact: "mailto:club@example.org"), http: outside,
      refusal: { $0.hasPrefix("https://") ? nil : "No." })
    let inbox = Inbox(
      storage: storage, clock: clock, audience: audience, kinds: kinds, push: push, render: render)
    self.inbox = inbox
    outbound = Outbound(inbox: inbox, people: outside, pace: 1, log: SilentLog())
    routes = RouteTable { inbox.routes(&$0) }
  }

  /// Whose inbox had something new, as those who watch are told.
  func rung() async throws -> [String] {
    let page = try await storage.liveEvents(after: 0, limit: 100)
    return page.events.map { $0.name == "notification" ? $0.topic : "?" }.sorted()
  }

  /// Delivers one message, named by its cause.
  func deliver(
    _ source: String, to people: String..., kind: String = "goal", plugin: String = "soccer",
    arguments: [String: String] = [:], link: String? = nil, key: String? = nil
  ) async throws {
    let request = NotificationRequest(
      recipients: people.map(AccountID.init), kind: kind, text: "text.\(kind)", arguments: arguments, link: link,
      deduplicationKey: key)
    try await inbox.deliver(request, plugin: plugin, source: source)
  }

  /// Calls a route as a person.
  @discardableResult
  func call(
    _ method: FieldhouseKit.Method, _ path: String, _ body: JSON? = nil, as person: String, language: String = "en"
  ) async throws -> JSON {
    let account = Account(id: AccountID(person), kind: .user, name: person)
    return try await routes.call(method, path, body, as: account, at: clock.now, language: language).body
  }

  /// A person's inbox, and the ids in it.
  func read(_ person: String, _ query: String = "") async throws -> (ids: [String], page: JSON) {
    let page = try await call(.get, "/me/notifications" + query, as: person)
    return (page["items"]?.array?.compactMap { $0["id"]?.string } ?? [], page)
  }

  /// What the plugins of these tests tell.
  static var kinds: KindCatalogue {
    let kinds = KindCatalogue()
    let soccer = ["goal", "ann", "bob"].map { NotificationKind(owner: "soccer", name: $0, title: "\($0).title") }
    let more = [
      NotificationKind(
        owner: "soccer", name: "final", title: "final.title", channels: [.push, .email, .sms], collapse: .kind,
        link: "/soccer/matches/{match}"),
      NotificationKind(
        owner: "soccer", name: "asked", title: "asked.title", channels: [.email], opensWithoutSession: true),
      NotificationKind(owner: "soccer", name: "quiet", title: "quiet.title", channels: []),
      NotificationKind(owner: "soccer", name: "letter", title: "letter.title", channels: [.email]),
    ]
    kinds.set(.init(owner: "soccer", title: "name", kinds: soccer + more))
    kinds.set(
      .init(owner: "folf", title: "name", kinds: [NotificationKind(owner: "folf", name: "card", title: "card")]))
    return kinds
  }

  /// Switches push on for somebody on a device that its address names.
  func subscribe(_ person: String, _ device: String = "1", language: String = "en") async throws {
    let body: JSON = ["endpoint": .string("https://push.example/\(person)/\(device)"), "keys": SampleDevice.keys]
    try await call(.put, "/me/push-subscriptions", body, as: person, language: language)
  }

  /// The queue of what is to leave, as `account source channels`.
  func queue() async throws -> [String] {
    try await storage.read { transaction in
      try await transaction.query("select account, source, channels from notification_sends order by id")
        .map { "\(try $0[0] as String) \(try $0[1] as String) \((try $0[2] as String).replacing("\n", with: ","))" }
    }
  }

  /// What came of each way, as `account source channel state`.
  func receipts() async throws -> [String] {
    try await storage.read { transaction in
      try await transaction.query(
        "select account, source, channel, state from notification_receipts order by account, source, channel"
      ).map { row in try (0..<4).map { try row[$0] as String }.joined(separator: " ") }
    }
  }
}

struct SilentLog: Log {
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
}
