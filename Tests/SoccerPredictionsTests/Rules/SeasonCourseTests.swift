import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The course of a season` {
  private func period(_ name: String, _ day: Double, _ matches: String...) -> SeasonPeriod {
    let begins = Date(timeIntervalSince1970: day * 86_400)
    return SeasonPeriod(name: name, begins: begins, closes: begins - 900, matches: matches)
  }

  private func merit(_ points: Int, _ exact: Int = 0) -> BoardMerit { BoardMerit(points: points, exactScores: exact) }

  @Test func `adds up round by round what people have earned, and names who has won each`() {
    let results: [(person: String, match: String, merit: BoardMerit)] = [
      ("ann", "a", merit(3)), ("ann", "b", merit(2)), ("bob", "a", merit(5, 1)), ("cleo", "c", merit(0)),
      ("bob", "c", merit(0)), ("ann", "gone", merit(9)),
    ]
    let periods = [period("One", 1, "a", "b"), period("Two", 8, "c"), period("Three", 15, "d")]
    let course = SeasonCourse(periods, results)
    #expect(course.rounds.map(\.period.name) == ["One", "Two"])
    #expect(course.rounds[0].winners == ["bob"], "of equal points the more exact scores win")
    #expect(course.rounds[1].winners.isEmpty, "nobody wins with nothing")
    #expect(course.rounds[1].total == ["ann": merit(5), "bob": merit(5, 1), "cleo": merit(0)])
    #expect(course.rounds[1].total.ranks == ["bob": 1, "ann": 2, "cleo": 3])
    #expect(course.rounds[0].total.ranks["cleo"] == nil)
  }

  @Test func `shares a rank between equals and leaves out the next ones`() {
    let merits = ["ann": merit(5), "bob": merit(5), "cleo": merit(5, 1), "dan": merit(1)]
    #expect(merits.ranks == ["cleo": 1, "ann": 2, "bob": 2, "dan": 4])
  }

  @Test func `goes by rounds in the order of their first matches, and by months of the calendar`() {
    var late = Match.sample("C", "D", round: "Matchday 1")
    late.kickOff += 40 * 86_400
    let matches = [Match.sample("A", "B", round: "Matchday 1"), late, .sample("E", "F", round: nil)]
    #expect(SeasonPeriod.rounds(matches).map { "\($0.name) \($0.matches.count)" } == ["Matchday 1 2"])
    #expect(SeasonPeriod.months(matches).map { "\($0.name) \($0.matches.count)" } == ["2025-03 2", "2025-04 1"])
  }
}
