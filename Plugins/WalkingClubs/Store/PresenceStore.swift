import FieldhouseKit
import Foundation

/// Where people were, of those who want to be recognised as walking with others: coarse cells in five minutes, kept until nothing of the
/// time can count any more.
enum PresenceStore {
  /// In seconds.
  static let keptFor: TimeInterval = 9 * 86_400
  /// The length of a bucket, in milliseconds.
  static let bucket: Int64 = 300_000
  private static let portion = 500

  static func replace(
    _ marks: Set<Companions.Mark>, of account: AccountID, club: String, in span: Range<Int64>,
    _ transaction: any Transaction
  ) async throws {
    let (first, last) = (span.lowerBound / bucket, span.upperBound / bucket)
    try await transaction.execute(
      "delete from presence where account = \(account) and bucket >= \(first) and bucket < \(last)")
    let sorted = marks.sorted { ($0.bucket, $0.cell) < ($1.bucket, $1.cell) }
    for start in stride(from: 0, to: sorted.count, by: portion) {
      let rows = sorted[start..<min(start + portion, sorted.count)].map { mark -> SQL in
        "(\(account), \(mark.bucket), \(mark.cell), \(club))"
      }
      try await transaction.execute(
        """
        insert into presence (account, bucket, cell, club) values \(SQL.rows(rows))
        on conflict (account, bucket, cell) do update set club = excluded.club
        """)
    }
  }

  /// Where the people of a club were, by account.
  static func marks(
    of club: String, in span: Range<Int64>, _ transaction: any ReadTransaction
  ) async throws -> [String: Set<Companions.Mark>] {
    let rows = try await transaction.query(
      """
      select account, bucket, cell from presence
      where club = \(club) and bucket >= \(span.lowerBound / bucket) and bucket < \(span.upperBound / bucket)
      """)
    var marks: [String: Set<Companions.Mark>] = [:]
    for row in rows {
      marks[try row["account"], default: []].insert(Companions.Mark(bucket: try row["bucket"], cell: try row["cell"]))
    }
    return marks
  }

  static func forget(before instant: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from presence where bucket < \(instant.millisecondsSince1970 / bucket)")
  }

  static func forget(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from presence where account = \(account)")
  }
}
