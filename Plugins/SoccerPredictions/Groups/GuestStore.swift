import FieldhouseKit
import Foundation

/// Which group came of a founding, and who came by an invitation of one of which there is no group yet.
enum GuestStore {
  /// How long both are known, in seconds: no invitation holds for longer.
  private static let keptFor = 90 * 86_400.0

  /// Notes which group a founding has made.
  static func note(
    _ group: String, of founding: String, by founder: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "delete from group_foundings where founded_at < \(now.addingTimeInterval(-keptFor))")
    try await transaction.execute(
      """
      insert into group_foundings (founder, founding, team, founded_at)
      values (\(founder), \(founding), \(group), \(now))
      on conflict (founder, founding) do update set team = excluded.team
      """)
  }

  /// The group that a founding has made; nil while there is none.
  static func group(
    of founding: String, by founder: AccountID, in transaction: any ReadTransaction
  ) async throws -> String? {
    try await transaction.first(
      "select team from group_foundings where founder = \(founder) and founding = \(founding)"
    ).map { try $0["team"] }
  }

  /// Has somebody wait for the group.
  static func add(
    _ account: AccountID, to founding: String, by inviter: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute("delete from group_guests where came_at < \(now.addingTimeInterval(-keptFor))")
    try await transaction.execute(
      """
      insert into group_guests (inviter, founding, account, came_at)
      values (\(inviter), \(founding), \(account), \(now)) on conflict do nothing
      """)
  }

  /// Takes those who wait for a group, those first who have waited for longest.
  static func take(
    from founding: String, by inviter: AccountID, in transaction: any Transaction
  ) async throws -> [AccountID] {
    let waiting: [AccountID] = try await transaction.query(
      """
      select account from group_guests where inviter = \(inviter) and founding = \(founding)
      order by came_at, account
      """
    ).map { try $0["account"] }
    try await transaction.execute(
      "delete from group_guests where inviter = \(inviter) and founding = \(founding)")
    return waiting
  }
}

// What happens to people.
extension GuestStore {
  /// Neither of two people waits for a group of the other any more.
  static func part(_ account: AccountID, _ other: AccountID, in transaction: any Transaction) async throws {
    for (inviter, guest) in [(account, other), (other, account)] {
      try await transaction.execute("delete from group_guests where inviter = \(inviter) and account = \(guest)")
    }
  }

  static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from group_foundings where founder = \(account)")
    try await transaction.execute("delete from group_guests where inviter = \(account)")
    try await transaction.execute("delete from group_guests where account = \(account)")
  }

  /// Has another person wait, and be waited for, in somebody's place.
  static func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update group_foundings set founder = \(other) where founder = \(account) and not exists (
        select 1 from group_foundings mine
        where mine.founder = \(other) and mine.founding = group_foundings.founding)
      """)
    try await transaction.execute(
      """
      update group_guests set inviter = \(other) where inviter = \(account) and not exists (
        select 1 from group_guests mine where mine.inviter = \(other)
        and mine.founding = group_guests.founding and mine.account = group_guests.account)
      """)
    try await transaction.execute(
      """
      update group_guests set account = \(other) where account = \(account) and not exists (
        select 1 from group_guests mine where mine.inviter = group_guests.inviter
        and mine.founding = group_guests.founding and mine.account = \(other))
      """)
    try await erase(account, in: transaction)
  }

  /// Whose groups a person waits for, for the person.
  static func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> [JSON] {
    try await transaction.query(
      "select inviter, came_at from group_guests where account = \(account) order by came_at, inviter, founding"
    ).map { row in
      let came: Date = try row["came_at"]
      return ["by": .string(try row["inviter"]), "since": .string(RFC3339.string(from: came) ?? "")]
    }
  }
}
