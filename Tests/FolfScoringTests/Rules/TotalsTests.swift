import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `The totals of a card` {
  /// A card with the throws of each player by hole; 0 is none.
  private func card(_ layout: Layout, _ rows: [[Int]], out: [Int] = []) -> Card {
    let scores = rows.enumerated().flatMap { player, row in row.enumerated().map { (player, $0 + 1, $1) } }
    let all = scores + out.map { ($0, 0, 1) }
    let entries = all.map { player, hole, value in
      Entry(
        id: "\(player)-\(hole)", place: CellPlace(player: "\(player)", hole: hole), value: value, base: [], author: nil,
        device: "d", enteredAt: .distantPast)
    }
    return Card(layout: layout, players: rows.indices.map { "\($0)" }, entries: entries)
  }

  private let three = Layout(
    name: "", holes: [Hole(number: 1, par: 3), Hole(number: 2, par: 4), Hole(number: 3, par: 5)])

  /// PDGA, Official Rules of Disc Golf, 808.D: the score of a hole is throws with penalty throws, of a round their sum.
  @Test func `count throws, and par of the holes that have a score alone`() {
    let line = card(three, [[4, 0, 3]]).lines[0]
    #expect(line.throwCount == 7 && line.toPar == -1 && line.holes == 2)
    #expect(!line.isComplete && !line.isOut && !line.isDisputed)
    #expect(card(three, [[3, 4, 5]]).lines[0].isComplete)
  }

  @Test(.tags(.fs74), arguments: [(9, [27]), (10, [27, 3]), (18, [27, 27]), (27, [27, 27, 27]), (1, [3])])
  func `are given for each nine holes of any number`(holes: Int, nines: [Int]) {
    let line = card(.plain(holes), [Array(repeating: 3, count: holes)]).lines[0]
    #expect(line.nines == nines && line.throwCount == holes * 3)
  }

  @Test(.tags(.fs186)) func `count scores above 9, and say who did not finish`() {
    let lines = card(three, [[12, 4, 5], [3, 3, 0]], out: [1]).lines
    #expect(lines[0].throwCount == 21 && lines[0].toPar == 9)
    #expect(lines[1].isOut && !lines[0].isOut)
  }

  @Test func `rank by throws above par; equal players share a place, who has none or is out has no place`() {
    let lines = card(three, [[3, 4, 5], [2, 4, 5], [2, 4, 5], [0, 0, 0], [2, 2, 2]], out: [4]).lines
    #expect(lines.places == ["0": 3, "1": 1, "2": 1])
  }

  @Test func `leave a disputed cell out, and say so`() {
    let entries = [3, 4].map {
      Entry(
        id: "\($0)", place: CellPlace(player: "0", hole: 1), value: $0, base: [], author: nil, device: "d",
        enteredAt: .distantPast)
    }
    let line = Card(layout: three, players: ["0"], entries: entries).lines[0]
    #expect(line.isDisputed && line.holes == 0 && line.throwCount == 0)
  }

  @Test(.tags(.fs78)) func `go by the order of play, from any hole on and backwards`() {
    let numbers = { (layout: Layout) in layout.holes.map(\.number) }
    #expect(numbers(three.played(from: 1, isReversed: false)) == [1, 2, 3])
    #expect(numbers(three.played(from: 3, isReversed: false)) == [3, 1, 2])
    #expect(numbers(three.played(from: 3, isReversed: true)) == [3, 2, 1])
    #expect(numbers(three.played(from: 1, isReversed: true)) == [1, 3, 2])
    #expect(numbers(three.played(from: 9, isReversed: false)) == [1, 2, 3])
  }

  @Test func `make statistics of complete rounds, and name scores`() {
    let rounds = [[3, 3, 5], [1, 4, 8], [2, 0, 0]].map { row in
      let card = card(three, [row])
      return PlayedRound(of: "0", on: card)
    }
    let statistics = RoundStatistics(rounds)
    #expect(statistics.rounds == 3 && statistics.complete == 2)
    #expect(statistics.best == -1 && statistics.average == 0)
    #expect(statistics.names == [.par: 3, .birdie: 2, .ace: 1, .worse: 1])
    #expect(statistics.holes.map(\.average) == [2, 3.5, 6.5] && statistics.holes.map(\.best) == [1, 3, 5])
    #expect(statistics.holes.map(\.trend) == [0, 0, 0], "five rounds are not yet behind it")
    for round in rounds { #expect(PlayedRound.holes(round.text) == round.holes) }
    #expect(RoundStatistics([]).average == nil && RoundStatistics([]).best == nil)
  }

  @Test(.tags(.fs140, .fs153)) func `keep the discs of a hole in order, and read those of before`() {
    let noted = PlayedHole(number: 1, par: 3, throwCount: 4, discs: [2, 1, 2])
    let round = PlayedRound(
      holes: [noted, PlayedHole(number: 2, par: 4, putts: 1)], toPar: 1, isComplete: false, startedAt: nil)
    #expect(round.text == "1.3.4.0.0.2.1.2 2.4.0.0.1.0" && PlayedRound.holes(round.text) == round.holes)
    #expect(PlayedRound.holes("1.3.4.0.0.2 2.4.3.0.0.0").map(\.discs) == [[2], []], "one disc, and none")
    let older = PlayedRound(
      holes: [PlayedHole(number: 1, par: 3, throwCount: 3, discs: [1])], toPar: 0, isComplete: true)
    let statistics = RoundStatistics([round, older])
    #expect(statistics.discs == [1: .init(uses: 2, holes: 2), 2: .init(uses: 2, holes: 1)])
    #expect(statistics.holes.first?.lastDiscs == [2, 1, 2], "those of the last time")
  }

  /// By hand: the newest five have a mean of 2, all seven one of 3; the other way round 18/5 and 3.
  @Test(.tags(.fs3, .fs114)) func `make a trend of the newest five rounds against all of them`() {
    let counts = [2, 1, 3, 2, 2, 5, 6]
    func trends(_ counts: [Int]) -> [Double] {
      RoundStatistics(counts.map { PlayedRound(of: "0", on: card(.plain(1), [[$0]])) }).holes.map(\.trend)
    }
    #expect(trends(counts) == [-1], "below 0 is better than before")
    #expect(trends(counts.reversed()).map { ($0 * 10).rounded() } == [6])
  }

  @Test(.tags(.fs59, .fs180)) func `are found by codes of three letters, of which none is given twice`() {
    var random = SeededRandom(seed: 7)
    var taken: Set<String> = []
    for _ in 0..<300 {
      let code = LobbyCode.free(besides: taken, using: &random) ?? ""
      #expect(code.wholeMatch(of: /[A-Z]{3}/) != nil && taken.insert(code).inserted)
    }
    let all = Set((0..<LobbyCode.count).map(LobbyCode.text))
    #expect(all.count == 17_576)
    #expect(LobbyCode.free(besides: all, using: &random) == nil)
    #expect(LobbyCode.free(besides: all.subtracting(["QXZ"]), using: &random) == "QXZ")
  }
}
