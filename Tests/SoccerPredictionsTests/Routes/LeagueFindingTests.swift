import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `Finding leagues` {
  private func ids(_ path: String, _ world: SoccerWorld) async throws -> [String] {
    let page = try await world.call(.get, path)
    return page["items"]?.array?.compactMap { $0["id"]?.string } ?? []
  }

  private func encoded(_ text: String) throws -> String {
    try text.addingPercentEncoding(withAllowedCharacters: .alphanumerics).unwrapped
  }

  /// Two leagues of England, one of Scotland, a cup of Europe and a league of Egypt.
  private func run(_ body: (SoccerWorld) async throws -> Void) async throws {
    try await SoccerWorld.run(on: .sqlite) { world async throws in
      for (code, name) in [
        ("en.2", "Championship"), ("sco.1", "Premiership"), ("uefa.cl", "Champions League"), ("eg.1", "الدوري المصري"),
      ] {
        try world.publish(SampleSeason.league(code, name: name), as: "\(code).season")
      }
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await body(world)
    }
  }

  @Test(.tags(.sp2, .sp54, .sp61)) func `goes by continent and country, or by any part of what people know of them`()
    async throws
  {
    try await run { world async throws in
      func counted(_ path: String) async throws -> [String] {
        let items = try await world.call(.get, path)["items"]?.array ?? []
        return items.map { "\($0["name"]?.string ?? "") \($0["leagues"]?.int ?? 0)" }
      }
      #expect(try await counted("/continents") == ["Africa 1", "Europe 4"])
      #expect(try await counted("/countries") == ["Egypt 1", "England 2", "Scotland 1"])
      #expect(try await counted("/countries?continent=Europe") == ["England 2", "Scotland 1"])
      #expect(try await ids("/leagues", world) == ["eg.1", "uefa.cl", "en.1", "en.2", "sco.1"])
      // Blanks before and behind it are no part.
      for (query, expected) in [
        ("premier", ["en.1", "sco.1"]), (" premier", ["en.1", "sco.1"]), ("champion ", ["uefa.cl", "en.2"]),
        ("Scotland ", ["sco.1"]), ("  ", ["eg.1", "uefa.cl", "en.1", "en.2", "sco.1"]), ("eng", ["en.1", "en.2"]),
        ("المصري", ["eg.1"]), ("EGYPT", ["eg.1"]), ("premier league of", []),
      ] {
        let path = "/leagues?query=" + (try encoded(query))
        #expect(try await ids(path, world) == expected, "'\(query)'")
      }
      #expect(try await ids("/leagues?country=GB", world) == ["en.1", "en.2", "sco.1"], "both are of one state")
      #expect(try await ids("/leagues?country=SCO", world) == ["sco.1"])
      #expect(try await ids("/leagues?continent=Europe&query=champion", world) == ["uefa.cl", "en.2"])
    }
  }

  @Test(.tags(.sp65)) func `finds one between two seasons, which shows nothing until 60 days before the next`()
    async throws
  {
    let past = SampleSeason.text().replacing("2024-08", with: "2024-05")
    try await SoccerWorld.run(on: .sqlite, season: past) { world async throws in
      let next = SampleSeason.text().replacing("season 2024-25", with: "season 2025-26")
        .replacing("2024-08-17", with: "2024-10-16").replacing("2024-08-24", with: "2024-10-23")
      try world.publish(next, as: "next.season")
      func shown() async throws -> [Int] {
        try await ["/matches", "/teams", "/standings"].asyncMap { part in
          try await world.call(.get, "/leagues/en.1" + part)["items"]?.array?.count ?? -1
        }
      }
      for time in ["2024-08-17T09:06:00Z", "2024-08-17T11:29:59Z"] {
        try await world.play(until: time)
        #expect(try await shown() == [0, 0, 0])
        #expect(try await world.call(.get, "/leagues/en.1")["season"] == "2024/25", "the last one's")
        #expect(try await world.matches("?season=2024-25") == ["AB", "CD", "BA", "DC"])
        #expect(try await world.call(.get, "/leagues/en.1/leaderboard")["size"] == 0)
      }
      try await world.play(until: "2024-08-17T11:30:00Z")
      #expect(try await shown() == [4, 4, 1])
      #expect(try await world.call(.get, "/leagues/en.1")["season"] == "2025/26")
      #expect(try await world.matches("?season=2024-25&state=played") == ["BA", "CD", "AB"])
    }
  }

  @Test func `leads to teams of any script, which have ids that can be asked for`() async throws {
    let season = SampleSeason.text(goals: "+ ALB 10 محمد\n+ BOR 60 علي\n+ ALB 90 محمد")
      .replacing("ALB Albion", with: "ALB الأهلي").replacing("BOR Borough", with: "BOR الزمالك")
      .replacing("league en.1", with: "league eg.1")
    try await SoccerWorld.run(on: .sqlite, season: season) { world async throws in
      let teams = try await world.call(.get, "/leagues/eg.1/teams")["items"]?.array ?? []
      #expect(teams.map { $0["name"] } == ["City", "Dynamo", "الأهلي", "الزمالك"])
      let id = try #require(teams.first { $0["name"] == "الأهلي" }?["id"]?.string)
      #expect(id.wholeMatch(of: /egy-[0-9a-f]{16}/) != nil)
      try await world.call(.put, "/me/favourites/teams/\(id)", as: "ann")
      let mine = try await world.call(.get, "/me/favourites", as: "ann")
      #expect(mine["teams"]?[0]?["name"] == "الأهلي" && mine["leagues"]?[0]?["id"] == "eg.1")
      let match = try #require(try await world.call(.get, "/leagues/eg.1/matches")["items"]?[0]?["id"]?.string)
      let squad = try await world.call(.get, "/matches/\(match)/squads")
      let scorer = try #require(squad["home"]?[0]?["id"]?.string)
      #expect(squad["home"]?.array?.count == 1 && scorer.hasPrefix(id + ":"))
      try await world.predict(2, 1, of: match, scorers: [scorer], as: "ann")
      try await world.play(until: SampleSeason.evening)
      #expect(try await world.points(of: "ann", match: match) == 6)
    }
  }
}
