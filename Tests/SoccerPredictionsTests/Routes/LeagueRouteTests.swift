import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The league routes` {
  /// The English season and a Brazilian one, on the morning of the first matchday.
  private func twoLeagues(_ body: (SoccerWorld) async throws -> Void) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:05:00Z")
      try await body(world)
    }
  }

  private func ids(_ page: JSON) -> [String] { page["items"]?.array?.compactMap { $0["id"]?.string } ?? [] }

  @Test func `lead from continents over countries to leagues`() async throws {
    try await twoLeagues { world async throws in
      #expect(ids(try await world.call(.get, "/continents")) == ["Europe", "South America"])
      #expect(ids(try await world.call(.get, "/countries")) == ["BRA", "ENG"])
      #expect(ids(try await world.call(.get, "/countries?continent=Europe")) == ["ENG"])
      #expect(ids(try await world.call(.get, "/countries?continent=Asia")) == [])
      let england = try await world.call(.get, "/countries?continent=Europe")["items"]?[0]
      #expect(england == ["id": "ENG", "name": "England", "country": "GB", "leagues": 1])
    }
  }

  @Test(
    arguments: [
      ("", ["en.1", "br.1"]), ("?query=", ["en.1", "br.1"]), ("?continent=Europe", ["en.1"]),
      ("?continent=europe", ["en.1"]),
      ("?continent=South%20America", ["br.1"]), ("?country=ENG", ["en.1"]), ("?country=gb", ["en.1"]),
      ("?country=Brazil", ["br.1"]), ("?country=XX", []), ("?continent=Europe&country=Brazil", []),
      ("?query=premier", ["en.1"]), ("?query=BRAS", ["br.1"]), ("?query=brasileirao", ["br.1"]),
      ("?query=brasileir%C3%A3o", ["br.1"]), ("?query=england", ["en.1"]), ("?query=zzz", []),
    ] as [(String, [String])])
  func `find leagues by continent, country and name`(query: String, expected: [String]) async throws {
    try await twoLeagues { world async throws in
      #expect(ids(try await world.call(.get, "/leagues" + query)) == expected)
    }
  }

  @Test func `show a league in its season`() async throws {
    try await twoLeagues { world async throws in
      let expected: JSON = [
        "id": "en.1", "name": "English Premier League", "continent": "Europe", "country": "England",
        "countryCode": "GB", "season": "2024/25",
      ]
      for query in ["", "?season=2024-25", "?season=2024%2F25"] {
        #expect(try await world.call(.get, "/leagues/en.1" + query) == expected)
      }
    }
  }

  @Test(
    arguments: ["", "/matches", "/standings", "/teams", "/leaderboard"],
    [("xx.9", "", "404 league-unknown"), ("en.1", "?season=1999-00", "404 season-unknown")])
  func `say what there is not`(part: String, place: (league: String, query: String, code: String)) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let path = "/leagues/\(place.league)\(part)\(place.query)"
      #expect(await world.problem { try await world.call(.get, path) } == place.code)
    }
  }

  @Test(
    arguments: [
      ("", ["first", "second", "third", "fourth"]), ("?state=upcoming", ["third", "fourth"]),
      ("?state=live", ["second"]), ("?state=played", ["first"]), ("?limit=1", ["first"]),
      ("?season=2024-25&state=upcoming&limit=1", ["third"]),
    ])
  func `list matches by state in the order of their kick-off`(query: String, expected: [String]) async throws {
    let names = [
      SampleSeason.first: "first", SampleSeason.second: "second", SampleSeason.third: "third",
      SampleSeason.fourth: "fourth",
    ]
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: "2024-08-17T14:30:00Z")
      let page = try await world.call(.get, "/leagues/en.1/matches" + query)
      #expect(ids(page).map { names[$0] } == expected)
    }
  }

  @Test func `list played matches from the last one back`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      try await world.play(until: SampleSeason.later)
      let page = try await world.call(.get, "/leagues/en.1/matches?state=played&season=2024-25")
      #expect(ids(page) == [SampleSeason.third, SampleSeason.second, SampleSeason.first])
    }
  }

  @Test func `list matches page by page, each once, the last page without a next one`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      var seen: [String] = []
      var next: String? = ""
      while let after = next {
        let query = after.isEmpty ? "?limit=3" : "?limit=3&after=\(after)"
        let page = try await world.call(.get, "/leagues/en.1/matches" + query)
        seen += ids(page)
        next = page["next"]?.string
      }
      #expect(seen == [SampleSeason.first, SampleSeason.second, SampleSeason.third, SampleSeason.fourth])
      // Between two pages the last match of the first one has left the list.
      try await world.play(until: "2024-08-17T11:31:00Z")
      let rest = try await world.call(.get, "/leagues/en.1/matches?state=upcoming&after=\(SampleSeason.first)")
      #expect(ids(rest) == [SampleSeason.second, SampleSeason.third, SampleSeason.fourth])
      let wrong = "/leagues/en.1/matches?after=nothing"
      #expect(await world.problem { try await world.call(.get, wrong) } == "422 invalid-input")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `show my predictions in the list, and nobody else's`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(0, 0, of: SampleSeason.second, as: "bob")
      let list = { try await world.call(.get, "/leagues/en.1/matches", as: $0)["items"]?.array ?? [] }
      #expect(try await list("ann").map { $0["prediction"]?["home"]?.int } == [2, nil, nil, nil])
      #expect(try await list("bob").map { $0["prediction"]?["home"]?.int } == [nil, 0, nil, nil])
      #expect(try await list(nil).allSatisfy { $0["prediction"] == nil })
    }
  }

  @Test func `count the standings from the matches that are over`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let rows = {
        let table = try await world.call(.get, "/leagues/en.1/standings?season=2024-25")["items"]?[0]
        return (table?["rows"]?.array ?? []).map { row in
          [row["team"]?["name"]?.string ?? ""]
            + ["played", "won", "drawn", "lost", "goalsFor", "goalsAgainst", "goalDifference", "points"]
            .map { String(row[$0]?.int ?? -99) }
        }
      }
      try await world.play(until: "2024-08-17T13:00:00Z")
      #expect(try await rows().allSatisfy { $0[1] == "0" })
      try await world.play(until: SampleSeason.later)
      #expect(
        try await rows() == [
          ["Borough", "2", "1", "0", "1", "4", "2", "2", "3"], ["Albion", "2", "1", "0", "1", "2", "4", "-2", "3"],
          ["City", "1", "0", "1", "0", "0", "0", "0", "1"], ["Dynamo", "1", "0", "1", "0", "0", "0", "0", "1"],
        ])
    }
  }

  @Test func `tell the table as it stands while matches are played, and that of the last ones`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      func rows(_ view: String) async throws -> [String] {
        let table = try await world.call(.get, "/leagues/en.1/standings?season=2024-25&view=\(view)")["items"]?[0]
        return (table?["rows"]?.array ?? []).map { row in
          let form = (row["form"]?.array ?? []).compactMap { $0.string?.prefix(1).uppercased() }.joined()
          return "\(row["team"]?["name"]?.string ?? "") \(row["points"]?.int ?? -1) \(form)"
            + (row["isPlaying"] == true ? " plays" : "")
        }
      }
      // After half an hour it is 1–0.
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await rows("live") == ["Albion 3 W plays", "City 0 ", "Dynamo 0 ", "Borough 0 L plays"])
      #expect(try await rows("now") == ["Albion 0 ", "Borough 0 ", "City 0 ", "Dynamo 0 "])
      try await world.play(until: SampleSeason.later)
      #expect(try await rows("form") == ["Borough 3 LW", "Albion 3 WL", "City 1 D", "Dynamo 1 D"])
      #expect(try await rows("live") == rows("now"))
      let wrong = "/leagues/en.1/standings?view=then"
      #expect(await world.problem { try await world.call(.get, wrong) } == "422 invalid-input")
    }
  }

  @Test func `tell the same table whether it was asked for a moment before or not, at every instant of two days`()
    async throws
  {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let catalogue = try world.plugin.catalogue
      let start = try instant("2024-08-17T11:00:00Z")
      let memory = TableMemory()
      var (counted, asked) = (0, 0)
      func counting(_ season: Catalogue.Season, _ now: Date) -> [TableOutput] {
        let tables = TeamStandings.tables(season.matches) { match in
          let view = match.view(at: now)
          return [.live, .played, .awarded].contains(view.state) ? view.score : nil
        }
        return tables.map { TableOutput(name: $0.name, rows: $0.rows.map { StandingOutput($0, isPlaying: false) }) }
      }
      func look(_ now: Date) throws {
        let season = try #require(try catalogue.reading.season(of: "en.1", named: "2024-25", at: now))
        asked += 1
        let found = memory.tables(of: season, "live", at: now) {
          counted += 1
          return counting(season, now)
        }
        #expect(try JSON(encoding: found) == JSON(encoding: counting(season, now)), "\(now)")
      }
      for day in [0, 7] {
        for minute in 0..<360 {
          for second in [0.0, 29.999, 30] { try look(start + Double(day * 86_400 + minute * 60) + second) }
        }
      }
      #expect(counted < asked / 20)
      let before = counted
      try look(start)
      try world.publish(SampleSeason.text(first: "3-0 (1-0)", goals: "+ ALB 10 Ann Archer"))
      try await world.host.clock.advance(by: .seconds(310))
      try look(start + 10_000)
      #expect(counted == before + 2, "the clock may be another one, and the feed says something else")
    }
  }

  @Test func `name the teams of the season in the order of their names`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let page = try await world.call(.get, "/leagues/en.1/teams")
      #expect(ids(page) == ["eng-albion", "eng-borough", "eng-city", "eng-dynamo"])
    }
  }

  @Test(.tags(.sp84, .sp110), arguments: TestHost.Engine.allCases)
  func `show the leaderboard: my row, then ten, ten more and the rest`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for number in 0..<23 {
        try await world.predict(number == 0 ? 2 : 1, number == 0 ? 1 : number % 2, as: "p\(number)")
      }
      try await world.play(until: SampleSeason.evening)
      let path = "/leagues/en.1/leaderboard?season=2024-25"
      let page = try await world.call(.get, path, as: "p22")
      #expect(page["size"] == 23)
      #expect(world.name(page["me"]?["account"]?["id"]?.string) == "p22")
      #expect(page["items"]?.array?.count == 10)
      #expect(world.name(page["items"]?[0]?["account"]?["id"]?.string) == "p0")
      let second = try await world.call(.get, path + "&after=\(page["next"]?.string ?? "")")
      #expect(second["items"]?.array?.count == 10)
      let rest = try await world.call(.get, path + "&after=\(second["next"]?.string ?? "")")
      #expect(rest["items"]?.array?.count == 3)
      let people = [page, second, rest].flatMap { $0["items"]?.array ?? [] }.map { $0["account"]?["id"]?.string }
      #expect(Set(people).count == 23)
      #expect(rest["me"] == .null)
      #expect(rest["next"] == .null)
    }
  }
}
