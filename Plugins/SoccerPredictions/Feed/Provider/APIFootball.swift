import FieldhouseKit
import Foundation

/// The interface of API-Football, version 3.
struct APIFootball: ProviderFormat {
  /// So many matches may be asked for by their numbers in one call.
  static let most = 20

  let address = "https://v3.football.api-sports.io"
  let logoHosts: Set = ["media.api-sports.io"]

  func headers(key: String?) -> [String: String] { key.map { ["x-apisports-key": $0] } ?? [:] }

  func path(_ document: ProviderDocument) -> String? {
    let season = document.season
    return switch document.kind {
    case .matches: "/fixtures?league=\(season.code)&season=\(season.year)"
    case .table: "/standings?league=\(season.code)&season=\(season.year)"
    case .details(let numbers): "/fixtures?ids=\(numbers.joined(separator: "-"))"
    }
  }

  func meetingsPath(_ match: ProviderMatch) -> String? {
    guard let home = match.home, let away = match.away else { return nil }
    return "/fixtures/headtohead?h2h=\(home)-\(away)&last=\(ToldMeeting.most)"
  }

  /// Refusals come with status 200.
  func refusal(_ answer: JSON) -> String? {
    guard let errors = answer["errors"]?.object, !errors.isEmpty else { return nil }
    return errors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.string ?? "")" }.joined(separator: "; ")
  }

  func matches(_ answer: JSON) throws(FeedProblem) -> (matches: [ProviderMatch], problems: [FeedProblem]) {
    try read(answer["response"]?.array, at: "response", Self.match)
  }

  func parts(_ answer: JSON) -> [String: JSON] {
    Dictionary(
      (answer["response"]?.array ?? []).compactMap { part in part["fixture"]?["id"]?.word.map { ($0, part) } },
      uniquingKeysWith: { $1 })
  }

  private static func match(_ match: JSON, _ place: String) throws(FeedProblem) -> ProviderMatch {
    guard let fixture = match["fixture"], let number = fixture["id"]?.word else {
      throw .format("the match has no \"fixture\" with an \"id\"")
    }
    let stated = fixture["timestamp"]?.int.map { Date(timeIntervalSince1970: Double($0)) }
    guard let instant = stated ?? fixture["date"]?.string.flatMap(toldInstant) else {
      throw .format("\"date\" is no instant")
    }
    let status = fixture["status"]?["short"]?.string ?? "NS"
    let (round, group) = round(match["league"]?["round"]?.string)
    var row = try MatchRow(
      place: place, round: round, group: group, at: instant, isTimed: status != "TBD",
      home: match["teams"]?["home"]?["name"]?.string, away: match["teams"]?["away"]?["name"]?.string)
    let venue = [fixture["venue"]?["name"]?.string, fixture["venue"]?["city"]?.string].compactMap(\.self)
    row.stadium = venue.isEmpty ? nil : venue.joined(separator: ", ")
    take(status, match, &row)
    row.goals = goals(match, match["goals"]?.line())
    let logos = ToldLogos(
      league: match["league"]?["logo"]?.string, home: match["teams"]?["home"]?["logo"]?.string,
      away: match["teams"]?["away"]?["logo"]?.string)
    return ProviderMatch(
      number: number, row: row, sheet: sheet(match), logos: logos, home: match["teams"]?["home"]?["id"]?.numericID,
      away: match["teams"]?["away"]?["id"]?.numericID, competition: match["league"]?["name"]?.string)
  }

  private static let counted: [String: StatisticKind] = [
    "Ball Possession": .possession, "Total Shots": .shots, "Shots on Goal": .shotsOnGoal,
    "Shots off Goal": .shotsOffGoal, "Blocked Shots": .blockedShots, "Shots insidebox": .shotsInsideBox,
    "Shots outsidebox": .shotsOutsideBox, "expected_goals": .expectedGoals, "Corner Kicks": .corners,
    "Offsides": .offsides, "Fouls": .fouls, "Goalkeeper Saves": .saves, "Total passes": .passes,
    "Passes accurate": .accuratePasses, "Passes %": .passAccuracy, "Yellow Cards": .yellowCards,
    "Red Cards": .redCards,
  ]

  /// Line-ups and figures are lists with one part for each team; nil in the list of a season, which has none.
  private static func sheet(_ match: JSON) -> MatchSheet? {
    func part(_ list: String, _ side: String) -> JSON? {
      let team = match["teams"]?[side]?["id"]?.word
      return match[list]?.array?.first { team != nil && $0["team"]?["id"]?.word == team }
    }
    func figures(_ side: String) -> [StatisticKind: Double] {
      (part("statistics", side)?["statistics"]?.array ?? []).reduce(into: [:]) { all, told in
        guard let kind = told["type"]?.string.flatMap({ counted[$0] }) else { return }
        all[kind] = kind.figure(told["value"])
      }
    }
    let sheet = MatchSheet(
      home: lineup(part("lineups", "home")), away: lineup(part("lineups", "away")),
      statistics: MatchSheet.statistics(home: figures("home"), away: figures("away")))
    return sheet.isEmpty ? nil : sheet
  }

  private static func lineup(_ part: JSON?) -> MatchSheet.Lineup? {
    func players(_ list: JSON?) -> [MatchSheet.Player] {
      (list?.array ?? []).compactMap { entry in
        let player = entry["player"]
        return MatchSheet.Player(name: player?["name"], number: player?["number"], position: player?["pos"])
      }
    }
    return MatchSheet.Lineup(
      formation: part?["formation"], coach: part?["coach"], starters: players(part?["startXI"]),
      bench: players(part?["substitutes"]))
  }

  private static func take(_ status: String, _ match: JSON, _ row: inout MatchRow) {
    let elapsed = match["fixture"]?["status"]
    switch status {
    case "NS", "TBD": break
    case "1H", "HT", "2H", "ET", "BT", "P", "LIVE", "SUSP", "INT":
      let minute = elapsed?["elapsed"]?.number
      let phase: MatchPhase? =
        switch status {
        case "1H": .firstHalf
        case "HT": .halfTime
        case "2H": .secondHalf
        case "ET": minute.map { $0 > 105 ? .extraTimeSecondHalf : .extraTimeFirstHalf } ?? .extraTimeFirstHalf
        case "BT": .breakBeforeExtraTime
        case "P": .shootOut
        default: nil
        }
      row.progress = .running(
        LiveReport(
          phase: phase, minute: minute, stoppage: elapsed?["extra"]?.number ?? 0, score: match["goals"]?.line(),
          isSuspended: status == "SUSP" || status == "INT"))
    case "FT", "AET", "PEN": (row.progress, row.score) = (.over, score(match, isLonger: status != "FT"))
    case "PST": row.status = .postponed
    case "CANC": row.status = .cancelled
    case "ABD": (row.status, row.score.halfTime) = (.abandoned, match["score"]?["halftime"]?.line())
    case "AWD", "WO": (row.status, row.score) = (.awarded, score(match, isLonger: false))
    default: row.unknownState = status
    }
  }

  private static func score(_ match: JSON, isLonger: Bool) -> Score {
    let score = match["score"]
    let (half, regular, last) = (score?["halftime"]?.line(), score?["fulltime"]?.line(), match["goals"]?.line())
    guard isLonger else { return Score(halfTime: half, regularTime: regular ?? last) }
    let kicks = score?["penalty"]?.line()
    // A shoot-out may follow the 90 minutes at once.
    let isAtOnce = kicks != nil && score?["extratime"]?.line() == nil && last == regular
    return Score(halfTime: half, regularTime: regular, afterExtraTime: isAtOnce ? nil : last, penalties: kicks)
  }

  /// The goals among the events; nil where the answer has none of them, as the list of a season.
  private static func goals(_ match: JSON, _ score: ScoreLine?) -> [Goal]? {
    guard let events = match["events"]?.array else { return nil }
    let home = match["teams"]?["home"]?["id"]?.word
    let list = events.filter {
      $0["type"]?.string == "Goal" && $0["detail"]?.string != "Missed Penalty"
        && $0["comments"]?.string != "Penalty Shootout"
    }
    let goals = list.compactMap { event -> Goal? in
      guard let minute = event["time"]?["elapsed"]?.number, Goal.statedMinutes.contains(minute),
        let scorer = event["player"]?["name"]?.string, !scorer.isEmpty
      else { return nil }
      let kind: Goal.Kind =
        switch event["detail"]?.string {
        case "Own Goal": .ownGoal
        case "Penalty": .penalty
        default: .play
        }
      var made = Goal(
        minute: minute, stoppage: max(0, event["time"]?["extra"]?.number ?? 0), scorer: scorer,
        side: event["team"]?["id"]?.word == home ? .home : .away, kind: kind)
      made.assist = event["assist"]?["name"]?.string
      return made
    }
    return goals.count == list.count ? goals.making(score) : nil
  }

  /// "Regular Season - 12" is matchday 12; "Group A - 1" is a matchday of a group; anything else is a round as it stands.
  private static func round(_ text: String?) -> (round: String?, group: String?) {
    guard let text, !text.isEmpty else { return (nil, nil) }
    guard let found = text.wholeMatch(of: #/(.+) - (\d+)/#) else { return (text, nil) }
    let (stage, day) = (String(found.1), "Matchday \(found.2)")
    if stage.wholeMatch(of: /Group [A-Z]/) != nil { return (day, stage) }
    return ["Regular Season", "League Stage", "Group Stage"].contains(stage) ? (day, nil) : (text, nil)
  }

  func table(_ answer: JSON) throws(FeedProblem) -> [ProviderStanding] {
    guard let seasons = answer["response"]?.array else { throw .format("there is no list \"response\"") }
    let tables = seasons.flatMap { $0["league"]?["standings"]?.array ?? [] }
    return tables.flatMap { table in
      (table.array ?? []).compactMap { row -> ProviderStanding? in
        guard let name = row["team"]?["name"]?.string, let position = row["rank"]?.number else { return nil }
        let (all, goals) = (row["all"], row["all"]?["goals"])
        return ProviderStanding(
          table: tables.count > 1 ? row["group"]?.string : nil, position: position, team: name,
          won: all?["win"]?.number ?? 0, drawn: all?["draw"]?.number ?? 0, lost: all?["lose"]?.number ?? 0,
          goalsFor: goals?["for"]?.number ?? 0, goalsAgainst: goals?["against"]?.number ?? 0,
          points: row["points"]?.int ?? 0)
      }
    }
  }
}
