import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Earlier matches that a provider tells of` {
  fileprivate typealias Meeting = ProviderAnswers.Meeting

  /// How a provider is asked, and how it answers.
  enum Provider: String, CaseIterable, Sendable {
    case footballData = "football-data"
    case apiFootball = "api-football"

    var code: String { self == .footballData ? "PL" : "39" }
    var format: any ProviderFormat {
      switch self {
      case .footballData: FootballData()
      case .apiFootball: APIFootball()
      }
    }
    /// What the calls for the earlier matches of Albion and Borough, and of City and Dynamo, are.
    var calls: [String] {
      self == .footballData
        ? ["/matches/101/head2head?limit=10", "/matches/104/head2head?limit=10"]
        : ["/fixtures/headtohead?h2h=1-2&last=10", "/fixtures/headtohead?h2h=3-4&last=10"]
    }

    fileprivate func answer(_ meetings: [Meeting], and odd: [JSON] = []) -> JSON {
      switch self {
      case .footballData: ["matches": .array(meetings.map(\.footballData) + odd)]
      case .apiFootball: ["errors": [], "response": .array(meetings.map(\.apiFootball) + odd)]
      }
    }

    /// Answers the call for the earlier matches of Albion and Borough.
    func answer(_ replay: ReplayProvider, _ body: JSON, status: Int = 200) {
      replay.answer(calls[0], body, status: status, headers: status == 200 ? [:] : ["retry-after": "600"])
    }
  }

  /// Borough 0–2 Albion a week ago, Albion against Borough today, City against Dynamo next month.
  private static let season = [
    Meeting(id: 100, day: "2024-08-10", home: 2, away: 1, score: (0, 2)),
    Meeting(id: 101, day: "2024-08-17", home: 1, away: 2, isOver: false),
    Meeting(id: 104, day: "2024-09-20", home: 3, away: 4, isOver: false),
  ]

  /// The match of the season, two others, and some that cannot be.
  private static let told = [
    Meeting(day: "2023-05-01", home: 2, away: 1, score: (3, 0), competition: "League Cup"),
    Meeting(day: "2024-08-10", home: 2, away: 1, score: (0, 2)),
    Meeting(day: "2024-01-20", home: 1, away: 2, score: (1, 1), competition: " FA\u{200B}  Cup\n"),
    Meeting(day: "2022-01-01", home: 1, away: 2, score: nil),
    Meeting(day: "2022-01-02", home: 1, away: 9, score: (1, 0)),
    Meeting(day: "2022-01-03", home: 1, away: 2, score: (-1, 0)),
    Meeting(day: "2022-13-41", home: 1, away: 2, score: (1, 0)),
    Meeting(
      day: "2022-01-04", home: 1, away: 2, score: (1, 0), competition: .string(String(repeating: "x", count: 200))),
    Meeting(day: "2022-01-05", home: 1, away: 2, score: (1, 0), competition: 7),
  ]

  private static let shown = [
    "1 1 1", "known Borough 0–2 Albion English Premier League", "Albion 1–1 Borough FA Cup",
    "Borough 3–0 Albion League Cup",
  ]

  /// Runs a test with a provider that tells of the season.
  private func run(
    on engine: TestHost.Engine, _ provider: Provider, _ replay: ReplayProvider,
    _ body: (SoccerWorld) async throws -> Void
  ) async throws {
    let source: JSON = [
      "provider": .string(provider.rawValue), "address": .string(replay.address),
      "seasons": [
        ["league": "en.1", "season": "2024-25", "code": .string(provider.code), "name": "English Premier League"]
      ],
    ]
    replay.answer("/competitions/PL/matches", provider.answer(Self.season))
    replay.answer("/competitions/PL/standings", ["standings": []])
    replay.answer("/fixtures?league=39", provider.answer(Self.season))
    replay.answer("/fixtures?ids", ["errors": [], "response": []])
    replay.answer("/standings", ["errors": [], "response": []])
    try await SoccerWorld.run(
      on: engine, feed: ["provider": "http", "pollSeconds": 300, "liveSeconds": 30, "sources": [source]], body)
  }

  /// The calls for earlier matches.
  private func calls(_ replay: ReplayProvider) -> [String] {
    replay.asked.map(\.path).filter { $0.contains("head2head") || $0.contains("headtohead") }
  }

  /// The match of a team at home that is to be played.
  private func match(_ world: SoccerWorld, home: String) throws -> Match {
    let all = try world.plugin.catalogue.reading.matches.values
    return try #require(all.first { $0.home.name.hasPrefix(home) && $0.progress == nil })
  }

  /// Wins, draws and losses, and the rows as they are shown.
  private func between(_ world: SoccerWorld) async throws -> [String] {
    let match = try match(world, home: "Albion")
    let found = try await world.call(.get, "/matches/\(match.id)/head-to-head")
    let rows = (found["meetings"]?.array ?? []).map { row -> String in
      func name(_ side: String) -> String { (row[side]?["name"]?.string ?? "").replacing(" FC", with: "") }
      func goals(_ side: String) -> String { String(row["score"]?[side]?.int ?? -1) }
      let result = "\(name("home")) \(goals("home"))–\(goals("away")) \(name("away"))"
      return (row["match"] == nil ? "" : "known ") + result + " " + (row["competition"]?.string ?? "")
    }
    return [["home", "drawn", "away"].map { String(found[$0]?.int ?? -1) }.joined(separator: " ")] + rows
  }

  @Test(.tags(.sp98), arguments: TestHost.Engine.allCases, Provider.allCases)
  func `are fetched once by all hosts and shown with those known here, each once, the latest first`(
    engine: TestHost.Engine, provider: Provider
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    provider.answer(replay, provider.answer(Self.told, and: ["row", [:], .null]))
    try await run(on: engine, provider, replay) { world async throws in
      try await world.play(until: "2024-08-17T09:01:00Z")
      #expect(calls(replay) == [provider.calls[0]], "nobody asks for a match of next month")
      #expect(try await between(world) == Self.shown)
      let counted = try await world.storage.read { transaction -> Int64? in
        try await transaction.first("select count(*) as n from feed_calls").map { try $0["n"] }
      }
      #expect(Int(counted ?? 0) >= replay.asked.count, "they count among the calls that all hosts may make")
      let albion = try match(world, home: "Albion")
      let found = try await world.call(.get, "/matches/\(albion.id)/head-to-head")
      #expect(found["items"]?.array?.count == 1, "those known here alone")

      let services = world.host.services
      let season = ProviderSeason(
        league: "en.1", season: "2024-25", code: provider.code, name: "English Premier League")
      let source = ProviderSource(
        name: provider.rawValue, format: provider.format, address: replay.address, key: nil, seasons: [season])
      let other = try ProviderFeed(
        [source], .init(poll: 300, live: 30, fallback: 600), table: competitions(), storage: services.storage,
        http: ReplayProvider.HTTP(), clock: services.clock, window: 0)
      var cursor = try await other.changes(since: nil).cursor
      for _ in 1...2 {
        cursor = try await other.changes(since: cursor).cursor
        try await other.lookFurther(mayCall: true)
      }
      let heard = other.meetings.told(of: albion, id: { $0 })
      #expect(heard.count == 3)

      try await world.play(until: "2024-08-17T11:00:00Z")
      #expect(calls(replay).count == 1, "neither another host asks again nor another look")
      let city = try match(world, home: "City")
      try await world.call(.get, "/matches/\(city.id)")
      try await world.play(until: "2024-08-17T11:02:00Z")
      #expect(calls(replay) == provider.calls, "whoever looks at a match has it asked for")
      #expect(try await world.health() == "ok")
    }
  }

  @Test(.tags(.sp98), arguments: TestHost.Engine.allCases)
  func `stay as they are after an answer that is none, and are none without one`(engine: TestHost.Engine) async throws {
    let (replay, provider) = (ReplayProvider(), Provider.footballData)
    defer { replay.end() }
    let own = ["1 0 0", Self.shown[1]]
    provider.answer(replay, ["matches": "none"])
    try await run(on: engine, provider, replay) { world async throws in
      try await world.play(until: "2024-08-17T09:01:00Z")
      #expect(try await between(world) == own)
      #expect(calls(replay).count == 1)

      func asked(_ body: JSON, status: Int = 200, at day: Int) async throws -> Int {
        try await world.play(until: "2024-08-\(day)T09:30:00Z")
        let before = calls(replay).count
        provider.answer(replay, body, status: status)
        _ = try await between(world)
        try await world.play(until: "2024-08-\(day)T09:38:00Z")
        return calls(replay).count - before
      }
      #expect(try await asked(provider.answer(Self.told), at: 18) == 1, "once a day while somebody looks at it")
      #expect(try await between(world) == Self.shown)
      #expect(try await asked("nothing", at: 19) == 1)
      #expect(try await between(world) == Self.shown)
      #expect(try await asked([:], status: 503, at: 20) == 1, "it wants to be left alone")
      #expect(try await between(world) == Self.shown)
      #expect(replay.asked.last?.path.hasPrefix("/competitions") == true, "everything else is asked for as before")
    }
  }
}
