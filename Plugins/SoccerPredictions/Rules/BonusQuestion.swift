import Foundation

/// A question of a group about a season, which its members answer before a round begins.
struct BonusQuestion: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Which team wins the season; the data answers it once the season is over.
    case champion
    /// Which of some players scores most; the data answers it once the season is over and every goal of it is known.
    case topScorer
    /// Anything; a group's admin answers it.
    case free
  }

  let id: String
  let kind: Kind
  let text: String
  /// What can be answered: names of players or any texts; none for the champion, where it is the season's teams.
  let options: [String]
  let points: Worth
  /// The label of the round before which it closes.
  let round: String
  /// When that closed as the question was asked.
  let closesAt: Date
  /// What an admin has answered; nil where nobody has.
  var answer: String?

  /// What can be answered, with the names that people read.
  func choices(_ matches: [Match]) -> [(id: String, name: String)] {
    guard kind == .champion else { return options.map { ($0, $0) } }
    let teams = Set(matches.flatMap { [$0.home, $0.away] }.filter(\.isDetermined))
    return teams.map { ($0.id, $0.name) }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// When it closes: with the predictions of the first match of its round, 15 minutes before that begins, or when its day does while only
  /// that is known; also when it has been moved to an earlier time, but no later than was said.
  func closing(_ periods: [SeasonPeriod]) -> Date {
    min(closesAt, periods.first { $0.name == round }?.closes ?? closesAt)
  }

  /// What is right: what an admin has said, or else what the data of a season says that is over; nil while nobody knows. Of several who
  /// scored most each is right.
  func right(_ matches: [Match], isOver: Bool) -> Set<String>? {
    if let answer { return [answer] }
    guard isOver else { return nil }
    switch kind {
    case .champion: return Self.champion(matches).map { [$0] }
    case .topScorer:
      return Self.topScorers(matches).map { names in Set(options.filter { names.contains(Slug.make($0)) }) }
    case .free: return nil
    }
  }

  /// The id of the team that has won a season: the final, where there is one, else the table, where there is one. Nobody knows of two teams
  /// that share the first place.
  private static func champion(_ matches: [Match]) -> String? {
    let decider = ScoringRule.Stage(round: "Final", factor: .one)
    let finals = matches.filter { decider.fits($0.round) }
    if let last = finals.last {
      let teams: Set = [last.home.id, last.away.id]
      return winner(finals.filter { $0.isPlayed && teams == [$0.home.id, $0.away.id] })
    }
    let tables = TeamStandings.tables(matches) { $0.score.final }
    let first = tables.count == 1 ? tables[0].rows.filter { $0.position == 1 } : []
    return first.count == 1 ? first[0].team.id : nil
  }

  /// The winner of a final of one match, of two matches whose goals are added up, or of a replay after a draw.
  private static func winner(_ legs: [Match]) -> String? {
    guard let last = legs.last else { return nil }
    var sum = ScoreLine.goalless
    for leg in legs {
      guard let score = leg.score.final else { return nil }
      let isTurned = leg.home.id != last.home.id
      sum.home += isTurned ? score.away : score.home
      sum.away += isTurned ? score.home : score.away
    }
    switch sum.outcome == .draw ? last.score.penalties?.outcome : sum.outcome {
    case .home: return last.home.id
    case .away: return last.away.id
    case .draw, nil: return nil
    }
  }

  /// The names, as slugs, of those who have scored most, each by all names that the feed has called them; nil where goals of a match are not
  /// known.
  private static func topScorers(_ matches: [Match]) -> Set<String>? {
    var scorers: [PlayerID: (goals: Int, names: Set<String>)] = [:]
    for match in matches where match.score.final != nil {
      guard let known = match.reliableGoals else { return nil }
      for goal in known where goal.kind != .ownGoal {
        let player = match.scorer(of: goal)
        scorers[player, default: (0, [player.slug])].goals += 1
        scorers[player]?.names.insert(Slug.make(goal.scorer))
      }
    }
    let most = scorers.values.map(\.goals).max()
    return scorers.values.filter { $0.goals == most }.reduce(into: Set()) { $0.formUnion($1.names) }
  }
}

extension Match {
  /// Whether it takes place, or was decided otherwise.
  fileprivate var isPlayed: Bool { status == .scheduled || status == .awarded }
}
