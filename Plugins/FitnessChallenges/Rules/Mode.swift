/// What it takes to win a trophy.
enum Mode: String, Codable, CaseIterable, Sendable {
  /// So many goals of the exercises have to be met.
  case threshold
  /// Whoever has the most points in the end wins, with those next to that one; equal points share a place.
  case leaderboard
  /// The points reach one milestone after the other; the last one is the trophy.
  case milestones
  /// Everybody's points together reach a goal; whoever has added to them wins.
  case groupGoal
}

/// Points at which something is reached on the way.
struct Milestone: Codable, Hashable, Sendable {
  var name: String
  /// In thousandths of a point.
  var thousandths: Int64
}

/// Whom the draw puts into which team.
enum DrawBy: String, Codable, CaseIterable, Sendable {
  /// Each one on joining into a team with the fewest members.
  case size
  /// All who wait at once, so that teams are equally strong.
  case level
}

/// What decides how a challenge ends, as far as it is not in one person's own log.
struct Ending: Hashable, Sendable {
  let mode: Mode
  /// Whether what one has reached cannot be lost by writing down more.
  let isRising: Bool
  /// Whether the group's goal is reached, where there is one.
  var isGroupMet = false
  /// The fewest points that win, in thousandths; nil where nobody has any.
  var line: Int64?

  /// Whether it would be passed as things stand.
  /// - Parameters:
  ///   - holds: whether one's own log does what the mode asks of it.
  ///   - score: in thousandths.
  func holds(_ holds: Bool, score: Int64, isClosed: Bool) -> Bool {
    switch mode {
    case .threshold, .milestones: holds
    case .groupGoal: holds && isGroupMet
    case .leaderboard: isClosed && score > 0 && score >= line ?? .max
    }
  }
}
