/// Who a score speaks for: the "1X2" of football pools.
public enum Outcome: String, Hashable, Sendable, CaseIterable, Codable {
  case home, draw, away
}

/// The goals of both teams.
public struct ScoreLine: Hashable, Sendable, Codable {
  /// Goals of the home team, or of the team named first on neutral ground; 0 or more.
  public var home: Int
  /// Goals of the other team; 0 or more.
  public var away: Int

  /// Makes a score.
  public init(_ home: Int, _ away: Int) {
    self.home = home
    self.away = away
  }

  /// 0–0.
  public static let goalless = ScoreLine(0, 0)

  /// Who wins by this score.
  public var outcome: Outcome {
    if home == away { return .draw }
    return home > away ? .home : .away
  }

  /// "2–1".
  public var text: String { "\(home)–\(away)" }

  /// Whether neither team has more goals here than in `later`.
  func precedes(_ later: ScoreLine) -> Bool { home <= later.home && away <= later.away }
}

/// What is known of a match's score at its fixed points. Each one includes the goals before it; the shoot-out is
/// counted on its own.
public struct Score: Hashable, Sendable {
  /// At half-time.
  public var halfTime: ScoreLine?
  /// After 90 minutes and their stoppage time.
  public var regularTime: ScoreLine?
  /// After 120 minutes; nil when there was no extra time.
  public var afterExtraTime: ScoreLine?
  /// Kicks scored in the shoot-out; nil when there was none.
  public var penalties: ScoreLine?

  /// Makes a score of what is known.
  public init(
    halfTime: ScoreLine? = nil, regularTime: ScoreLine? = nil, afterExtraTime: ScoreLine? = nil,
    penalties: ScoreLine? = nil
  ) {
    self.halfTime = halfTime
    self.regularTime = regularTime
    self.afterExtraTime = afterExtraTime
    self.penalties = penalties
  }

  /// The score when play ended, without the shoot-out.
  public var final: ScoreLine? { afterExtraTime ?? regularTime }

  /// Why these scores cannot be those of one match, as a sentence; nil when they can.
  public var contradiction: String? {
    let steps = [halfTime, regularTime, afterExtraTime].compactMap(\.self)
    if zip(steps, steps.dropFirst()).contains(where: { !$0.precedes($1) }) {
      return "a later score has fewer goals than an earlier one"
    }
    if regularTime == nil, afterExtraTime != nil || penalties != nil {
      return "the score after 90 minutes is missing"
    }
    return nil
  }
}
