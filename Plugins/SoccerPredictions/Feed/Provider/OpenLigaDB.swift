import FieldhouseKit
import Foundation

/// The interface of OpenLigaDB, which needs no key and tells neither minutes of play nor assists.
struct OpenLigaDB: ProviderFormat {
  let address = "https://api.openligadb.de"
  let logoHosts: Set = ["upload.wikimedia.org"]

  func headers(key: String?) -> [String: String] { ["Accept": "application/json"] }

  func path(_ document: ProviderDocument) -> String? {
    let season = document.season
    return switch document.kind {
    case .matches: "/getmatchdata/\(season.code)/\(season.year)"
    case .table: "/getbltable/\(season.code)/\(season.year)"
    case .details: nil
    }
  }

  func matches(_ answer: JSON) throws(FeedProblem) -> (matches: [ProviderMatch], problems: [FeedProblem]) {
    try read(answer.array, at: "", Self.match)
  }

  private static func match(_ match: JSON, _ place: String) throws(FeedProblem) -> ProviderMatch {
    guard let number = match["matchID"]?.word else { throw .format("the match has no \"matchID\"") }
    guard let instant = match["matchDateTimeUTC"]?.string.flatMap(toldInstant) else {
      throw .format("\"matchDateTimeUTC\" is no instant")
    }
    let group = match["group"]
    let round = group?["groupOrderID"]?.number.flatMap { order in
      group?["groupName"]?.string.map { $0.contains("Spieltag") ? "Matchday \(order)" : $0 }
    }
    var row = try MatchRow(
      place: place, round: round, group: nil, at: instant, isTimed: true, home: match["team1"]?["teamName"]?.string,
      away: match["team2"]?["teamName"]?.string)
    let ground = [match["location"]?["locationStadium"]?.string, match["location"]?["locationCity"]?.string]
      .compactMap(\.self).filter { !$0.isEmpty }
    row.stadium = ground.isEmpty ? nil : ground.joined(separator: ", ")
    let goals = inOrder(match["goals"]?.array ?? [])
    let score = score(match["matchResults"]?.array ?? [])
    if match["matchIsFinished"]?.bool == true {
      // Without a result nobody knows whether it was played.
      if score.final != nil { (row.progress, row.score) = (.over, score) }
    } else if !goals.isEmpty || score != Score() {
      let last = goals.last?.line("scoreTeam1", "scoreTeam2")
      row.progress = .running(LiveReport(score: last ?? score.final ?? score.halfTime ?? .goalless))
    }
    row.goals = Self.goals(goals)
    let logos = ToldLogos(
      home: match["team1"]?["teamIconUrl"]?.string, away: match["team2"]?["teamIconUrl"]?.string)
    return ProviderMatch(number: number, row: row, logos: logos)
  }

  /// The results by their kinds: 1 at half-time, 2 at the end, 3 after 90 minutes, 4 after extra time, 5 after the shoot-out.
  private static func score(_ results: [JSON]) -> Score {
    func line(_ kind: Int) -> ScoreLine? {
      results.last { $0["resultTypeID"]?.number == kind }?.line("pointsTeam1", "pointsTeam2")
    }
    let (longer, kicks) = (line(4), line(5))
    let regular = line(3) ?? (longer == nil && kicks == nil ? line(2) : nil)
    let before = longer ?? regular
    let scored = kicks.flatMap { kicks in
      before.map { ScoreLine(max(0, kicks.home - $0.home), max(0, kicks.away - $0.away)) }
    }
    return Score(halfTime: line(1), regularTime: regular, afterExtraTime: longer, penalties: scored)
  }

  /// The goals in the order of the scores that they make: people enter them as they come to it.
  private static func inOrder(_ goals: [JSON]) -> [JSON] {
    let counted = goals.enumerated().map { place, goal in
      (goal: goal, count: goal.line("scoreTeam1", "scoreTeam2").map { $0.home + $0.away } ?? 0, place: place)
    }
    return counted.sorted { ($0.count, $0.place) < ($1.count, $1.place) }.map(\.goal)
  }

  /// The goals, each on the side whose score it raises; nil unless each can be read.
  private static func goals(_ list: [JSON]) -> [Goal]? {
    var before = ScoreLine.goalless
    var goals: [Goal] = []
    for goal in list {
      guard let now = goal.line("scoreTeam1", "scoreTeam2"), let minute = goal["matchMinute"]?.number,
        Goal.statedMinutes.contains(minute), let scorer = goal["goalGetterName"]?.string, !scorer.isEmpty
      else { return nil }
      let side: Side = now.home > before.home ? .home : .away
      let isOwn = goal["isOwnGoal"]?.bool == true
      let isPenalty = goal["isPenalty"]?.bool == true
      goals.append(
        Goal(minute: minute, scorer: scorer, side: side, kind: isOwn ? .ownGoal : isPenalty ? .penalty : .play))
      before = now
    }
    return goals.isEmpty ? nil : goals
  }

  func table(_ answer: JSON) throws(FeedProblem) -> [ProviderStanding] {
    guard let rows = answer.array else { throw .format("it is no list") }
    return rows.enumerated().compactMap { place, row in
      row["teamName"]?.string.map { name in
        ProviderStanding(
          table: nil, position: place + 1, team: name, won: row["won"]?.number ?? 0, drawn: row["draw"]?.number ?? 0,
          lost: row["lost"]?.number ?? 0, goalsFor: row["goals"]?.number ?? 0,
          goalsAgainst: row["opponentGoals"]?.number ?? 0, points: row["points"]?.int ?? 0)
      }
    }
  }
}
