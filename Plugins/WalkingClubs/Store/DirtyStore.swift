import FieldhouseKit
import Foundation

/// Whose time is to be reckoned anew.
struct Dirty: Sendable {
  let account: AccountID
  /// Milliseconds since 1970.
  let span: Range<Int64>
  let tries: Int
  /// Another one whenever something is marked, also when all before was done, so that nobody takes for done what came meanwhile: hosts
  /// on one database may reckon the same person at the same time.
  let mark: Int
}

enum DirtyStore {
  static func mark(
    _ account: AccountID, _ span: Range<Int64>, due: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into dirty (account, from_at, before_at, due_at, mark)
      values (\(account), \(span.lowerBound), \(span.upperBound), \(due), \(Int.random(in: 1..<1 << 53)))
      on conflict (account) do update set
        from_at = case when excluded.from_at < dirty.from_at then excluded.from_at else dirty.from_at end,
        before_at = case when excluded.before_at > dirty.before_at then excluded.before_at else dirty.before_at end,
        due_at = excluded.due_at, tries = 0, mark = excluded.mark
      """)
  }

  static func due(at now: Date, limit: Int, in transaction: any ReadTransaction) async throws -> [Dirty] {
    try await transaction.query(
      "select * from dirty where due_at <= \(now) order by due_at, account limit \(limit)"
    ).map { row in
      Dirty(
        account: try row["account"], span: try row["from_at"]..<(row["before_at"]), tries: try row["tries"],
        mark: try row["mark"])
    }
  }

  /// When the next one is due.
  static func next(in transaction: any ReadTransaction) async throws -> Date? {
    try await transaction.first("select due_at from dirty order by due_at limit 1")?["due_at"]
  }

  static func done(_ dirty: Dirty, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from dirty where account = \(dirty.account) and mark = \(dirty.mark)")
  }

  /// Nobody has answered: it is tried again, later each time, an hour at most.
  static func putOff(_ dirty: Dirty, at now: Date, in transaction: any Transaction) async throws {
    let due = now.addingTimeInterval(min(60 * Double(1 << min(dirty.tries, 6)), 3_600))
    try await transaction.execute(
      """
      update dirty set due_at = \(due), tries = tries + 1
      where account = \(dirty.account) and mark = \(dirty.mark)
      """)
  }
}
