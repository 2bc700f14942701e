internal import FieldhouseKit
internal import Foundation

/// A bucket in storage.
struct StoredBucket: Sendable {
  /// How many may be taken from at once.
  static let most = 6
  private static let statements = (0...most).map(statement)

  let key: String
  let limit: Limit

  /// Takes a token of each bucket that has one. One statement counts and decides, so that of several at once none gets
  /// more than there is; it goes through them in the order of their keys, so that no two wait for one another.
  /// - Returns: those that had none.
  static func take(
    _ buckets: [StoredBucket], _ now: Date, in transaction: any Transaction
  ) async throws -> [StoredBucket] {
    let values = buckets.sorted { $0.key < $1.key }.flatMap { $0.values(now) }
    let taken: [String] = try await transaction.query(
      SQL(text: statements[buckets.count], values: [now.sqlValue] + values)
    ).map { try $0["name"] }
    return buckets.filter { !taken.contains($0.key) }
  }

  /// The next buckets behind a key, in the order of theirs, each with when it is full.
  static func list(
    behind key: String, most: Int, in transaction: any ReadTransaction
  ) async throws -> [(key: String, end: Date)] {
    try await transaction.query(
      "select name, full_at from rate_limits where name > \(key) order by name limit \(most)"
    ).map { (try $0[0], try $0[1]) }
  }

  /// Forgets those of some buckets that are full still.
  static func remove(_ keys: [String], fullAt now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from rate_limits where name in (\(list: keys)) and full_at <= \(now)")
  }

  /// From when on there is a token again; nil when it is full.
  func allowedFrom(in transaction: any ReadTransaction) async throws -> Date? {
    let row = try await transaction.first("select full_at from rate_limits where name = \(key)")
    return try row.map { Bucket(limit: limit, fullAt: try $0["full_at"]).allowedFrom }
  }

  /// Key, when it is full again after one was taken from a full one, and the latest and farthest of ``Bucket``.
  private func values(_ now: Date) -> [SQLValue] {
    var bucket = Bucket(limit: limit, fullAt: now)
    let (latest, farthest) = (bucket.latestFullAt(at: now), bucket.farthestFullAt(at: now))
    _ = bucket.take(at: now)
    return [key.sqlValue, bucket.fullAt.sqlValue, latest.sqlValue, farthest.sqlValue]
  }

  /// Placeholder 1 is the time now; four each follow, see ``values(_:)``.
  private static func statement(_ count: Int) -> String {
    let first = (0..<count).map { 2 + 4 * $0 }
    let rows = first.map { "(?\($0), ?\($0 + 1))" }.joined(separator: ", ")
    func own(_ offset: Int) -> String {
      "case l.name " + first.map { "when ?\($0) then cast(?\($0 + offset) as integer)" }.joined(separator: " ") + " end"
    }
    return """
      insert into rate_limits as l (name, full_at) values \(rows) on conflict (name) do update set
      full_at = case when l.full_at > ?1 and l.full_at <= \(own(3)) then l.full_at else ?1 end + excluded.full_at - ?1
      where l.full_at <= \(own(2)) or l.full_at > \(own(3)) returning name
      """
  }
}
