import FieldhouseKit
import Foundation

@testable import SoccerPredictions

extension MatchRow {
  /// Albion against Borough in the first matchday, as a file or a provider states it.
  static func sample(
    _ home: String = "Albion", _ away: String = "Borough", at text: String = "2024-08-17T11:30:00Z",
    round: String? = "Matchday 1", score: Score = Score(), goals: [Goal]? = nil, status: ReportedStatus = .scheduled,
    progress: MatchProgress? = nil
  ) throws -> MatchRow {
    var row = try MatchRow(
      place: "/0", round: round, group: nil, at: Date(text, strategy: .iso8601), isTimed: true, home: home, away: away)
    (row.score, row.goals, row.status, row.progress) = (score, goals, status, progress)
    return row
  }

  /// The season that rows of English clubs make.
  static func season(_ rows: [MatchRow], zone: String = "UTC", teamCode: String = "ENG") throws -> SeasonFile {
    let league = League(
      key: SeasonKey(league: "en.1", season: "2024-25"), name: "League", continent: "Europe", country: nil)
    var assembly = SeasonAssembly(
      league: league, zone: try TimeZone(identifier: zone).unwrapped, teamCode: teamCode)
    return assembly.assemble(rows, file: "rows")
  }
}

extension ProviderAnswers {
  /// The first match alone as football-data.org tells it, with these members in the place of its own.
  static func footballData(with members: JSONObject) -> JSON {
    ["matches": [replacing(footballData()["matches"]?[0], with: members)]]
  }

  /// The match as API-Football tells it, with these members in the place of its own.
  static func apiFootball(_ first: First = First(), with members: JSONObject) -> JSON {
    ["response": [replacing(apiFootball(first)["response"]?[0], with: members)]]
  }

  /// One match of OpenLigaDB, with these members beside those that each has.
  static func openLigaDB(with members: JSONObject) -> JSON {
    let match: JSON = [
      "matchID": 7, "matchDateTimeUTC": "2024-08-17T11:30:00Z", "matchIsFinished": false,
      "team1": ["teamName": "Albion"], "team2": ["teamName": "Borough"],
    ]
    return [replacing(match, with: members)]
  }

  private static func replacing(_ match: JSON?, with members: JSONObject) -> JSON {
    var all = match?.object ?? [:]
    for (name, value) in members { all[name] = value }
    return .object(all)
  }
}

extension ProviderFormat {
  /// The first match in an answer.
  func first(_ answer: JSON) throws -> ProviderMatch { try matches(answer).matches.first.unwrapped }
}
