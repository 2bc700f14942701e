import FieldhouseTestSupport
import Testing

@testable import WalkingClubs

@Suite struct `A duel of the league` {
  @Test(arguments: [
    (0, 0, 0), (1, 0, 1), (0, 1, -1), (1_000, 980, 0), (1_000, 979, 1), (979, 1_000, -1), (980, 1_000, 0),
    (50, 49, 0), (49, 48, 1), (2_000_000, 1_960_000, 0), (2_000_000, 1_959_999, 1),
  ])
  func `is drawn when the two are within two per cent of the larger`(home: Int, away: Int, outcome: Int) {
    #expect(League.Result(home: "h", away: "a", homeValue: home, awayValue: away).outcome == outcome)
  }
}

@Suite struct `The table of the league` {
  private static func line(_ row: League.Row) -> [Int] {
    [row.played, row.won, row.drawn, row.lost, row.made, row.conceded, row.points]
  }

  @Test func `is by points, the difference, what was made, and the ids`() {
    func result(_ home: String, _ away: String, _ values: (Int, Int)) -> League.Result {
      League.Result(home: home, away: away, homeValue: values.0, awayValue: values.1)
    }
    // Everybody has won once and lost once but e, who has not played: b by 2, then c before d by what they made.
    let table = League.table(
      ["e", "d", "c", "b"],
      [
        result("b", "x", (5, 1)), result("x", "b", (3, 1)), result("c", "x", (9, 8)), result("x", "c", (7, 6)),
        result("d", "x", (4, 3)), result("x", "d", (3, 2)),
      ])
    #expect(table.map(\.club) == ["b", "c", "d", "e"])
    #expect(table.map(Self.line)[0] == [2, 1, 0, 1, 6, 4, 3] && table.map(Self.line)[3] == [0, 0, 0, 0, 0, 0, 0])
    #expect(League.table(["z", "m", "a"], []).map(\.club) == ["a", "m", "z"])
    #expect(League.table([], [result("a", "b", (1, 2))]).isEmpty, "clubs that are not in the division have no row")
  }

  @Test func `is what adding every duel up for each club gives`() {
    var random = SeededRandom(seed: 71)
    for _ in 0..<60 {
      let clubs = (0..<2 + random.next(below: 7)).map { "c\($0)" }
      let results = League.rounds(clubs).flatMap { $0 }.map { pair in
        League.Result(
          home: pair.home, away: pair.away, homeValue: random.next(below: 60), awayValue: random.next(below: 60))
      }
      let table = League.table(clubs.shuffled(using: &random), results.shuffled(using: &random))
      #expect(Set(table.map(\.club)) == Set(clubs))
      for row in table {
        var line = [0, 0, 0, 0, 0, 0, 0]
        for result in results where [result.home, result.away].contains(row.club) {
          let isHome = result.home == row.club
          let (own, other) = isHome ? (result.homeValue, result.awayValue) : (result.awayValue, result.homeValue)
          let isClose = Double(abs(own - other)) <= 0.02 * Double(max(own, other))
          line[0] += 1
          line[isClose ? 2 : own > other ? 1 : 3] += 1
          line[4] += own
          line[5] += other
          line[6] += isClose ? 1 : own > other ? 3 : 0
        }
        #expect(Self.line(row) == line && row.difference == line[4] - line[5])
      }
      for (upper, lower) in zip(table, table.dropFirst()) {
        let (one, other) = (
          [upper.points, upper.difference, upper.made], [lower.points, lower.difference, lower.made]
        )
        #expect(other.lexicographicallyPrecedes(one) || (one == other && upper.club < lower.club))
      }
    }
  }
}

@Suite struct `The divisions of a next season` {
  @Test func `have every club that takes part once, all but the last as many as are to be`() {
    var random = SeededRandom(seed: 72)
    for _ in 0..<200 {
      let (old, size) = ((0..<random.next(below: 20)).map { "c\($0)" }, 2 + random.next(below: 4))
      let before = stride(from: 0, to: old.count, by: size).map { Array(old[$0..<min($0 + size, old.count)]) }
      let clubs = (old.filter { _ in random.next(below: 4) > 0 } + (0..<random.next(below: 4)).map { "new\($0)" })
        .shuffled(using: &random)
      let next = League.divisions(after: before, clubs, size: size)
      #expect(next.flatMap { $0 }.sorted() == clubs.sorted())
      #expect(next.dropLast().allSatisfy { $0.count == size } && next.last.map { $0.count <= size } ?? clubs.isEmpty)
      // Who is new stands behind all others, in the order given.
      let new = clubs.filter { $0.hasPrefix("new") }
      #expect(Array(next.flatMap { $0 }.suffix(new.count)) == new)
    }
  }

  @Test func `have one go up and one go down between two, and nobody where there are too few for that`() {
    let tables = [["a", "b", "c", "d"], ["e", "f", "g", "h"], ["i", "j"]]
    let all = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
    #expect(
      League.divisions(after: tables, all, size: 4) == [
        ["a", "b", "c", "e"], ["d", "f", "g", "i"], ["h", "j"],
      ])
    #expect(
      League.divisions(after: [["a", "b"], ["c"]], ["a", "b", "c"], size: 2) == [["a", "b"], ["c"]],
      "one alone has won nothing")
    #expect(League.divisions(after: [["a", "b"]], ["b"], size: 1) == [["b"]], "a division has two at least")
    #expect(League.divisions(after: [["a", "b", "c"]], ["a", "b", "c"], size: 1) == [["a", "b"], ["c"]])
    // Another size than before is taken over the whole order.
    #expect(
      League.divisions(after: [["a", "b", "c"], ["d", "e", "f"]], ["a", "b", "c", "d", "e", "f"], size: 2) == [
        ["a", "b"], ["d", "c"], ["e", "f"],
      ])
  }
}
