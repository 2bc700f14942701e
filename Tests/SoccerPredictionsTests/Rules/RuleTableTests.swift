import Foundation
import Testing

@testable import SoccerPredictions

/// Matches of two rounds a day apart, each 1–0 unless said otherwise.
private func match(_ number: Int, round: Int = 1, score: ScoreLine = ScoreLine(1, 0)) -> Match {
  var match = Match.sample("H\(number)", "A\(number)", score: Score(regularTime: score), round: "Matchday \(round)")
  match.kickOff += Double(number) * 86_400
  return match
}

@Suite struct `A table by a rule` {
  private func table(
    _ rule: ScoringRule, _ matches: [Match], _ predictions: [String: [(Int, Int)]], jokers: [String: Int] = [:],
    extra: [String: Worth] = [:]
  ) -> RuleTable<String> {
    let version = RuleVersion(number: 1, round: "Matchday 1", begins: .distantPast, rule: rule)
    let counted = matches.map {
      RuleTable<String>.Counted(
        match: $0, facts: RuledMatch($0, state: .played, Settlement(), crowd: .init()), version: version)
    }
    let entries = predictions.flatMap { person, scores in
      scores.enumerated().map { index, score in
        RuleTable<String>.Entry(
          person: person, match: matches[index].id, prediction: Prediction(home: score.0, away: score.1),
          hasJoker: jokers[person] == index,
          createdAt: Date(timeIntervalSince1970: Double(person.utf8.first ?? 0) + Double(index)))
      }
    }
    return RuleTable(counted, entries, extra: extra)
  }

  private var winner: ScoringRule {
    var rule = ScoringRule()
    rule.components = .init(score: Worth(2), winner: Worth(1))
    return rule
  }

  @Test func `adds a bonus for three right ones in a row, then begins anew (S34)`() {
    var rule = winner
    rule.series = .init(length: 3, points: Worth(10))
    let matches = (1...7).map { match($0) }
    let table = table(
      rule, matches, ["a": Array(repeating: (2, 0), count: 7), "b": [(2, 0), (2, 0), (0, 0), (2, 0), (2, 0)]])
    #expect(table.merits["a"]?.points == Worth(27))
    #expect(table.merits["b"]?.points == Worth(4))
  }

  @Test func `adds slam points for many right ones in one round, once (S9)`() {
    var rule = winner
    rule.slam = .init(correct: 2, points: Worth(5))
    let matches = [match(1), match(2), match(3), match(4, round: 2), match(5, round: 2)]
    let table = table(
      rule, matches, ["a": [(2, 0), (2, 0), (2, 0)], "b": [(2, 0), (0, 0), (0, 0), (2, 0), (0, 0)]])
    #expect(table.merits["a"]?.points == Worth(8))
    #expect(table.merits["b"]?.points == Worth(2), "two rounds are not one")
  }

  @Test func `takes the group alone for the crowd, a joker for its match, and bonus questions along`() {
    var rule = ScoringRule()
    rule.quota = .init(least: Worth(0), most: Worth(10))
    rule.joker = .init(factor: Worth(2))
    let table = table(
      rule, [match(1), match(2)], ["a": [(2, 0), (2, 0)], "b": [(0, 0), (1, 0)]], jokers: ["a": 0],
      extra: ["b": Worth(4), "c": Worth(3)])
    #expect(table.merits.mapValues(\.points) == ["a": Worth(10), "b": Worth(4), "c": Worth(3)])
    #expect(table.rounds["Matchday 1"] == ["a": Worth(10), "b": .zero])
  }

  @Test(
    arguments: [
      ([], ["a": 1, "b": 1, "c": 1]), ([.exactScores], ["a": 1, "b": 2, "c": 2]),
      ([.correctResults], ["b": 1, "c": 1, "a": 3]), ([.roundWins], ["a": 1, "b": 1, "c": 1]),
      ([.goalError], ["a": 1, "b": 2, "c": 3]), ([.earliest], ["a": 1, "b": 2, "c": 3]),
      ([.correctResults, .goalError], ["b": 1, "c": 2, "a": 3]),
    ] as [([ScoringRule.TieBreak], [String: Int])])
  func `ranks those of equal points by a chain that is data, and who is equal in all shares a rank`(
    ties: [ScoringRule.TieBreak], expected: [String: Int]
  ) {
    var rule = winner
    rule.ties = ties
    // Three points each: one exact score, or three right winners.
    let matches = [match(1), match(2), match(3)]
    let table = table(
      rule, matches, ["a": [(1, 0), (0, 0), (0, 0)], "b": [(2, 0), (2, 0), (2, 0)], "c": [(3, 0), (2, 0), (2, 0)]])
    #expect(Set(table.merits.values.map(\.points)) == [Worth(3)])
    #expect(table.merits.ranks(rule.tieBreaks) == expected)
  }

  @Test func `counts the rounds that somebody has won, alone or with others (S3, S4)`() {
    let matches = [match(1), match(2, round: 2), match(3, round: 3)]
    let table = table(winner, matches, ["a": [(1, 0), (2, 0), (0, 0)], "b": [(2, 0), (2, 0), (0, 0)]])
    #expect(table.merits.mapValues(\.roundWins) == ["a": 2, "b": 1])
  }

  @Test func `changes from a round on, and goes by the league's points before the first rule`() throws {
    let matches = (1...4).map { match($0, round: $0) }
    let rounds = SeasonPeriod.rounds(matches)
    let versions = RuleVersions([
      RuleVersion(number: 2, round: "Matchday 4", begins: rounds[3].begins, rule: .init(.standard)),
      RuleVersion(number: 1, round: "Matchday 2", begins: rounds[1].begins, rule: winner),
    ])
    let rules = versions.rules(of: matches, rounds)
    #expect(matches.map { rules[$0.id]?.number } == [nil, 1, 1, 2])
    #expect(versions.latest?.number == 2)
    // A round that is called otherwise now is found by when it began.
    let moved = RuleVersions([RuleVersion(number: 1, round: "Gone", begins: rounds[2].begins, rule: winner)])
    #expect(matches.map { moved.rules(of: matches, rounds)[$0.id]?.number } == [nil, nil, 1, 1])
    #expect(RuleVersions.next(rounds, at: rounds[1].begins)?.name == "Matchday 3", "one that begins now has begun")
    #expect(RuleVersions.next(rounds, at: rounds[3].begins) == nil)
    let counted = matches.prefix(2).map {
      RuleTable<String>.Counted(
        match: $0, facts: RuledMatch($0, state: .played, Settlement(), crowd: .init()), version: rules[$0.id])
    }
    let entries = matches.prefix(2).map { match in
      RuleTable<String>.Entry(
        person: "a", match: match.id, prediction: Prediction(home: 2, away: 0), league: BoardMerit(points: 40))
    }
    #expect(RuleTable(counted, entries).merits["a"]?.points == Worth(41))
  }
}
