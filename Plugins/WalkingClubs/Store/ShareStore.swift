import FieldhouseKit
import Foundation

/// What others see of a session that somebody shares: figures and the shape of the route, neither who it was nor where.
struct SharedDay: Codable, Sendable, Hashable {
  var day: String
  var steps: Int
  var metres: Double?
  /// Kilocalories beyond those of a body at rest.
  var calories: Double?
  var points: Int?
  var club: String
  var clubPicture: String?
  var group: String?
  var groupPicture: String?
  var shape: RouteShape?
}

/// Shared sessions in storage.
enum ShareStore {
  /// The id under which somebody shares a day; nil when it is not shared.
  static func share(of day: Int, _ account: AccountID, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select share from shared_days where account = \(account) and day = \(day)")?["share"]
  }

  static func content(_ share: String, in transaction: any ReadTransaction) async throws -> SharedDay {
    guard let row = try await transaction.first("select content from shared_days where share = \(share)") else {
      throw Problem.shareUnknown
    }
    return try JSONText.decode(try row["content"])
  }

  /// Shares a day, or says anew what is shared of it.
  static func put(
    _ content: SharedDay, day: Int, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> String {
    try await transaction.query(
      """
      insert into shared_days (share, account, day, content, shared_at)
      values (\(RandomID.make()), \(account), \(day), \(try JSONText.encode(content)), \(now))
      on conflict (account, day) do update set content = excluded.content returning share
      """)[0]["share"]
  }

  static func remove(_ day: Int, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from shared_days where account = \(account) and day = \(day)")
  }
}
