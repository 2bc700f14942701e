import Foundation

@testable import SoccerPredictions

/// An instant written as in the interface: "2024-08-16T19:00:00Z".
func instant(_ text: String) throws -> Date {
  try Date(text, strategy: .iso8601)
}

/// Where the plugin's shipped data lies.
let shippedData = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Plugins/SoccerPredictions/Data")

/// The shipped table of competitions.
func competitions() throws -> CompetitionTable {
  try CompetitionTable(contentsOf: shippedData.appending(path: "competitions.table"))
}

/// The season in a shipped file.
func shipped(_ file: String) throws -> SeasonFile {
  let data = try Data(contentsOf: shippedData.appending(path: file))
  return try FieldhouseReader(table: competitions()).read(data, path: file).unwrapped
}

extension Optional {
  struct Missing: Error {}

  var unwrapped: Wrapped {
    get throws {
      guard let self else { throw Missing() }
      return self
    }
  }
}

extension Match {
  /// Home Town against Away Town, kicking off at 15:00 UTC on 1 March 2025.
  static func sample(
    _ home: String = "Home Town", _ away: String = "Away Town", score: Score = Score(), goals: [Goal]? = nil,
    status: ReportedStatus = .scheduled, round: String? = "Matchday 1", group: String? = nil
  ) -> Match {
    Match(
      id: "en.1_2024-25_1_\(home)_\(away)", league: SeasonKey(league: "en.1", season: "2024-25"), round: round,
      group: group, home: Team(name: home, country: "ENG"), away: Team(name: away, country: "ENG"),
      kickOff: Date(timeIntervalSince1970: 1_740_841_200), kickOffConfirmed: true, stadium: nil, status: status,
      score: score, goals: goals)
  }

  /// The match as it stands some minutes and seconds after kick-off.
  func view(minute: Int, second: Int = 0) -> MatchView {
    view(at: kickOff + Double(minute * 60 + second))
  }

  var homeScorer: PlayerID { PlayerID(name: "Ann", team: home.id) }
  var awayScorer: PlayerID { PlayerID(name: "Bea", team: away.id) }
}
