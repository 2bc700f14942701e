import FieldhouseKit
import Foundation

/// The interface of football-data.org, version 4.
struct FootballData: ProviderFormat {
  let address = "https://api.football-data.org/v4"
  let logoHosts: Set = ["crests.football-data.org"]

  func headers(key: String?) -> [String: String] {
    var headers = ["X-Unfold-Goals": "true", "X-Unfold-Lineups": "true"]
    headers["X-Auth-Token"] = key
    return headers
  }

  func path(_ document: ProviderDocument) -> String? {
    let season = document.season
    return switch document.kind {
    case .matches: "/competitions/\(season.code)/matches?season=\(season.year)"
    case .table: "/competitions/\(season.code)/standings?season=\(season.year)"
    case .details: nil
    }
  }

  func meetingsPath(_ match: ProviderMatch) -> String? {
    digits(in: match.number).map { "/matches/\($0)/head2head?limit=\(ToldMeeting.most)" }
  }

  func matches(_ answer: JSON) throws(FeedProblem) -> (matches: [ProviderMatch], problems: [FeedProblem]) {
    try read(answer["matches"]?.array, at: "matches", Self.match)
  }

  private static func match(_ match: JSON, _ place: String) throws(FeedProblem) -> ProviderMatch {
    guard let number = match["id"]?.word else { throw .format("the match has no \"id\"") }
    guard let instant = match["utcDate"]?.string.flatMap(toldInstant) else {
      throw .format("\"utcDate\" is no instant")
    }
    let status = match["status"]?.string ?? "SCHEDULED"
    var row = try MatchRow(
      place: place, round: round(match), group: group(match), at: instant, isTimed: status != "SCHEDULED",
      home: match["homeTeam"]?["name"]?.string, away: match["awayTeam"]?["name"]?.string)
    row.stadium = match["venue"]?.string
    take(status, match, &row)
    row.goals = goals(match, row.score.final ?? live(row))
    let logos = ToldLogos(
      league: match["competition"]?["emblem"]?.string, home: match["homeTeam"]?["crest"]?.string,
      away: match["awayTeam"]?["crest"]?.string)
    return ProviderMatch(
      number: number, row: row, sheet: sheet(match), logos: logos, home: match["homeTeam"]?["id"]?.numericID,
      away: match["awayTeam"]?["id"]?.numericID, competition: match["competition"]?["name"]?.string)
  }

  private static let counted: [String: StatisticKind] = [
    "ball_possession": .possession, "shots": .shots, "shots_on_goal": .shotsOnGoal, "shots_off_goal": .shotsOffGoal,
    "corner_kicks": .corners, "offsides": .offsides, "fouls": .fouls, "free_kicks": .freeKicks,
    "throw_ins": .throwIns, "goal_kicks": .goalKicks, "saves": .saves, "yellow_cards": .yellowCards,
    "yellow_red_cards": .secondYellowCards, "red_cards": .redCards,
  ]

  /// Line-ups and figures stand with each of the two teams.
  private static func sheet(_ match: JSON) -> MatchSheet? {
    func figures(_ team: JSON?) -> [StatisticKind: Double] {
      counted.reduce(into: [:]) { $0[$1.value] = $1.value.figure(team?["statistics"]?[$1.key]) }
    }
    let (home, away) = (match["homeTeam"], match["awayTeam"])
    let sheet = MatchSheet(
      home: lineup(home), away: lineup(away),
      statistics: MatchSheet.statistics(home: figures(home), away: figures(away)))
    return sheet.isEmpty ? nil : sheet
  }

  private static func lineup(_ team: JSON?) -> MatchSheet.Lineup? {
    func players(_ list: JSON?) -> [MatchSheet.Player] {
      (list?.array ?? []).compactMap {
        MatchSheet.Player(name: $0["name"], number: $0["shirtNumber"], position: $0["position"])
      }
    }
    return MatchSheet.Lineup(
      formation: team?["formation"], coach: team?["coach"], starters: players(team?["lineup"]),
      bench: players(team?["bench"]))
  }

  private static func live(_ row: MatchRow) -> ScoreLine? {
    guard case .running(let report)? = row.progress else { return nil }
    return report.score
  }

  private static func take(_ status: String, _ match: JSON, _ row: inout MatchRow) {
    let score = match["score"]
    switch status {
    case "SCHEDULED", "TIMED": break
    case "IN_PLAY", "LIVE", "PAUSED", "EXTRA_TIME", "PENALTY_SHOOTOUT", "SUSPENDED":
      let minute = match["minute"]?.number
      let phase: MatchPhase? =
        switch status {
        case "PAUSED": pause(after: minute)
        case "EXTRA_TIME": minute ?? 0 > 105 ? .extraTimeSecondHalf : .extraTimeFirstHalf
        case "PENALTY_SHOOTOUT": .shootOut
        default: nil
        }
      row.progress = .running(
        LiveReport(
          phase: phase, minute: minute, stoppage: match["injuryTime"]?.number ?? 0, score: played(score),
          isSuspended: status == "SUSPENDED"))
    case "FINISHED": (row.progress, row.score) = (.over, whole(score))
    case "POSTPONED": row.status = .postponed
    case "CANCELLED", "CANCELED": row.status = .cancelled
    case "AWARDED": (row.status, row.score) = (.awarded, whole(score))
    default: row.unknownState = status
    }
  }

