import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A match in the simulated clock` {
  private func match(_ host: RunningHost) async throws -> [JSON?] {
    let match = try await host.soccer("/matches/\(TestSeason.first)")
    return [match["state"], match["minute"], match["score"]?["home"], match["score"]?["away"]]
  }

  @Test(.tags(.sp68, .sp70, .sp79)) func `lists follow it from upcoming over live to played`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T11:29:59Z") { host in
      func ids(_ state: String) async throws -> [String] {
        try await host.soccer("/leagues/en.1/matches?state=\(state)").items.compactMap { $0["id"]?.string }
      }
      #expect(try await ids("upcoming") == [TestSeason.first, TestSeason.second, TestSeason.third])
      #expect(try await ids("live").isEmpty)
      try await host.advance(to: "2024-08-17T11:45:00Z")
      #expect(try await ids("live") == [TestSeason.first])
      #expect(try await ids("upcoming") == [TestSeason.second, TestSeason.third])
      try await host.advance(to: "2024-08-17T13:21:00Z")
      #expect(try await ids("played") == [TestSeason.first])
      try await host.advance(to: "2024-08-18T00:00:00Z")
      #expect(try await ids("played") == [TestSeason.second, TestSeason.first])
    }
  }

  @Test(.tags(.sp68)) func `it shows the minute of play and the score of that instant`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T11:00:00Z") { host in
      #expect(try await match(host) == ["upcoming", .null, nil, nil])
      try await host.advance(to: "2024-08-17T11:30:00Z")
      #expect(try await match(host) == ["live", "1", 0, 0])
      try await host.advance(to: "2024-08-17T11:45:00Z")
      #expect(try await match(host) == ["live", "16", 1, 0])
      try await host.advance(to: "2024-08-17T12:20:00Z")
      #expect(try await match(host) == ["live", "HT", 1, 0])
      try await host.advance(to: "2024-08-17T12:46:29.999Z")
      #expect(try await match(host) == ["live", "60", 1, 0])
      try await host.advance(to: "2024-08-17T12:46:30Z")
      #expect(try await match(host) == ["live", "60", 1, 1])
      try await host.advance(to: "2024-08-17T13:21:00Z")
      #expect(try await match(host) == ["played", .null, 2, 1])
    }
  }

  @Test(.tags(.sp90)) func `its highlights are the goals so far with minute, scorer and kind`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T12:00:00Z") { host in
      func highlights() async throws -> [String] {
        (try await host.soccer("/matches/\(TestSeason.first)")["highlights"]?.array ?? []).map { goal in
          ["minute", "side", "kind", "scorer"].compactMap { goal[$0]?.string }.joined(separator: " ")
        }
      }
      #expect(try await highlights() == ["10 home play Ann Archer"])
      try await host.advance(to: "2024-08-17T14:00:00Z")
      #expect(
        try await highlights() == [
          "10 home play Ann Archer", "60 away penalty Bob Baker", "90+2 home play Abe Adams",
        ])
    }
  }

  @Test(.tags(.sp88)) func `its page names teams, league, round, time and stadium, and averages the predictions`()
    async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T09:00:00Z") { host in
      _ = try await host.predictor("+4915100000001", 2, 1)
      _ = try await host.predictor("+4915100000002", 1, 1)
      let match = try await host.soccer("/matches/\(TestSeason.first)")
      #expect(match["home"]?["name"] == "Albion")
      #expect(match["away"]?["name"] == "Borough")
      #expect(match["league"]?["name"] == "English Premier League")
      #expect(match["round"] == "Matchday 1")
      #expect(match["kickOff"] == "2024-08-17T11:30:00Z")
      #expect(match["stadium"] == "Arena, Albion Town")
      #expect(
        match["averages"] == ["predictions": 2, "homeWin": 50, "draw": 50, "awayWin": 0, "home": 1.5, "away": 1])
    }
  }

  @Test(.tags(.sp65)) func `when the season is over its fixtures make room, and stay readable by the season's name`()
    async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-24T13:00:00Z") { host in
      #expect(try await host.soccer("/leagues/en.1/matches").items.count == 3)
      try await host.advance(to: "2024-08-24T14:00:00Z")
      #expect(try await host.soccer("/leagues/en.1/matches").items.isEmpty)
      #expect(try await host.soccer("/leagues/en.1/matches?season=2024-25").items.count == 3)
    }
  }

  @Test func `the clock moves only forward`() async throws {
    try await RunningHost.run(Installation(season: TestSeason.text()), clock: "2024-08-17T12:00:00Z") { host in
      let reply = try await host.call(
        "POST", "/v1/console/clock", as: RunningHost.token, body: ["advanceTo": "2024-08-17T11:59:59Z"])
      #expect(reply.status == 409)
      #expect(reply.code == "clock-has-passed")
    }
  }
}
