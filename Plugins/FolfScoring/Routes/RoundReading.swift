import FieldhouseKit
import Foundation

/// A round with all that its card is made of, read at once.
struct RoundReading: Sendable {
  let round: Round
  let players: [Player]
  let entries: [StoredEntry]
  /// The rows of the rounds before it, by seat.
  let before: [String: SeatTotal]
  let invited: Set<AccountID>
  /// The id under which the viewer shows the own score to everybody; nil for not.
  let share: String?
  /// The tournament whose card it is; nil for none.
  let event: String?

  /// - Parameter viewer: whose own card is read of a tournament's, while it is played; nil for all cards.
  /// - Throws: ``Problem`` 404 when there is no such round any more.
  init(_ id: String, for viewer: AccountID? = nil, in transaction: any ReadTransaction) async throws {
    let round = try await RoundStore.round(id, in: transaction)
    self.round = round
    players = try await RoundStore.players(of: id, in: transaction)
    let isOwn = round.isIndependent && round.state == .running && viewer != nil && round.host != viewer
    entries = try await EntryStore.entries(of: id, in: transaction).filter { !isOwn || $0.entry.author == viewer?.text }
    before = round.number > 1 ? try await Self.earlier(than: round, in: transaction) : [:]
    share =
      if let viewer, round.state == .finished {
        try await ScoreShareStore.share(of: viewer, round: id, in: transaction)
      } else { nil }
    event = round.isIndependent ? try await EventStore.card(ofRound: id, in: transaction)?.event : nil
    invited = round.state == .lobby ? try await InvitationStore.invited(to: id, in: transaction) : []
  }

  private static func earlier(
    than round: Round, in transaction: any ReadTransaction
  ) async throws -> [String: SeatTotal] {
    let rounds = try await RoundStore.rounds(ofGame: round.gameID, in: transaction)
    let ids = rounds.filter { $0.number < round.number }.map(\.id)
    let rows = try await HistoryStore.players(of: ids, in: transaction).values.joined()
    return Dictionary(grouping: rows, by: \.seat).mapValues { rows in
      rows.reduce(into: SeatTotal()) { total, row in
        total.throwCount += row.result.throwCount
        total.toPar += row.result.toPar
        total.holes += row.result.holes
      }
    }
  }

  var card: Card { round.card(players, entries.map(\.entry)) }

  /// The row in which a player's throws stand: that of the team, where teams have one score.
  func row(of player: String) -> String {
    let sides = round.teams(players).sides(of: players.map(\.id), byTeam: false)
    return sides.first { $0.players.contains(player) }?.players.first ?? player
  }

  /// Everybody whose name is shown.
  var people: [AccountID] {
    Array(Set(players.compactMap(\.account) + entries.compactMap { $0.entry.author.map(AccountID.init) }))
  }

  /// As somebody sees it.
  /// - Parameter known: the people, as far as they are still there.
  func output(for viewer: AccountID, _ known: [AccountID: Account]) -> RoundOutput {
    let card = card
    let (lines, places, teams) = (card.lines, card.lines.places, round.teams(players))
    return RoundOutput(
      id: round.id, code: round.code, state: round.state, courseName: round.courseName, layoutName: round.layout.name,
      games: round.games, format: round.format, tees: round.layout.colours.map(\.rawValue), holes: round.layout.holes,
      me: players.first { $0.account == viewer }?.id,
      isHost: round.host == viewer, isIndependent: round.isIndependent, event: event,
      share: share,
      players: zip(players, lines).map { row($0, $1, places[$0.id], card, viewer, known) }, number: round.number,
      next: round.next, invited: invited.map(\.text).sorted(),
      standings: round.games.compactMap { game in
        game.standing(on: card, teams: teams, handicaps: players.handicaps).map(StandingOutput.init)
      }, version: round.version,
      createdAt: round.createdAt, startedAt: round.startedAt, endedAt: round.endedAt)
  }

  private func row(
    _ player: Player, _ line: CardLine, _ place: Int?, _ card: Card, _ viewer: AccountID,
    _ known: [AccountID: Account]
  ) -> PlayerOutput {
    let account = player.account.flatMap { known[$0] }
    let thrown = row(of: player.id)
    let changed = entries.last { $0.entry.place.player == thrown }?.version ?? 0
    return PlayerOutput(
      id: player.id, account: account?.id.text, name: account?.name ?? player.name, picture: account?.picture,
      isHost: player.account != nil && player.account == round.host, tee: player.tee.rawValue, team: player.team,
      handicap: player.handicap, cardName: player.cardName,
      strokes: player.handicap == 0 ? [] : Handicap.strokes(player.handicap, on: round.layout), place: place,
      throwCount: line.throwCount,
      toPar: line.toPar, holes: line.holes, isComplete: line.isComplete, isDisputed: line.isDisputed,
      isOut: line.isOut, nines: line.nines,
      before: before[player.seat].map { BeforeOutput(throwCount: $0.throwCount, par: $0.par) },
      mayHandOn: player.isGuest && (viewer == round.host || viewer == player.addedBy),
      signedAt: changed < player.signedVersion ? player.signedAt : nil,
      cells: Mark.allCases.flatMap { mark in
        (0...round.layout.holes.count).compactMap { hole in
          card.cell(player.id, hole, mark).map { CellOutput($0, hole: hole, mark, known) }
        }
      })
  }
}

extension CellOutput {
  fileprivate init(_ cell: Cell, hole: Int, _ mark: Mark, _ known: [AccountID: Account]) {
    (self.hole, self.mark, value, count) = (hole, mark.rawValue, cell.value, cell.entries.count)
    current = cell.current.map { entry in
      EntryOutput(
        id: entry.id, value: entry.value, by: entry.author.flatMap { known[AccountID($0)]?.name },
        enteredAt: entry.enteredAt, more: entry.more.isEmpty ? nil : entry.more)
    }
  }
}
