import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

/// A season of a group: four matches in each of three rounds, a day apart, under up to two rules, as a seed has it.
private struct RandomTable {
  var make: RandomRules
  var matches: [RuleTable<String>.Counted] = []
  var entries: [RuleTable<String>.Entry] = []

  init(seed: UInt64) {
    make = RandomRules(random: SeededRandom(seed: seed))
    let rules = (1...2).map { number in
      var rule = make.rule()
      if make.isSo() { rule.series = .init(length: 2 + make.random.next(below: 2), points: make.worth(1, 5)) }
      if make.isSo() { rule.slam = .init(correct: 1 + make.random.next(below: 3), points: make.worth(1, 5)) }
      return RuleVersion(number: number, round: "Matchday \(number)", begins: .distantPast, rule: rule)
    }
    for day in 0..<12 {
      var match = Match.sample("H\(day)", "A\(day)", round: "Matchday \(day / 4 + 1)")
      match.kickOff += Double(day) * 86_400
      let version = [nil, rules[0], rules[1]][day / 4]
      let isVoid = make.random.next(below: 6) == 0
      matches.append(
        .init(
          match: match, facts: isVoid ? nil : RuledMatch(actual: make.score(below: 3), round: match.round),
          version: version))
      for person in ["ann", "bob", "cat", "dan"] where make.random.next(below: 4) > 0 {
        let score = make.score(below: 3)
        entries.append(
          .init(
            person: person, match: match.id, prediction: Prediction(home: score.home, away: score.away),
            hasJoker: make.random.next(below: 4) == 0,
            createdAt: Date(timeIntervalSince1970: Double(make.random.next(below: 5))),
            league: version == nil ? BoardMerit(points: make.random.next(below: 6)) : nil))
      }
    }
    // In whichever order they come.
    matches.shuffle(using: &make.random)
    entries.shuffle(using: &make.random)
  }

  var season: [RuleTable<String>.Counted] { matches.sorted { $0.match.kickOff < $1.match.kickOff } }

  /// What each match brings somebody, counted by walking through all that the person has predicted.
  func gains(of person: String) -> [String: Int] {
    var gains: [String: Int] = [:]
    var (row, right) = (0, [String: Int]())
    for counted in season {
      guard let mine = entries.first(where: { $0.person == person && $0.match == counted.match.id }) else { continue }
      gains[counted.match.id] = 0
      guard let version = counted.version else {
        gains[counted.match.id] = 100 * (mine.league?.points ?? 0)
        continue
      }
      guard var facts = counted.facts else { continue }
      facts.crowd = PredictionCrowd(entries.filter { $0.match == counted.match.id }.map(\.prediction.score))
      var sum = RuleReading(rule: version.rule, said: mine.prediction, match: facts, hasJoker: mine.hasJoker).total
      let isRight = mine.prediction.outcome == facts.actual.outcome
      if let series = version.rule.series {
        row = isRight ? row + 1 : 0
        if row >= series.length {
          sum += series.points.hundredths
          row = 0
        }
      }
      if let slam = version.rule.slam, isRight {
        right[counted.match.round ?? "", default: 0] += 1
        if right[counted.match.round ?? ""] == slam.correct { sum += slam.points.hundredths }
      }
      gains[counted.match.id] = sum
    }
    return gains
  }
}

@Suite struct `The table of any group by any rules` {
  private let people = ["ann", "bob", "cat", "dan"]

  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `has what each prediction brings by the rule of its match, and its rounds add up to it`(seed: UInt64) {
    let random = RandomTable(seed: seed)
    let table = RuleTable(random.matches, random.entries)
    for person in people {
      let gains = random.gains(of: person)
      #expect(table.merits[person]?.points.hundredths == (gains.isEmpty ? nil : gains.values.reduce(0, +)))
    }
    for round in 1...3 {
      let own = random.matches.filter { $0.match.round == "Matchday \(round)" }.map(\.match.id)
      let part = RuleTable(random.matches, random.entries, in: Set(own))
      for person in people {
        let gains = random.gains(of: person).filter { own.contains($0.key) }
        let expected = gains.isEmpty ? nil : gains.values.reduce(0, +)
        #expect(part.merits[person]?.points.hundredths == expected)
        #expect(table.rounds["Matchday \(round)"]?[person]?.hundredths == expected, "the course says the same")
      }
    }
  }

  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `ranks each behind all who are ahead, by whatever chain of tie-breaks`(seed: UInt64) {
    let random = RandomTable(seed: seed)
    let table = RuleTable(random.matches, random.entries, extra: ["eve": Worth(hundredths: 50)])
    var order = random.make
    let chain = Array(ScoringRule.TieBreak.allCases.shuffled(using: &order.random).prefix(order.random.next(below: 6)))
    func figures(_ person: String) -> [Double] {
      let own = random.entries.filter { $0.person == person }
      let judged = own.compactMap { entry -> (said: Prediction, actual: ScoreLine)? in
        random.matches.first { $0.match.id == entry.match }?.facts.map { (entry.prediction, $0.actual) }
      }
      func wins() -> Int {
        table.rounds.values.count { round in
          guard let mine = round[person], mine > .zero else { return false }
          return round.values.allSatisfy { $0 <= mine }
        }
      }
      return [table.merits[person]?.points.number ?? 0]
        + chain.map { tie in
          switch tie {
          case .exactScores: Double(judged.count { $0.said.score == $0.actual })
          case .correctResults: Double(judged.count { $0.said.outcome == $0.actual.outcome })
          case .roundWins: Double(wins())
          case .goalError:
            -judged.reduce(0.0) {
              $0 + Double(abs($1.said.score.home - $1.actual.home) + abs($1.said.score.away - $1.actual.away))
            }
          case .earliest: -(own.map(\.createdAt.timeIntervalSince1970).min() ?? .infinity)
          }
        }
    }
    let ranks = table.merits.ranks(chain)
    #expect(Set(ranks.keys) == Set(table.merits.keys) && ranks["eve"] != nil)
    for person in ranks.keys {
      let ahead = ranks.keys.count { figures(person).lexicographicallyPrecedes(figures($0)) }
      #expect(ranks[person] == ahead + 1, "\(person) by \(chain)")
    }
  }
}
