import FieldhouseKit
import Foundation

/// Rows of people without accounts, which they make their own later.
enum ClaimStore {
  /// How long a claim can be made good, in seconds: 30 days.
  static let lifetime: TimeInterval = 30 * 86_400

  /// What lets whoever has it make a row of a card the own one; the one that there is already, while it lasts.
  static func open(
    _ player: Player, at now: Date, in transaction: any Transaction
  ) async throws -> (claim: String, until: Date) {
    let known = try await transaction.first("select claim, claim_until from players where id = \(player.id)")
    if let claim: String = try known?["claim"], let until: Date = try known?["claim_until"], until > now {
      return (claim, until)
    }
    // Whoever guesses one in a thousand years has nothing but a row of a card.
    let (claim, until) = (RoundStore.newID(), now.addingTimeInterval(lifetime))
    try await transaction.execute(
      "update players set claim = \(claim), claim_until = \(until) where id = \(player.id)")
    return (claim, until)
  }

  /// The row of a claim; nil when there is none, or its time is over.
  static func player(_ claim: String, at now: Date, in transaction: any ReadTransaction) async throws -> Player? {
    try await transaction.first(
      """
      select \(Player.columns) from players p
      where p.claim = \(claim) and p.claim_until > \(now) and p.account is null
      """
    ).map(Player.init)
  }

  /// Gives the rows of a seat to somebody, in every round of the game on whose card the person is not yet; of a tournament's card the
  /// entry, too, so that the person is in the tournament from then on.
  static func settle(
    _ player: Player, of round: Round, for person: Account, at now: Date, in transaction: any Transaction
  ) async throws {
    let saved = try await ProfileStore.profile(of: person.id, in: transaction).cardName
    let event = try await EventStore.card(ofRound: round.id, in: transaction)?.event
    if let event { try await EventStore.settle(player.seat, of: event, for: person, in: transaction) }
    for round in try await rounds(of: player.seat, in: round, of: event, transaction) {
      let players = try await RoundStore.players(of: round.id, in: transaction)
      guard let seat = players.firstIndex(where: { $0.seat == player.seat && $0.account == nil }),
        !players.contains(where: { $0.account == person.id })
      else { continue }
      let row = players[seat]
      let cardName = CardName.given(saved, or: person.name, seat: seat, besides: players.cardNames(besides: row))
      try await transaction.execute(
        """
        update players set account = \(person.id), name = \(person.name), card_name = \(cardName), added_by = null,
          claim = null, claim_until = null
        where id = \(row.id)
        """)
      try await transaction.grant("player", to: person.id, in: round.scope)
      try await RoundStore.touch(round.id, at: now, in: transaction)
    }
  }

  /// The rounds in which a seat is: those of the game, or of a tournament all for which it has cards.
  private static func rounds(
    of seat: String, in round: Round, of event: String?, _ transaction: any ReadTransaction
  ) async throws -> [Round] {
    guard let event else { return try await RoundStore.rounds(ofGame: round.gameID, in: transaction) }
    let rows = try await transaction.query(
      """
      select c.round from event_cards c join players p on p.round = c.round
      where c.event = \(event) and p.seat = \(seat) order by c.number
      """)
    var rounds: [Round] = []
    for row in rows {
      if let found = try await RoundStore.find(try row["round"], in: transaction) { rounds.append(found) }
    }
    return rounds
  }
}
