import FieldhouseKit
import Foundation

// A game is one round, or several that the same people play one after the other.
extension RoundStore {
  /// Begins another round of a game with the same people, and ends the one before. A round that was followed already
  /// keeps its follower, unless that was given up.
  /// - Parameter isReversed: whether the holes are played from the last one back to the first.
  /// - Returns: the id of the new round.
  /// - Throws: ``Problem`` 409 for a round that has not started, or was given up; 503 when every code is taken.
  static func another(
    after round: Round, isReversed: Bool, at now: Date, in transaction: any Transaction
  ) async throws -> String {
    if let next = round.next, try await find(next, in: transaction)?.state != .cancelled { return next }
    if round.state == .running { try await move(round, to: .finished, at: now, in: transaction) }
    let (id, code) = (newID(), try await freeCode(in: transaction))
    let layout = isReversed ? round.layout.reversed : round.layout
    try await transaction.execute(
      """
      insert into rounds (id, code, host, state, course, course_name, layout_name, layout, games, format, game_of, number, version,
        created_at, touched_at, started_at)
      values (\(id), \(code), \(round.host), 'running', \(round.course), \(round.courseName), \(round.layout.name),
        \(try JSONText.encode(layout)), \(try JSONText.encode(round.games)), \(round.format.rawValue),
        \(round.gameID), \(round.number + 1), 0, \(now), \(now), \(now))
      """)
    try await seat(try await players(of: round.id, in: transaction), in: id, host: round.host, in: transaction)
    try await transaction.execute("update rounds set next = \(id) where id = \(round.id)")
    try await touch(round.id, at: now, in: transaction)
    return id
  }

  /// Gives the host's role to another player.
  static func hand(_ round: Round, to heir: AccountID, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("update rounds set host = \(heir) where id = \(round.id)")
    if let host = round.host { try await transaction.revoke("host", from: host, in: round.scope) }
    try await transaction.grant("host", to: heir, in: round.scope)
    try await touch(round.id, at: now, in: transaction)
  }

  /// All rounds of a game, the first one first; those that were given up are left out.
  static func rounds(ofGame game: String, in transaction: any ReadTransaction) async throws -> [Round] {
    let first = try await transaction.query("select \(Round.columns) from rounds r where r.id = \(game)")
    let others = try await transaction.query("select \(Round.columns) from rounds r where r.game_of = \(game)")
    return try (first + others).map(Round.init).filter { $0.state != .cancelled }.sorted { $0.number < $1.number }
  }

  private static func seat(
    _ players: [Player], in round: String, host: AccountID?, in transaction: any Transaction
  ) async throws {
    for (place, player) in players.enumerated() where player.account != nil || !player.name.isEmpty {
      try await transaction.execute(
        """
        insert into players (id, round, account, seat, name, added_by, place, tee, team, handicap, card_name)
        values (\(newID()), \(round), \(player.account), \(player.seat), \(player.name), \(player.addedBy), \(place + 1),
          \(player.tee.rawValue), \(player.team), \(player.handicap), \(player.cardName))
        """)
      guard let account = player.account else { continue }
      for role in account == host ? ["player", "host"] : ["player"] {
        try await transaction.grant(role, to: account, in: Scope("round", round))
      }
    }
  }
}

extension Layout {
  /// The same holes from the last one back to the first.
  var reversed: Layout { Layout(name: name, holes: holes.reversed()) }
}
