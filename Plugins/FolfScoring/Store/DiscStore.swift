import FieldhouseKit
import Foundation

/// A disc that somebody owns.
struct Disc: Sendable, Equatable {
  enum Kind: String, Codable, Sendable, CaseIterable {
    case driver, fairway, midrange, putter
  }

  /// In the bag, from 1; a disc keeps it for ever.
  let number: Int
  let name: String
  let kind: Kind
  /// Whether it is in the bag no more; what was thrown with it stays in the statistics.
  let isGone: Bool
}

enum DiscStore {
  static func discs(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Disc] {
    try await transaction.query(
      "select number, name, kind, is_gone from discs where account = \(account) order by number"
    ).map { row in
      let kind: String = try row["kind"]
      return Disc(
        number: try row["number"], name: try row["name"], kind: Disc.Kind(rawValue: kind) ?? .midrange,
        isGone: try row["is_gone"])
    }
  }

  /// Puts a disc into the bag.
  /// - Returns: its number; nil when there are ``DiscBag/most``.
  static func add(
    _ name: String, _ kind: Disc.Kind, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Int? {
    let last: Int = try await transaction.query(
      "select coalesce(max(number), 0) as n from discs where account = \(account)")[0]["n"]
    guard last < DiscBag.most else { return nil }
    try await transaction.execute(
      """
      insert into discs (account, number, name, kind, added_at)
      values (\(account), \(last + 1), \(name), \(kind.rawValue), \(now))
      """)
    return last + 1
  }

  /// Takes a disc out of the bag.
  /// - Returns: whether there was one.
  static func remove(_ number: Int, of account: AccountID, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      "update discs set is_gone = 1 where account = \(account) and number = \(number) and is_gone = 0") > 0
  }
}
