public import FieldhouseKit
import Foundation

extension Inbox {
  /// Declares the inbox's routes, to be mounted at `/v1`.
  public func routes(_ routes: inout Routes) {
    routes.get("/me/notifications", "My notifications, newest first", access: .guest) { (input: InboxQuery, call) in
      try await page(of: try call.account.id, input, language: call.language)
    }
    routes.action("/me/notifications/read", "Mark notifications read; all of them without ids", access: .guest) {
      (input: ReadInput, call) -> NoContent in
      try await markRead(input.ids, of: try call.account.id)
      return NoContent()
    }
    routes.get("/me/notification-settings", "What I want to be told of", access: .guest) { (_: NoInput, call) in
      try await settings(of: try call.account.id)
    }
    routes.put(
      "/me/notification-settings", "Change what I want to be told of, each kind as /me/notification-kinds names it",
      access: .guest
    ) { (input: NotificationSettings, call) in try await save(input, of: try call.account.id) }
    routes.get("/me/notification-kinds", "What I can be told of, by who tells it", access: .guest) {
      (_: NoInput, call) in
      _ = try call.account
      let roles = call.principal.map { $0.roles.union($0.withheldRoles) } ?? []
      return shownKinds(language: call.language, isOperator: roles.contains("super-admin"))
    }
    routes.get("/me/notification", "One of my notifications", access: .guest, problems: [Self.unknown]) {
      (input: ItemQuery, call) in
      try await found(input.id, of: try call.account.id, language: call.language)
    }
    pushRoutes(&routes)
  }

  /// The order of an inbox. Several may arrive in one millisecond, as after an outage; the numbers of what a plugin caused rise.
  /// Those from before numbers were kept have none; the sources of most end in theirs, of which the tenth came after the ninth.
  static let newestFirst: SQL = "created_at desc, number desc, length(source) desc, source desc"

  func page(of account: AccountID, _ query: InboxQuery, language: String) async throws -> InboxPage {
    let limit = query.limit ?? 20
    let before = try query.after.map(Self.position) ?? (time: Int64.max, number: 0, source: "")
    let (rows, unread) = try await storage.read { transaction in
      let rows = try await transaction.query(
        """
        select source, plugin, kind, text, arguments, link, created_at, read_at, number from notifications
        where account = \(account)
          and (created_at, number, length(source), source)
            < (\(before.time), \(before.number), length(\(before.source)), \(before.source))
        order by \(Self.newestFirst) limit \(limit + 1)
        """)
      return (rows, try await UnreadCount.of(account, in: transaction))
    }
    let items = try rows.prefix(limit).map { try item($0, language: language) }
    return InboxPage(items: items, next: rows.count > limit ? try Self.cursor(rows[limit - 1]) : nil, unread: unread)
  }

  func item(_ row: Row, language: String) throws -> InboxItem {
    let plugin: String = try row["plugin"]
    let arguments = try JSON(parsing: row["arguments"] as String).object ?? [:]
    let texts = Dictionary(arguments.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 })
    let readAt: Date? = try row["read_at"]
    return InboxItem(
      id: try row["source"], plugin: plugin, kind: try row["kind"],
      text: render(plugin, try row["text"], language, texts), link: try row["link"],
      createdAt: try row["created_at"], isRead: readAt != nil)
  }

  private static func cursor(_ row: Row) throws -> String {
    let (time, number): (Int64, Int64) = (try row["created_at"], try row["number"])
    return "\(time)~\(number)~\(try row["source"] as String)"
  }

  private static func position(_ cursor: String) throws -> (time: Int64, number: Int64, source: String) {
    let parts = cursor.split(separator: "~", maxSplits: 2)
    guard parts.count == 3, let time = Int64(parts[0]), let number = Int64(parts[1]) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    return (time, number, String(parts[2]))
  }

  private static let unknown = Problem.notFound("notification-unknown", "You have no such notification.")

  private func found(_ id: String, of account: AccountID, language: String) async throws -> InboxItem {
    let row = try await storage.read { transaction in
      try await transaction.first(
        """
        select source, plugin, kind, text, arguments, link, created_at, read_at from notifications
        where source = \(id) and account = \(account)
        """)
    }
    guard let row else { throw Self.unknown }
    return try item(row, language: language)
  }

  /// Marks notifications read; who watches the inbox, on another device too, is told with an event `read`.
  func markRead(_ ids: [String]?, of account: AccountID) async throws {
    let now = clock.now
    try await storage.write { transaction in
      let some: SQL = ids.map { "and source in (\(list: $0))" } ?? ""
      let count = try await transaction.execute(
        "update notifications set read_at = \(now) where account = \(account) and read_at is null \(some)")
      if count > 0 { try await transaction.publish(account.text, LiveEvent("read")) }
    }
  }
}
