import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The rules of a season` {
  private let start = Match.sample().kickOff

  private func match(_ round: String?, day: Double, _ name: String = "A") -> Match {
    var match = Match.sample("\(name)\(day)", "B\(day)", round: round)
    match.kickOff = start + day * 86_400
    return match
  }

  private func version(_ number: Int, _ round: String, day: Double) -> RuleVersion {
    var rule = ScoringRule()
    rule.tiers = .init(exact: Worth(number), outcome: Worth(0))
    return RuleVersion(number: number, round: round, begins: start + day * 86_400, rule: rule)
  }

  private func numbers(_ matches: [Match], _ versions: [RuleVersion]) -> [Int?] {
    let rules = RuleVersions(versions).rules(of: matches, SeasonPeriod.rounds(matches))
    return matches.map { rules[$0.id]?.number }
  }

  @Test func `go with a match's round, however late the match itself is played`() {
    let matches = [
      match("One", day: 0), match("One", day: 40, "C"), match("Two", day: 7), match("Three", day: 14),
    ]
    #expect(numbers(matches, [version(1, "Two", day: 7)]) == [nil, nil, 1, 1])
    #expect(numbers(matches, [version(1, "One", day: 0), version(2, "Three", day: 14)]) == [1, 1, 1, 2])
  }

  @Test func `go with the kick-off where a match has no round, from the instant at which a round begins`() {
    let matches = [
      match(nil, day: 6.999), match(nil, day: 7, "C"), match("One", day: 0), match("Two", day: 7),
      match(nil, day: 20, "C"),
    ]
    #expect(numbers(matches, [version(1, "Two", day: 7)]) == [nil, 1, nil, 1, 1])
  }

  @Test func `begin with their round where that is put off or brought forward`() {
    let late = [match("One", day: 0), match("Two", day: 30), match("Three", day: 14), match(nil, day: 20)]
    #expect(numbers(late, [version(1, "Two", day: 7)]) == [nil, 1, nil, nil])
    let early = [match("One", day: 0), match("Two", day: 3), match(nil, day: 5)]
    #expect(numbers(early, [version(1, "Two", day: 7)]) == [nil, 1, 1])
  }

  @Test
  func
    `of a round that is gone begin with the first one from then on, and without one hold for nothing but later matches`()
  {
    let matches = [match("1. Round", day: 0), match("2. Round", day: 7), match(nil, day: 8), match(nil, day: 10)]
    #expect(numbers(matches, [version(1, "Matchday 2", day: 7)]) == [nil, 1, 1, 1])
    #expect(numbers(matches, [version(1, "Matchday 2", day: 9)]) == [nil, nil, nil, 1])
  }

  @Test func `are the last ones made where two begin with one round, in whichever order they are read`() {
    let matches = [match("One", day: 0), match("Two", day: 7)]
    let (first, second) = (version(1, "Two", day: 7), version(2, "Two", day: 7))
    #expect(numbers(matches, [second, first]) == [nil, 2])
    #expect(RuleVersions([second, first]).latest?.number == 2)
    #expect(RuleVersions([second, first]).all.map(\.number) == [1, 2])
  }

  @Test func `hold once their round has begun, as the season has it now`() {
    let rule = version(1, "Two", day: 7)
    func holds(_ begins: Double?, at day: Double) -> Bool {
      let rounds = begins.map { SeasonPeriod.rounds([match("Two", day: $0)]) } ?? []
      return rule.holds(rounds, at: start + day * 86_400)
    }
    #expect(holds(7, at: 7) && !holds(7, at: 6.999))
    #expect(holds(3, at: 4), "it was brought forward")
    #expect(!holds(30, at: 20), "it was put off")
    #expect(holds(nil, at: 7) && !holds(nil, at: 6.999), "there is no such round any more")
  }

  @Test func `are told apart on receipts by their number and by what they say`() {
    let one = version(1, "Two", day: 7)
    let other = RuleVersion(number: 1, round: "Three", begins: .distantFuture, rule: version(2, "", day: 0).rule)
    #expect(one.name.hasPrefix("v1-") && one.name != other.name)
    #expect(one.name == RuleVersion(number: 1, round: "Three", begins: .distantPast, rule: one.rule).name)
  }
}
