import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The settings of a feed` {
  private func feed(_ members: JSONObject) throws -> SoccerSettings.Feed {
    var all: JSONObject = ["provider": "http", "pollSeconds": 300]
    for (name, value) in members { all[name] = value }
    return try JSONValueDecoder().decode(SoccerSettings.Feed.self, from: .object(all))
  }

  private func source(_ provider: String, league: String = "en.1", address: String? = nil) -> JSON {
    var all: JSONObject = [
      "provider": .string(provider),
      "seasons": [["league": .string(league), "season": "2024-25", "code": "1", "name": "L"]],
    ]
    all["address"] = address.map { .string($0) }
    return .object(all)
  }

  @Test(
    arguments: [
      ("fieldhouse", nil, Match.Disclosure.atKickOff), ("openfootball", nil, .atOnce), ("http", nil, .atOnce),
      ("fieldhouse", "at-once", .atOnce), ("http", "at-kick-off", .atKickOff),
      ("openfootball", "at-kick-off", .atKickOff),
    ] as [(String, String?, Match.Disclosure)])
  func `tell at once what became of a match, but for a season that is replayed, unless they say otherwise`(
    provider: String, announces: String?, disclosure: Match.Disclosure
  ) throws {
    let announced: JSON = announces.map { .string($0) } ?? .null
    #expect(try feed(["provider": .string(provider), "announces": announced]).disclosure == disclosure)
  }

  @Test(
    arguments: [
      ("http", 300, nil, 30), ("http", 20, nil, 20), ("http", 300, 60, 60), ("http", 60, 600, 60),
      ("fieldhouse", 300, 30, 300), ("openfootball", 7, nil, 7),
    ] as [(String, Int64, Int64?, Double)])
  func `have it looked at as often as live matches need, and folders as they say`(
    provider: String, poll: Int64, live: Int64?, look: Double
  ) throws {
    var members: JSONObject = ["provider": .string(provider), "pollSeconds": .integer(poll)]
    members["liveSeconds"] = live.map { .integer($0) }
    #expect(try feed(members).lookSeconds == look)
  }

  @Test func `lead to a feed of files or of providers, or are refused where they name no folder, provider or league`()
    async throws
  {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let host = world.host.services
      func problem(_ members: JSONObject) throws -> String? {
        let settings = try feed(members)
        let found = #expect(throws: FeedProblem.self) { try settings.make(for: host, window: 0) }
        return found?.code
      }
      for provider in ["fieldhouse", "openfootball"] as [JSON] {
        #expect(try problem(["provider": provider]) == "feed-directory")
      }
      #expect(try problem([:]) == "feed-sources" && problem(["sources": []]) == "feed-sources")
      #expect(try problem(["sources": [source("football-data", league: "zz.9")]]) == "unknown-league")
      // A folder that is not there is found out when it is read; one without a slash before it is the plugin's own.
      let missing = try feed(["provider": "openfootball", "directory": "/nowhere"]).make(for: host, window: 0)
      let unread = await #expect(throws: FeedProblem.self) { try await missing.check() }
      #expect(unread?.code == "missing-directory" && !missing.isCalled)
      let shipped = try feed(["provider": "fieldhouse", "directory": "Data"]).make(for: host, window: 0)
      #expect(try await shipped.leagues().map(\.key.description) == ["en.1_2024-25", "worldcup_2014"])
      try await checkProviders(host)
    }
  }

  /// Each provider has a name and an address of its own.
  private func checkProviders(_ host: PluginHost) async throws {
    let sources: JSON = [
      source("football-data"), source("openligadb"), source("football-data", address: "https://own.example/v4"),
      source("api-football"), source("football-data"),
    ]
    let made = try feed(["sources": sources, "liveSeconds": 900]).make(for: host, window: 0)
    let called = try #require(made as? ProviderFeed)
    let all = await called.sources
    #expect(all.map(\.name) == ["football-data", "openligadb", "football-data-2", "api-football", "football-data-3"])
    let ours = "https://api.football-data.org/v4"
    #expect(
      all.map(\.address) == [
        ours, "https://api.openligadb.de", "https://own.example/v4", "https://v3.football.api-sports.io", ours,
      ])
    let rhythm = await called.rhythm
    #expect(rhythm.poll == 300 && rhythm.live == 300 && rhythm.fallback == 600, "never seldomer while one is played")
    #expect(called.isCalled)
  }
}
