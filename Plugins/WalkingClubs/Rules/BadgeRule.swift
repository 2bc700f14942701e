/// What a badge is given for.
struct BadgeRule: Codable, Sendable, Hashable {
  enum Metric: String, Codable, Sendable, CaseIterable {
    case steps, points, days
    /// Days on which the person walked with others.
    case together
    /// Match days of the club on which the person got points.
    case matches
    /// Days in a row that brought points.
    case streak
  }

  enum Span: String, Codable, Sendable, CaseIterable {
    case day, season
  }

  var metric: Metric
  var span: Span
  /// So much at least.
  var amount: Int

  /// Whether more than the day alone decides.
  var needsSeason: Bool { span == .season || metric == .streak }

  /// What somebody has done, in a day or in a season.
  struct Figures: Sendable, Hashable {
    var steps = 0
    var points = 0
    var days = 0
    var together = 0
    var matches = 0
    var streak = 0
  }

  /// Whether somebody has earned the badge.
  /// - Parameters:
  ///   - day: the day alone.
  ///   - season: all that is known of the season, with the days in a row of which the day is one.
  func isMet(day: Figures, season: Figures) -> Bool {
    let figures = span == .day ? day : season
    let value =
      switch metric {
      case .steps: figures.steps
      case .points: figures.points
      case .days: figures.days
      case .together: figures.together
      case .matches: figures.matches
      case .streak: season.streak
      }
    return value >= amount
  }

  /// How many days in a row a day is one of; 0 where it brought no points itself.
  /// - Parameter days: days that brought points.
  static func streak(_ days: [Int], around day: Int) -> Int {
    let days = Set(days)
    guard days.contains(day) else { return 0 }
    var (first, last) = (day, day)
    while days.contains(first - 1) { first -= 1 }
    while days.contains(last + 1) { last += 1 }
    return last - first + 1
  }
}
