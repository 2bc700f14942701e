import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import SoccerPredictions

/// Numbers from 1.
private final class Count: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

@Suite struct `Tables of groups that are remembered` {
  private typealias Table = GroupTable

  /// Asks for a group's table again and again, and counts how often it is worked out.
  private final class Reader {
    let memory: LiveBoardMemory
    let members = [AccountID("ada"), AccountID("bob")]
    private(set) var counted = 0

    init(lasting: Duration) { memory = LiveBoardMemory(lasting: lasting) }

    func look(
      _ group: String = "g", of season: Catalogue.Season, as reader: AccountID? = AccountID("ada"), at now: Date,
      round: String? = nil, isFinal: Bool = true, meanwhile: () -> Void = {}
    ) async throws {
      let key = LiveBoardMemory.Key(group: group, season: season.league.key, round: round, month: nil)
      _ = try await memory.table(key, of: season, for: reader, at: now, isFinal: { isFinal }) {
        counted += 1
        meanwhile()
        return Table(members: members, ranks: [:])
      }
    }
  }

  private func season(_ world: SoccerWorld, at now: Date) throws -> Catalogue.Season {
    try #require(try world.plugin.catalogue.reading.season(of: "en.1", named: "2024-25", at: now))
  }

  @Test func `count until a match looks otherwise, and each for its group, round and people`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let reader = Reader(lasting: .seconds(3_600))
      let start = try instant("2024-08-17T12:00:00Z")
      let season = try season(world, at: start)
      for _ in 0..<3 { try await reader.look(of: season, at: start) }
      #expect(reader.counted == 1)
      // Nothing falls in half a minute, and something in an hour.
      try await reader.look(of: season, at: start + 3_600)
      #expect(reader.counted == 2)
      try await reader.look(of: season, at: start)
      #expect(reader.counted == 3, "an instant before")
      try await reader.look("h", of: season, at: start)
      try await reader.look(of: season, at: start, round: "Matchday 1")
      #expect(reader.counted == 5)
      try await reader.look(of: season, as: AccountID("new"), at: start)
      #expect(reader.counted == 6, "somebody who has just come")
      try await reader.look(of: season, as: AccountID("bob"), at: start)
      try await reader.look(of: season, as: nil, at: start)
      #expect(reader.counted == 6)
      let again = Catalogue.Season(league: season.league, matches: season.matches)
      try await reader.look(of: again, at: start)
      #expect(reader.counted == 7, "another reading of the feed")
    }
  }

  @Test func `are worked out anew when something was settled, also meanwhile, and after a while`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let start = try instant("2024-08-17T12:00:00Z")
      let season = try season(world, at: start)
      let reader = Reader(lasting: .seconds(3_600))
      try await reader.look(of: season, at: start)
      reader.memory.forget()
      try await reader.look(of: season, at: start) { reader.memory.forget() }
      #expect(reader.counted == 2)
      try await reader.look(of: season, at: start)
      try await reader.look(of: season, at: start)
      #expect(reader.counted == 3, "what was read before the change is not kept")
      for _ in 0..<2 { try await reader.look("h", of: season, at: start, isFinal: false) }
      #expect(reader.counted == 5, "nothing is kept between the end of a match and its settlement")
      let brief = Reader(lasting: .zero)
      for _ in 0..<3 { try await brief.look(of: season, at: start) }
      #expect(brief.counted == 3)
    }
  }

  @Test func `are worked out once for all who look at the same time, and anew when that fails`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let start = try instant("2024-08-17T12:00:00Z")
      let season = try season(world, at: start)
      for fails in [false, true] {
        let memory = LiveBoardMemory(lasting: .seconds(3_600))
        let counted = Count()
        let key = LiveBoardMemory.Key(group: "g", season: season.league.key, round: nil, month: nil)
        let found = await withTaskGroup(of: Bool.self) { group in
          for _ in 0..<16 {
            group.addTask {
              let table = try? await memory.table(key, of: season, for: nil, at: start, isFinal: { true }) {
                let isFirst = counted.next() == 1
                try await Task.sleep(for: .milliseconds(100))
                if isFirst, fails { throw Problem.notFound("none", "There is none.") }
                return Table(members: [], ranks: [:])
              }
              return table != nil
            }
          }
          return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(found == (fails ? 15 : 16))
        if !fails { #expect(counted.next() == 2) }
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are not kept while a match that is over waits to be settled`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let evening = try instant(SampleSeason.evening)
      func isBehind() throws -> Bool {
        let season = try season(world, at: evening)
        let matches = Array(season.matches(from: evening - 86_400, to: evening))
        return try world.plugin.settler.isBehind(matches, at: evening)
      }
      try await world.predict(1, 0, as: "Bob")
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try isBehind(), "it will be over then, and is not settled")
      try await world.play(until: SampleSeason.evening)
      #expect(try !isBehind())
    }
  }

  @Test func `are no more than can be kept`() async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      let reader = Reader(lasting: .seconds(3_600))
      let start = try instant("2024-08-17T12:00:00Z")
      let season = try season(world, at: start)
      for group in 0...LiveBoardMemory.most { try await reader.look("\(group)", of: season, at: start) }
      try await reader.look("\(LiveBoardMemory.most)", of: season, at: start)
      #expect(reader.counted == LiveBoardMemory.most + 1)
      try await reader.look("0", of: season, at: start)
      #expect(reader.counted == LiveBoardMemory.most + 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `have whoever comes at once, and soon nobody who has gone`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let root = "/v1/groups/soccer-predictions"
      let ada = try await world.person("Ada")
      let reply = try await world.host.post("\(root)/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
      let group = try #require(reply["id"]?.string)
      let board = "/groups/\(group)/board?league=en.1&view=live"
      func names(as name: String) async throws -> [String] {
        let page = try await world.call(.get, board, as: name)
        return (page["items"]?.array ?? []).compactMap { $0["account"]?["name"]?.string }
      }
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await names(as: "Ada") == ["Ada"])
      let bob = try await world.person("Bob")
      #expect(try await world.host.put("\(root)/\(group)/members/\(bob.id)", as: ada).status == 204)
      #expect(try await names(as: "Bob") == ["Ada", "Bob"])
      #expect(try await world.host.delete("\(root)/\(group)/members/\(bob.id)", as: ada).status == 204)
      #expect(await world.problem { try await world.call(.get, board, as: "Bob") } == "404 not-found")
      try await eventually { try await names(as: "Ada") == ["Ada"] }
    }
  }
}
