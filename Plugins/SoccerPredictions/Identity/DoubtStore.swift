import FieldhouseKit
import Foundation

/// A doubt as it is stored.
struct StoredDoubt: Sendable {
  let doubt: Doubt
  let askedAt: Date
}

/// Keeps what operators are to decide, and what they have decided.
enum DoubtStore {
  /// What an operator says of the two.
  enum Decision: String, Sendable {
    case same, apart
  }

  private static let columns: SQL = "kind, season, one, other, turned, asked_at"

  /// The next doubts that wait, the oldest first.
  /// - Parameter after: the id of the last one of the page before.
  static func open(after: String?, limit: Int, in transaction: any ReadTransaction) async throws -> [StoredDoubt] {
    var since = Int64.min
    if let after, let row = try await transaction.first("select asked_at from doubts where id = \(after)") {
      since = try row["asked_at"]
    }
    return try await transaction.query(
      """
      select \(columns) from doubts
      where decision is null and (asked_at > \(since) or asked_at = \(since) and id > \(after ?? ""))
      order by asked_at, id limit \(limit)
      """
    ).compactMap(read)
  }

  static func count(in transaction: any ReadTransaction) async throws -> Int {
    try await transaction.first("select count(*) as n from doubts where decision is null").map { try $0["n"] } ?? 0
  }

  /// A doubt that waits.
  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> StoredDoubt? {
    try await transaction.first("select \(columns) from doubts where id = \(id) and decision is null").flatMap(read)
  }

  /// The doubts of a season of which an operator has said that the two are different.
  static func apart(in season: String, _ transaction: any ReadTransaction) async throws -> Set<String> {
    Set(
      try await transaction.query(
        "select id from doubts where season = \(season) and decision = \(Decision.apart.rawValue)"
      ).map { try $0["id"] })
  }

  /// Asks, unless that has been asked.
  static func ask(_ doubt: Doubt, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into doubts (id, kind, season, one, other, turned, asked_at)
      values (\(doubt.id), \(doubt.kind.rawValue), \(doubt.season), \(doubt.one), \(doubt.other),
        \(doubt.isTurned ? 1 : 0), \(now))
      on conflict (id) do nothing
      """)
  }

  static func decide(_ id: String, _ decision: Decision, in transaction: any Transaction) async throws {
    try await transaction.execute("update doubts set decision = \(decision.rawValue) where id = \(id)")
  }

  /// Takes back what nobody needs to decide any more.
  static func withdraw(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from doubts where id = \(id) and decision is null")
  }

  /// The doubts of a season that wait.
  static func open(in season: String, _ transaction: any ReadTransaction) async throws -> [Doubt] {
    try await transaction.query(
      "select \(columns) from doubts where season = \(season) and decision is null order by id"
    ).compactMap(read).map(\.doubt)
  }

  private static func read(_ row: Row) throws -> StoredDoubt? {
    guard let kind = Doubt.Kind(rawValue: try row["kind"]) else { return nil }
    let turned: Int = try row["turned"]
    let doubt = Doubt(
      kind: kind, season: try row["season"], one: try row["one"], other: try row["other"], isTurned: turned == 1)
    return StoredDoubt(doubt: doubt, askedAt: try row["asked_at"])
  }
}
