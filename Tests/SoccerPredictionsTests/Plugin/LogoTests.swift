import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import SoccerPredictions

@Suite struct `Logos of leagues and teams` {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let match = "/matches/en.1_2024-25_matchday-1_albion-fc_borough-fc"

  private static let season = ProviderSeason(
    league: "en.1", season: "2024-25", code: "PL", name: "English Premier League")

  /// The season of the replayed provider, with addresses of logos.
  private static func told(
    _ emblem: String, _ crests: [String: String] = [:], _ first: ProviderAnswers.First = .init()
  ) -> JSON {
    let matches = (ProviderAnswers.footballData(first)["matches"]?.array ?? []).map { told -> JSON in
      var match = told.object ?? [:]
      let competition: JSON = ["emblem": .string(emblem)]
      match["competition"] = competition
      for side in ["homeTeam", "awayTeam"] {
        let name = told[side]?["name"]?.string ?? ""
        let team: JSON = ["name": .string(name), "crest": crests[name].map { .string($0) } ?? .null]
        match[side] = team
      }
      return .object(match)
    }
    return ["matches": .array(matches)]
  }

  /// Runs a test with football-data.org as `replay` answers, whose logos are at its own address.
  private func run(
    on engine: TestHost.Engine, _ replay: ReplayProvider, _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    let source: JSON = [
      "provider": "football-data", "address": .string(replay.address),
      "seasons": [["league": "en.1", "season": "2024-25", "code": "PL", "name": "English Premier League"]],
    ]
    replay.answer("/competitions/PL/standings", ["standings": []])
    try await SoccerWorld.run(
      on: engine, feed: ["provider": "http", "pollSeconds": 300, "liveSeconds": 30, "sources": [source]], body)
  }

  private func calls(_ replay: ReplayProvider) -> [String] {
    replay.asked.map(\.path).filter { $0.hasPrefix("/logos") }
  }

  private func logo(_ world: SoccerWorld) async throws -> String? {
    try await world.call(.get, "/leagues/en.1")["logo"]?.string
  }

