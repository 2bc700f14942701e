import FieldhouseKit
import Foundation

/// Keeps what was told of the closing of each match.
struct ClosingStore: Sendable {
  private static let batch = 500
  /// So many rows are written with one statement at most.
  private static let portion = 64

  let storage: any Storage

  /// What is known of each match.
  func all() async throws -> [String: Closings.Known] {
    try await storage.read { try await Self.known("select match, closes_at, is_shut, is_told from closings", in: $0) }
  }

  /// What is known of some matches.
  static func find(
    _ matches: [String], in transaction: any ReadTransaction
  ) async throws -> [String: Closings.Known] {
    try await known(
      "select match, closes_at, is_shut, is_told from closings where match in (\(list: matches))", in: transaction)
  }

  private static func known(
    _ sql: SQL, in transaction: any ReadTransaction
  ) async throws -> [String: Closings.Known] {
    let known = try await transaction.query(sql).map { row in
      let (isShut, isTold): (Int, Int) = (try row["is_shut"], try row["is_told"])
      let known = Closings.Known(closesAt: try row["closes_at"], isShut: isShut == 1, isTold: isTold == 1)
      return (try row["match"] as String, known)
    }
    return Dictionary(known, uniquingKeysWith: { $1 })
  }

  /// Keeps changes, and takes the reminders of the matches along.
  func save(_ changes: [Closings.Change]) async throws {
    for start in stride(from: 0, to: changes.count, by: Self.batch) {
      let part = changes[start..<min(start + Self.batch, changes.count)]
      try await storage.write { transaction in
        try await Self.save(Dictionary(part.map { ($0.match, $0.now) }, uniquingKeysWith: { $1 }), in: transaction)
        for change in part where change.before != nil { try await Self.move(change, in: transaction) }
      }
    }
  }

  /// Keeps what is known of some matches.
  static func save(_ known: [String: Closings.Known], in transaction: any Transaction) async throws {
    let rows = known.sorted { $0.key < $1.key }.map { match, known -> SQL in
      "(\(match), \(known.closesAt), \(known.isShut ? 1 : 0), \(known.isTold ? 1 : 0))"
    }
    for part in rows.portions(of: portion) {
      try await transaction.execute(
        """
        insert into closings (match, closes_at, is_shut, is_told) values \(rows: part)
        on conflict (match) do update set closes_at = excluded.closes_at, is_shut = excluded.is_shut,
          is_told = excluded.is_told
        """)
    }
  }

  private static func move(_ change: Closings.Change, in transaction: any Transaction) async throws {
    let thing = ClosingReminders.thing(change.match)
    if change.now.isShut || change.now.closesAt == Closings.never {
      try await transaction.reminders.cancel(thing)
    } else {
      try await transaction.reminders.move(thing, to: change.now.closesAt)
    }
  }
}
