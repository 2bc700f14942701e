import Foundation

/// When each phase of a match and each of its goals happens, derived from the facts that are known afterwards.
///
/// Halves last 45 minutes plus 2 and 4 minutes of stoppage time, half-time 15 minutes, halves of extra time 15 plus 1
/// with breaks of 5 minutes before and 1 between, a shoot-out 10 minutes after a break of 5. A goal in a later minute
/// of stoppage time prolongs its half. A goal of minute m falls in the middle of the m-th minute of play.
struct MatchTimeline {
  struct Segment {
    let phase: MatchPhase
    /// Seconds after kick-off.
    let start: Int
    let end: Int
  }

  /// No timeline lasts longer, in seconds; a quick test before one is made.
  static let longest = 5 * 3600.0

  let segments: [Segment]

  init(_ match: Match) {
    var segments: [Segment] = []
    for phase in Self.phases(match.score) {
      let start = segments.last?.end ?? 0
      let end = start + 60 * Self.length(phase, goals: match.goals ?? [])
      segments.append(Segment(phase: phase, start: start, end: end))
    }
    self.segments = segments
  }

  /// Seconds from kick-off to the final whistle.
  var end: Int { segments.last?.end ?? 0 }

  /// The segment running `elapsed` seconds after kick-off; nil before and after the match.
  func segment(at elapsed: Double) -> Segment? {
    segments.first { Double($0.start) <= elapsed && elapsed < Double($0.end) }
  }

  /// Seconds after kick-off at which `phase` ends; nil when the match does not have it.
  func end(of phase: MatchPhase) -> Int? { segments.first { $0.phase == phase }?.end }

  /// Seconds after kick-off at which `goal` falls.
  func instant(of goal: Goal) -> Int? {
    let segment = segments.first { $0.phase.minutes?.contains(goal.minute) == true }
    guard let segment, let first = segment.phase.minutes?.lowerBound else { return nil }
    return segment.start + (goal.minute - first + goal.stoppage) * 60 + 30
  }

  private static func phases(_ score: Score) -> [MatchPhase] {
    var phases: [MatchPhase] = [.firstHalf, .halfTime, .secondHalf]
    if score.afterExtraTime != nil {
      phases += [.breakBeforeExtraTime, .extraTimeFirstHalf, .extraTimeBreak, .extraTimeSecondHalf]
    }
    if score.penalties != nil { phases += [.breakBeforeShootOut, .shootOut] }
    return phases
  }

  /// The length of a phase in minutes.
  private static func length(_ phase: MatchPhase, goals: [Goal]) -> Int {
    guard let minutes = phase.minutes else { return phase.pause }
    let late =
      goals.filter { minutes.contains($0.minute) }.map { $0.minute - minutes.upperBound + $0.stoppage }.max() ?? 0
    return minutes.count + max(phase.stoppage, late)
  }
}

extension MatchTimeline.Segment {
  /// What the match clock shows `elapsed` seconds after kick-off, within the segment.
  func minute(at elapsed: Double) -> MatchMinute {
    guard let minutes = phase.minutes else { return .pause(phase) }
    let minute = minutes.lowerBound + Int(elapsed - Double(start)) / 60
    return .playing(min(minute, minutes.upperBound), stoppage: max(0, minute - minutes.upperBound))
  }
}
