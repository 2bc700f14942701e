import FieldhouseKit
import Foundation

/// Scores that somebody shows to everybody who has the link: as the card says them now, also when it was corrected.
enum ScoreShareStore {
  struct Shared: Sendable {
    let courseName: String
    let layoutName: String
    let toPar: Int
    let throwCount: Int
    let isOut: Bool
    /// How many holes have a score.
    let scored: Int
    /// Empty of a team's score.
    let holes: [PlayedHole]
    let startedAt: Date?
  }

  /// The id under which somebody shares the score of a round; nil when it is not shared.
  static func share(
    of account: AccountID, round: String, in transaction: any ReadTransaction
  ) async throws -> String? {
    try await transaction.first(
      "select share from shared_scores where account = \(account) and round = \(round)")?["share"]
  }

  /// Shares a score, however often, under one id that nobody guesses.
  static func put(
    _ account: AccountID, round: String, at now: Date, in transaction: any Transaction
  ) async throws -> String {
    try await transaction.query(
      """
      insert into shared_scores (share, account, round, shared_at)
      values (\(RoundStore.newID()), \(account), \(round), \(now))
      on conflict (account, round) do update set shared_at = shared_scores.shared_at returning share
      """)[0]["share"]
  }

  static func remove(_ account: AccountID, round: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from shared_scores where account = \(account) and round = \(round)")
  }

  /// - Throws: ``Problem`` 404 `share-unknown` for one that is shared no more.
  static func content(_ share: String, in transaction: any ReadTransaction) async throws -> Shared {
    let row = try await transaction.first(
      """
      select r.course_name, r.layout_name, r.started_at, p.to_par, p.throws, p.is_out, p.holes, p.line
      from shared_scores s join rounds r on r.id = s.round join players p on p.round = s.round and p.account = s.account
      where s.share = \(share) and r.state = 'finished'
      """)
    guard let row else { throw Problem.shareUnknown }
    return Shared(
      courseName: try row["course_name"], layoutName: try row["layout_name"], toPar: try row["to_par"],
      throwCount: try row["throws"], isOut: try row["is_out"], scored: try row["holes"],
      holes: PlayedRound.holes(try row["line"]), startedAt: try row["started_at"])
  }
}
