public import Foundation

/// Where a match stands, as the interface names it.
public enum MatchState: String, Hashable, Sendable, CaseIterable, Codable {
  case upcoming, live, played, postponed, cancelled, abandoned, awarded
  /// It has begun, and play is interrupted.
  case suspended
  /// It is in the feed no longer.
  case removed
}

/// What the feed says about a match apart from its scores.
public enum ReportedStatus: String, Hashable, Sendable, CaseIterable {
  /// Nothing out of the ordinary: it takes place, or took place, as scheduled.
  case scheduled
  /// It did not take place on its date; a new date may follow.
  case postponed
  /// It will not take place.
  case cancelled
  /// It was started and not finished.
  case abandoned
  /// Its score is an administrative verdict.
  case awarded
  /// It was in the feed and is no longer.
  case removed
}

/// A match: the facts a feed knows about it, whatever the time is.
public struct Match: Hashable, Sendable {
  /// The stable id. As read from a file it is made of league, season, round and teams, or of the feed's own match number; ``Identity``
  /// gives the match the id that it has had from the first, whatever the feed has corrected since.
  public internal(set) var id: String
  /// The competition and season it belongs to.
  public internal(set) var league: SeasonKey
  /// The round's label, with its stage if there is one: "Matchday 7", "Finals, Semifinals"; nil when the feed has none.
  public internal(set) var round: String?
  /// The group within the round: "Group A".
  public let group: String?
  /// The home team, or the one named first on neutral ground.
  public internal(set) var home: Team
  /// The other team.
  public internal(set) var away: Team
  /// The scheduled kick-off.
  public internal(set) var kickOff: Date
  /// False when the feed gave only the date: `kickOff` is then noon of that day in the league's zone.
  public let kickOffConfirmed: Bool
  /// The stadium and city, where known.
  public let stadium: String?
  /// What the feed says apart from scores.
  public internal(set) var status: ReportedStatus
  /// What is known of the score.
  public internal(set) var score: Score
  /// The goals in order of play; nil when the feed has no goals for this match.
  public internal(set) var goals: [Goal]?
  /// What the feed says of it now that it has begun; nil where the feed does not follow matches, and the timeline tells.
  public internal(set) var progress: MatchProgress?
  /// When what the feed says of it beside its score becomes known.
  public var disclosure = Disclosure.atKickOff
  /// Whether its predictions have closed once, at an earlier date: it does not open again by itself.
  public var isShut = false
  /// Whether the feed has it no longer, and an operator is to say what has become of it: until then its points stay as they are.
  public internal(set) var isDoubtful = false
  /// Whether the feed says a word of its state that nobody knows: what was known of it before then stays.
  var isStateUnknown = false

  /// The number in the round's label ("Matchday 7" is 7); nil when it has none.
  public var roundNumber: Int? {
    round?.split(whereSeparator: { !$0.isWholeNumber }).last.flatMap { Int($0) }
  }

  /// The team on `side`.
  public func team(_ side: Side) -> Team { side == .home ? home : away }

  /// The player who scored `goal`: of the other team for an own goal.
  public func scorer(of goal: Goal) -> PlayerID {
    let team = team(goal.kind == .ownGoal ? goal.side.other : goal.side).id
    return goal.player ?? PlayerID(name: goal.scorer, team: team)
  }

  /// The goals, when they make the score after 90 minutes and the last one; nil when the feed has none or they do not. A score at
  /// half-time that contradicts them costs nobody the goals.
  public var reliableGoals: [Goal]? {
    guard let final = score.final else { return nil }
    if final == .goalless { return [] }
    guard let goals, goals.filter(\.isInRegularTime).score == score.regularTime else { return nil }
    return score.afterExtraTime == nil || goals.score == score.afterExtraTime ? goals : nil
  }

  /// How the goals contradict the scores, as a sentence; nil when they agree or there are none.
  public var goalsContradiction: String? {
    guard let goals else { return nil }
    let checks = [
      ("half-time", score.halfTime, goals.filter { $0.minute <= 45 }.score),
      ("after 90 minutes", score.regularTime, goals.filter(\.isInRegularTime).score),
      ("after extra time", score.afterExtraTime, goals.score),
    ]
    for case (let point, let stated?, let counted) in checks where stated != counted {
      return "the score \(point) is \(stated.text), the goals make \(counted.text)"
    }
    return nil
  }
}
