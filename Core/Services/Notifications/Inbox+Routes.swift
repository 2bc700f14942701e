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
    routes.put("/me/notification-settings", "Change what I want to be told of", access: .guest) {
      (input: NotificationSettings, call) in
      try await save(input, of: try call.account.id)
      return input
    }
  }

  func page(of account: AccountID, _ query: InboxQuery, language: String) async throws -> InboxPage {
    let limit = query.limit ?? 20
    let (beforeTime, beforeSource) = try query.after.map(Self.position) ?? (Int64.max, "")
    let (rows, unread) = try await storage.read { transaction in
      let rows = try await transaction.query(
        """
        select source, plugin, kind, text, arguments, link, created_at, read_at from notifications
        where account = \(account)
          and (created_at < \(beforeTime) or (created_at = \(beforeTime) and source < \(beforeSource)))
        order by created_at desc, source desc limit \(limit + 1)
        """)
      let unread = try await transaction.first(
        "select count(*) as n from notifications where account = \(account) and read_at is null")
      return (rows, try unread?["n"] ?? 0)
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
    let time: Int64 = try row["created_at"]
    return "\(time)~\(try row["source"] as String)"
  }

  private static func position(_ cursor: String) throws -> (Int64, String) {
    let parts = cursor.split(separator: "~", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    return (time, String(parts[1]))
  }

  func markRead(_ ids: [String]?, of account: AccountID) async throws {
    let now = clock.now
    try await storage.write { transaction in
      guard let ids else {
        try await transaction.execute(
          "update notifications set read_at = \(now) where account = \(account) and read_at is null")
        return
      }
      try await transaction.execute(
        """
        update notifications set read_at = \(now)
        where account = \(account) and read_at is null and source in (\(list: ids))
        """)
    }
  }

  func settings(of account: AccountID) async throws -> NotificationSettings {
    let row = try await storage.read { transaction in
      try await transaction.first("select enabled, kinds_off from notification_settings where account = \(account)")
    }
    guard let row else { return NotificationSettings(enabled: true, kindsOff: []) }
    let kinds: String = try row["kinds_off"]
    return NotificationSettings(
      enabled: try row["enabled"], kindsOff: kinds.split(separator: "\n").map(String.init))
  }

  func save(_ settings: NotificationSettings, of account: AccountID) async throws {
    let kinds = settings.kindsOff.joined(separator: "\n")
    try await storage.write { transaction in
      try await transaction.execute(
        """
        insert into notification_settings (account, enabled, kinds_off)
        values (\(account), \(settings.enabled), \(kinds))
        on conflict (account) do update set enabled = excluded.enabled, kinds_off = excluded.kinds_off
        """)
    }
  }
}
