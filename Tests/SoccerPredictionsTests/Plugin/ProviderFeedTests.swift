import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A feed that is called over HTTP` {
  private static let match = "en.1_2024-25_matchday-1_albion-fc_borough-fc"
  private static let path = "/matches/\(match)"

  private static func source(_ provider: String, _ replay: ReplayProvider, code: String = "PL") -> JSON {
    [
      "provider": .string(provider), "key": "sesame", "address": .string(replay.address),
      "seasons": [["league": "en.1", "season": "2024-25", "code": .string(code), "name": "English Premier League"]],
    ]
  }

  /// Runs a test with providers that are called, football-data.org first.
  private func run(
    on engine: TestHost.Engine = .sqlite, sources: [JSON], _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    try await SoccerWorld.run(
      on: engine, feed: ["provider": "http", "pollSeconds": 300, "liveSeconds": 30, "sources": .array(sources)], body)
  }

  @Test(.tags(.pl57, .sp3, .sp7, .sp68, .sp80, .sp81, .sp90), arguments: TestHost.Engine.allCases)
  func `tells of matches, live scores with the minute, goals taken back, the end and the standings`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/competitions/PL/matches", ProviderAnswers.footballData())
    replay.answer("/competitions/PL/standings", ProviderAnswers.footballDataTable)
    try await run(on: engine, sources: [Self.source("football-data", replay)]) { world async throws in
      try await world.play(until: "2024-08-17T09:01:00Z")
      #expect(replay.asked.first?.path == "/competitions/PL/matches?season=2024")
      #expect(replay.asked.first?.headers["X-Auth-Token"] == "sesame")
      let before = try await world.host.get("/v1/soccer-predictions" + Self.path, headers: ["accept-language": "ar"])
        .json
      #expect(before["state"] == "upcoming")
      #expect(
        before["home"]?["name"] == "Albion FC", "what the provider has in English alone is shown so in any language")
      try await world.call(.put, Self.path + "/prediction", ["home": 1, "away": 0, "scorers": []], as: "ann")

      let first = (10, "Ann Archer", "Abe Adams" as String?, true, "REGULAR")
      replay.answer(
        "/competitions/PL/matches",
        ProviderAnswers.footballData(
          .init(status: "IN_PLAY", minute: 21, score: (2, 0), goals: [first, (20, "Abe Adams", nil, true, "REGULAR")])))
      try await world.play(until: "2024-08-17T11:52:00Z")
      let list = try await world.call(.get, "/leagues/en.1/matches?state=live")["items"]?.array ?? []
      #expect(list.map { $0["minute"]?.string } == ["21"] && list.first?["score"]?["home"] == 2)

      replay.answer(
        "/competitions/PL/matches",
        ProviderAnswers.footballData(.init(status: "IN_PLAY", minute: 22, score: (1, 0), goals: [first])))
      try await world.play(until: "2024-08-17T11:53:00Z")
      let taken = try await world.call(.get, Self.path)
      #expect(taken["score"]?["home"] == 1 && taken["minute"] == "22" && taken["state"] == "live")
      #expect(taken["highlights"]?.array?.map { $0["assist"]?.string } == ["Abe Adams"])

      replay.answer(
        "/competitions/PL/matches",
        ProviderAnswers.footballData(.init(status: "SUSPENDED", minute: 22, score: (1, 0), goals: [first])))
      try await world.play(until: "2024-08-17T11:54:00Z")
      #expect(try await world.call(.get, Self.path)["state"] == "suspended")
      #expect(try await world.points(of: "ann", match: Self.match) == nil)

      replay.answer(
        "/competitions/PL/matches",
        ProviderAnswers.footballData(.init(status: "FINISHED", score: (1, 0), half: (1, 0), goals: [first])))
      try await world.play(until: "2024-08-17T13:30:00Z")
      #expect(try await world.call(.get, Self.path)["state"] == "played")
      #expect(try await world.points(of: "ann", match: Self.match) == 5)
      let table = try await world.call(.get, "/leagues/en.1/standings")["items"]?[0]?["rows"]?.array ?? []
      #expect(table.map { $0["team"]?["id"]?.string } == ["eng-borough-fc", "eng-albion-fc"])
      #expect(table.map { $0["points"]?.int } == [3, -3], "as the league counts, not as results alone make it")
    }
  }

  @Test func `asks often while a match is played and seldom otherwise, for matches first`() async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/competitions/PL/matches", ProviderAnswers.footballData())
    replay.answer("/competitions/PL/standings", ProviderAnswers.footballDataTable)
    try await run(sources: [Self.source("football-data", replay)]) { world async throws in
      func calls(until text: String) async throws -> [String] {
        let before = replay.asked.count
        try await world.play(until: text)
        return replay.asked.dropFirst(before).map { $0.path.contains("standings") ? "table" : "matches" }
      }
      _ = try await calls(until: "2024-08-17T09:00:30Z")
      #expect(replay.asked.map(\.path).map { $0.contains("standings") } == [false, true, false])
      #expect(replay.asked.last?.path == "/matches/101/head2head?limit=10", "what was played before comes last")
      #expect(try await calls(until: "2024-08-17T09:04:59Z") == [])
      #expect(try await calls(until: "2024-08-17T09:05:30Z") == ["matches"])
      #expect(try await calls(until: "2024-08-17T11:19:59Z").filter { $0 == "table" }.isEmpty)
      let live = try await calls(until: "2024-08-17T11:21:59Z")
      #expect(live.filter { $0 == "matches" }.count == 4 && live.first == "matches")
    }
  }

  @Test func `goals that are told match by match are asked for in one call`() async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    let told = ProviderAnswers.First(
      status: "FT", score: (1, 0), half: (1, 0), goals: [(10, "Ann Archer", "Abe Adams", true, "Normal Goal")])
    replay.answer("/fixtures?league=39&season=2024", ProviderAnswers.apiFootball(told))
    replay.answer("/fixtures?ids=901", ProviderAnswers.apiFootball(told, events: true))
    replay.answer("/standings", ["errors": [], "response": []])
    try await run(sources: [Self.source("api-football", replay, code: "39")]) { world async throws in
      try await world.play(until: "2024-08-17T13:30:00Z")
      let path = "/matches/en.1_2024-25_matchday-1_albion_borough"
      let goals = try await world.call(.get, path)["highlights"]?.array ?? []
      #expect(goals.map { $0["scorer"]?.string } == ["Ann Archer"])
      #expect(goals.map { $0["assist"]?.string } == ["Abe Adams"])
      #expect(replay.asked.filter { $0.path == "/fixtures?ids=901" }.count == 1)
      #expect(replay.asked.allSatisfy { $0.headers["x-apisports-key"] == "sesame" })
    }
  }

  @Test(.tags(.sp11, .sp91, .sp99), arguments: TestHost.Engine.allCases)
  func `line-ups are asked for in the hour before kick-off, and what is counted once a minute until the end`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    let path = "/matches/en.1_2024-25_matchday-1_albion_borough"
    func answer(_ first: ProviderAnswers.First, shots: Int64?) {
      replay.answer("/fixtures?league=39&season=2024", ProviderAnswers.apiFootball(first))
      replay.answer(
        "/fixtures?ids=901",
        ProviderAnswers.apiFootball(first, events: true, sheet: ProviderAnswers.sheet(shots: shots)))
    }
    answer(.init(status: "NS"), shots: nil)
    replay.answer("/fixtures?ids=901", ["errors": [], "response": []])
    replay.answer("/standings", ["errors": [], "response": []])
    try await run(on: engine, sources: [Self.source("api-football", replay, code: "39")]) { world async throws in
      func asked(until text: String) async throws -> Int {
        let before = replay.asked.count
        try await world.play(until: text)
        return replay.asked.dropFirst(before).count { $0.path == "/fixtures?ids=901" }
      }
      func shots() async throws -> [Int?] {
        let items = try await world.call(.get, path + "/statistics")["items"]?.array ?? []
        return items.filter { $0["kind"] == "shots" }.map { $0["home"]?.int }
      }
      #expect(try await asked(until: "2024-08-17T10:29:59Z") == 0, "nobody knows an hour before")
      #expect(try await world.call(.get, path + "/lineups")["home"] == nil)
      #expect(try await asked(until: "2024-08-17T10:36:00Z") > 0)
      answer(.init(status: "NS"), shots: 9)
      #expect(try await asked(until: "2024-08-17T10:50:00Z") > 0)
      let home = try await world.call(.get, path + "/lineups")["home"]
      #expect(home?["starters"]?[0]?["name"] == "Al Keeper" && home?["starters"]?[0]?["position"] == "goalkeeper")
      #expect(home?["bench"]?[0]?["number"] == 12 && home?["formation"] == "4-3-3")
      #expect(try await shots() == [], "before the kick-off nothing is counted")
      #expect(try await asked(until: "2024-08-17T11:19:00Z") == 0, "it is known who plays")

      answer(.init(status: "1H", minute: 1, score: (0, 0)), shots: 0)
      try await world.play(until: "2024-08-17T11:32:00Z")
      #expect(try await shots() == [0])
      answer(.init(status: "1H", minute: 4, score: (0, 0)), shots: 2)
      #expect((1...5).contains(try await asked(until: "2024-08-17T11:36:00Z")))
      #expect(try await shots() == [2])
      let calls = replay.asked.count
      let other = try await secondHost(of: world, replay)
      let match = try world.plugin.catalogue.reading.match("en.1_2024-25_matchday-1_albion_borough")
      let sheet = other.sheets.sheet(of: match) { Team(name: $1, country: $0).id }
      #expect(sheet.statistics.contains { $0.kind == .shots && $0.home == 2 } && replay.asked.count == calls)

      answer(.init(status: "FT", score: (0, 0), half: (0, 0)), shots: 5)
      #expect(try await asked(until: "2024-08-17T13:30:00Z") >= 1)
      #expect(try await shots() == [5])
      #expect(try await asked(until: "2024-08-17T15:30:00Z") == 0, "what was counted at the end stays")
      let refusal = await world.problem { try await world.call(.get, "/matches/nobody/lineups") }
      #expect(refusal == "404 match-unknown")
    }
  }

  /// Another host of the same database, which has heard what the first one was told.
  private func secondHost(of world: SoccerWorld, _ replay: ReplayProvider) async throws -> ProviderFeed {
    let season = ProviderSeason(league: "en.1", season: "2024-25", code: "39", name: "English Premier League")
    let source = ProviderSource(
      name: "api-football", format: APIFootball(), address: replay.address, key: nil, seasons: [season])
    let services = world.host.services
    let feed = try ProviderFeed(
      [source], .init(poll: 300, live: 30, fallback: 600), table: competitions(), storage: services.storage,
      http: ReplayProvider.HTTP(), clock: services.clock)
    _ = try await feed.changes(since: nil)
    return feed
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that fails is left alone as long as it says, gives way to the next one, and takes over again`(
    engine: TestHost.Engine
  ) async throws {
    let (first, second) = (ReplayProvider(), ReplayProvider())
    defer {
      first.end()
      second.end()
    }
    first.answer("/competitions/PL/matches", ProviderAnswers.footballData())
    second.answer("/standings", ["errors": [], "response": []])
    second.answer(
      "/fixtures?league=39", ProviderAnswers.apiFootball(.init(status: "2H", minute: 70, score: (1, 0))))
    second.answer("/fixtures?ids", ["errors": [], "response": []])
    let sources = [Self.source("football-data", first), Self.source("api-football", second, code: "39")]
    try await run(on: engine, sources: sources) { world async throws in
      try await world.play(until: "2024-08-17T09:01:00Z")
      try await world.call(.put, Self.path + "/prediction", ["home": 1, "away": 0, "scorers": []], as: "ann")
      #expect(try await world.health() == "ok" && second.asked.isEmpty)

      first.answer("/competitions", [:], status: 503, headers: ["retry-after": "3600"])
      first.answer("/competitions/PL/matches", [:], status: 503, headers: ["retry-after": "3600"])
      try await world.play(until: "2024-08-17T12:00:00Z")
      let refused = first.asked.count
      try await world.play(until: "2024-08-17T12:40:00Z")
      #expect(first.asked.count - refused <= 1, "it wants to be left alone for an hour")
      let match = try await world.call(.get, Self.path)
      #expect(match["state"] == "live" && match["minute"] == "70" && match["score"]?["home"] == 1)
      #expect(try await world.health().contains("feed-stale"))
      #expect(try await world.call(.get, Self.path + "/prediction", as: "ann")["home"] == 1)

      let goal = (30, "Ann Archer", nil as String?, true, "REGULAR")
      let end = ProviderAnswers.First(status: "FINISHED", score: (1, 0), half: (1, 0), goals: [goal])
      first.answer("/competitions", ["standings": []])
      first.answer("/competitions/PL/matches", ProviderAnswers.footballData(end))
      try await world.play(until: "2024-08-17T15:00:00Z")
      #expect(try await world.call(.get, Self.path)["state"] == "played")
      #expect(try await world.points(of: "ann", match: Self.match) == 5)
      let health = try await world.health()
      #expect(health == "ok")
      #expect(try world.plugin.catalogue.reading.matches.count == 2, "both name the same two matches")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that says a state nobody knows keeps what was known of a match, and a new one is scheduled`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    func tell(_ status: String, _ score: (home: Int, away: Int)? = nil, minute: Int? = nil, and more: [JSON] = []) {
      let answer = ProviderAnswers.footballData(.init(status: status, minute: minute, score: score, half: score))
      replay.answer("/competitions/PL/matches", ["matches": .array((answer["matches"]?.array ?? []) + more)])
    }
    tell("TIMED")
    replay.answer("/competitions/PL/standings", ["standings": []])
    try await run(on: engine, sources: [Self.source("football-data", replay)]) { world async throws in
      func state() async throws -> JSON? { try await world.call(.get, Self.path)["state"] }
      try await world.play(until: "2024-08-17T09:01:00Z")
      try await world.call(.put, Self.path + "/prediction", ["home": 1, "away": 0, "scorers": []], as: "ann")
      tell("POSTPONED")
      try await world.play(until: "2024-08-17T09:11:00Z")
      #expect(try await state() == "postponed")
      let late: JSON = [
        "id": 103, "utcDate": "2024-08-31T14:00:00Z", "status": "PENCILLED_IN", "matchday": 3,
        "stage": "REGULAR_SEASON", "homeTeam": ["id": 1, "name": "Albion FC"],
        "awayTeam": ["id": 3, "name": "City FC"],
      ]
      tell("WEATHER_WATCH", and: [late])
      try await world.play(until: "2024-08-17T09:21:00Z")
      #expect(try await state() == "postponed", "what was known stays")
      #expect(try await world.health().contains("\"WEATHER_WATCH\" is not known"))
      let new = try await world.call(.get, "/matches/en.1_2024-25_matchday-3_albion-fc_city-fc")
      #expect(new["state"] == "upcoming", "one that was not known is there all the same")
      tell("TIMED")
      try await world.play(until: "2024-08-17T09:31:00Z")
      #expect(try await state() == "upcoming")
      #expect(try await world.health() == "ok")
      tell("IN_PLAY", (1, 0), minute: 21)
      try await world.play(until: "2024-08-17T11:52:00Z")
      tell("VIDEO_CHECK", (2, 0), minute: 22)
      try await world.play(until: "2024-08-17T11:53:00Z")
      let live = try await world.call(.get, Self.path)
      #expect(live["state"] == "live" && live["score"]?["home"] == 1)
      tell("FINISHED", (1, 0))
      try await world.play(until: "2024-08-17T13:31:00Z")
      #expect(try await world.points(of: "ann", match: Self.match) == 5)
      tell("ARCHIVED", (1, 0))
      try await world.play(until: "2024-08-17T13:41:00Z")
      #expect(try await state() == "played")
      #expect(try await world.points(of: "ann", match: Self.match) == 5)
      #expect(try await world.inbox("ann").filter { $0.contains("corrected") }.isEmpty)
    }
  }

  @Test(.tags(.sp11, .pl82), arguments: TestHost.Engine.allCases)
  func `is called at most three times in a second by all hosts together, and once for what one has heard`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/competitions", ProviderAnswers.footballData())
    try await SoccerWorld.run(on: engine) { world async throws in
      let (services, table) = (world.host.services, try competitions())
      let address = replay.address
      let seasons = ["en.1", "de.1", "es.1", "fr.1"].map {
        ProviderSeason(league: $0, season: "2024-25", code: $0.uppercased().replacing(".", with: ""), name: $0)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...4 {
          let source = ProviderSource(
            name: "football-data", format: FootballData(), address: address, key: nil, seasons: seasons)
          let feed = try ProviderFeed(
            [source], .init(poll: 300, live: 30, fallback: 600), table: table, storage: services.storage,
            http: ReplayProvider.HTTP(), clock: services.clock)
          group.addTask {
            let cursor = try await feed.changes(since: nil).cursor
            for _ in 1...3 {
              _ = try await feed.changes(since: cursor)
              try await feed.lookFurther(mayCall: true)
            }
          }
        }
        try await group.waitForAll()
      }
      let asked = replay.asked
      #expect(Set(asked.map(\.path)).count == asked.count, "what one host has heard no other one asks for")
      #expect(asked.filter { $0.path.contains("/matches?") }.count == seasons.count)
      for call in asked {
        #expect(asked.count { $0.at >= call.at && $0.at < call.at.addingTimeInterval(1) } <= 3)
      }
    }
  }
}
