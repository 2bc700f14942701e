/// What a feed that follows matches says of one that has begun.
public enum MatchProgress: Hashable, Sendable {
  /// It is being played.
  case running(LiveReport)
  /// The final whistle has gone, and the score is the last one.
  case over
}

/// A match that is being played, as a provider tells of it.
public struct LiveReport: Hashable, Sendable {
  /// The phase; nil where the provider does not tell it, which the time since kick-off then does.
  public var phase: MatchPhase?
  /// The minute of play, 1…120; nil where the provider does not tell it.
  public var minute: Int?
  /// The minute of stoppage time after it; 0 outside stoppage time.
  public var stoppage = 0
  /// The score so far, which may be lower than one told before: goals are taken back.
  public var score: ScoreLine?
  /// Whether play is interrupted, and is to go on.
  public var isSuspended = false

  init(
    phase: MatchPhase? = nil, minute: Int? = nil, stoppage: Int = 0, score: ScoreLine? = nil, isSuspended: Bool = false
  ) {
    (self.phase, self.minute, self.stoppage) = (phase, minute.map { min(max(1, $0), 120) }, max(0, stoppage))
    (self.score, self.isSuspended) = (score, isSuspended)
  }

  /// What the match clock shows.
  /// - Parameters:
  ///   - elapsed: seconds since the scheduled kick-off.
  ///   - timeline: that of a match of which nothing is known but its kick-off.
  func clock(at elapsed: Double, _ timeline: MatchTimeline) -> MatchMinute {
    if let phase, phase.minutes == nil { return .pause(phase) }
    if let minute { return .playing(minute, stoppage: stoppage) }
    let last = (phase?.minutes ?? 46...90).upperBound
    guard let segment = timeline.segment(at: max(0, elapsed)) else { return .playing(last, stoppage: 1) }
    guard let phase, let minutes = phase.minutes, segment.phase != phase else {
      return segment.minute(at: max(0, elapsed))
    }
    // The provider's word counts: it says that play is in another phase than the time since kick-off makes it.
    return .playing(phase.follows(segment.phase) ? minutes.lowerBound : minutes.upperBound, stoppage: 0)
  }

  /// The phase, by the time since kick-off where the provider tells none.
  func phase(at elapsed: Double, _ timeline: MatchTimeline) -> MatchPhase {
    phase ?? minute.map {
      $0 <= 45 ? .firstHalf : $0 <= 90 ? .secondHalf : $0 <= 105 ? .extraTimeFirstHalf : .extraTimeSecondHalf
    }
      ?? timeline.segment(at: max(0, elapsed))?.phase ?? .secondHalf
  }
}
