public import Foundation

/// A match as it stands at an instant: nothing in it was unknown then.
///
/// Before kick-off a match is upcoming. From kick-off it is live along its timeline and after the final whistle
/// played, if the feed has a score; without one the feed does not know that it was played and it stays upcoming.
/// A match that the feed reports as postponed, cancelled or awarded becomes so at its scheduled kick-off; one that was
/// abandoned is live until the timeline ends, since feeds do not tell the minute. Where a feed follows matches, its word counts in
/// the place of the timeline.
public struct MatchView: Hashable, Sendable {
  /// Where the match stands.
  public let state: MatchState
  /// The phase being played; nil unless live.
  public let phase: MatchPhase?
  /// What the match clock shows; nil unless live.
  public let minute: MatchMinute?
  /// The score so far, extra time included and the shoot-out not; nil while there is none.
  public let score: ScoreLine?
  /// The kicks scored in a shoot-out, once it has ended.
  public let penalties: ScoreLine?
  /// The goals so far, as far as the feed has goals that agree with its scores.
  public let goals: [Goal]
  /// False while `score` is only the last one known: without goals the feed knows the score at kick-off and, as far as it tells
  /// them, at half-time, after 90 and after 120 minutes, and what lies between is not guessed.
  public let isScoreExact: Bool
}

extension Match {
  /// When what the feed says of a match beside its score becomes known.
  public enum Disclosure: Sendable {
    /// At the scheduled kick-off: for a season that is over and is being replayed.
    case atKickOff
    /// At once: for a feed that is kept up to date.
    case atOnce
  }

  /// The match as it stands at `now`.
  /// - Parameter disclosure: the match's own unless given.
  public func view(at now: Date, disclosure: Disclosure? = nil) -> MatchView {
    if (disclosure ?? self.disclosure) == .atOnce || status == .removed, let verdict { return verdict }
    if let told = told(at: now) { return told }
    guard now >= kickOff else { return .upcoming }
    if let verdict { return verdict }
    return isTold ? played(at: now) : .upcoming
  }

  /// The first instant after `now` at which the state, phase or score changes; nil when nothing will. Minutes in
  /// between tick without one.
  public func nextChange(after now: Date, disclosure: Disclosure? = nil) -> Date? {
    if let verdict {
      return verdict != view(at: now, disclosure: disclosure) ? kickOff : nil
    }
    if progress != nil, status == .scheduled {
      // The feed tells of everything else.
      let end = kickOff + MatchTimeline.longest
      return score.final == nil && now < end ? end : nil
    }
    guard now.timeIntervalSince(kickOff) < MatchTimeline.longest, isTold else { return nil }
    let timeline = MatchTimeline(self)
    let goals = (reliableGoals ?? []).compactMap(timeline.instant(of:))
    let instants = [0] + timeline.segments.map(\.end) + goals
    return instants.map { kickOff + Double($0) }.filter { $0 > now }.min()
  }

  /// The view of a match that is not played along a timeline; nil for one that is.
  private var verdict: MatchView? {
    switch status {
    case .postponed: .settled(.postponed, score: nil)
    case .cancelled: .settled(.cancelled, score: nil)
    case .awarded: .settled(.awarded, score: score.final)
    case .removed: .settled(.removed, score: nil)
    case .scheduled, .abandoned: nil
    }
  }

  /// Whether the feed tells how it went: without a score nobody knows whether it was played.
  private var isTold: Bool { status == .abandoned || score.final != nil || score.halfTime != nil }

  /// What the feed says of a match that has begun; nil where it does not follow it. Nothing is live for ever: what a feed has left
  /// off telling of ends after ``MatchTimeline/longest``.
  private func told(at now: Date) -> MatchView? {
    guard let progress, status == .scheduled else { return nil }
    guard case .running(let report) = progress else { return score.final == nil ? nil : ended }
    let elapsed = now.timeIntervalSince(kickOff)
    guard elapsed < MatchTimeline.longest else { return .upcoming }
    let timeline = MatchTimeline(self)
    let goals = goals.flatMap { $0.score == report.score ? $0 : nil }
    return MatchView(
      state: report.isSuspended ? .suspended : .live, phase: report.phase(at: elapsed, timeline),
      minute: report.isSuspended ? nil : report.clock(at: elapsed, timeline), score: report.score ?? .goalless,
      penalties: nil, goals: goals ?? [], isScoreExact: report.score != nil)
  }

  private func played(at now: Date) -> MatchView {
    let elapsed = now.timeIntervalSince(kickOff)
    guard elapsed < MatchTimeline.longest else { return ended }
    let timeline = MatchTimeline(self)
    guard let segment = timeline.segment(at: elapsed) else { return ended }
    let goals = reliableGoals?.filter { timeline.instant(of: $0).map { Double($0) <= elapsed } ?? false }
    return MatchView(
      state: .live, phase: segment.phase, minute: segment.minute(at: elapsed),
      score: goals?.score ?? lastKnown(timeline, elapsed), penalties: nil, goals: goals ?? [],
      isScoreExact: goals != nil || isScoreKnown(in: segment.phase))
  }

  /// Whether the feed tells the score with which a break began.
  private func isScoreKnown(in phase: MatchPhase) -> Bool {
    switch phase {
    case .halfTime: score.halfTime != nil
    case .breakBeforeExtraTime: score.regularTime != nil
    case .breakBeforeShootOut, .shootOut: score.final != nil
    default: false
    }
  }

  /// The match after the final whistle.
  private var ended: MatchView {
    let isKnown = score.final != nil
    return MatchView(
      state: status == .abandoned ? .abandoned : isKnown ? .played : .upcoming, phase: nil, minute: nil,
      score: score.final ?? (status == .abandoned ? score.halfTime : nil), penalties: score.penalties,
      goals: reliableGoals ?? [], isScoreExact: isKnown)
  }

  private func lastKnown(_ timeline: MatchTimeline, _ elapsed: Double) -> ScoreLine {
    let points: [(MatchPhase, ScoreLine?)] = [
      (.firstHalf, score.halfTime), (.secondHalf, score.regularTime), (.extraTimeSecondHalf, score.afterExtraTime),
    ]
    let known = points.filter { phase, _ in timeline.end(of: phase).map { Double($0) <= elapsed } ?? false }
    return known.compactMap(\.1).last ?? .goalless
  }
}

extension MatchView {
  static let upcoming = settled(.upcoming, score: nil)

  /// A match that no clock runs for.
  fileprivate static func settled(_ state: MatchState, score: ScoreLine?) -> MatchView {
    MatchView(
      state: state, phase: nil, minute: nil, score: score, penalties: nil, goals: [], isScoreExact: score != nil)
  }
}
