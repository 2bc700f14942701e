import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FolfScoring

@Suite struct `Statistics of rounds` {
  private func round(_ counts: [Int?], par: Int = 3, at instant: String? = nil) -> PlayedRound {
    let holes = counts.enumerated().map { PlayedHole(number: $0 + 1, par: par, throwCount: $1) }
    return PlayedRound(
      holes: holes, toPar: counts.compactMap { $0.map { $0 - par } }.reduce(0, +),
      isComplete: !counts.contains(nil), startedAt: instant.flatMap { RFC3339.date(from: $0) })
  }

  /// The names of the field: a hole in one whatever the par, two and more under par, one under, par, one over, more.
  @Test(
    .tags(.fs114),
    arguments: [
      (1, 1, .ace), (1, 2, .ace), (1, 5, .ace), (2, 5, .eagle), (3, 5, .eagle), (2, 4, .eagle), (2, 3, .birdie),
      (4, 5, .birdie), (3, 3, .par), (2, 1, .bogey), (4, 3, .bogey), (5, 3, .worse), (99, 3, .worse),
    ] as [(Int, Int, RoundStatistics.Name)])
  func `name a score by its par`(throwCount: Int, par: Int, name: RoundStatistics.Name) {
    #expect(RoundStatistics.Name(throwCount, par: par) == name)
  }

  @Test(
    .tags(.fs114),
    arguments: [
      ("2026-05-31T23:59:59Z", "2026-05"), ("2026-06-01T00:00:00Z", "2026-06"), ("2024-02-29T12:00:00Z", "2024-02"),
      ("2024-03-01T00:00:00Z", "2024-03"), ("2100-02-28T23:59:59Z", "2100-02"), ("2100-03-01T00:00:00Z", "2100-03"),
      ("1999-12-31T23:59:59Z", "1999-12"), ("2000-01-01T00:00:00Z", "2000-01"), ("1969-12-31T23:59:59Z", "1969-12"),
      ("1970-01-01T00:00:00Z", "1970-01"),
    ])
  func `go by the month in which a round began, at its edges too`(instant: String, month: String) {
    #expect(RoundStatistics([round([3], at: instant)]).months.map(\.name) == [month])
  }

  /// Beside the calendar of Foundation.
  @Test(arguments: 0..<2) func `know the month of any instant`(seed: Int) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<300 {
      let instant = Date(timeIntervalSince1970: Double(random.next(below: 12_000_000_000)) - 3_000_000_000)
      var played = round([3])
      played.startedAt = instant
      let parts = calendar.dateComponents([.year, .month], from: instant)
      let (year, month) = (try #require(parts.year), try #require(parts.month))
      let wanted = "\(year)-\(month < 10 ? "0" : "")\(month)"
      #expect(RoundStatistics([played]).months.map(\.name) == [wanted], "\(instant)")
    }
  }

  /// By hand: 2 above par on 9 holes are 4 on 18, 3 above on 27 holes are 2; the mean is 3.
  @Test(.tags(.fs114))
  func `scale rounds of other lengths to 18 holes, and leave out those without an end or a time`() {
    let nine = round([4, 4] + Array(repeating: 3, count: 7), at: "2026-06-02T10:00:00Z")
    let long = round([4, 4, 4] + Array(repeating: 3, count: 24), at: "2026-06-30T10:00:00Z")
    let started = round([3, nil], at: "2026-06-03T10:00:00Z")
    let earlier = round([3, 2], at: "2026-01-03T10:00:00Z")
    let statistics = RoundStatistics([long, started, nine, round([9, 9]), earlier])
    #expect(statistics.months.map(\.name) == ["2026-01", "2026-06"], "in the order of time")
    #expect(statistics.months.map(\.rounds) == [1, 2] && statistics.months.map(\.average) == [-9, 3])
    #expect(statistics.rounds == 5 && statistics.complete == 4 && statistics.best == -1)
    #expect(statistics.average == 4, "3, 2, 12 and -1 throws above par")
  }

