import Foundation

/// The rules of a challenge, ready to be reckoned with.
struct Plan: Sendable {
  /// How many points an exercise brings at most: as many as the largest goal has, so that those of very many can be added up.
  static let mostPoints = 1e9

  let rules: ChallengeRules
  /// Whether what has been reached cannot be lost by writing down more: then a challenge is passed as soon as what it asks for is
  /// reached, otherwise when nothing can be written down any more.
  let isRising: Bool
  private let goals: [Formula]
  private let points: [Formula]

  /// - Throws: ``FormulaMistake`` of the first formula that is none; those that are kept have been checked.
  init(_ rules: ChallengeRules) throws {
    self.rules = rules
    goals = try rules.exercises.map { try Formula($0.goal, of: .condition) }
    points = try rules.exercises.map { try Formula($0.points, of: .number) }
    isRising =
      switch rules.mode ?? .threshold {
      case .threshold: goals.allSatisfy { $0.trend.keeps }
      case .milestones, .groupGoal: points.allSatisfy { $0.trend.keeps }
      case .leaderboard: false
      }
  }

  var mode: Mode { rules.mode ?? .threshold }

  /// How many goals have to be met.
  var needed: Int { min(rules.needed ?? goals.count, goals.count) }

  /// Where a log stands. An exercise of which nothing is written down comes to 0, with which a goal such as `total <= 3` is met; a
  /// part of whose log there is nothing at all is not reckoned, and holds nothing.
  /// - Parameter values: the entries that are in force, in any order; days count from the first of the period.
  func standing(_ values: [LogValue], length: Int) -> Standing { standing(of: series(values, length: length)) }

  /// What was written down of each exercise.
  func series(_ values: [LogValue], length: Int) -> [Series] {
    let byExercise = Dictionary(grouping: values, by: \.exercise)
    return rules.exercises.map { exercise in
      Series(
        (byExercise[exercise.id] ?? []).map { ($0.day, $0.thousandths) }, length: length, measure: exercise.measure,
        met: exercise.met?.value ?? 0)
    }
  }

  /// Where a log stands of which each exercise comes to so much.
  func standing(of series: [Series]) -> Standing {
    let met = zip(goals, series).map { $0.holds(for: $1) }
    let scores = zip(points, series).map { Self.thousandths($0, $1) }
    return Standing(
      met: met, scores: scores, totals: series.map(\.total),
      holds: holds(score: scores.reduce(0, +), goals: met.count { $0 }))
  }

  /// Where somebody stands whose log has changed in one exercise: the others' goals and points stay what they were.
  /// - Parameters:
  ///   - known: nil for who has written nothing down before.
  ///   - place: the exercise's, from 0.
  ///   - series: all of the exercise.
  func standing(_ known: Standing?, at place: Int, _ series: Series) -> Standing {
    var next = known ?? standing([], length: series.length)
    next.met[place] = goals[place].holds(for: series)
    next.scores[place] = Self.thousandths(points[place], series)
    next.totals[place] = series.total
    next.holds = holds(score: next.score, goals: next.met.count { $0 })
    return next
  }

  /// The points of an exercise, from 0 to ``mostPoints``.
  static func thousandths(_ points: Formula, _ series: Series) -> Int64 {
    Int64((min(max(0, points.number(for: series)), mostPoints) * 1_000).rounded())
  }

  /// Whether a log does what the mode asks of it.
  private func holds(score: Int64, goals: Int) -> Bool {
    switch mode {
    case .threshold: goals >= needed
    case .milestones: score >= rules.milestones?.last?.thousandths ?? .max
    case .groupGoal, .leaderboard: score > 0
    }
  }
}

/// An entry that is in force.
struct LogValue: Hashable, Sendable {
  var exercise: String
  /// From 0.
  var day: Int
  var thousandths: Int64
}
