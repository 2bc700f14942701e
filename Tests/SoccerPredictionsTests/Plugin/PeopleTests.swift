import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Predictions and what happens to people` {
  private func export(_ name: String, in world: SoccerWorld) async throws -> JSON? {
    let export = try await world.host.export(of: try await world.person(name))
    let data = export["plugins"]?["soccer-predictions"]?["data"]
    return data == .null ? nil : data
  }

  /// How many rows any table keeps of an account.
  private func rows(of person: TestPerson, in world: SoccerWorld) async throws -> Int {
    try await world.storage.read { transaction in
      try await transaction.first(
        """
        select (select count(*) from predictions where account = \(person.id))
          + (select count(*) from favourites where account = \(person.id)) as n
        """)?["n"] ?? -1
    }
  }

  @Test(.tags(.pl23), arguments: TestHost.Engine.allCases)
  func `are exported, each person's own, and are gone when they are erased`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(0, 0, as: "bob")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      try await world.call(.put, "/matches/\(SampleSeason.first)/joker", as: "ann")
      let export = try #require(try await export("ann", in: world))
      #expect(export["predictions"]?.array?.count == 1)
      #expect(export["predictions"]?[0]?["match"]?.string == SampleSeason.first)
      #expect(export["predictions"]?[0]?["home"] == 2 && export["predictions"]?[0]?["points"] == .null)
      #expect(export["predictions"]?[0]?["joker"] == true)
      #expect(export["favourites"]?.array?.compactMap { $0["id"]?.string } == ["en.1"])
      #expect(try await self.export("eve", in: world) == nil)
      let ann = try await world.person("ann")
      try await world.host.leave(ann)
      try await world.host.settled()
      #expect(try await rows(of: ann, in: world) == 0)
      #expect(try await self.export("bob", in: world)?["predictions"]?.array?.count == 1)
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.board() == ["1 bob 0"], "a later settlement ranks nobody who has left")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `become another account's with their points, and of a match that both predicted the other's counts`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(1, 1, of: SampleSeason.second, as: "ann")
      try await world.predict(3, 0, as: "bob")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "bob")
      let (ann, bob) = (try await world.person("ann"), try await world.person("bob"))
      try await world.host.merge(ann, into: bob)
      try await world.host.settled()
      #expect(try await rows(of: ann, in: world) == 0)
      let bobs = try #require(try await export("bob", in: world))
      let homes = bobs["predictions"]?.array?.map { "\($0["match"]?.string ?? "") \($0["home"]?.int ?? -1)" }
      #expect(homes?.sorted() == ["\(SampleSeason.first) 3", "\(SampleSeason.second) 1"].sorted())
      #expect(bobs["favourites"]?.array?.count == 1)
      let page = try await world.call(.get, "/leagues/en.1/leaderboard?season=2024-25")
      #expect(page["items"]?.array?.map { $0["details"]?["predictions"] } == [2])
    }
  }
}
