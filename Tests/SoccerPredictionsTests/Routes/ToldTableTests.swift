import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `Tables that a provider tells` {
  /// Albion has won 1–0 against Borough.
  private static let season: JSON = {
    let goal = (10, "Ann Archer", nil as String?, true, "REGULAR")
    return ProviderAnswers.footballData(.init(status: "FINISHED", score: (1, 0), half: (1, 0), goals: [goal]))
  }()

  private static func row(
    _ position: Int64, _ team: String, _ results: (won: Int64, drawn: Int64, lost: Int64), _ goals: (Int64, Int64),
    _ points: Int64
  ) -> JSON {
    [
      "position": .integer(position), "team": ["name": .string(team)], "won": .integer(results.won),
      "draw": .integer(results.drawn), "lost": .integer(results.lost), "goalsFor": .integer(goals.0),
      "goalsAgainst": .integer(goals.1), "points": .integer(points),
    ]
  }

  private func run(
    on engine: TestHost.Engine, _ tables: JSON, _ body: (SoccerWorld, ReplayProvider) async throws -> Void
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/competitions/PL/matches", Self.season)
    replay.answer("/competitions/PL/standings", ["standings": tables])
    let source: JSON = [
      "provider": "football-data", "address": .string(replay.address),
      "seasons": [["league": "en.1", "season": "2024-25", "code": "PL", "name": "English Premier League"]],
    ]
    try await SoccerWorld.run(
      on: engine, feed: ["provider": "http", "pollSeconds": 300, "liveSeconds": 30, "sources": [source]]
    ) { world async throws in
      try await world.play(until: "2024-08-17T13:30:00Z")
      try await body(world, replay)
    }
  }

  /// Each table's name, and its rows: position, team, matches, goal difference, points and form.
  private func tables(_ view: String, _ world: SoccerWorld) async throws -> [String] {
    let items = try await world.call(.get, "/leagues/en.1/standings" + view)["items"]?.array ?? []
    return items.flatMap { table -> [String] in
      let rows = (table["rows"]?.array ?? []).map { row -> String in
        let numbers = ["position", "played", "goalDifference", "points"].map { String(row[$0]?.int ?? -99) }
        let form = (row["form"]?.array ?? []).compactMap(\.string)
        return ([row["team"]?["id"]?.string ?? ""] + numbers + form).joined(separator: " ")
      }
      return [table["name"]?.string ?? "-"] + rows
    }
  }

  @Test(.tags(.sp81), arguments: TestHost.Engine.allCases)
  func `are shown as they are told, one for each group, with the form that follows from the matches`(
    engine: TestHost.Engine
  ) async throws {
    let told: JSON = [
      [
        "type": "TOTAL", "group": "GROUP_A",
        "table": [
          Self.row(1, "Albion", (4, 2, 1), (9, 10), 14), Self.row(2, "Nowhere Town", (0, 0, 7), (1, 20), -3),
        ],
      ],
      ["type": "AWAY", "group": "GROUP_A", "table": [Self.row(1, "Borough FC", (9, 0, 0), (9, 0), 27)]],
      ["type": "TOTAL", "group": "GROUP_B", "table": [Self.row(1, "Borough FC", (1, 0, 0), (2, 0), 3)]],
    ]
    try await run(on: engine, told) { world, _ async throws in
      #expect(
        try await tables("", world) == [
          "Group A", "eng-albion-fc 1 7 -1 14 won", "eng-nowhere-town 2 7 -19 -3", "Group B",
          "eng-borough-fc 1 1 2 3 lost",
        ])
      let counted = ["-", "eng-albion-fc 1 1 1 3 won", "eng-borough-fc 2 1 -1 0 lost"]
      #expect(try await tables("?view=form", world) == counted, "of the last matches nobody tells")
      #expect(try await tables("?view=live", world) == counted)
    }
  }

  @Test(.tags(.sp81)) func `are counted from the matches until there are any, and stay while an answer is none`()
    async throws
  {
    try await run(on: .sqlite, []) { world, replay async throws in
      let counted = ["-", "eng-albion-fc 1 1 1 3 won", "eng-borough-fc 2 1 -1 0 lost"]
      #expect(try await tables("", world) == counted)
      let row = Self.row(1, "Borough FC", (0, 0, 1), (0, 1), 6)
      replay.answer("/competitions/PL/standings", ["standings": [["type": "TOTAL", "table": [row]]]])
      // Tables are asked for every six hours while nothing is played.
      try await world.play(until: "2024-08-17T20:00:00Z")
      let told = ["-", "eng-borough-fc 1 1 -1 6 lost"]
      #expect(try await tables("", world) == told)
      replay.answer("/competitions/PL/standings", ["message": "none"])
      try await world.play(until: "2024-08-18T08:00:00Z")
      #expect(try await tables("", world) == told)
    }
  }
}
