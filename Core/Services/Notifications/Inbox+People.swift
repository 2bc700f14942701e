public import FieldhouseKit
import Foundation

/// What happens to people, in a transaction of the inbox's namespace.
extension Inbox {
  /// Removes a person's notifications and settings, and what others were told about the person.
  /// - Throws: ``StorageError``.
  public static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    let statements: [SQL] = [
      """
      delete from notifications where (source, account) in (
        select source, account from notification_people where person = \(account))
      """,
      "delete from notifications where account = \(account)",
      "delete from notification_people where person = \(account)",
      "delete from notification_people where account = \(account)",
      "delete from notification_settings where account = \(account)",
    ]
    for statement in statements { try await transaction.execute(statement) }
  }

  /// Gives the notifications of one person to another, and the settings where the other has none.
  /// - Throws: ``StorageError``.
  public static func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    let statements: [SQL] = [
      """
      update notifications set account = \(other) where account = \(account) and not exists (
        select 1 from notifications mine where mine.source = notifications.source and mine.account = \(other))
      """,
      "delete from notifications where account = \(account)",
      """
      insert into notification_people (person, source, account)
      select cast(\(other) as text), source, account from notification_people where person = \(account)
      on conflict (person, source, account) do nothing
      """,
      "delete from notification_people where person = \(account)",
      """
      insert into notification_people (person, source, account)
      select person, source, cast(\(other) as text) from notification_people where account = \(account)
      on conflict (person, source, account) do nothing
      """,
      "delete from notification_people where account = \(account)",
      """
      update notification_settings set account = \(other) where account = \(account) and not exists (
        select 1 from notification_settings mine where mine.account = \(other))
      """,
      "delete from notification_settings where account = \(account)",
    ]
    for statement in statements { try await transaction.execute(statement) }
  }

  /// A person's notifications, the newest first, and settings, as JSON.
  /// - Throws: ``StorageError``.
  public func export(_ account: AccountID, language: String) async throws -> JSON {
    let rows = try await storage.read { transaction in
      try await transaction.query(
        """
        select source, plugin, kind, text, arguments, link, created_at, read_at from notifications
        where account = \(account) order by created_at desc, source desc
        """)
    }
    let items = try rows.map { try JSON(encoding: try item($0, language: language)) }
    return ["items": .array(items), "settings": try JSON(encoding: try await settings(of: account))]
  }
}