  @Test(.tags(.fs114)) func `count rounds without a single score nowhere`() {
    let empty = RoundStatistics([round([nil, nil]), round([nil])])
    #expect(empty.rounds == 0 && empty.names.isEmpty && empty.holes.isEmpty && empty.best == nil)
    #expect(RoundStatistics([round([nil, 2])]).holes.map(\.number) == [2])
  }

  @Test(.tags(.fs3, .fs114)) func `add penalties up, and take the mean of putts where they were noted`() {
    let noted = PlayedRound(
      holes: [
        PlayedHole(number: 1, par: 3, throwCount: 4, penalties: 1, putts: 2),
        PlayedHole(number: 2, par: 3, throwCount: 3),
        PlayedHole(number: 3, par: 3, throwCount: nil, penalties: 2, putts: 1),
      ], toPar: 1, isComplete: false)
    #expect(RoundStatistics([noted]).penalties == 3 && RoundStatistics([noted]).putts == 1.5)
    #expect(RoundStatistics([noted, round([3])]).putts == 1.5, "where nobody has said there is nothing to count")
    #expect(RoundStatistics([round([3])]).putts == nil)
  }

  /// A loop that is played twice: a hole is its number on the sign.
  @Test(.tags(.fs80, .fs114)) func `take a hole that comes twice in a round as one that was played twice`() {
    let twice = PlayedRound(
      holes: [(1, 3), (2, 3), (1, 2), (2, 5)].map { PlayedHole(number: $0.0, par: 3, throwCount: $0.1) }, toPar: 1,
      isComplete: true)
    let holes = RoundStatistics([twice]).holes
    #expect(holes.map(\.number) == [1, 2] && holes.map(\.rounds) == [2, 2])
    #expect(holes.map(\.average) == [2.5, 4] && holes.map(\.best) == [2, 3])
  }

  @Test(.tags(.fs164)) func `show the par of the newest round where tees have differed`() {
    let holes = RoundStatistics([round([4], par: 4), round([3], par: 3)]).holes
    #expect(holes.map(\.par) == [4] && holes.map(\.average) == [3.5])
  }

