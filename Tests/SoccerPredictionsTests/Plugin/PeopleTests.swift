import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Predictions and what happens to people` {
  private func export(_ person: String, in world: SoccerWorld) async throws -> JSON? {
    try await world.storage.read { try await world.plugin.export(AccountID(person), from: $0) }
  }

  @Test(.tags(.pl23), arguments: TestEngine.allCases)
  func `are exported, each person's own, and are gone when they are erased`(engine: TestEngine) async throws {
    try await SoccerWorld.run(on: engine) { world in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(0, 0, as: "bob")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      let export = try #require(try await export("ann", in: world))
      #expect(export["predictions"]?.array?.count == 1)
      #expect(export["predictions"]?[0]?["match"]?.string == SampleSeason.first)
      #expect(export["predictions"]?[0]?["home"] == 2 && export["predictions"]?[0]?["points"] == .null)
      #expect(export["favourites"]?.array?.compactMap { $0["id"]?.string } == ["en.1"])
      #expect(try await self.export("eve", in: world) == nil)
      let change = PersonalChange(sequence: 1, work: .erase(AccountID("ann")))
      try await world.storage.follow(change) { try await world.plugin.erase(AccountID("ann"), in: $0) }
      #expect(try await self.export("ann", in: world) == nil)
      #expect(try await self.export("bob", in: world)?["predictions"]?.array?.count == 1)
      try await world.play(until: SampleSeason.evening)
      let entries = try await world.storage.boardEntries(of: AccountID("ann"))
      #expect(entries.isEmpty, "a later settlement ranks nobody who has left")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `become another account's with their points, and of a match that both predicted the other's counts`(
    engine: TestEngine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(1, 1, of: SampleSeason.second, as: "ann")
      try await world.predict(3, 0, as: "bob")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "ann")
      try await world.call(.put, "/me/favourites/leagues/en.1", as: "bob")
      try await world.storage.write {
        try await world.plugin.merge(AccountID("ann"), into: AccountID("bob"), in: $0)
      }
      #expect(try await export("ann", in: world) == nil)
      let bobs = try #require(try await export("bob", in: world))
      let homes = bobs["predictions"]?.array?.map { "\($0["match"]?.string ?? "") \($0["home"]?.int ?? -1)" }
      #expect(homes?.sorted() == ["\(SampleSeason.first) 3", "\(SampleSeason.second) 1"].sorted())
      #expect(bobs["favourites"]?.array?.count == 1)
      let details = try await world.storage.boardEntries(of: AccountID("bob")).map(\.entry.detailsText)
      #expect(details == [#"{"predictions":2}"#])
    }
  }
}