  /// The break that a match is in after so many minutes of play.
  private static func pause(after minute: Int?) -> MatchPhase {
    switch minute ?? 45 {
    case ..<90: .halfTime
    case ..<105: .breakBeforeExtraTime
    case ..<120: .extraTimeBreak
    default: .breakBeforeShootOut
    }
  }

  /// The goals until now. `fullTime` has the kicks of a shoot-out added to it, unless there are fewer of them than kicks.
  private static func played(_ score: JSON?) -> ScoreLine? {
    guard let all = score?["fullTime"]?.line() else { return nil }
    guard let kicks = score?["penalties"]?.line(), score?["duration"]?.string == "PENALTY_SHOOTOUT",
      kicks.precedes(all)
    else { return all }
    return ScoreLine(all.home - kicks.home, all.away - kicks.away)
  }

  private static func whole(_ score: JSON?) -> Score {
    let duration = score?["duration"]?.string ?? "REGULAR"
    let half = score?["halfTime"]?.line()
    guard duration != "REGULAR" else { return Score(halfTime: half, regularTime: score?["fullTime"]?.line()) }
    let (regular, extra) = (score?["regularTime"]?.line(), score?["extraTime"]?.line())
    let kicks = score?["penalties"]?.line()
    let isShootOut = duration == "PENALTY_SHOOTOUT"
    // Without the kicks nobody knows how many of `fullTime` they are.
    let isCounted = !isShootOut || kicks != nil
    guard isCounted || regular != nil else { return Score() }
    var longer = regular.flatMap { regular in extra.map { regular + $0 } } ?? (isCounted ? played(score) : nil)
    // A shoot-out may follow the 90 minutes at once.
    if isShootOut, extra == nil, longer == regular { longer = nil }
    return Score(halfTime: half, regularTime: regular, afterExtraTime: longer, penalties: kicks)
  }

  private static func goals(_ match: JSON, _ score: ScoreLine?) -> [Goal]? {
    guard let list = match["goals"]?.array else { return nil }
    let home = match["homeTeam"]?["id"]?.word
    let goals = list.compactMap { goal -> Goal? in
      guard let minute = goal["minute"]?.number, Goal.statedMinutes.contains(minute),
        let scorer = goal["scorer"]?["name"]?.string, !scorer.isEmpty
      else { return nil }
      let kind: Goal.Kind =
        switch goal["type"]?.string {
        case "OWN": .ownGoal
        case "PENALTY": .penalty
        default: .play
        }
      var made = Goal(
        minute: minute, stoppage: max(0, goal["injuryTime"]?.number ?? 0), scorer: scorer,
        side: goal["team"]?["id"]?.word == home ? .home : .away, kind: kind)
      made.assist = goal["assist"]?["name"]?.string
      return made
    }
    // What cannot be read whole is not told: points go by it.
    return goals.count == list.count ? goals.making(score) : nil
  }

  private static func round(_ match: JSON) -> String? {
    let stage = match["stage"]?.string ?? "REGULAR_SEASON"
    let day = match["matchday"]?.number.map { "Matchday \($0)" }
    return ["REGULAR_SEASON", "LEAGUE_STAGE", "GROUP_STAGE"].contains(stage) ? day ?? titled(stage) : titled(stage)
  }

  private static func group(_ match: JSON) -> String? {
    match["group"]?.string.map { $0.contains("_") ? titled($0) : $0 }
  }

  func table(_ answer: JSON) throws(FeedProblem) -> [ProviderStanding] {
    guard let tables = answer["standings"]?.array else { throw .format("there is no list \"standings\"") }
    return tables.filter { $0["type"]?.string ?? "TOTAL" == "TOTAL" }.flatMap { table in
      (table["table"]?.array ?? []).compactMap { row -> ProviderStanding? in
        guard let name = row["team"]?["name"]?.string, let position = row["position"]?.number else { return nil }
        return ProviderStanding(
          table: Self.group(table), position: position, team: name, won: row["won"]?.number ?? 0,
          drawn: row["draw"]?.number ?? 0, lost: row["lost"]?.number ?? 0, goalsFor: row["goalsFor"]?.number ?? 0,
          goalsAgainst: row["goalsAgainst"]?.number ?? 0, points: row["points"]?.int ?? 0)
      }
    }
  }
}
