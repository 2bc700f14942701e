import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Matches around somebody` {
  private static let albion: JSON = ["town": "Albion Town", "latitude": 51.5, "longitude": -0.12]

  private func nearby(_ world: SoccerWorld, _ latitude: Double, _ longitude: Double) async throws -> [String] {
    let found = try await world.call(.get, "/nearby?latitude=\(latitude)&longitude=\(longitude)")
    return (found["items"]?.array ?? []).compactMap { $0["match"]?["home"]?["name"]?.string }
  }

  @Test(.tags(.sp42, .sp178, .pl67), arguments: TestHost.Engine.allCases)
  func `are those within the operator's radius, of teams of which it is known where they play`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      #expect(try await nearby(world, 51.5, -0.1) == [], "nobody has told where they play")
      let teams = try await world.call(.get, "/grounds", asOperator: true)["items"]?.array ?? []
      #expect(teams.first?["team"]?["name"] == "Albion" && teams.allSatisfy { $0["place"] == nil })
      try await world.call(.put, "/grounds/eng-albion", Self.albion, asOperator: true)
      let first = try await nearby(world, 51.5, -0.1)
      #expect(Set(first) == ["Albion"], "of others it is not known")
      let item = try await world.call(.get, "/nearby?latitude=51.5&longitude=-0.1")
      #expect(item["kilometres"] == 50 && item["items"]?[0]?["place"]?["town"] == "Albion Town")
      #expect(item["items"]?[0]?["place"]?["latitude"] == 51.5)

      // 58 kilometres away, that of the radius and of the coarseness of a place; 61 are too far.
      #expect(try await nearby(world, 52.02, -0.12).isEmpty == false)
      #expect(try await nearby(world, 52.05, -0.12) == [])
      try await world.call(.put, "/nearby-radius", ["kilometres": 60], asOperator: true)
      #expect(try await world.call(.get, "/nearby-radius")["kilometres"] == 60)
      #expect(try await nearby(world, 52.05, -0.12).isEmpty == false)
      #expect(try await nearby(world, 52.2, -0.12) == [])

      try await world.call(.delete, "/grounds/eng-albion", asOperator: true)
      #expect(try await nearby(world, 51.5, -0.1) == [])
    }
  }

  @Test(.tags(.sp178, .pl67)) func `are for operators alone to place, within limits`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      for (method, path, body) in [
        (FieldhouseKit.Method.put, "/nearby-radius", ["kilometres": 60] as JSON), (.get, "/grounds", nil),
        (.put, "/grounds", ["csv": "Albion,Town,1,2"]), (.put, "/grounds/eng-albion", Self.albion),
        (.delete, "/grounds/eng-albion", nil),
      ] as [(FieldhouseKit.Method, String, JSON?)] {
        let refusal = await world.problem { try await world.call(method, path, body, as: "ann") }
        #expect(refusal == "403 forbidden", "\(method) \(path)")
      }
      for (kilometres, isTaken) in [(0, false), (1, true), (1000, true), (1001, false)] as [(Int64, Bool)] {
        let refusal = await world.problem {
          try await world.call(.put, "/nearby-radius", ["kilometres": .integer(kilometres)], asOperator: true)
        }
        #expect((refusal == nil) == isTaken, "\(kilometres)")
      }
      let nobody = await world.problem {
        try await world.call(.put, "/grounds/eng-nobody", Self.albion, asOperator: true)
      }
      #expect(nobody == "404 team-unknown")
      let astray = await world.problem { try await world.call(.get, "/nearby?latitude=91&longitude=0") }
      #expect(astray == "422 invalid-input")
    }
  }

  @Test(.tags(.sp42), arguments: TestHost.Engine.allCases)
  func `are placed in many lines at once, all of them or none`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let wrong: JSON = ["csv": "Albion,Town,51.5,-0.12\nNobody,Town,1,2\nBorough,Town,91,2\nBorough"]
      let reply = try await world.host.call(.put, "/v1/soccer-predictions/grounds", wrong, as: world.host.operator)
      let mistakes = reply.json["errors"]?.array ?? []
      #expect(reply.status == 422)
      #expect(mistakes.map { $0["code"]?.string } == ["team-unknown", "line-unreadable", "line-unreadable"])
      #expect(mistakes.first?["detail"] == "Line 2: there is no team 'Nobody'.")
      #expect(try await nearby(world, 51.5, -0.1) == [], "nothing of it was taken")
      let right: JSON = [
        "csv":
          "team,town,latitude,longitude\r\nalbion,\"Albion, Old Town\",51.5,-0.12\n\neng-borough , B , 51.6 , -0.1\n"
      ]
      let imported = try await world.call(.put, "/grounds", right, asOperator: true)
      #expect(imported["imported"] == 2)
      #expect(Set(try await nearby(world, 51.5, -0.1)) == ["Albion", "Borough"])
      let grounds = try await world.call(.get, "/grounds", asOperator: true)["items"]?.array ?? []
      let own = grounds.filter { $0["isOwn"] == true }.map { $0["place"]?["town"]?.string }
      #expect(own == ["Albion, Old Town", "B"])
    }
  }

  @Test(.tags(.sp43)) func `of a country are the next ones of its leagues, the first ones first`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let all = try await world.call(.get, "/upcoming?country=GB&limit=3")["items"]?.array ?? []
      #expect(all.count == 3 && all.allSatisfy { $0["state"] == "upcoming" && $0["league"]?["id"] == "en.1" })
      let times = all.compactMap { $0["kickOff"]?.string }
      #expect(times == times.sorted())
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      for (country, teams) in [("BR", ["Flamengo"]), ("GB", ["Albion", "City", "Borough", "Dynamo"]), ("DE", [])] {
        let items = try await world.call(.get, "/upcoming?country=\(country)")["items"]?.array ?? []
        #expect(items.compactMap { $0["home"]?["name"]?.string } == teams, "\(country)")
      }
      let refusal = await world.problem { try await world.call(.get, "/upcoming?country=England") }
      #expect(refusal == "422 invalid-input")
    }
  }

  @Test func `lie where their ground is, else where the home team plays, and national teams have no home`() throws {
    let table = try PlaceTable(
      text: """
        fieldhouse places 1
        team | ENG | Albion FC | 51.5 | -0.12 | Albion Town
        ground | Arena, Far Town | 10 | 20 | Far Town
        """)
    let point = try #require(Coordinates(latitude: 1, longitude: 2))
    let own = Place(town: "Elsewhere", coordinates: point)
    let albion = Team(name: "Albion", country: "ENG")
    #expect(Places(table: table, own: [:]).place(of: albion)?.town == "Albion Town", "by any of its names")
    #expect(Places(table: table, own: [albion.id: own]).place(of: albion) == own)
    #expect(Places(table: table, own: [:]).place(of: Team(name: "Albion", country: "SCO")) == nil)
    #expect(table.place(ofGround: "Arena, Far Town")?.town == "Far Town")
    #expect(throws: FeedProblem.self) { try PlaceTable(text: "fieldhouse places 1\nteam | ENG | A | 95 | 0 | T") }
    #expect(throws: FeedProblem.self) { try PlaceTable(text: "fieldhouse places 1\nteam | ENG | A | 5 | 0") }
  }

  @Test func `are as far away as the great circle is long`() throws {
    let paris = try #require(Coordinates(latitude: 48.8566, longitude: 2.3522))
    let london = try #require(Coordinates(latitude: 51.5074, longitude: -0.1278))
    #expect(abs(paris.kilometres(to: london) - 343.5) < 1)
    let (west, east) = (Coordinates(latitude: 0, longitude: 179.5), Coordinates(latitude: 0, longitude: -179.5))
    #expect(abs(try #require(west).kilometres(to: try #require(east)) - 111.2) < 0.1, "across the line of the date")
    #expect(Coordinates(latitude: 90.1, longitude: 0) == nil && Coordinates(latitude: 0, longitude: -180.1) == nil)
  }

  @Test func `are known of every team and ground of the shipped seasons`() async throws {
    let table = try PlaceTable(contentsOf: shippedData.appending(path: "places.table"))
    let places = Places(table: table, own: [:])
    let feed = DirectoryFeed(directory: shippedData, reader: FieldhouseReader(table: try competitions()))
    for season in try await feed.leagues() {
      let matches = try await feed.matches(of: season.key)
      #expect(!matches.isEmpty)
      #expect(matches.filter { $0.areTeamsKnown && places.place(of: $0) == nil }.map(\.id) == [])
    }
  }
}
