import FieldhouseKit
import Foundation

/// What somebody has played.
enum HistoryStore {
  struct Item: Sendable {
    let round: Round
    let mine: Player
  }

  /// Somebody's rounds, the newest first; those that were given up are left out.
  /// - Parameter before: only rounds that were made before this instant.
  static func rounds(
    of account: AccountID, before: Date?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Item] {
    try await transaction.query(
      """
      select \(Round.columns), \(Player.columns) from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.state <> 'cancelled' and r.created_at < \(before ?? .distantFuture)
      order by r.created_at desc, r.id desc limit \(limit)
      """
    ).map { Item(round: try Round($0), mine: try Player($0)) }
  }

  /// The players of several rounds, by round.
  static func players(of rounds: [String], in transaction: any ReadTransaction) async throws -> [String: [Player]] {
    let all = try await transaction.query(
      "select \(Player.columns) from players p where p.round in (\(list: rounds)) order by p.place, p.id"
    ).map(Player.init)
    return Dictionary(grouping: all, by: \.round)
  }

  /// The rows of somebody in finished rounds, on a layout of a course or anywhere, with their scores by hole; 200 rounds at most,
  /// the newest.
  static func played(
    by account: AccountID, course: String?, layout: String?, in transaction: any ReadTransaction
  ) async throws -> [PlayedRound] {
    let there: SQL = course.map { "and r.course = \($0) and r.layout_name = \(layout ?? "")" } ?? ""
    let rows = try await transaction.query(
      """
      select \(Round.columns), \(Player.columns) from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.state = 'finished' and p.is_out = 0 \(there)
      order by r.created_at desc, r.id desc limit 200
      """)
    let items = try rows.map { (try Round($0), try Player($0)) }
    let entries = try await transaction.query(
      "select \(StoredEntry.columns) from entries where player in (\(list: items.map(\.1.id)))"
    ).map { try StoredEntry($0).entry }
    let byPlayer = Dictionary(grouping: entries, by: \.place.player)
    return items.map { round, player in
      let card = Card(layout: round.layout, players: [player.id], entries: byPlayer[player.id] ?? [])
      return PlayedRound(
        throwCounts: card.scores.map { $0[0] }, holes: round.layout.holes, toPar: player.result.toPar,
        isComplete: player.result.isComplete)
    }
  }
}
