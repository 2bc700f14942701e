import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `Leagues of the shipped season` {
  private static let evening = "2024-08-17T20:00:00Z"

  @Test(.tags(.sp2, .sp54)) func `leagues are found by continent, then country`() async throws {
    try await RunningHost.run(Installation(), clock: Self.evening) { host in
      let continents = try await host.soccer("/continents").items.compactMap { $0["id"]?.string }
      #expect(continents == ["Europe", "World"])
      let countries = try await host.soccer("/countries?continent=Europe").items
      #expect(countries.compactMap { $0["id"]?.string } == ["ENG"])
      #expect(try await host.soccer("/countries?continent=Asia").items.isEmpty)
      let leagues = try await host.soccer("/leagues?continent=Europe&country=ENG").items
      #expect(leagues.compactMap { $0["id"]?.string } == ["en.1"])
      #expect(try await host.soccer("/leagues?country=ESP").items.isEmpty)
    }
  }

  @Test(.tags(.sp61, .sp63, .sp64)) func `a league is found by its name and shows its continent and current season`()
    async throws
  {
    try await RunningHost.run(Installation(), clock: Self.evening) { host in
      let found = try await host.soccer("/leagues?query=premier").items
      #expect(found.compactMap { $0["id"]?.string } == ["en.1"])
      let league = try await host.soccer("/leagues/en.1")
      #expect(league["name"] == "English Premier League")
      #expect(league["continent"] == "Europe")
      #expect(league["country"] == "England")
      #expect(league["season"] == "2024/25")
      let unknown = try await host.soccer("/leagues/xx.9")
      #expect(unknown.status == 404)
      #expect(unknown.code == "league-unknown")
    }
  }

  @Test func `all fixtures of the feed are listed in the order of their kick-off, page by page`()
    async throws
  {
    try await RunningHost.run(Installation(), clock: Self.evening) { host in
      let all = try await host.soccer("/leagues/en.1/matches?limit=400").items
      #expect(all.count == 380)
      let kickOffs = all.compactMap { $0["kickOff"]?.string }
      #expect(kickOffs == kickOffs.sorted())
      var paged: [JSON] = []
      var next: String? = ""
      while let after = next {
        let page = try await host.soccer("/leagues/en.1/matches?limit=150" + (after.isEmpty ? "" : "&after=\(after)"))
        paged += page.items
        next = page["next"]?.string
      }
      #expect(paged == all)
    }
  }

  @Test(.tags(.sp81)) func `the standings hold all teams with the matches played so far`() async throws {
    try await RunningHost.run(Installation(), clock: "2024-08-20T00:00:00Z") { host in
      let rows = try await host.soccer("/leagues/en.1/standings").items.first?["rows"]?.array ?? []
      #expect(rows.count == 20)
      #expect(rows.allSatisfy { $0["played"] == 1 })
      let brighton = rows.first { $0["team"]?["id"] == "eng-brighton-hove-albion-fc" }
      #expect(brighton?["position"] == 1)
      #expect(brighton?["goalDifference"] == 3)
      #expect(brighton?["points"] == 3)
    }
  }

  @Test(.tags(.sp58, .sp55, .sp56, .sp83)) func `a team is favoured together with its league, and each goes alone`()
    async throws
  {
    try await RunningHost.run(Installation(), clock: Self.evening) { host in
      let teams = try await host.soccer("/leagues/en.1/teams").items
      #expect(teams.count == 20)
      let person = try await host.signIn("+4915100000001")
      let team = "/me/favourites/teams/eng-arsenal-fc"
      #expect(try await host.soccer(team, "PUT", as: person).status == 204)
      var mine = try await host.soccer("/me/favourites", as: person)
      #expect(mine["teams"]?[0]?["id"] == "eng-arsenal-fc")
      #expect(mine["leagues"]?[0]?["id"] == "en.1")
      #expect(try await host.soccer("/me/favourites/leagues/en.1", "DELETE", as: person).status == 204)
      mine = try await host.soccer("/me/favourites", as: person)
      #expect(mine["teams"]?.array?.count == 1)
      #expect(mine["leagues"]?.array?.isEmpty == true)
    }
  }
}
