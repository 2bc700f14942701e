import FieldhouseKit
import Foundation

/// What somebody has played.
enum HistoryStore {
  /// How many rounds statistics look back on.
  static let most = 5_000

  struct Item: Sendable {
    let round: Round
    let mine: Player
  }

  /// Somebody's rounds, the newest first; those that were given up are left out.
  static func rounds(
    of account: AccountID, behind place: PagePlace?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Item] {
    let time = place?.at ?? .distantFuture
    return try await transaction.query(
      """
      select \(Round.columns), \(Player.columns) from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.state <> 'cancelled'
        and r.created_at <= \(time) and (r.created_at < \(time) or r.id < \(place?.id ?? ""))
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

  /// The rows of somebody in finished rounds, on a layout of a course or anywhere, from a tee or any, with what was
  /// noted by hole: ``most`` rounds, the newest first.
  static func played(
    by account: AccountID, course: String? = nil, layout: String? = nil, tee: TeeColour? = nil,
    in transaction: any ReadTransaction
  ) async throws -> [PlayedRound] {
    let fromTee: SQL = tee.map { "and p.tee = \($0.rawValue)" } ?? ""
    let there: SQL = course.map { "and r.course = \($0) and r.layout_name = \(layout ?? "")" } ?? ""
    return try await played(
      by: account, "\(there) \(fromTee) order by r.created_at desc, r.id desc limit \(most)", in: transaction)
  }

  /// The same of all rounds anywhere, in whatever order where there are no more than ``most``: to put long rows in order
  /// costs as much as to read them.
  static func playedAnywhere(
    by account: AccountID, in transaction: any ReadTransaction
  ) async throws -> [PlayedRound] {
    let count: Int =
      try await transaction.first("select count(*) as n from players where account = \(account)")?["n"] ?? 0
    return count > most
      ? try await played(by: account, in: transaction) : try await played(by: account, "", in: transaction)
  }

  private static func played(
    by account: AccountID, _ rest: SQL, in transaction: any ReadTransaction
  ) async throws -> [PlayedRound] {
    try await transaction.query(
      """
      select p.line, p.to_par, p.is_complete, r.started_at from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.state = 'finished' and p.is_out = 0 and p.line <> '' \(rest)
      """
    ).map { row in
      PlayedRound(
        holes: PlayedRound.holes(try row[0]), toPar: try row[1], isComplete: try row[2], startedAt: try row[3])
    }
  }

  /// With whom somebody has played most, in finished rounds.
  static func company(
    of account: AccountID, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [(account: AccountID, rounds: Int)] {
    try await transaction.query(
      """
      select q.account, count(*) as n from players p join rounds r on r.id = p.round join players q on q.round = p.round
      where p.account = \(account) and r.state = 'finished' and q.account is not null and q.account <> \(account)
      group by q.account order by n desc, q.account limit \(limit)
      """
    ).map { (try $0["account"], try $0["n"]) }
  }
}
