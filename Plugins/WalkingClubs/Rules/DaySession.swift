import Foundation

/// A person's day: what was done, what of it counts, and why the rest does not. An activity belongs to the day on which it began.
///
/// It follows from the set of the day's activities alone: their order, and one that comes twice, make no difference.
struct DaySession: Codable, Sendable, Hashable {
  /// One activity of it.
  struct Line: Codable, Sendable, Hashable {
    var activity: Activity
    /// What it counts as, in steps, before the day's limit.
    var counted: Int
    /// Why it counts nothing.
    var cut: Cut?
    /// Nil where it cannot be reckoned.
    var energy: Energy?
  }

  /// By the time at which they began.
  var lines: [Line] = []

  /// What is known of the person and the day.
  struct Terms: Sendable {
    var rules: SeasonRules
    var body: BodyFigures
    /// What began earlier does not count, in milliseconds since 1970; nil for somebody in no club.
    var joinedAt: Int64?
    /// The end of the day, in milliseconds since 1970.
    var end: Int64
  }

  init(_ activities: some Sequence<Activity>, _ terms: Terms) {
    var seen: Set<String> = []
    lines = activities.sorted { ($0.start, $0.id, $0.received) < ($1.start, $1.id, $1.received) }
      .filter { seen.insert($0.id).inserted }
      .map { Self.line($0, terms) }
  }

  private static func line(_ activity: Activity, _ terms: Terms) -> Line {
    let cut = Plausibility.objection(to: activity) ?? objection(to: activity, terms)
    let energy = cut?.isImplausible == true ? nil : Energy(of: activity, terms.body)
    return Line(
      activity: activity, counted: cut == nil ? StepEquivalent.steps(of: activity, terms.rules) : 0, cut: cut,
      energy: energy)
  }

  private static func objection(to activity: Activity, _ terms: Terms) -> Cut? {
    guard let joinedAt = terms.joinedAt, activity.start >= joinedAt else { return .early }
    if activity.received > terms.end + Int64(terms.rules.lateDays) * 86_400_000 { return .late }
    let isSaid = activity.evidence == .said || activity.source == .manual && activity.evidence != .confirmed
    return isSaid && !terms.rules.countsManual ? .said : nil
  }
}

// The totals of a day, without what cannot have been.
extension DaySession {
  private var plausible: [Line] { lines.filter { $0.cut?.isImplausible != true } }

  var steps: Int { plausible.reduce(0) { $0 + $1.activity.steps } }
  var pushes: Int { plausible.reduce(0) { $0 + $1.activity.pushes } }
  /// Moving time, in seconds.
  var seconds: Int { plausible.reduce(0) { $0 + $1.activity.seconds } }
  /// Nil where nothing has measured a way: location was off, and only steps are known.
  var metres: Double? {
    let all = plausible.map(\.activity.metres).filter { $0 > 0 }
    return all.isEmpty ? nil : all.reduce(0, +)
  }
  /// Nil where none of it can be reckoned.
  var energy: Energy? {
    let all = plausible.compactMap(\.energy)
    return all.first.map { first in
      Energy(
        gross: all.reduce(0) { $0 + $1.gross }, active: all.reduce(0) { $0 + $1.active }, formula: first.formula)
    }
  }
  /// What counts, in steps, before the day's limit.
  var counted: Int { lines.reduce(0) { $0 + $1.counted } }
  var hasRoute: Bool { plausible.contains { $0.activity.hasRoute } }
}

/// What activities count as, in steps.
enum StepEquivalent {
  static func steps(of activity: Activity, _ rules: SeasonRules) -> Int {
    let hours = Double(activity.seconds) / 3_600
    switch activity.kind {
    case .walk, .run: return activity.steps
    case .wheelchair:
      let pushes = Double(activity.pushes) * rules.stepsPerPush
      return Int(activity.pushes > 0 ? pushes : activity.metres / rules.metresPerRolledStep)
    case .ride: return Int(hours * Double(rules.stepsPerHourOfRiding))
    case .swim: return Int(hours * Double(rules.stepsPerHourOfSwimming))
    case .other: return Int(hours * Double(rules.stepsPerHourOfOther))
    }
  }
}