  /// What is kept beside a row, and what stands there after a hand or an older version has written it.
  @Test func `read what is kept of a round, and nothing of what is no hole`() {
    #expect(PlayedRound.holes("").isEmpty && PlayedRound.holes("1.3.3.0.0").isEmpty && PlayedRound.holes(" ").isEmpty)
    #expect(PlayedRound.holes("1.3.3.0.0.0 x 2.4.5.1.2.0").map(\.number) == [1, 2])
    let hole = PlayedRound.holes("999.10.99.20.20.99.1.0.2")[0]
    #expect(hole == PlayedHole(number: 999, par: 10, throwCount: 99, penalties: 20, putts: 20, discs: [99, 1, 2]))
    var random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      func some(_ most: Int) -> Int? { random.next(below: 3) == 0 ? nil : 1 + random.next(below: most) }
      let holes = (0..<random.next(below: 30)).map { _ in
        let discs = (0..<random.next(below: 4)).map { _ in 1 + random.next(below: 99) }
        return PlayedHole(
          number: 1 + random.next(below: 999), par: 1 + random.next(below: 10), throwCount: some(99),
          penalties: some(20), putts: some(20), discs: discs)
      }
      let text = PlayedRound(holes: holes, toPar: 0, isComplete: false).text
      #expect(PlayedRound.holes(text) == holes, "\(text)")
    }
  }
  /// A score is reckoned from what was kept of its row and the entries of its hole: the others are not read.
  @Test(arguments: 0..<4)
  func `keep of a row the same, whether all entries are at hand or those of one hole`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let tees = [Tee(colour: .white, par: 5)]
    let layout = Layout(
      name: "", holes: (0..<6).map { Hole(number: 9 - $0, par: 3 + $0 % 2, tees: $0 % 2 == 0 ? tees : nil) })
    var (entries, kept): ([Entry], String) = ([], "")
    for number in 0..<120 {
      let mark = [Mark.throwing, .throwing, .penalties, .putts, .disc][random.next(below: 5)]
      let place = CellPlace(player: "p", hole: 1 + random.next(below: 6), mark: mark)
      let shown = random.next(below: 3) > 0 ? Cell(entries.filter { $0.place == place }).current.map(\.id) : []
      let value = random.next(below: 5)
      entries.append(
        Entry(
          id: "\(number)", place: place, value: value, base: Set(shown), author: nil, device: "d", enteredAt: Date(),
          more: mark == .disc && value > 0 ? (0..<random.next(below: 3)).map { $0 + 1 } : []))
      // Whoever comes onto a row of a card in play throws from the tee that he or she likes from then on.
      let colour = number < 60 ? TeeColour.red : .white
      func card(_ entries: [Entry]) -> Card {
        Card(layout: layout, players: ["p"], tees: ["p": colour], entries: entries)
      }
      let all = PlayedRound(of: "p", on: card(entries))
      let one = PlayedRound(
        of: "p", on: card(entries.filter { $0.place.hole == place.hole }), hole: place.hole, kept: kept)
      let line = CardLine(of: "p", on: card(entries))
      #expect(one == all && all.throwCount == line.throwCount && all.scored == line.holes)
      #expect(all.toPar == line.toPar && all.isComplete == line.isComplete)
      kept = all.text
    }
    let longer = Card(layout: .plain(7), players: ["p"], entries: entries)
    #expect(PlayedRound(of: "p", on: longer, hole: 1, kept: kept) == nil, "it is of another layout")
  }
  /// Beside a reckoning that takes each figure by itself.
  @Test(arguments: 0..<4) func `are the same whether holes are told or not, but for these`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    func some(_ most: Int) -> Int? { random.next(below: 4) == 0 ? nil : 1 + random.next(below: most) }
    let rounds = (0..<60).map { number in
      let holes = (0..<3 + random.next(below: 3)).map { hole in
        PlayedHole(
          number: hole + 1, par: 3 + random.next(below: 3), throwCount: some(7), penalties: some(2), putts: some(3),
          discs: (0..<random.next(below: 4)).map { _ in 1 + random.next(below: 5) })
      }
      let scores = holes.compactMap { hole in hole.throwCount.map { $0 - hole.par } }
      let day = number % 9 == 0 ? nil : Date(timeIntervalSince1970: Double(60 - number) * 10 * 86_400)
      return PlayedRound(
        holes: holes, toPar: scores.reduce(0, +), isComplete: scores.count == holes.count, startedAt: day)
    }
    let (all, few) = (RoundStatistics(rounds), RoundStatistics(rounds, byHole: false))
    let (holes, complete) = (rounds.flatMap(\.holes), rounds.filter(\.isComplete))
    #expect(all.holes.count == 5 && few.holes.isEmpty)
    #expect(all.rounds == rounds.count { $0.holes.contains { $0.throwCount != nil } } && few.rounds == all.rounds)
    #expect(all.complete == complete.count && few.complete == all.complete && complete.count > 3)
    #expect(all.best == complete.map(\.toPar).min() && few.best == all.best)
    #expect(all.average == Double(complete.map(\.toPar).reduce(0, +)) / Double(complete.count))
    #expect(few.average == all.average && few.months == all.months && all.months.count > 3)
    #expect(all.months.map(\.rounds).reduce(0, +) == complete.count { $0.startedAt != nil })
    let names = holes.compactMap { hole in hole.throwCount.map { RoundStatistics.Name($0, par: hole.par) } }
    #expect(all.names == Dictionary(grouping: names) { $0 }.mapValues(\.count) && few.names == all.names)
    #expect(all.penalties == holes.compactMap(\.penalties).reduce(0, +) && few.penalties == all.penalties)
    let putts = holes.compactMap(\.putts)
    #expect(all.putts == Double(putts.reduce(0, +)) / Double(putts.count) && few.putts == all.putts)
    #expect(all.discs.count == 5 && few.discs == all.discs)
    for (disc, use) in all.discs {
      #expect(use.uses == holes.flatMap(\.discs).count { $0 == disc })
      #expect(use.holes == holes.count { $0.discs.contains(disc) })
    }
  }
}
