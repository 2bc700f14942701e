/// An exercise of a challenge, as its coach has defined it.
struct Exercise: Codable, Hashable, Sendable {
  /// `e1`, `e2` … in the order in which they are shown.
  var id: String
  var name: String
  var measure: Measure
  /// What a value counts, such as `kg`; empty where nothing has to be said.
  var unit: String
  /// The condition that is the goal (``Formula``).
  var goal: String
  /// The points (``Formula``).
  var points: String
  /// How hard it is by the table of METs; nil where it has no activity of it.
  var met: ExerciseMet?
}

/// What a challenge counts.
struct ChallengeRules: Codable, Hashable, Sendable {
  var exercises: [Exercise]
  /// How many of the exercises' goals have to be met; nil for all.
  var needed: Int?
  /// How the points of a team come about; nil where people take part alone.
  var teamScoring: TeamScoring?
  /// What it takes to win; a threshold unless given.
  var mode: Mode?
  /// How many places win where the most points do; 3 unless given.
  var winners: Int?
  /// From the fewest points to the most.
  var milestones: [Milestone]?
  /// What everybody's points together have to reach, in thousandths.
  var groupGoal: Int64?
  /// How teams are drawn; by their size unless given.
  var drawBy: DrawBy?
  /// Whether the teams are drawn when the challenge begins; no unless given.
  var drawsAtStart: Bool?
}
