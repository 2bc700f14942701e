import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `What a feed says oddly` {
  private let file = "2024-25/en.1.json"
  private let first = "en.1_2024-25_matchday-1_albion_forest"
  private let plain = CorrectedSeason().text()

  /// A season on its second day, of whose first match Ann has said the score.
  private func run(
    on engine: TestHost.Engine, _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    try await SoccerWorld.run(
      on: engine, season: plain, settings: ["reminderMinutes": 0], file: file, provider: "openfootball"
    ) { world async throws in
      try await world.play(until: "2024-09-01T09:00:00Z")
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.play(until: "2024-09-08T09:00:00Z")
      #expect(try await world.points(of: "ann", match: first) == 5)
      try await body(world)
    }
  }

  private func publish(_ text: String, _ world: SoccerWorld) async throws {
    try world.publish(text, as: file)
    try await world.host.clock.advance(by: .seconds(310))
  }

  /// The file with a change of the row of the first match.
  private func changed(_ old: String, _ new: String) throws -> String {
    let rows = plain.split(separator: "\n").map(String.init)
    let place = try #require(rows.firstIndex { $0.contains("\"Albion\",\"team2\":\"Forest\"") })
    #expect(rows[place].contains(old))
    var other = rows
    other[place] = rows[place].replacing(old, with: new)
    return other.joined(separator: "\n")
  }

  @Test(
    arguments: TestHost.Engine.allCases,
    [
      ("\"2024-09-07\"", "\"some Saturday\""), ("\"2024-09-07\"", "null"), ("\"2024-09-07\"", "20240907"),
      ("\"Forest\"", "{\"name\":\"Forest\"}"), ("\"Albion\"", "null"), ("\"time\":\"15:00\"", "\"time\":15"),
      ("\"Matchday 1\"", "1"), ("{\"ft\":[0,5]}", "{\"ft\":[0,5],\"ht\":\"n/a\"}"),
      ("{\"ft\":[0,5]}", "{\"ft\":\"0-5\"}"), ("{\"ft\":[0,5]}", "{\"ft\":[\"0\",\"5\"],\"p\":[null,null]}"),
    ])
  func `costs nobody the points of a match`(
    engine: TestHost.Engine, field: (plain: String, odd: String)
  ) async throws {
    try await run(on: engine) { world async throws in
      try await publish(try changed(field.plain, field.odd), world)
      let match = try await world.call(.get, "/matches/\(first)")
      #expect(match["state"] == "played" && match["home"]?["name"] == "Albion" && match["away"]?["name"] == "Forest")
      #expect(try await world.points(of: "ann", match: first) == 5)
      #expect(try await world.board() == ["1 ann 5"])
      #expect(try await world.inbox("ann").isEmpty)
      try await publish(plain, world)
      #expect(try await world.points(of: "ann", match: first) == 5)
      #expect(try await world.inbox("ann").isEmpty)
      #expect(try world.plugin.catalogue.reading.matches.count == 30)
      #expect(try await world.health() == "ok")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `cannot be seen or stored is left out of names, and hinders no settlement`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let goals = "\"goals1\":[],\"goals2\":[{\"name\":\"A\\u0000nn \\u202eArcher\\u200b\",\"minute\":5}]"
      let odd = try changed(
        "\"team1\":\"Albion\",\"team2\":\"Forest\"",
        "\"team1\":\"Al\\u0000bion\\u200b\",\"team2\":\"\\u202eForest\\n\",\(goals)"
      ).replacing("\"Matchday 1\"", with: "\"Match\\u0000day\\t1\"").replacing("[0,5]", with: "[0,1]")
      try await publish(odd, world)
      let match = try await world.call(.get, "/matches/\(first)")
      #expect(match["home"]?["name"] == "Albion" && match["away"]?["name"] == "Forest")
      #expect(match["highlights"]?.array?.map { $0["scorer"] } == ["Ann Archer"])
      #expect(try await world.points(of: "ann", match: first) == 3)
      #expect(
        try await world.inbox("ann") == [
          "The result of Albion – Forest was corrected: your prediction brings 3 points now."
        ])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `and then otherwise counts as it is said last: cancelled, then played; awarded, then not`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let course: [(String?, Int)] = [
        ("cancelled", 0), (nil, 5), ("awarded", 0), ("abandoned", 0), ("archived", 5), (nil, 5),
      ]
      for (status, points) in course {
        let more = status.map { ",\"status\":\"\($0)\"" } ?? ""
        try await publish(try changed("{\"ft\":[0,5]}", "{\"ft\":[0,5]}\(more)"), world)
        #expect(try await world.points(of: "ann", match: first) == points, "\(status ?? "played")")
        #expect(try await world.board() == ["1 ann \(points)"], "\(status ?? "played")")
        #expect(
          await world.problem { try await world.predict(0, 5, of: first, as: "bob") } == "409 predictions-closed")
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of a state that nobody knows leaves it as it was where there is no result`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      func say(_ status: String?) async throws -> JSON? {
        let rows = plain.split(separator: "\n").map(String.init)
        let odd = rows.map { row in
          guard let status, row.contains("\"Matchday 6\""), row.contains("\"team1\":\"Forest\"") else { return row }
          return row.replacing("\"time\":\"15:00\"", with: "\"time\":\"15:00\",\"status\":\"\(status)\"")
        }
        #expect(status == nil || odd != rows)
        try await publish(odd.joined(separator: "\n"), world)
        let matches = try world.plugin.catalogue.reading.matches.values
        let match = try #require(matches.first { $0.round == "Matchday 6" && $0.home.name == "Forest" })
        return try await world.call(.get, "/matches/\(match.id)")["state"]
      }
      #expect(try await say(nil) == "upcoming")
      #expect(try await say("postponed") == "postponed")
      #expect(try await say("pencilled in") == "postponed")
      #expect(try await world.health().contains("status"))
      #expect(try await say(nil) == "upcoming")
      #expect(try await say("pencilled in") == "upcoming")
      #expect(try await world.points(of: "ann", match: first) == 5)
    }
  }
}
