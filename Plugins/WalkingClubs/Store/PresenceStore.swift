import FieldhouseKit
import Foundation
import Synchronization

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
        insert into presence (account, bucket, cell, club) values \(rows: rows)
        on conflict (account, bucket, cell) do update set club = excluded.club
        """)
    }
  }

  /// Where the people of some clubs were, by club and account.
  static func marks(
    of clubs: [String], in span: Range<Int64>, _ transaction: any ReadTransaction
  ) async throws -> [String: [String: Set<Companions.Mark>]] {
    let marks = Mutex<[String: [String: Set<Companions.Mark>]]>([:])
    // Row by row: those of a large club are more than a query answers with.
    try await transaction.forEach(
      """
      select club, account, bucket, cell from presence
      where club in (\(list: clubs.padded)) and bucket >= \(span.lowerBound / bucket)
      and bucket < \(span.upperBound / bucket)
      """
    ) { row in
      let (club, account): (String, String) = (try row["club"], try row["account"])
      let mark = Companions.Mark(bucket: try row["bucket"], cell: try row["cell"])
      marks.withLock { _ = $0[club, default: [:]][account, default: []].insert(mark) }
    }
    return marks.withLock { $0 }
  }

  static func forget(before instant: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from presence where bucket < \(instant.millisecondsSince1970 / bucket)")
  }

  static func forget(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from presence where account = \(account)")
  }
}
