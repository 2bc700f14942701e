import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A look at the feed without news` {
  /// A season of so many matchdays long after the sample's, two matches a day.
  private static func season(days: Int) -> String {
    let teams = ["ALB", "BOR", "CIT", "DYN"]
    let rows = (0..<days).map { day in
      let date = CivilDay(daysSince1970: 20_100 + day).description
      let turn = (0..<4).map { teams[($0 + day) % 4] }
      return "round Matchday \(day + 1)\n\(date) 12:30 \(turn[0]) \(turn[1])\n\(date) 15:00 \(turn[2]) \(turn[3])"
    }
    let header = SampleSeason.text().split(separator: "round Matchday 1")[0]
    return "\(header)\(rows.joined(separator: "\n"))\n"
  }

  @Test(arguments: TestHost.Engine.allCases, [2, 300])
  func `asks the store one thing and is given nothing, however many matches there are`(
    engine: TestHost.Engine, days: Int
  ) async throws {
    try await SoccerWorld.run(on: engine, season: Self.season(days: days)) { world async throws in
      let storage = CountingStorage(world.storage)
      let plugin = try SoccerPredictions(host: world.host.services.storing(in: storage))
      try await plugin.tracker.begin()
      _ = try await plugin.tracker.step(world.now)
      let known = plugin.catalogue.reading.matches.count
      #expect(known == 2 * days && storage.take().rows > 0)
      for _ in 1...3 {
        try await world.host.clock.advance(by: .seconds(301))
        // What was asked a moment ago is not asked again: it is as if other hosts had noted something, which they have not.
        try await ChangeNotes.shared.around {}
        _ = try await plugin.tracker.step(world.now)
        #expect(storage.take() == CountingStorage.Count(statements: 1, rows: 0, writes: 0))
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases, [1, 300])
  func `of providers reads no more than one row of each, however much they have told`(
    engine: TestHost.Engine, details: Int
  ) async throws {
    let replay = ReplayProvider()
    defer { replay.end() }
    replay.answer("/fixtures?league=39", ProviderAnswers.apiFootball(.init(status: "NS")))
    replay.answer("/standings", ["errors": [], "response": []])
    try await SoccerWorld.run(on: engine) { world async throws in
      let (services, storage) = (world.host.services, CountingStorage(world.storage))
      let season = ProviderSeason(league: "en.1", season: "2024-25", code: "39", name: "English Premier League")
      let source = ProviderSource(
        name: "api-football", format: APIFootball(), address: replay.address, key: nil, seasons: [season])
      let feed = try ProviderFeed(
        [source], .init(poll: 300, live: 30, fallback: 600), table: competitions(), storage: storage,
        http: ReplayProvider.HTTP(), clock: services.clock)
      var cursor = try await feed.changes(since: nil).cursor
      cursor = try await feed.changes(since: cursor).cursor
      try await feed.lookFurther(mayCall: true)
      // Another host has heard something of each of many matches.
      let told = Dictionary(uniqueKeysWithValues: (1...details).map { (source.detail("\($0)", season), "{}") })
      _ = try await FeedLedger(storage: services.storage).keep(
        told, asked: "details", of: source.name, at: services.clock.now)
      cursor = try await feed.changes(since: cursor).cursor
      try await feed.lookFurther(mayCall: true)
      #expect(storage.take().rows >= details)
      for _ in 1...3 {
        #expect(try await feed.changes(since: cursor).updated.isEmpty)
        try await feed.lookFurther(mayCall: true)
        // One of seasons, and one of earlier matches.
        #expect(storage.take() == CountingStorage.Count(statements: 1, rows: 2, writes: 0))
      }
    }
  }
}
