import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `The tables of a group` {
  private static let root = "/v1/groups/soccer-predictions"

  /// A group of Ada's with Bob and Cleo in it; all but Cleo have predicted.
  private func run(
    on engine: TestHost.Engine, _ body: (SoccerWorld, _ group: String) async throws -> Void
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let ada = try await world.person("Ada")
      let reply = try await world.host.post("\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
      let group = try #require(reply["id"]?.string)
      for name in ["Bob", "Cleo"] {
        let person = try await world.person(name)
        #expect(try await world.host.put("\(Self.root)/\(group)/members/\(person.id)", as: ada).status == 204)
      }
      try await world.predict(1, 0, as: "Bob")
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(2, 1, as: "Eve")
      try await world.predict(3, 0, of: SampleSeason.third, as: "Bob")
      try await body(world, group)
    }
  }

  private func rows(
    _ world: SoccerWorld, _ group: String, _ query: String, _ members: String...
  ) async throws -> [String] {
    let page = try await world.call(.get, "/groups/\(group)/board?league=en.1\(query)", as: "Cleo")
    return (page["items"]?.array ?? []).map { row in
      ([row["account"]?["name"]?.string ?? ""] + members.map { row[$0]?.int.map(String.init) ?? "-" })
        .joined(separator: " ")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `show while a match is played how it would be if it ended now`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world, group in
      let live = { try await rows(world, group, "&view=live", "rank", "points", "gained", "change") }
      // 1–0: Bob has the score, Ada the winner.
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await live() == ["Bob 1 5 5 0", "Ada 2 3 3 -1", "Cleo - 0 - -"])
      #expect(try await rows(world, group, "", "points") == ["Ada 0", "Bob 0", "Cleo 0"])
      // 1–1: nobody has anything.
      try await world.play(until: "2024-08-17T13:00:00Z")
      #expect(try await live() == ["Ada 1 0 0 0", "Bob 1 0 0 0", "Cleo - 0 - -"])
      // It ended 2–1, and another match is on that nobody has predicted.
      try await world.play(until: "2024-08-17T14:30:00Z")
      #expect(try await live() == ["Ada 1 5 0 0", "Bob 2 3 0 0", "Cleo - 0 - -"])
      #expect(try await rows(world, group, "", "rank", "points") == ["Ada 1 5", "Bob 2 3", "Cleo - 0"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `follow names and blocks at once, also while a table is kept`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world, group in
      let live = { try await rows(world, group, "&view=live", "rank") }
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await live() == ["Bob 1", "Ada 2", "Cleo -"])
      let (ada, bob) = (try await world.person("Ada"), try await world.person("Bob"))
      let cleo = try await world.person("Cleo")
      #expect(try await world.host.patch("/v1/me", ["name": "Ada L"], as: ada).status == 200)
      #expect(try await live() == ["Bob 1", "Ada L 2", "Cleo -"])
      #expect(try await rows(world, group, "&view=live&query=ada", "rank") == ["Ada L 2"])
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: cleo).status == 204)
      #expect(try await live() == ["Ada L 2", "Cleo -"])
      #expect(try await rows(world, group, "", "points") == ["Ada L 0", "Cleo 0"])
      #expect(try await world.host.delete("/v1/me/blocked/\(bob.id)", as: cleo).status == 204)
      #expect(try await live() == ["Bob 1", "Ada L 2", "Cleo -"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are of a round or a month, too`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world, group in
      try await world.play(until: SampleSeason.evening)
      let periods = try await world.call(.get, "/leagues/en.1/periods")
      #expect(periods["rounds"]?.array?.map { $0["name"] } == ["Matchday 1"], "only those that have begun")
      #expect(periods["months"]?.array?.map { $0["name"] } == ["2024-08"])
      try await world.play(until: SampleSeason.later)
      let table = { try await rows(world, group, $0, "rank", "points", "leagueRank") }
      #expect(try await table("&round=Matchday%201") == ["Ada 1 5 -", "Bob 2 3 -", "Cleo - 0 -"])
      #expect(try await table("&round=Matchday%202") == ["Bob 1 5 -", "Ada - 0 -", "Cleo - 0 -"])
      #expect(try await table("&month=2024-08") == ["Bob 1 8 -", "Ada 2 5 -", "Cleo - 0 -"])
      #expect(try await table("&month=2024-08&round=Matchday%201") == ["Ada 1 5 -", "Bob 2 3 -", "Cleo - 0 -"])
      for (query, code) in [
        ("round=Matchday%209", "404 period-unknown"), ("month=2024-09", "404 period-unknown"),
        ("month=August", "422 invalid-input"), ("view=then", "422 invalid-input"),
      ] {
        let path = "/groups/\(group)/board?league=en.1&\(query)"
        #expect(await world.problem { try await world.call(.get, path, as: "Ada") } == code)
      }
      #expect(await world.problem { try await world.call(.get, "/leagues/xx.9/periods") } == "404 league-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `tell round by round how I did and who has won`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world, group in
      let path = "/groups/\(group)/course?league=en.1"
      #expect(try await world.call(.get, path, as: "Ada")["items"] == [])
      try await world.play(until: SampleSeason.later)
      func course(_ name: String) async throws -> [String] {
        (try await world.call(.get, path, as: name)["items"]?.array ?? []).map { item in
          let figures = ["points", "total", "rank", "ranked", "best"].map { item[$0]?.int.map(String.init) ?? "-" }
          let winners = (item["winners"]?.array ?? []).compactMap { $0["name"]?.string }
          return ([item["round"]?.string ?? ""] + figures + winners).joined(separator: " ")
        }
      }
      #expect(try await course("Ada") == ["Matchday 1 5 5 1 2 5 Ada", "Matchday 2 0 5 2 2 5 Bob"])
      #expect(try await course("Bob") == ["Matchday 1 3 3 2 2 5 Ada", "Matchday 2 5 8 1 2 5 Bob"])
      #expect(try await course("Cleo") == ["Matchday 1 0 0 - 2 5 Ada", "Matchday 2 0 0 - 2 5 Bob"])
      #expect(await world.problem { try await world.call(.get, path, as: "Eve") } == "404 not-found")
      #expect(
        await world.problem { try await world.call(.get, "/groups/\(group)/course?league=xx.9", as: "Ada") }
          == "404 league-unknown")
      // Whom a block keeps from one another do not see each other here either.
      let (ada, bob) = (try await world.person("Ada"), try await world.person("Bob"))
      #expect(try await world.host.put("/v1/me/blocked/\(bob.id)", as: ada).status == 204)
      #expect(try await course("Ada") == ["Matchday 1 5 5 1 2 5 Ada", "Matchday 2 0 5 2 2 5"])
    }
  }
}
