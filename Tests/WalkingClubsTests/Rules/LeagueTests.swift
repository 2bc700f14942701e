import Testing

@testable import WalkingClubs

@Suite struct `The walking league` {
  @Test func `has everybody meet everybody once, one duel a round at most`() {
    for count in 0...11 {
      let clubs = (0..<count).map { "c\($0)" }
      let rounds = League.rounds(clubs)
      let pairs = rounds.flatMap { $0 }.map { Set([$0.home, $0.away]) }
      #expect(Set(pairs).count == pairs.count && pairs.count == count * (count - 1) / 2)
      for round in rounds {
        let busy = round.flatMap { [$0.home, $0.away] }
        #expect(Set(busy).count == busy.count)
      }
    }
  }

  @Test func `gives three points for more by walker, one each for as good as equal, and ranks by them`() {
    let results = [
      League.Result(home: "a", away: "b", homeValue: 5_000, awayValue: 4_000),
      League.Result(home: "b", away: "c", homeValue: 4_000, awayValue: 4_080),
      League.Result(home: "c", away: "a", homeValue: 4_000, awayValue: 4_082),
    ]
    #expect(results.map(\.outcome) == [1, 0, -1], "2 per cent of the larger is the margin")
    let table = League.table(["a", "b", "c", "d"], results)
    #expect(table.map(\.club) == ["a", "c", "b", "d"] && table.map(\.points) == [6, 1, 1, 0])
    #expect(table[0].difference == 1_082 && table[1].drawn == 1 && table[2].lost == 1 && table[3].played == 0)
  }

  @Test func `has the last go down and the first go up, and who is new begin at the bottom`() {
    let tables = [["a", "b", "c"], ["d", "e", "f"], ["g", "h"]]
    #expect(
      League.divisions(after: tables, ["a", "b", "c", "d", "e", "f", "g", "h"], size: 3) == [
        ["a", "b", "d"], ["c", "e", "g"], ["f", "h"],
      ])
    #expect(
      League.divisions(after: tables, ["h", "g", "f", "e", "d", "c", "b", "new"], size: 3) == [
        ["b", "d", "c"], ["e", "g", "f"], ["h", "new"],
      ])
    #expect(League.divisions(after: [], ["x", "y", "z"], size: 2) == [["x", "y"], ["z"]])
  }
}

@Suite struct `A badge` {
  @Test func `is earned by a day or a season, with the amount or more`() {
    let day = BadgeRule.Figures(steps: 9_000, points: 9, days: 1, together: 1, matches: 0, streak: 0)
    let season = BadgeRule.Figures(steps: 90_000, points: 95, days: 8, together: 3, matches: 2, streak: 4)
    func isMet(_ metric: BadgeRule.Metric, _ span: BadgeRule.Span, _ amount: Int) -> Bool {
      BadgeRule(metric: metric, span: span, amount: amount).isMet(day: day, season: season)
    }
    #expect(isMet(.steps, .day, 9_000) && !isMet(.steps, .day, 9_001))
    #expect(isMet(.points, .season, 95) && !isMet(.points, .season, 96))
    #expect(isMet(.together, .season, 3) && !isMet(.matches, .day, 1) && isMet(.days, .season, 8))
    #expect(isMet(.streak, .day, 4) && !isMet(.streak, .season, 5))
  }

  @Test func `counts the days in a row of which the day is one, whether it is the last or comes late`() {
    #expect(BadgeRule.streak([10, 9, 8, 6], around: 10) == 3 && BadgeRule.streak([11, 10], around: 10) == 2)
    #expect(BadgeRule.streak([11, 10, 9, 7], around: 10) == 3 && BadgeRule.streak([7, 9, 11], around: 9) == 1)
    #expect(BadgeRule.streak([9, 8], around: 10) == 0 && BadgeRule.streak([], around: 10) == 0)
  }
}

@Suite struct `A route on its own ground` {
  @Test func `keeps the form and says nothing of the place`() throws {
    // A square of about 1.1 km at 60° north, where a degree of longitude is half as long.
    let square = [[60.0, 10.0], [60.01, 10.0], [60.01, 10.02], [60.0, 10.02], [60.0, 10.0]]
    let shape = try #require(RouteShape([square]))
    #expect(shape.lines.map { Array($0.prefix(4)) } == [[0, shape.height, 0, 0]])
    #expect(shape.width == 1_000 || shape.height == 1_000)
    #expect(abs(shape.width - shape.height) < 5)
    let elsewhere = square.map { [$0[0], $0[1] + 40] }
    #expect(RouteShape([elsewhere]) == shape)
    #expect(RouteShape([]) == nil && RouteShape([[[1, 2]]]) == nil && RouteShape([[[95, 2], [1]]]) == nil)
  }
}