  @Test(.tags(.sp63), arguments: TestHost.Engine.allCases)
  func `are fetched once from where a provider says they are, and anew from another address`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    let place = "\(replay.address)/logos"
    let crests = ["Albion FC": "\(place)/albion.png", "Borough FC": "\(place)/borough.svg"]
    replay.answer("/competitions/PL/matches", Self.told("\(place)/pl.png", crests))
    replay.answer("/logos/pl.png", bytes: Self.png + [1])
    replay.answer("/logos/albion.png", bytes: Self.png + [2])
    replay.answer("/logos/borough.svg", bytes: Array("<svg/>".utf8))
    try await run(on: engine, replay) { world async throws in
      try await world.play(until: "2024-08-17T09:01:00Z")
      let first = try #require(try await logo(world))
      let picture = try await world.host.get(first)
      #expect(picture.status == 200 && picture.body == Self.png + [1])
      #expect(picture.headers["content-type"] == "image/png" && picture.headers["etag"] != nil)
      #expect(picture.headers["cache-control"]?.contains("immutable") == true)
      let match = try await world.call(.get, Self.match)
      #expect(match["home"]?["logo"]?.string?.hasPrefix("/v1/soccer-predictions/logos/") == true)
      #expect(match["away"]?["name"] == "Borough FC" && match["away"]?["logo"] == nil, "drawings are not asked for")
      let teams = try await world.call(.get, "/leagues/en.1/teams")["items"]?.array ?? []
      #expect(teams.map { $0["logo"] == nil } == [false, true])
      let counted = try await world.storage.read { transaction -> Int64? in
        try await transaction.first("select count(*) as n from feed_calls").map { try $0["n"] }
      }
      #expect(Int(counted ?? 0) >= replay.asked.count, "logos count among the calls that all hosts may make")

      try await world.play(until: "2024-08-17T10:00:00Z")
      #expect(calls(replay).sorted() == ["/logos/albion.png", "/logos/pl.png"])
      #expect(replay.asked.filter { $0.path.hasPrefix("/logos") }.allSatisfy { $0.headers["X-Auth-Token"] == nil })

      replay.answer("/competitions/PL/matches", Self.told("\(place)/new.png", crests))
      replay.answer("/logos/new.png", bytes: Self.png + [3])
      try await world.play(until: "2024-08-17T10:30:00Z")
      let second = try #require(try await logo(world))
      #expect(try await world.host.get(second).body == Self.png + [3])
      #expect(calls(replay).count == 3)
    }
  }

  @Test(.tags(.sp63), arguments: TestHost.Engine.allCases)
  func `are none where there is no picture, and asked for again only when the answer may be another one`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    let place = "\(replay.address)/logos"
    let crests = ["Albion FC": "\(place)/large.png", "Borough FC": "\(place)/words.png"]
    replay.answer("/competitions/PL/matches", Self.told("\(place)/missing.png", crests))
    replay.answer("/logos/large.png", bytes: Self.png + Array(repeating: 0, count: Logo.most))
    replay.answer("/logos/words.png", bytes: Array("<svg/>".utf8))
    try await run(on: engine, replay) { world async throws in
      try await world.play(until: "2024-08-17T10:00:00Z")
      #expect(calls(replay).sorted() == ["/logos/large.png", "/logos/missing.png", "/logos/words.png"])
      #expect(try await logo(world) == nil)
      let match = try await world.call(.get, Self.match)
      #expect(match["home"]?["logo"] == nil && match["away"]?["logo"] == nil)

      replay.answer("/competitions/PL/matches", Self.told("\(place)/busy.png"))
      replay.answer("/logos/busy.png", [:], status: 503, headers: ["retry-after": "600"])
      try await world.play(until: "2024-08-17T10:09:00Z")
      #expect(calls(replay).count == 4, "it wants to be left alone")
      replay.answer("/logos/busy.png", bytes: Self.png)
      try await world.play(until: "2024-08-17T10:30:00Z")
      #expect(try await logo(world) != nil && calls(replay).count == 5)
      #expect(try await world.health() == "ok")
    }
  }

  @Test(.tags(.sp63), arguments: TestHost.Engine.allCases)
  func `behind one that never comes are fetched all the same, and one that may not be had is none`(
    engine: TestHost.Engine
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    let place = "\(replay.address)/logos"
    let crests = ["Albion FC": "\(place)/b.png", "Borough FC": "\(place)/secret.png"]
    replay.answer("/competitions/PL/matches", Self.told("\(place)/a.png", crests))
    replay.answer("/logos/a.png", [:], status: 503)
    replay.answer("/logos/b.png", bytes: Self.png)
    replay.answer("/logos/secret.png", [:], status: 403)
    try await run(on: engine, replay) { world async throws in
      try await world.play(until: "2024-08-17T09:20:00Z")
      #expect(Array(calls(replay).prefix(2)) == ["/logos/a.png", "/logos/b.png"], "what has failed comes last")
      #expect(calls(replay).count { $0 == "/logos/b.png" } == 1)
      #expect(calls(replay).count { $0 == "/logos/secret.png" } == 1, "it is not asked for again")
      let match = try await world.call(.get, Self.match)
      #expect(match["home"]?["logo"]?.string != nil && match["away"]?["logo"] == nil)
      #expect(try await logo(world) == nil)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are waited for by nothing that is told of matches`(engine: TestHost.Engine) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/competitions/PL/matches", ProviderAnswers.footballData())
    replay.answer("/logos/pl.png", bytes: Self.png)
    try await run(on: engine, replay) { world async throws in
      try await world.play(until: "2024-08-17T11:31:00Z")
      let catalogue = try world.plugin.catalogue
      let shown = Mutex<[Bool]>([])
      replay.whenAsked { path in
        guard path.hasPrefix("/logos") else { return }
        let isPlayed = catalogue.reading.matches.values.contains { $0.progress != nil }
        shown.withLock { $0.append(isPlayed) }
      }
      let first = ProviderAnswers.First(status: "IN_PLAY", minute: 1, score: (1, 0))
      replay.answer("/competitions/PL/matches", Self.told("\(replay.address)/logos/pl.png", [:], first))
      try await world.play(until: "2024-08-17T11:34:00Z")
      #expect(shown.withLock { $0 } == [true])
    }
  }

  @Test(.tags(.sp63), arguments: TestHost.Engine.allCases)
  func `are fetched once by all hosts together`(engine: TestHost.Engine) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    let place = "\(replay.address)/logos"
    let crests = ["Albion FC": "\(place)/albion.png", "Borough FC": "\(place)/borough.png"]
    replay.answer("/competitions/PL/standings", ["standings": []])
    replay.answer("/competitions/PL/matches", Self.told("\(place)/pl.png", crests))
    replay.answer("/logos", bytes: Self.png)
    try await SoccerWorld.run(on: engine) { world async throws in
      let (services, table) = (world.host.services, try competitions())
      let address = replay.address
      let feeds = try (1...3).map { _ -> ProviderFeed in
        let source = ProviderSource(
          name: "football-data", format: FootballData(), address: address, key: nil, seasons: [Self.season])
        return try ProviderFeed(
          [source], .init(poll: 300, live: 30, fallback: 600), table: table, storage: services.storage,
          http: ReplayProvider.HTTP(), clock: services.clock, window: 0)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for feed in feeds {
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
      for feed in feeds {
        _ = try await feed.changes(since: try await feed.changes(since: nil).cursor)
        try await feed.lookFurther(mayCall: true)
        #expect(Set(feed.logos.all.keys) == [.league("en.1"), .team("eng-albion-fc"), .team("eng-borough-fc")])
      }
      #expect(calls(replay).sorted() == ["/logos/albion.png", "/logos/borough.png", "/logos/pl.png"])
    }
  }

  @Test(.tags(.sp63), arguments: TestHost.Engine.allCases)
  func `are given by operators, and taken back`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (host, ann) = (world.host, try await world.person("ann"))
      let root = "/v1/soccer-predictions"
      let (league, team) = ("\(root)/leagues/en.1/logo", "\(root)/teams/eng-albion/logo")
      #expect(try await host.upload(league, Self.png, type: "image/png", as: ann).problem == "403 forbidden")
      let olga = host.operator
      let words = try await host.upload(league, Array("<svg/>".utf8), type: "image/png", as: olga)
      #expect(words.problem == "415 picture-type")
      #expect(try await host.upload(league, Self.png, type: "image/svg+xml", as: olga).status == 415)
      let large = Self.png + Array(repeating: 0, count: Logo.mostGiven)
      let refused = try await host.upload(league, large, type: "image/png", as: olga).status
      #expect([413, 415].contains(refused))
      let unknown = try await host.upload("\(root)/teams/nobody/logo", Self.png, type: "image/png", as: olga)
      #expect(unknown.problem == "404 team-unknown")
      #expect(try await logo(world) == nil)

      #expect(try await host.upload(league, Self.png, type: "image/png", as: olga).status == 204)
      #expect(try await host.upload(team, Self.png + [1], type: "image/png", as: olga).status == 204)
      let shown = try #require(try await logo(world))
      #expect(try await host.get(shown).body == Self.png)
      let listed = try await world.call(.get, "/leagues")["items"]?.array ?? []
      #expect(listed.first { $0["id"] == "en.1" }?["logo"]?.string == shown)
      #expect(try await world.call(.get, "/matches/\(SampleSeason.first)")["home"]?["logo"]?.string != nil)
      try await world.call(.put, "/me/favourites/teams/eng-albion", as: "ann")
      let mine = try await world.call(.get, "/me/favourites", as: "ann")
      #expect(mine["teams"]?[0]?["logo"]?.string != nil && mine["leagues"]?[0]?["logo"]?.string == shown)

      #expect(try await host.delete(league, as: ann).problem == "403 forbidden")
      #expect(try await host.delete(league, as: olga).status == 204)
      #expect(try await logo(world) == nil)
      #expect(try await host.get(shown).problem == "404 picture-unknown", "what nobody has any more is not kept")
    }
  }

  @Test(
    .tags(.sp63),
    arguments: [
      ("https://crests.football-data.org/PL.png", true), ("https://called.example/logos/PL.png", true),
      ("http://crests.football-data.org/PL.png", false), ("https://crests.football-data.org:8443/PL.png", false),
      ("https://user:secret@crests.football-data.org/PL.png", false), ("https://elsewhere.example/PL.png", false),
      ("https://crests.football-data.org/PL.SVG", false), ("ftp://called.example/PL.png", false), ("PL.png", false),
      ("https://crests.football-data.org/\(String(repeating: "a", count: 300)).png", false),
    ])
  func `are asked for over HTTPS alone, where the provider has its own`(told: String, isTaken: Bool) {
    let source = ProviderSource(
      name: "football-data", format: FootballData(), address: "https://called.example/v4", key: nil,
      seasons: [Self.season])
    #expect((LogoAddress(told, of: source) != nil) == isTaken)
  }

  @Test(.tags(.sp63)) func `are told by each provider in its own way`() throws {
    let ours = ToldLogos(league: "l", home: "h", away: "a")
    let api = ProviderAnswers.apiFootball(.init())
    var match = api["response"]?[0]?.object ?? [:]
    let league: JSON = ["logo": "l"]
    let teams: JSON = ["home": ["name": "Albion", "logo": "h"], "away": ["name": "Borough", "logo": "a"]]
    match["league"] = league
    match["teams"] = teams
    #expect(try APIFootball().matches(["response": [.object(match)]]).matches.first?.logos == ours)
    let liga: JSON = [
      [
        "matchID": 1, "matchDateTimeUTC": "2024-08-17T11:30:00Z", "team1": ["teamName": "A", "teamIconUrl": "h"],
        "team2": ["teamName": "B", "teamIconUrl": "a"],
      ]
    ]
    #expect(try OpenLigaDB().matches(liga).matches.first?.logos == ToldLogos(home: "h", away: "a"))
    #expect(
      try FootballData().matches(Self.told("l", ["Albion FC": "h", "Borough FC": "a"])).matches.first?.logos == ours)
  }
}
