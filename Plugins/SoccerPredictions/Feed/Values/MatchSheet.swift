/// What a provider tells of a match beside its score and goals: who plays, and what is counted. Nobody's points go by it.
struct MatchSheet: Hashable, Sendable {
  enum Position: String, Hashable, Sendable, CaseIterable {
    case goalkeeper, defender, midfielder, forward
  }

  struct Player: Hashable, Sendable {
    var name: String
    /// On the shirt: 1 to 99.
    var number: Int?
    var position: Position?
  }

  /// The players of one team.
  struct Lineup: Hashable, Sendable {
    /// Such as "4-3-3": how many stand behind one another, without the goalkeeper.
    var formation: String?
    var coach: String?
    var starters: [Player] = []
    var bench: [Player] = []
  }

  /// A figure of both teams; nil for one whose figure is not told.
  struct Statistic: Hashable, Sendable {
    var kind: StatisticKind
    var home: Double?
    var away: Double?
  }

  var home: Lineup?
  var away: Lineup?
  /// In the order of ``StatisticKind``.
  var statistics: [Statistic] = []

  var hasLineups: Bool { home != nil || away != nil }
  var isEmpty: Bool { !hasLineups && statistics.isEmpty }

  /// The figures that both sides tell, each by its kind.
  static func statistics(
    home: [StatisticKind: Double], away: [StatisticKind: Double]
  ) -> [Statistic] {
    StatisticKind.allCases.compactMap { kind in
      let figure = Statistic(kind: kind, home: home[kind], away: away[kind])
      return figure.home == nil && figure.away == nil ? nil : figure
    }
  }
}

/// What is counted in a match, in the order in which it is shown.
enum StatisticKind: String, Hashable, Sendable, CaseIterable {
  case possession, shots, shotsOnGoal, shotsOffGoal, blockedShots, shotsInsideBox, shotsOutsideBox, expectedGoals
  case corners, offsides, fouls, freeKicks, throwIns, goalKicks, saves
  case passes, accuratePasses, passAccuracy
  case yellowCards, secondYellowCards, redCards

  /// Whether it is a share, in per cent.
  var isShare: Bool { self == .possession || self == .passAccuracy }

  /// What a provider may sensibly say of it.
  var range: ClosedRange<Double> { isShare ? 0...100 : 0...10_000 }
}
