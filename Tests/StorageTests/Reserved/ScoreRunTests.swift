internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Many changes of one place of a board")
struct ScoreRunTests {
  private static let place = BoardPosition(board: "points", season: "all", partition: "SE")

  private func accounts(_ run: ScoreRun) -> [String] {
    (0..<run.count).map {
      String(decoding: run.columns.accounts[run.columns.start(of: $0)..<run.columns.ends[$0]], as: UTF8.self)
    }
  }

  private func entry(_ account: String, _ score: Int64, details: String? = nil) -> LedgerEntry {
    LedgerEntry(
      account: AccountID(account), score: score, tieBreaks: [score + 1],
      achievedAt: Date(millisecondsSince1970: score + 2), detailsText: details)
  }

  @Test func `keep accounts, numbers and details of each, and texts once as long as they are alike`() {
    var run = ScoreRun(at: Self.place)
    run.append(AccountID("zoë"), entry("zoë", 7, details: "{}"), sequence: 1)
    run.append(AccountID(""), entry("", -1), sequence: 2)
    run.append(AccountID("b"), entry("b", 3, details: "{}"), sequence: 3)
    run.append(AccountID("c"), nil, sequence: 4)
    run.append(AccountID("d"), entry("d", 4, details: "[]"), sequence: 5)
    run.append(AccountID("e"), entry("e", 5, details: "{}"), sequence: 6)
    #expect(accounts(run) == ["zoë", "", "b", "c", "d", "e"])
    #expect(Array(run.columns.numbers[..<10]) == [7, 8, 0, 0, 9, -1, 0, 0, 0, 1])
    #expect(Array(run.columns.numbers[15..<20]) == [0, 0, 0, 0, 0])
    #expect((0..<6).map(run.text) == ["{}", nil, "{}", nil, "[]", "{}"])
    #expect(run.texts == ["{}", "[]", "{}"] && run.sequence == 6 && run.columns.hasDetails)
    #expect(run.details[1] == ScoreRun.noDetails && run.details[3] == ScoreRun.withdrawn)
  }

  @Test func `can be ordered by the bytes of the accounts, each with what is its own`() {
    var random = SeededRandom(seed: 3)
    let names = Set((0..<60).map { _ in random.text() }).sorted()
    var run = ScoreRun(at: Self.place)
    for (number, name) in names.shuffled(using: &random).enumerated() {
      run.append(
        AccountID(name), entry(name, Int64(number), details: number % 3 == 0 ? nil : "\(number % 2)"), sequence: 1)
    }
    let sorted = run.sorted()
    let expected = (0..<run.count).sorted {
      Array(accounts(run)[$0].utf8).lexicographicallyPrecedes(Array(accounts(run)[$1].utf8))
    }
    #expect(accounts(sorted) == expected.map { accounts(run)[$0] })
    #expect((0..<run.count).map { sorted.columns.numbers[$0 * 5] } == expected.map { run.columns.numbers[$0 * 5] })
    #expect((0..<run.count).map(sorted.text) == expected.map(run.text))
    #expect(accounts(sorted.sorted()) == accounts(sorted) && ScoreRun(at: Self.place).sorted().count == 0)
  }

  @Test func `take over a part of another run, and nothing beside it`() {
    var (other, run) = (ScoreRun(at: Self.place), ScoreRun(at: Self.place))
    for (number, text) in ["x", nil, "x", "y", nil].enumerated() {
      other.append(AccountID("a\(number)"), entry("a\(number)", Int64(number), details: text), sequence: 1)
    }
    run.append(AccountID("first"), entry("first", 9, details: "x"), sequence: 2)
    run.append(other, 1..<4, sequence: 7)
    run.append(other, 5..<5, sequence: 8)
    #expect(accounts(run) == ["first", "a1", "a2", "a3"] && run.sequence == 8)
    #expect((0..<4).map(run.text) == ["x", nil, "x", "y"])
    #expect((0..<4).map { run.columns.numbers[$0 * 5] } == [9, 1, 2, 3])
  }

  @Test func `of more than a thousand effects are kept together, single ones in their order`() {
    let effects = TransactionEffects()
    for number in 1...1030 {
      effects.append(
        AccountID("a\(number % 7)"), at: Self.place, number == 1030 ? nil : entry("a", 1), sequence: Int64(number))
    }
    effects.append(.event(sequence: 2000, Event(name: "a.b", payload: .null)))
    let sequences = effects.all.map(\.sequence)
    #expect(sequences == Array(1...1024) + [2000, 1030])
    guard case .scores(let run)? = effects.all.last else {
      Issue.record("no run")
      return
    }
    #expect(run.count == 6 && run.details.last == ScoreRun.withdrawn)
  }
}
