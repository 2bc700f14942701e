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

  /// What somebody has done, in a day or in a season up to it.
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
  ///   - season: the season up to the day and with it.
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

  /// How many days in a row end with a day.
  /// - Parameter days: days that brought points, the latest first.
  static func streak(_ days: [Int], to day: Int) -> Int {
    var length = 0
    for one in days.drop(while: { $0 > day }) {
      guard one == day - length else { break }
      length += 1
    }
    return length
  }
}
