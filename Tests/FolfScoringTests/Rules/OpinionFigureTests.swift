import FieldhouseTestSupport
import Testing

@testable import FolfScoring

@Suite struct `What opinions come to` {
  private func figures(_ all: [(stars: Int, help: Int?)]) -> OpinionFigures {
    OpinionFigures(all.reduce(into: [:]) { $0[Opinion(stars: $1.stars, help: $1.help), default: 0] += 1 })
  }

  @Test(.tags(.fs168, .fs169)) func `is a mean of two digits and how many gave how many stars, from five on`() {
    let four = figures([(5, nil), (5, nil), (4, nil), (1, nil)])
    #expect(four.answers == 4 && four.mean == nil && four.isMet == nil && four.distribution == nil)
    let five = figures([(5, nil), (5, nil), (4, nil), (1, nil), (4, nil)])
    #expect(five.answers == 5 && five.mean == 3.8 && five.isMet == false && five.distribution == [1, 0, 0, 2, 2])
    let none = figures([])
    #expect(none.answers == 0 && none.mean == nil && none.helpAnswers == 0 && none.helpedAtMostOnce == nil)
  }

  @Test(
    .tags(.fs168, .fs169),
    arguments: [
      (6, 25, 4.17, true), (8, 33, 4.13, true), (7, 28, 4, true), (7, 27, 3.86, false), (300, 1_199, 4, false),
    ])
  func `is rounded to the nearest, halves upwards, and held against the goal before`(
    people: Int, stars: Int, mean: Double, isMet: Bool
  ) {
    // As many fours as can be, and fives for the rest or threes for what is too much.
    let others = abs(stars - people * 4)
    let all = (0..<people).map { (stars: $0 < others ? (stars > people * 4 ? 5 : 3) : 4, help: nil as Int?) }
    let found = figures(all)
    #expect(found.mean == mean && found.isMet == isMet)
  }

  @Test(.tags(.fs173)) func `is the share of those who needed help at most once, of five on who have said so`() {
    let said = [0, 1, 2, 0].map { (stars: 4, help: $0 as Int?) }
    let four = figures(said + [(4, nil), (4, nil)])
    #expect(four.mean == 4 && four.helpAnswers == 4 && four.helpedAtMostOnce == nil, "too few have said so")
    #expect(figures(said + [(4, 0)]).helpedAtMostOnce == 0.8)
    #expect(figures(said + [(4, 2), (5, 1)]).helpedAtMostOnce == 0.67)
    #expect(figures((0..<5).map { _ in (1, 2) }).helpedAtMostOnce == 0)
  }
}
