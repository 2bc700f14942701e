import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import TeamManagement

@Suite struct `Leagues that are full` {
  private func game(against opponent: String, on day: JSON = "2025-08-10", _ score: JSON = 1) -> JSON {
    ["opponent": .string(opponent), "isHome": true, "score": score, "opponentScore": 0, "day": day]
  }

  @Test(arguments: TestHost.Engine.available)
  func `take nobody more, and those who are in them as ever`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let (foxes, wolves) = (try await world.team(of: ada), try await world.team(of: ada, name: "Wolves"))
      func found(_ team: String, _ name: JSON) async throws -> TestReply {
        try await host.post(world.path(team, "/leagues"), ["name": name], as: ada)
      }
      func join(_ team: String, _ code: JSON) async throws -> String? {
        // What is answered has a code of its own.
        let reply = try await host.post(world.path(team, "/leagues/join"), ["code": code], as: ada)
        return reply.status == 200 ? nil : reply.problem
      }
      let county = try await found(foxes, "County")
      let (league, code) = (try #require(county["league"]?.string), try #require(county["code"]))
      for number in 2...LeagueStore.mostLeagues {
        #expect(try await found(foxes, .string("League \(number)")).status == 201)
      }
      #expect(try await found(foxes, "One more").problem == "409 leagues-full")
      let second = try await found(wolves, "State")
      let (id, state) = (try #require(second["league"]?.string), try #require(second["code"]))
      #expect(try await join(foxes, state) == "409 leagues-full")
      #expect(try await join(foxes, code) == nil, "it is in it already")
      try await world.write(
        (2..<LeagueStore.mostTeams).map {
          "insert into league_teams (league, team, joined_at) values (\(league), \("t\($0)"), \($0))"
        })
      #expect(try await join(wolves, code) == nil, "the fiftieth")
      let bears = try await world.team(of: ada, name: "Bears")
      #expect(try await join(bears, code) == "409 leagues-full")
      #expect(try await join(wolves, code) == nil)
      #expect(try await host.delete(world.path(wolves, "/leagues/\(league)"), as: ada).status == 204)
      #expect(try await join(bears, code) == nil)
      #expect(try await host.delete(world.path(wolves, "/leagues/\(id)"), as: ada).status == 204)
      #expect(try await join(bears, state) == "404 league-unknown", "one without teams is gone")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `have no more games, and none but those of their teams`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let (host, ada) = (world.host, try await world.host.person("Ada"))
      let (foxes, wolves) = (try await world.team(of: ada), try await world.team(of: ada, name: "Wolves"))
      let bears = try await world.team(of: ada, name: "Bears")
      let county = try await host.post(world.path(foxes, "/leagues"), ["name": "County"], as: ada)
      let (league, code) = (try #require(county["league"]?.string), try #require(county["code"]))
      func games(_ team: String) -> String { world.path(team, "/leagues/\(league)/games") }
      #expect(try await host.post(games(foxes), game(against: wolves), as: ada).pointers == ["/opponent"])
      #expect(try await host.post(games(bears), game(against: foxes), as: ada).problem == "404 league-unknown")
      for team in [wolves, bears] {
        #expect(try await host.post(world.path(team, "/leagues/join"), ["code": code], as: ada).status == 200)
      }
      for score in [-1, 10_001] as [JSON] {
        #expect(try await host.post(games(foxes), game(against: wolves, score), as: ada).pointers == ["/score"])
      }
      #expect(try await host.post(games(foxes), game(against: wolves, on: "2025-02-29"), as: ada).pointers == ["/day"])
      var ids: [String] = []
      for (day, score) in [("2025-08-10", 10_000), ("2025-08-12", 0), ("2025-08-11", 3)] as [(JSON, JSON)] {
        let reply = try await host.post(games(foxes), game(against: wolves, on: day, score), as: ada)
        ids.append(try #require(reply["game"]?.string, "\(reply.text)"))
      }
      let shown = try await host.get(world.path(bears, "/leagues"), as: ada).items[0]
      #expect(shown["games"]?.array?.map { $0["day"] } == ["2025-08-12", "2025-08-11", "2025-08-10"])
      #expect(shown["games"]?[2]?["homeName"] == "Foxes" && shown["games"]?[2]?["homeScore"] == 10_000)
      #expect(try await host.delete("\(games(bears))/\(ids[0])", as: ada).problem == "404 game-unknown", "not theirs")
      #expect(try await host.delete("\(games(wolves))/\(ids[0])", as: ada).status == 204, "the opponent's, too")
      var count = 2
      while count < LeagueStore.mostGames {
        try await world.write([
          """
          insert into league_games (id, league, home, away, home_score, away_score, day)
          select id || \("-\(count)"), league, home, away, 1, 0, day from league_games where league = \(league)
          order by id limit \(LeagueStore.mostGames - count)
          """
        ])
        count = min(count * 2, LeagueStore.mostGames)
      }
      #expect(try await world.count("select count(*) as n from league_games") == LeagueStore.mostGames)
      #expect(try await host.post(games(foxes), game(against: bears), as: ada).problem == "409 games-full")
      #expect(try await host.delete("\(games(foxes))/\(ids[1])", as: ada).status == 204)
      #expect(try await host.post(games(foxes), game(against: bears), as: ada).status == 201)
      #expect(try await host.put(world.group(foxes, "/archive"), as: ada).status == 200)
      #expect(try await host.post(games(foxes), game(against: bears), as: ada).problem == "409 team-archived")
      #expect(try await host.post(games(wolves), game(against: foxes), as: ada).problem == "409 games-full")
    }
  }
}
