import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `A league` {
  @Test(.tags(.tm92)) func `ranks by points, difference and what was scored; who is even in all shares a position`() {
    func game(_ home: String, _ away: String, _ score: Int, _ other: Int) -> LeagueTable.Game {
      LeagueTable.Game(home: home, away: away, homeScore: score, awayScore: other)
    }
    let games = [
      game("a", "b", 2, 1), game("c", "d", 2, 1), game("a", "c", 0, 0), game("b", "d", 3, 3), game("e", "a", 0, 1),
      game("x", "a", 9, 0),
    ]
    let rows = LeagueTable.rows(of: ["d", "c", "b", "a", "e"], games)
    let told = rows.map { "\($0.position) \($0.team) \($0.played) \($0.won)-\($0.tied)-\($0.lost) \($0.points)" }
    #expect(told == ["1 a 3 2-1-0 7", "2 c 2 1-1-0 4", "3 d 2 0-1-1 1", "3 b 2 0-1-1 1", "5 e 1 0-0-1 0"])
  }

  @Test(.tags(.tm92), arguments: TestHost.Engine.available)
  func `is shared by teams that join with its code, each of which enters its own games`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, zoe) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Zoe"))
      let (foxes, wolves) = (try await world.team(of: ada, bob), try await world.team(of: zoe, name: "Wolves"))
      let (ours, theirs) = (world.path(foxes, "/leagues"), world.path(wolves, "/leagues"))
      #expect(try await host.post(ours, ["name": "County"], as: bob).problem == "403 forbidden")
      #expect(try await host.post(ours, ["name": " "], as: ada).pointers == ["/name"])
      let founded = try await host.post(ours, ["name": "County"], as: ada)
      let (league, code) = (try #require(founded["league"]?.string), try #require(founded["code"]))
      #expect(try await host.post("\(theirs)/join", ["code": "none"], as: zoe).problem == "404 league-unknown")
      for _ in 1...2 { #expect(try await host.post("\(theirs)/join", ["code": code], as: zoe).status == 200) }
      let (own, other) = ("\(ours)/\(league)/games", "\(theirs)/\(league)/games")
      func game(_ opponent: String, _ score: Int64, _ against: Int64, home: Bool = true) -> JSON {
        [
          "opponent": .string(opponent), "isHome": .bool(home), "score": .integer(score),
          "opponentScore": .integer(against), "day": "2025-08-10",
        ]
      }
      #expect(try await host.post(own, game(foxes, 1, 0), as: ada).pointers == ["/opponent"], "not against oneself")
      #expect(try await host.post(own, game(wolves, 3, 1), as: bob).problem == "403 forbidden")
      let first = try await host.post(own, game(wolves, 3, 1), as: ada)
      #expect(first.status == 201, "\(first.text)")
      #expect(try await host.post(other, game(foxes, 2, 2, home: true), as: zoe).status == 201)
      func table(_ path: String, _ person: TestPerson) async throws -> [String] {
        try await host.get(path, as: person).items[0]["table"]?.array?.map {
          "\($0["position"] ?? .null) \($0["name"]?.string ?? "") \($0["points"] ?? .null)"
        } ?? []
      }
      #expect(try await table(ours, bob) == ["1 Foxes 4", "2 Wolves 1"])
      #expect(try await table(theirs, zoe) == ["1 Foxes 4", "2 Wolves 1"], "one table for both")
      let seen = try await host.get(ours, as: bob).items[0]
      #expect(seen["code"] == nil && seen["games"]?.array?.count == 2, "the code is for those who let others in")
      let path = "\(own)/\(first["game"]?.string ?? "")"
      #expect(try await host.delete(path, as: bob).problem == "403 forbidden")
      #expect(try await host.delete(path, as: ada).status == 204)
      #expect(try await host.delete(path, as: ada).problem == "404 game-unknown")
      #expect(try await table(ours, bob).sorted() == ["1 Foxes 1", "1 Wolves 1"], "even in everything")
      #expect(try await host.delete("\(theirs)/\(league)", as: zoe).status == 204)
      #expect(try await host.delete("\(theirs)/\(league)", as: zoe).problem == "404 league-unknown")
      #expect(try await table(ours, bob) == ["1 Foxes 0"], "its games go with it")
    }
  }
}
