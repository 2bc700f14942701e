import FieldhouseKit
import Foundation

/// A session: a day of mine.
struct DayOutput: RouteOutput, Decodable {
  var day: String
  /// Whether it is not over yet: what it brings may become more.
  var isOpen: Bool
  var steps: Int
  /// Pushes of a wheelchair.
  var pushes: Int
  /// Nil where location was off: only steps were measured.
  var metres: Double?
  /// Moving time.
  var seconds: Int
  /// Kilocalories beyond those of a body at rest; nil where they cannot be reckoned, or location was off.
  var activeCalories: Double?
  var grossCalories: Double?
  /// Nil between seasons.
  var points: Int?
  /// `alone`, `recognised` or `walk`; nil while the day is open.
  var together: String?
  /// Against whom my club plays on that day; nil for no match, empty where it is not told.
  var opponent: String?
  var hasRoute: Bool
}

extension DayOutput {
  /// Days of one person.
  static func list(
    _ sessions: [Session], at now: Date, in transaction: any ReadTransaction
  ) async throws -> [DayOutput] {
    guard let account = sessions.first?.account else { return [] }
    let days = sessions.map(\.day)
    let closed = try await PointsStore.days(days, of: account, in: transaction)
    let matches = try await MatchDayStore.matchDays(days, of: Array(Set(sessions.map(\.club))), in: transaction)
    var items: [DayOutput] = []
    for session in sessions {
      let opponent = matches[session.club]?[session.day]
      var item = DayOutput(session, opponent: opponent, at: now)
      if let row = closed[session.day] {
        (item.points, item.together) = (try row["points"], try row["together"])
        if item.together == "" { item.together = "alone" }
      } else if let season = try await SeasonStore.season(of: session.day, in: transaction) {
        item.points =
          DayPoints(
            counted: session.content.counted, isTogether: false, isMatchDay: opponent != nil, season.rules
          ).total
      }
      items.append(item)
    }
    return items
  }

  private init(_ session: Session, opponent: String?, at now: Date) {
    let content = session.content
    // Where location was off only steps are told, though a cadence would do for calories.
    let energy = content.metres == nil ? nil : content.energy
    self.init(
      day: CivilDay.text(session.day), isOpen: session.endsAt > now, steps: content.steps, pushes: content.pushes,
      metres: content.metres, seconds: content.seconds, activeCalories: energy?.active,
      grossCalories: energy?.gross, points: nil, together: nil, opponent: opponent, hasRoute: content.hasRoute)
  }
}

/// A session with its receipt.
struct DayDetailOutput: RouteOutput, Decodable {
  var summary: DayOutput
  /// For whom it was walked.
  var club: ClubOutput?
  var group: CrewOutput?
  var lines: [LineOutput]
  /// Nil between seasons.
  var points: PointsOutput?
  /// The id under which I share it; nil when I do not.
  var share: String?
}

/// One activity of a session.
struct LineOutput: RouteOutput, Decodable {
  var activity: String
  var kind: Activity.Kind
  var source: Activity.Source
  var evidence: Activity.Evidence
  var startedAt: Date
  var seconds: Int
  var steps: Int
  var pushes: Int
  var metres: Double
  /// Steps that another source had counted already.
  var overlap: Int
  /// What it counts as, in steps.
  var counted: Int
  /// Why it counts nothing, as a code.
  var cut: Cut?
  var activeCalories: Double?
  var grossCalories: Double?
  /// How the energy was reckoned; the table of MET values is that of the edition.
  var formula: Energy.Formula?
  var edition: String?

  /// - Parameter tellsEnergy: false in a session that has steps alone, as location was off.
  init(_ line: DaySession.Line, tellsEnergy: Bool) {
    let (activity, energy) = (line.activity, tellsEnergy ? line.energy : nil)
    (self.activity, kind, source, evidence) = (activity.id, activity.kind, activity.source, activity.evidence)
    startedAt = Date(millisecondsSince1970: activity.start)
    (seconds, steps, pushes, metres) = (activity.seconds, activity.steps, activity.pushes, activity.metres)
    (overlap, counted, cut) = (activity.overlap ?? 0, line.counted, line.cut)
    (activeCalories, grossCalories, formula) = (energy?.active, energy?.gross, energy?.formula)
    edition = energy.flatMap { $0.formula == .cadence ? nil : METTable.edition }
  }
}

/// How the points of a session come about.
struct PointsOutput: RouteOutput, Decodable {
  /// What counts, in steps, before the day's limit.
  var counted: Int
  /// The day's limit, in steps.
  var limit: Int
  /// Steps above it.
  var cut: Int
  var perThousand: Int
  var forSteps: Int
  var social: Int
  var match: Int
  var total: Int

  /// Nil between seasons.
  init?(_ session: Session, _ summary: DayOutput, _ rules: SeasonRules?) {
    guard let rules else { return nil }
    let isTogether = summary.together != nil && summary.together != "alone"
    let points = DayPoints(
      counted: session.content.counted, isTogether: isTogether, isMatchDay: summary.opponent != nil, rules)
    (counted, limit, cut) = (session.content.counted, rules.dailySteps, points.cut)
    (perThousand, forSteps, social) = (rules.pointsPerThousandSteps, points.base, points.social)
    (match, total) = (points.match, points.total)
  }
}
