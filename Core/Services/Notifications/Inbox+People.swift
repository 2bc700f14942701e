public import FieldhouseKit
import Foundation

/// What happens to people, in a transaction of the inbox's namespace.
extension Inbox {
  private static let toldAtOnce = 500

  /// Removes a person's notifications, settings and devices, and what others were told about the person.
  /// - Throws: ``StorageError``.
  public static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await eraseTold(about: account, in: transaction)
    let statements: [SQL] = [
      "delete from notifications where account = \(account)",
      "delete from notification_people where account = \(account)",
      "delete from notification_settings where account = \(account)",
      "delete from notification_devices where account = \(account)",
      "delete from notification_sends where account = \(account)",
      "delete from notification_receipts where account = \(account)",
      "update announcements set sender = '' where sender = \(account) and sender <> ''",
      "delete from announcements where audience in (\(list: AnnouncementAudience.personal(account).map(\.text)))",
    ]
    for statement in statements { try await transaction.execute(statement) }
  }

  /// Removes what others were told about a person, some at a time: one cause may have been told to very many.
  private static func eraseTold(about person: AccountID, in transaction: any Transaction) async throws {
    var count = toldAtOnce
    while count == toldAtOnce {
      let told = try await transaction.query(
        """
        select source, account from notification_people where person = \(person) order by source, account
        limit \(toldAtOnce)
        """)
      let bySource = try Dictionary(grouping: told) { try $0["source"] as String }
      for (source, rows) in bySource.sorted(by: { $0.key < $1.key }) {
        let accounts: [String] = try rows.map { try $0["account"] }
        let statements: [SQL] = [
          "delete from notifications where source = \(source) and account in (\(list: accounts))",
          "delete from notification_sends where source = \(source) and account in (\(list: accounts))",
          "delete from notification_receipts where source = \(source) and account in (\(list: accounts))",
        ]
        for statement in statements { try await transaction.execute(statement) }
        try await transaction.execute(
          """
          delete from notification_people
          where person = \(person) and source = \(source) and account in (\(list: accounts))
          """)
      }
      count = told.count
    }
  }

  /// Gives the notifications and devices of one person to another, and the settings where the other has none. What was told
  /// about the one is about the other; what the other would now be told about nobody but themselves goes.
  /// - Throws: ``StorageError``.
  public static func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    try await rename(account, to: other, in: transaction)
    try await mergeWaysOut(account, into: other, in: transaction)
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
      delete from notifications where account = \(other) and source in (
        select p.source from notification_people p where p.person = \(other) and p.account = \(other) and not exists (
          select 1 from notification_people q
          where q.account = \(other) and q.source = p.source and q.person <> \(other)))
      """,
      """
      delete from notification_people where account = \(other) and person = \(other) and not exists (
        select 1 from notifications n where n.source = notification_people.source and n.account = \(other))
      """,
      """
      update notification_settings set account = \(other) where account = \(account) and not exists (
        select 1 from notification_settings mine where mine.account = \(other))
      """,
      "delete from notification_settings where account = \(account)",
    ]
    for statement in statements { try await transaction.execute(statement) }
  }

  /// Gives devices, and what is still to leave or has left, to another person. The sessions of the one have ended, and with
  /// them push on those devices does, until the app on them is opened again.
  private static func mergeWaysOut(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    let statements: [SQL] = [
      "update notification_devices set account = \(other) where account = \(account)",
      """
      update notification_sends set account = \(other) where account = \(account) and not exists (
        select 1 from notification_sends mine
        where mine.source = notification_sends.source and mine.account = \(other))
      """,
      "delete from notification_sends where account = \(account)",
      """
      update notification_receipts set account = \(other) where account = \(account) and not exists (
        select 1 from notification_receipts mine where mine.source = notification_receipts.source
          and mine.account = \(other) and mine.channel = notification_receipts.channel)
      """,
      "delete from notification_receipts where account = \(account)",
      "update announcements set sender = \(other) where sender = \(account) and sender <> ''",
    ]
    let audiences: [SQL] = zip(AnnouncementAudience.personal(account), AnnouncementAudience.personal(other)).map {
      "update announcements set audience = \($1.text) where audience = \($0.text)"
    }
    for statement in statements + audiences { try await transaction.execute(statement) }
  }

  /// Lets links of notifications about a person lead to another, and those whose key names the person name the other: where
  /// there is one of that key already, it stays.
  private static func rename(
    _ person: AccountID, to other: AccountID, in transaction: any Transaction
  ) async throws {
    let sources: [String] = try await transaction.query(
      "select distinct source from notification_people where person = \(person) order by source"
    ).map { try $0[0] }
    for old in sources {
      try await transaction.execute(
        """
        update notifications set link = replace(link, \(person), \(other))
        where source = \(old) and link like \("%\(person.text)%")
        """)
      try await rename(old, from: person, to: other, in: transaction)
    }
  }

  /// Lets a key that names a person name another.
  private static func rename(
    _ old: String, from person: AccountID, to other: AccountID, in transaction: any Transaction
  ) async throws {
    let parts = old.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let new = parts.map { $0 == person.text ? other.text : $0 }.joined(separator: "/")
    guard new != old else { return }
    let statements: [SQL] = [
      """
      update notifications set source = \(new) where source = \(old) and not exists (
        select 1 from notifications mine where mine.source = \(new) and mine.account = notifications.account)
      """,
      "delete from notifications where source = \(old)",
      """
      insert into notification_people (person, source, account)
      select person, cast(\(new) as text), account from notification_people where source = \(old)
      on conflict (person, source, account) do nothing
      """,
      "delete from notification_people where source = \(old)",
      """
      update notification_sends set source = \(new) where source = \(old) and not exists (
        select 1 from notification_sends mine
        where mine.source = \(new) and mine.account = notification_sends.account)
      """,
      "delete from notification_sends where source = \(old)",
      """
      update notification_receipts set source = \(new) where source = \(old) and not exists (
        select 1 from notification_receipts mine where mine.source = \(new)
          and mine.account = notification_receipts.account and mine.channel = notification_receipts.channel)
      """,
      "delete from notification_receipts where source = \(old)",
    ]
    for statement in statements { try await transaction.execute(statement) }
  }
}
