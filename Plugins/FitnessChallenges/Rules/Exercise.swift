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
}

/// What a challenge counts.
struct ChallengeRules: Codable, Hashable, Sendable {
  var exercises: [Exercise]
  /// How many of the exercises' goals have to be met; nil for all.
  var needed: Int?
  /// How the points of a team come about; nil where people take part alone.
  var teamScoring: TeamScoring?
}
