import Foundation

/// What somebody has in a group that counts by its own rules.
struct RuleMerit: Hashable, Sendable {
  var points = Worth.zero
  var exactScores = 0
  var correctResults = 0
  var roundWins = 0
  /// Goals too many and too few.
  var goalError = 0
  /// When the first prediction of the season was made.
  var earliest = Date.distantFuture

  /// Whether it ranks before another one by points, then by a chain of tie-breaks.
  func leads(_ other: RuleMerit, _ ties: [ScoringRule.TieBreak]) -> Bool {
    if points != other.points { return points > other.points }
    for tie in ties {
      let (mine, others) = (measure(tie), other.measure(tie))
      if mine != others { return mine > others }
    }
    return false
  }

  /// The more the better.
  private func measure(_ tie: ScoringRule.TieBreak) -> Double {
    switch tie {
    case .exactScores: Double(exactScores)
    case .correctResults: Double(correctResults)
    case .roundWins: Double(roundWins)
    case .goalError: Double(-goalError)
    case .earliest: -earliest.timeIntervalSince1970
    }
  }
}

extension Dictionary where Value == RuleMerit {
  /// The rank of each, from 1: those whom no tie-break tells apart share one, and the ranks behind them are left out (1, 2, 2, 4).
  func ranks(_ ties: [ScoringRule.TieBreak]) -> [Key: Int] {
    let sorted = self.sorted { $0.value.leads($1.value, ties) }
    var ranks: [Key: Int] = [:]
    for (index, entry) in sorted.enumerated() {
      let isTied = index > 0 && !sorted[index - 1].value.leads(entry.value, ties)
      ranks[entry.key] = isTied ? ranks[sorted[index - 1].key] : index + 1
    }
    return ranks
  }
}

/// What the people of a group have in a season, or a part of it, by the group's rules.
struct RuleTable<Person: Hashable & Sendable>: Sendable {
  /// What somebody has predicted of a match.
  struct Entry: Sendable {
    let person: Person
    let match: String
    let prediction: Prediction
    var hasJoker = false
    var createdAt = Date.distantPast
    /// What it has come to in the league; nil while it is not settled.
    var league: BoardMerit?
  }

  /// A match that counts.
  struct Counted: Sendable {
    let match: Match
    /// The score that counts; nil for one that earns nobody points.
    let facts: RuledMatch?
    /// Nil where the league's points count.
    let version: RuleVersion?
  }

  private(set) var merits: [Person: RuleMerit] = [:]
  /// What each has by round, of rounds that have a label.
  private(set) var rounds: [String: [Person: Worth]] = [:]

  /// - Parameters:
  ///   - matches: those that count, in any order.
  ///   - entries: what the people have predicted of them; of other matches it is left out. They are the crowd.
  ///   - extra: points beside those of matches, such as of bonus questions.
  ///   - part: the ids of the matches whose points are added up; of all without it. Series and slams go on over the others.
  init(_ matches: [Counted], _ entries: [Entry], extra: [Person: Worth] = [:], in part: Set<String>? = nil) {
    let own = Dictionary(grouping: entries, by: \.match)
    var streaks: [Person: Int] = [:]
    var correct: [String: [Person: Int]] = [:]
    for counted in matches.sorted(by: { ($0.match.kickOff, $0.match.id) < ($1.match.kickOff, $1.match.id) }) {
      let entries = own[counted.match.id] ?? []
      var facts = counted.facts
      facts?.crowd = PredictionCrowd(entries.map(\.prediction.score))
      let isIn = part?.contains(counted.match.id) ?? true
      var known: [Said: Worth] = [:]
      for entry in entries {
        if isIn {
          let said = Said(prediction: entry.prediction, hasJoker: entry.hasJoker)
          let points = known[said] ?? Self.points(said, facts, counted.version, entry.league)
          if counted.version != nil { known[said] = points }
          add(entry, points, facts?.actual, counted.match.round)
        }
        guard let rule = counted.version?.rule, let actual = facts?.actual else { continue }
        let isRight = entry.prediction.outcome == actual.outcome
        if let series = rule.series {
          let streak = isRight ? (streaks[entry.person] ?? 0) + 1 : 0
          // A later rule may ask for fewer than there are already.
          let isFull = streak >= series.length
          streaks[entry.person] = isFull ? 0 : streak
          if isFull, isIn { add(series.points, to: entry.person, counted.match.round) }
        }
        if let slam = rule.slam, isRight, let round = counted.match.round {
          correct[round, default: [:]][entry.person, default: 0] += 1
          if isIn, correct[round]?[entry.person] == slam.correct { add(slam.points, to: entry.person, round) }
        }
      }
    }
    for entry in entries {
      guard let merit = merits[entry.person] else { continue }
      merits[entry.person]?.earliest = min(merit.earliest, entry.createdAt)
    }
    for people in rounds.values {
      guard let best = people.values.max(), best > .zero else { continue }
      for (person, points) in people where points == best { merits[person]?.roundWins += 1 }
    }
    for (person, points) in extra {
      merits[person, default: RuleMerit()].points = (merits[person]?.points ?? .zero) + points
    }
  }

  private struct Said: Hashable {
    let prediction: Prediction
    let hasJoker: Bool
  }

  private static func points(
    _ said: Said, _ facts: RuledMatch?, _ version: RuleVersion?, _ league: BoardMerit?
  ) -> Worth {
    guard let version else { return Worth(league?.points ?? 0) }
    return facts.map { version.rule.parts(said.prediction, $0, hasJoker: said.hasJoker).total } ?? .zero
  }

  private mutating func add(_ entry: Entry, _ points: Worth, _ actual: ScoreLine?, _ round: String?) {
    add(points, to: entry.person, round)
    guard let actual else { return }
    merits[entry.person]?.exactScores += entry.prediction.score == actual ? 1 : 0
    merits[entry.person]?.correctResults += entry.prediction.outcome == actual.outcome ? 1 : 0
    merits[entry.person]?.goalError += entry.prediction.score.error(actual)
  }

  private mutating func add(_ points: Worth, to person: Person, _ round: String?) {
    merits[person, default: RuleMerit()].points = (merits[person]?.points ?? .zero) + points
    if let round { rounds[round, default: [:]][person] = (rounds[round]?[person] ?? .zero) + points }
  }
}
