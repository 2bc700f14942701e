import Foundation

@testable import WalkingClubs

extension Activity {
  /// A walk of 3,000 steps in half an hour that came with its end.
  /// - Parameter start: milliseconds since 1970.
  static func walk(
    _ id: String, start: Int64 = 1_000_000_000_000, _ change: (inout Activity) -> Void = { _ in }
  ) -> Activity {
    var activity = Activity(
      id: id, kind: .walk, source: .gps, evidence: .track, start: start, end: start + 1_800_000, seconds: 1_800,
      steps: 3_000, pushes: 0, metres: 2_250, hasRoute: true, received: start + 1_800_000, suspect: [], overlap: 0)
    change(&activity)
    return activity
  }

  static func walk(_ change: (inout Activity) -> Void = { _ in }) -> Activity { walk("a", change) }
}

extension DaySession.Terms {
  static func sample(
    _ rules: SeasonRules = SeasonRules(), body: BodyFigures = BodyFigures(), joinedAt: Int64? = 0, end: Int64 = .max / 2
  ) -> DaySession.Terms { DaySession.Terms(rules: rules, body: body, joinedAt: joinedAt, end: end) }
}
