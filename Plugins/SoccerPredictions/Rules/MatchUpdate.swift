import Foundation

/// Something that has happened in a match.
struct MatchUpdate: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case kickOff
    case goal(Goal)
    /// The match is over, or was decided otherwise.
    case ended(MatchState)
  }

  let match: Match
  let kind: Kind
  /// When it happened.
  let instant: Date
  /// The score from then on; nil where there is none.
  let score: ScoreLine?
  /// Which one of the match's it is, from 0.
  let number: Int

  /// Tells it apart from all others, as long as the match's goals stay the same.
  var id: String { "\(match.id)/\(number)" }

  /// Whether it stands before another one in a list that begins with the latest.
  func isLater(than other: MatchUpdate) -> Bool {
    (instant, match.id, number) > (other.instant, other.match.id, other.number)
  }
}

extension Match {
  /// What has happened so far, in order: kick-off, goals as far as they are known, the end. A match that is not played tells of it
  /// from its scheduled kick-off on.
  func updates(at now: Date) -> [MatchUpdate] {
    let view = view(at: now)
    guard view.state != .upcoming, view.state != .removed, now >= kickOff else { return [] }
    var updates: [MatchUpdate] = []
    func add(_ kind: MatchUpdate.Kind, _ instant: Date, _ score: ScoreLine?) {
      updates.append(MatchUpdate(match: self, kind: kind, instant: instant, score: score, number: updates.count))
    }
    guard [.live, .suspended, .played, .abandoned].contains(view.state) else {
      add(.ended(view.state), kickOff, view.score)
      return updates
    }
    let timeline = MatchTimeline(self)
    add(.kickOff, kickOff, .goalless)
    for (count, goal) in view.goals.enumerated() {
      // Of a running match the timeline has no extra time yet.
      let second = timeline.instant(of: goal) ?? timeline.end
      add(.goal(goal), kickOff + Double(second), view.goals.prefix(count + 1).score)
    }
    let isOver = view.state == .played || view.state == .abandoned
    if isOver { add(.ended(view.state), kickOff + Double(timeline.end), view.score) }
    return updates
  }

  /// The match as if it ended with the score that it has now; nil unless it is being played and has a score.
  func asItStands(at now: Date) -> Match? {
    let view = view(at: now)
    guard view.state == .live, let score = view.score else { return nil }
    // What lies behind 90 minutes is known from then on; until then it is the score so far that would count.
    let isLonger = view.phase.map { ![.firstHalf, .halfTime, .secondHalf].contains($0) } ?? false
    let counted = view.goals.score == score ? view.goals.filter(\.isInRegularTime).score : score
    let ninety = isLonger ? self.score.regularTime ?? counted : score
    let end = Score(regularTime: ninety, afterExtraTime: isLonger ? score : nil)
    var match = Match(
      id: id, league: league, round: round, group: group, home: home, away: away, kickOff: kickOff,
      kickOffConfirmed: kickOffConfirmed, stadium: stadium, status: .scheduled, score: end,
      goals: view.isScoreExact && goals != nil ? view.goals : nil)
    match.isShut = isShut
    return match
  }
}
