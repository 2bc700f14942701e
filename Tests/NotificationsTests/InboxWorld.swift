import FieldhouseKit
import FieldhouseNotifications
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation

/// Inboxes on a database of their own, a clock that stands still.
struct InboxWorld: Sendable {
  let inbox: Inbox
  let clock = StandingClock()
  let storage: any NamespaceStorage
  private let routes: RouteTable

  init(_ database: TestDatabase, audience: (any InboxAudience)? = nil) async throws {
    storage = try await database.open("inbox", Inbox.migrations.map { Migration(id: $0.id, sql: $0.sql) })
    let render: Inbox.Render = { plugin, key, language, arguments in
      let values = arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([plugin, key, language] + values).joined(separator: " ")
    }
    let inbox = Inbox(storage: storage, clock: clock, audience: audience, render: render)
    self.inbox = inbox
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
}
