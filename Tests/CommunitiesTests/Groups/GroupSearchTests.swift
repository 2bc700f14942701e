import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A search of groups` {
  /// What pages of a search hold, one after the other, and how many pages there were.
  private func everything(_ words: String, limit: Int, _ world: ClubWorld) async throws -> (names: [String], pages: Int)
  {
    var (names, pages, after): ([String], Int, String?) = ([], 0, nil)
    repeat {
      let query = "\(ClubWorld.root)/?search=\(words)&limit=\(limit)" + (after.map { "&after=\($0)" } ?? "")
      let reply = try await world.host.get(query)
      names += reply.items.compactMap { $0["name"]?.string }
      pages += 1
      after = reply["next"]?.string
    } while after != nil
    return (names, pages)
  }

  @Test(.tags(.pl43), arguments: TestHost.Engine.allCases)
  func `finds each group once, by the first of its words, page after page`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let names = ["Lion Lions", "Lions of Ulm", "Ulm Lionesses", "Bears of Ulm", "Lion Bears"]
      for name in names { _ = try await world.found("club", name, by: ada) }
      for limit in [1, 2, 3, 100] {
        let found = try await everything("lion", limit: limit, world)
        #expect(found.names.sorted() == ["Lion Bears", "Lion Lions", "Lions of Ulm", "Ulm Lionesses"])
      }
      #expect(try await everything("lion", limit: 2, world).pages == 2)
      #expect(try await everything("lion%20ulm", limit: 1, world).names.sorted() == ["Lions of Ulm", "Ulm Lionesses"])
      #expect(try await everything("ulm%20bea", limit: 5, world).names == ["Bears of Ulm"])
      #expect(try await everything("lion%20bear%20ulm", limit: 5, world).names.isEmpty)
    }
  }
}
