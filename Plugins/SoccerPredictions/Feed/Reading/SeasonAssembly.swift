import FieldhouseKit
import Foundation

/// Gives the rows of a season's file their teams, instants and stable ids.
struct SeasonAssembly {
  let league: League
  private let teamCode: String
  private let clock: KickOffClock
  private var teams: [String: Team] = [:]
  private var slugs: [String: String] = [:]
  private var occurrences: [String: Int] = [:]

  init(league: League, zone: TimeZone, teamCode: String) {
    self.league = league
    self.teamCode = teamCode
    clock = KickOffClock(zone: zone)
  }

  /// The matches of the rows, in order; scores and goals that contradict each other are reported.
  mutating func assemble(_ rows: [MatchRow], file: String, problems: [FeedProblem] = []) -> SeasonFile {
    var problems = problems
    var matches: [Match] = []
    for row in unique(rows.map(\.cleaned), &problems).map({ $0.named(&problems) }) {
      let match = match(row)
      if let doubt = doubt(about: match) { problems.append(doubt.at(row.place)) }
      matches.append(match)
    }
    return SeasonFile(league: league, matches: matches, problems: problems.map { $0.at($0.place, in: file) })
  }

  /// The rows without those that say a match of the same round, teams and day again: of two the first that tells a score counts, else the
  /// first that tells anything of its state.
  private func unique(_ rows: [MatchRow], _ problems: inout [FeedProblem]) -> [MatchRow] {
    var places: [[String]: Int] = [:]
    var kept: [MatchRow] = []
    for row in rows {
      let key = [row.round ?? "", row.group ?? "", row.home, row.away, "\(row.date.daysSince1970)"]
      guard let place = places[key], !row.isNameless else {
        places[key] = kept.count
        kept.append(row)
        continue
      }
      if row.knowledge > kept[place].knowledge { kept[place] = row }
      problems.append(
        FeedProblem(
          place: row.place, code: "duplicate-match",
          detail: "\(row.home) against \(row.away) is there twice on one day; remove one of the two"))
    }
    return kept
  }

  private mutating func match(_ row: MatchRow) -> Match {
    let home = team(row.home)
    let away = team(row.away)
    let goals = row.isOverInNinety ? row.goals?.map(\.inNinety) : row.goals
    var match = Match(
      id: id(row, home: home, away: away), league: league.key, round: row.round, group: row.group, home: home,
      away: away, kickOff: clock.instant(row.date, row.time ?? KickOffClock.assumed),
      kickOffConfirmed: row.time != nil, stadium: row.stadium, status: row.status, score: row.score,
      goals: goals?.sorted(by: Goal.inOrder), progress: row.progress)
    match.isStateUnknown = row.unknownState != nil
    return match
  }

  /// The id: the feed's number if it has one, or else round and teams; a pairing that occurs again in the same
  /// round is numbered in the file's order.
  private mutating func id(_ row: MatchRow, home: Team, away: Team) -> String {
    if let number = row.number { return "\(league.key)_m\(number)" }
    let round = row.round.map { slug($0) } ?? "-"
    let id = "\(league.key)_\(round)_\(slug(home.name))_\(slug(away.name))"
    let occurrence = occurrences[id, default: 0] + 1
    occurrences[id] = occurrence
    return occurrence == 1 ? id : "\(id)_\(occurrence)"
  }

  private mutating func team(_ name: String) -> Team {
    if let known = teams[name] { return known }
    let team = Self.team(name, of: teamCode)
    teams[name] = team
    return team
  }

  /// The team with a name such as "Arsenal FC" or, in cups between countries, "Arsenal FC (ENG)".
  static func team(_ name: String, of teamCode: String) -> Team {
    let (bare, country) = split(name) ?? (name, teamCode)
    return Team(name: bare, country: country)
  }

  /// "Arsenal FC (ENG)" as "Arsenal FC" and "ENG"; nil for a name without a code in brackets.
  private static func split(_ name: String) -> (name: String, country: String)? {
    guard name.hasSuffix(")"), let start = name.lastIndex(of: "("), start > name.startIndex else { return nil }
    let code = name[start...].dropFirst().dropLast()
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
    return (name[..<start].trimmed, String(code))
  }

  private mutating func slug(_ name: String) -> String {
    if let slug = slugs[name] { return slug }
    let slug = Slug.make(name)
    slugs[name] = slug
    return slug
  }

  private func doubt(about match: Match) -> FeedProblem? {
    if let contradiction = match.score.contradiction {
      return FeedProblem(code: "score-contradiction", detail: "\(contradiction); correct the score of \(match.id)")
    }
    return match.goalsContradiction.map {
      FeedProblem(code: "goals-contradiction", detail: "\($0); correct the goals or the score of \(match.id)")
    }
  }
}

extension MatchRow {
  /// The row with texts as people are to see them; a team without a name that can be seen is not known yet.
  fileprivate var cleaned: MatchRow {
    var row = self
    func named(_ team: String) -> String {
      let name = team.cleaned
      return name.isEmpty ? "TBD" : name
    }
    func known(_ text: String?) -> String? { text.map(\.cleaned).flatMap { $0.isEmpty ? nil : $0 } }
    (row.home, row.away) = (named(home), named(away))
    (row.round, row.group, row.stadium) = (known(round), known(group), known(stadium))
    row.goals = goals.map { $0.map(\.cleaned) }
    return row
  }

  /// The row without its goals where one of them has no scorer that anybody can see: what is not told whole is not told.
  fileprivate func named(_ problems: inout [FeedProblem]) -> MatchRow {
    guard goals?.contains(where: \.scorer.isEmpty) == true else { return self }
    problems.append(
      FeedProblem(
        place: place, code: "missing-name",
        detail: "a goal of \(home) against \(away) has no scorer's name; the goals are left out until each has one"))
    var row = self
    row.goals = nil
    return row
  }

  /// Whether neither team is known by so much as a place: two matches of a round may both be "TBD" against "TBD" on one day.
  fileprivate var isNameless: Bool { home == away && TeamSlot.isOne(home) }

  /// How much it tells of what became of the match: 2 with a score, 1 with another state than that it takes place.
  fileprivate var knowledge: Int { score != Score() ? 2 : progress != nil || status != .scheduled ? 1 : 0 }

  /// Whether it is known that the match had neither extra time nor a shoot-out.
  fileprivate var isOverInNinety: Bool {
    score.regularTime != nil && score.afterExtraTime == nil && score.penalties == nil
  }
}

extension Goal {
  fileprivate var cleaned: Goal {
    copy(minute: minute, stoppage: stoppage, scorer: scorer.cleaned, assist: assist.map(\.cleaned))
  }

  /// The goal of a match without extra time. Some sources count on in the stoppage time: the 92nd minute is 90+2.
  fileprivate var inNinety: Goal {
    isInRegularTime ? self : copy(minute: 90, stoppage: minute - 90 + stoppage, scorer: scorer, assist: assist)
  }

  private func copy(minute: Int, stoppage: Int, scorer: String, assist: String?) -> Goal {
    var goal = Goal(minute: minute, stoppage: stoppage, scorer: scorer, side: side, kind: kind)
    goal.player = player
    goal.assist = assist.flatMap { $0.isEmpty ? nil : $0 }
    return goal
  }
}
