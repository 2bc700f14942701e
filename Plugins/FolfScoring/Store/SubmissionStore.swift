import FieldhouseKit
import Foundation

/// Who has submitted which card of a tournament.
enum SubmissionStore {
  /// Those who have submitted a card, and when.
  static func all(of round: String, in transaction: any ReadTransaction) async throws -> [AccountID: Date] {
    let found: [(AccountID, Date)] = try await transaction.query(
      "select account, submitted_at from submissions where round = \(round)"
    ).map { (try $0["account"], try $0["submitted_at"]) }
    return Dictionary(found) { one, _ in one }
  }

  /// Notes that somebody has submitted a card, once.
  /// - Returns: whether it is the first time.
  static func add(
    _ account: AccountID, to round: String, at now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      """
      insert into submissions (round, account, submitted_at) values (\(round), \(account), \(now)) on conflict do nothing
      """) > 0
  }
}
