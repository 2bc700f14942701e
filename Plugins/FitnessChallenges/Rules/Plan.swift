import Foundation

/// The rules of a challenge, ready to be reckoned with.
struct Plan: Sendable {
  let rules: ChallengeRules
  private let goals: [Formula]
  private let points: [Formula]

  /// - Throws: ``FormulaMistake`` of the first formula that is none; those that are kept have been checked.
  init(_ rules: ChallengeRules) throws {
    self.rules = rules
    goals = try rules.exercises.map { try Formula($0.goal, of: .condition) }
    points = try rules.exercises.map { try Formula($0.points, of: .number) }
  }

  /// Whether what has been reached cannot be lost by writing down more: then a challenge is passed as soon as what it asks for is
  /// reached, otherwise when nothing can be written down any more.
  var isRising: Bool {
    switch mode {
    case .threshold: goals.allSatisfy { $0.trend.keeps }
    case .milestones, .groupGoal: points.allSatisfy { $0.trend.keeps }
    case .leaderboard: false
    }
  }

  var mode: Mode { rules.mode ?? .threshold }

  /// How many goals have to be met.
  var needed: Int { min(rules.needed ?? goals.count, goals.count) }

  /// Where a log stands.
  /// - Parameter values: the entries that are in force, in any order; days count from the first of the period.
  func standing(_ values: [LogValue], length: Int) -> Standing {
    let byExercise = Dictionary(grouping: values, by: \.exercise)
    let series = rules.exercises.map { exercise in
      Series(
        (byExercise[exercise.id] ?? []).map { ($0.day, $0.thousandths) }, length: length, measure: exercise.measure,
        met: exercise.met?.value ?? 0)
    }
    let met = zip(goals, series).map { $0.holds(for: $1) }
    let scores = zip(points, series).map { Int64((max(0, $0.number(for: $1)) * 1_000).rounded()) }
    return Standing(
      met: met, scores: scores, totals: series.map(\.total),
      holds: holds(score: scores.reduce(0, +), goals: met.count { $0 }))
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

/// Where somebody stands in a challenge.
struct Standing: Codable, Hashable, Sendable {
  /// Whether the goal of each exercise is met.
  var met: [Bool]
  /// The points of each exercise in thousandths, 0 or more.
  var scores: [Int64]
  /// What was written down of each exercise in all, in thousandths of its unit.
  var totals: [Int64]
  /// Whether the log does what the challenge asks of it.
  var holds: Bool

  /// The points of all exercises in thousandths.
  var score: Int64 { scores.reduce(0, +) }
}
