import Foundation
import Testing

@testable import FolfScoring

@Suite struct `What may stand on a card` {
  private func entry(_ player: String, _ hole: Int, _ value: Int, _ mark: Mark = .throwing, more: [Int] = []) -> Entry {
    Entry(
      id: "e", place: CellPlace(player: player, hole: hole, mark: mark), value: value, base: [], author: nil,
      device: "d", enteredAt: .distantPast, more: more)
  }

  private func refusal(_ entry: Entry, players: [String] = ["a", "b", "c"]) -> Refusal? {
    Refusal(entry, players: players, layout: .plain(9))
  }

  /// The least and the most of each mark, and what lies beside them.
  @Test(
    arguments: [
      (.throwing, 0...99), (.penalties, 0...20), (.putts, 0...20), (.disc, 0...99), (.bingo, 0...3), (.bango, 0...3),
      (.bongo, 0...3), (.wolf, 0...4),
    ] as [(Mark, ClosedRange<Int>)])
  func `is within its range at a hole of the card`(mark: Mark, range: ClosedRange<Int>) {
    #expect(CellPlace(player: "a", hole: 1, mark: mark).values(players: 3) == range)
    for value in [range.lowerBound, range.upperBound] {
      for hole in [1, 9] { #expect(refusal(entry("a", hole, value, mark)) == nil, "\(mark) \(hole) \(value)") }
      #expect(refusal(entry("a", 10, value, mark)) == .holeUnknown)
      #expect(refusal(entry("a", -1, value, mark)) == .holeUnknown)
    }
    for value in [range.lowerBound - 1, range.upperBound + 1] {
      #expect(refusal(entry("a", 1, value, mark)) == .valueRange, "\(mark) \(value)")
    }
  }

  @Test func `is at hole 0 only whether somebody did not finish`() {
    #expect(refusal(entry("c", 0, 1)) == nil && refusal(entry("c", 0, 0)) == nil)
    #expect(refusal(entry("c", 0, 2)) == .valueRange)
    for mark in Mark.allCases where mark != .throwing {
      #expect(refusal(entry("a", 0, 1, mark)) == .holeUnknown, "\(mark)")
    }
  }

  @Test func `is of a player of the card, and what all share stands in the first one's row`() {
    for mark in Mark.allCases {
      #expect(refusal(entry("x", 1, 1, mark)) == .playerUnknown)
      #expect(refusal(entry("b", 1, 1, mark)) == (mark.isShared ? .playerUnknown : nil), "\(mark)")
    }
    #expect(refusal(entry("x", 99, 100)) == .playerUnknown, "who it is comes before where and what")
    #expect(refusal(entry("a", 99, 100)) == .holeUnknown)
    #expect(refusal(entry("a", 1, 1), players: []) == .playerUnknown)
  }

  @Test func `is a list of discs of a bag, twenty at most`() {
    #expect(refusal(entry("a", 1, 99, .disc, more: Array(repeating: 99, count: 19))) == nil)
    #expect(refusal(entry("a", 1, 1, .disc, more: Array(repeating: 1, count: 20))) == .valueRange)
    for more in [[0], [100], [1, 0]] { #expect(refusal(entry("a", 1, 1, .disc, more: more)) == .valueRange, "\(more)") }
    #expect(refusal(entry("a", 1, 0, .disc, more: [1])) == .valueRange, "nothing is followed by nothing")
    #expect(refusal(entry("a", 1, 3, more: [1])) == .valueRange, "throws have no discs")
  }
}

@Suite struct `Discs and marks in a cell` {
  private func entry(_ id: String, _ discs: [Int], on base: String...) -> Entry {
    Entry(
      id: id, place: CellPlace(player: "p", hole: 1, mark: .disc), value: discs[0], base: Set(base), author: nil,
      device: "d", enteredAt: .distantPast, more: Array(discs.dropFirst()))
  }

  /// Lists of discs agree as a whole: two that begin with the same disc and go on differently are a dispute.
  @Test func `agree as whole lists, in the order of the throws`() {
    #expect(Cell([entry("a", [1, 2]), entry("b", [1, 2])]).discs == [1, 2])
    let other = Cell([entry("a", [1, 2]), entry("b", [1, 3])])
    #expect(other.isDisputed && other.value == nil && other.discs.isEmpty && other.values == [1])
    #expect(Cell([entry("a", [1, 2]), entry("b", [1])]).isDisputed, "one has noted a throw more")
    #expect(Cell([entry("a", [1, 2, 3]), entry("b", [1, 3, 2])]).isDisputed)
    #expect(Cell([entry("a", [1, 2]), entry("b", [1, 3]), entry("c", [1, 3], on: "a", "b")]).discs == [1, 3])
    #expect(Cell([entry("a", [1, 2]), entry("b", [0], on: "a")]).discs.isEmpty, "taken back")
  }

  /// Marks lie beside the throws of a hole: a dispute about discs disputes no score.
  @Test func `leave the score of the hole alone`() {
    let score = Entry(
      id: "s", place: CellPlace(player: "p", hole: 1), value: 3, base: [], author: nil, device: "d",
      enteredAt: .distantPast)
    let card = Card(layout: .plain(1), players: ["p"], entries: [score, entry("a", [1]), entry("b", [2])])
    #expect(card.throwCount("p", 1) == 3 && card.cell("p", 1, .disc)?.isDisputed == true)
    #expect(card.lines[0].isComplete && !card.lines[0].isDisputed)
    let round = PlayedRound(of: "p", on: card)
    #expect(round.holes == [PlayedHole(number: 1, par: 3, throwCount: 3)])
  }
}
