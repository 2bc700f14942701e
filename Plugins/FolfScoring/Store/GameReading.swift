import FieldhouseKit

/// All rounds of a game with their cards, read at once.
struct GameReading: Sendable {
  let readings: [RoundReading]

  /// - Throws: ``Problem`` 404 when there is no such round any more.
  init(of round: String, in transaction: any ReadTransaction) async throws {
    let game = try await RoundStore.round(round, in: transaction).gameID
    var readings: [RoundReading] = []
    for round in try await RoundStore.rounds(ofGame: game, in: transaction) {
      readings.append(try await RoundReading(round.id, in: transaction))
    }
    self.readings = readings
  }

  var people: [AccountID] { Array(Set(readings.flatMap { $0.players.compactMap(\.account) })) }

  func output(_ known: [AccountID: Account]) -> GameOutput {
    let cards = readings.map { ($0, $0.card) }
    let rounds = readings.map { GameOutput.OfRound($0.round) }
    let rows = seats.map { seat, player in
      row(seat, player.account.flatMap { known[$0] }, player, cards)
    }
    let ranked = rows.filter { $0.holes > 0 && !$0.isOut }
    let placed = rows.map { row in
      var row = row
      row.place = row.holes > 0 && !row.isOut ? 1 + ranked.count { $0.toPar < row.toPar } : nil
      return row
    }
    return GameOutput(rounds: rounds, players: placed.sorted { ($0.place ?? .max) < ($1.place ?? .max) })
  }

  /// Who plays, in the order in which they came, as the last round knows them.
  private var seats: [(String, Player)] {
    let all = readings.flatMap(\.players)
    let last = Dictionary(all.map { ($0.seat, $0) }) { $1 }
    var seen: Set<String> = []
    return all.map(\.seat).filter { seen.insert($0).inserted }.compactMap { seat in last[seat].map { (seat, $0) } }
  }

  private func row(
    _ seat: String, _ account: Account?, _ player: Player, _ cards: [(RoundReading, Card)]
  ) -> GameOutput.OfPlayer {
    let played = cards.compactMap { reading, card in
      reading.players.first { $0.seat == seat }.map { player in
        let row = reading.row(of: player.id)
        return (reading.round, CardLine(of: row, on: card), PlayedRound(of: row, on: card))
      }
    }
    var total = SeatTotal()
    for (_, line, _) in played { total.add(line) }
    let names = RoundStatistics(played.map(\.2)).names
    return GameOutput.OfPlayer(
      name: account?.name ?? player.name, picture: account?.picture, place: nil, throwCount: total.throwCount,
      toPar: total.toPar, holes: total.holes, isOut: played.contains { $0.1.isOut },
      names: Dictionary(RoundStatistics.Name.allCases.map { ($0.rawValue, names[$0] ?? 0) }, uniquingKeysWith: +),
      rounds: played.map { round, line, _ in
        GameOutput.OfPlayer.InRound(
          round: round.id, throwCount: line.throwCount, toPar: line.toPar, holes: line.holes, isOut: line.isOut)
      })
  }
}
