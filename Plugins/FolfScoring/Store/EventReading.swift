import FieldhouseKit
import Foundation

/// A tournament with all that its board is made of, read at once.
struct EventReading: Sendable {
  let event: PlayedEvent
  let entrants: [Entrant]
  let cards: [EventCard]
  let penalties: [Penalty]
  /// The rows of each card, by round; the seat of a row is the entrant.
  let players: [String: [Player]]
  /// Which rounds of the game are over.
  let finished: Set<String>

  init(_ id: String, in transaction: any ReadTransaction) async throws {
    event = try await EventStore.event(id, in: transaction)
    entrants = try await EventStore.entrants(of: id, in: transaction)
    cards = try await EventStore.cards(of: id, in: transaction)
    penalties = try await EventStore.penalties(of: id, in: transaction)
    let rounds = cards.map(\.round)
    players = try await HistoryStore.players(of: rounds, in: transaction)
    finished = Set(
      try await transaction.query(
        "select id from rounds where id in (\(list: rounds)) and state = 'finished'"
      ).map { try $0["id"] })
  }

  /// Whether somebody sees the names of all: who is entered, and the director.
  /// - Throws: ``Problem`` 404 for whoever does not see the tournament at all.
  @discardableResult
  func check(_ viewer: AccountID?) throws -> Bool {
    let isInside = viewer != nil && (event.owner == viewer || entrants.contains { $0.account == viewer })
    guard isInside || event.isPublic else { throw Problem.notFound() }
    return isInside
  }

  /// The rows of an entrant by the number of the round.
  func rows(of entrant: String) -> [Int: (player: Player, isFinished: Bool)] {
    let found = cards.flatMap { card in
      (players[card.round] ?? []).filter { $0.seat == entrant }.map {
        (card.number, ($0, finished.contains(card.round)))
      }
    }
    return Dictionary(found) { _, last in (last.0, last.1) }
  }

  /// Penalty throws of an entrant in a round, or in all.
  func penaltyThrows(_ entrant: String, round: Int? = nil) -> Int {
    penalties.filter { $0.entrant == entrant && (round == nil || $0.number == round) }.map(\.throwCount).reduce(0, +)
  }

  /// What somebody has thrown, for the places.
  func score(_ entrant: Entrant) -> TournamentScore {
    let rows = rows(of: entrant.id)
    let played = rows.keys.sorted().filter {
      rows[$0]?.isFinished == true && rows[$0]?.player.result.isComplete == true
    }
    let isOut = entrant.isOut || rows.values.contains { $0.player.result.isOut }
    return TournamentScore(
      id: entrant.id,
      rounds: played.map { (rows[$0]?.player.result.throwCount ?? 0) + penaltyThrows(entrant.id, round: $0) },
      isOut: isOut,
      memberNumber: entrant.memberNumber, lastName: entrant.name.split(separator: " ").last.map(String.init) ?? "",
      hasWonPlayoff: entrant.hasWonPlayoff)
  }

  /// The places in each division.
  var places: [String: [String: Int]] {
    Dictionary(grouping: entrants, by: \.division).mapValues { Placing.places($0.map(score)) }
  }

  /// The board as somebody sees it, division by division: by place, and those who are out behind the others.
  /// - Parameters:
  ///   - isInside: whether names are shown: to those who are entered, and to the director.
  func rows(for viewer: AccountID?, isInside: Bool) -> [BoardOutput.Row] {
    let places = places
    let ties = Dictionary(grouping: entrants, by: \.division).mapValues { Set(Placing.ties($0.map(score))) }
    let last = cards.map(\.number).max() ?? 0
    return entrants.map { entrant in
      let (rows, score) = (rows(of: entrant.id), score(entrant))
      return BoardOutput.Row(
        id: entrant.id,
        name: isInside || entrant.consents || entrant.account == viewer && viewer != nil ? entrant.name : "",
        isMe: viewer != nil && entrant.account == viewer,
        consents: viewer != nil && entrant.account == viewer ? entrant.consents : nil,
        division: entrant.division, pool: entrant.pool,
        memberNumber: isInside ? entrant.memberNumber : nil, place: places[entrant.division]?[entrant.id],
        isTied: ties[entrant.division]?.contains(entrant.id) == true,
        hasWonPlayoff: entrant.hasWonPlayoff && places[entrant.division]?[entrant.id] == 1, isOut: score.isOut,
        rounds: score.rounds,
        total: score.total,
        toPar: rows.values.map(\.player.result.toPar).reduce(0, +) + penaltyThrows(entrant.id),
        thru: rows[last]?.player.result.holes ?? 0, penalties: penaltyThrows(entrant.id))
    }.sorted { one, other in
      (one.division, one.isOut ? 1 : 0, one.place ?? .max, one.toPar, one.id) < (
        other.division, other.isOut ? 1 : 0, other.place ?? .max, other.toPar, other.id
      )
    }
  }
}
