import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `A match or team that may be another one` {
  private static let start = "2024-09-01T09:00:00Z"
  private static let played = "2024-09-08T09:00:00Z"
  private let first = "en.1_2024-25_matchday-1_albion_forest"
  private let file = "2024-25/en.1.json"
  /// Home and away of the first match have changed places.
  private let turned = CorrectedSeason().text()
    .replacing("\"team1\":\"Albion\",\"team2\":\"Forest\"", with: "\"team1\":\"Forest\",\"team2\":\"Albion\"")

  private func run(on engine: TestHost.Engine, _ body: (SoccerWorld) async throws -> Void) async throws {
    try await SoccerWorld.run(
      on: engine, season: CorrectedSeason().text(), settings: ["reminderMinutes": 0], file: file,
      provider: "openfootball"
    ) { world async throws in
      try await world.play(until: Self.start)
      try await body(world)
    }
  }

  private func publish(_ text: String, _ world: SoccerWorld) async throws {
    try world.publish(text, as: file)
    try await world.host.clock.advance(by: .seconds(310))
  }

  private func doubts(_ world: SoccerWorld) async throws -> [JSON] {
    try await world.call(.get, "/doubts", asOperator: true)["items"]?.array ?? []
  }

  private func decide(_ doubt: JSON, _ decision: String, _ world: SoccerWorld) async throws {
    let id = try #require(doubt["id"]?.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    try await world.call(.put, "/doubts/\(id)", ["decision": .string(decision)], asOperator: true)
    try await world.host.clock.advance(by: .seconds(1))
  }

  private func score(_ person: String, _ match: String, _ world: SoccerWorld) async throws -> [Int?] {
    let found = try await world.call(.get, "/matches/\(match)/prediction", as: person)
    return [found["home"]?.int, found["away"]?.int]
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is made one by an operator, who sees before whom that concerns: nothing that was predicted is lost`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.predict(2, 0, of: first, as: "bob")
      try await publish(turned, world)
      let doubt = try #require(try await doubts(world).first)
      let new = try #require(doubt["found"]?["id"]?.string)
      #expect(doubt["kind"] == "match" && doubt["isTurned"] == true)
      #expect(doubt["known"]?["id"]?.string == first && doubt["known"]?["name"] == "Albion – Forest")
      #expect(doubt["found"]?["name"] == "Forest – Albion" && doubt["found"]?["round"] == "Matchday 1")
      try await world.predict(4, 0, of: new, as: "bob")
      try await world.predict(1, 1, of: new, as: "cat")
      let counted = try #require(try await doubts(world).first)
      #expect(counted["predictions"] == 2 && counted["newPredictions"] == 2 && counted["both"] == 1)
      #expect(try await score("ann", first, world) == [0, 5], "until then all of it can be read")
      try await decide(counted, "same", world)
      for id in [first, new] {
        #expect(try await world.call(.get, "/matches/\(id)")["id"]?.string == first)
        #expect(try await score("ann", id, world) == [5, 0])
        #expect(try await score("bob", id, world) == [4, 0])
        #expect(try await score("cat", id, world) == [1, 1])
      }
      #expect(try await doubts(world).isEmpty)
      try await world.play(until: Self.played)
      #expect(try await world.board() == ["1 ann 0", "1 bob 0", "1 cat 0"])
      try await publish(turned + "\n", world)
      #expect(try await score("ann", first, world) == [5, 0], "reading the file again changes nothing")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps its points until an operator has said that it is another one, and is asked about once`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      try await world.predict(0, 5, of: first, as: "ann")
      try await world.play(until: Self.played)
      try await publish(turned, world)
      let doubt = try #require(try await doubts(world).first)
      #expect(doubt["losers"] == 1 && doubt["lostPoints"] == 5)
      #expect(try await world.points(of: "ann", match: first) == 5)
      #expect(try await world.board() == ["1 ann 5"])
      #expect(try await world.plugin.health().reason.contains("1 cases wait"))
      try await decide(doubt, "apart", world)
      #expect(try await world.points(of: "ann", match: first) == 0)
      #expect(try await world.board() == ["1 ann 0"])
      #expect(try await world.inbox("ann").count == 1)
      let again = await world.problem {
        let id = doubt["id"]?.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await world.call(.put, "/doubts/\(id)", ["decision": "same"], asOperator: true)
      }
      #expect(again == "404 doubt-unknown")
      try await publish(turned + "\n", world)
      #expect(try await doubts(world).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is one decision for a team with all its matches, and favourites go along`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world async throws in
      let before = try Set(world.plugin.catalogue.reading.matches.keys)
      let own = before.filter { $0.contains("dynamo") }.sorted()
      for match in own { try await world.predict(1, 0, of: match, as: "ann") }
      try await world.call(.put, "/me/favourites/teams/eng-dynamo", as: "ann")
      var season = CorrectedSeason()
      season.names[3] = "Rovers"
      try await publish(season.text(), world)
      let found = try await doubts(world)
      #expect(found.count == 1 && found[0]["kind"] == "team" && found[0]["predictions"]?.int == own.count)
      #expect(found[0]["known"]?["name"] == "Dynamo" && found[0]["found"]?["name"] == "Rovers")
      try await world.call(.put, "/me/favourites/teams/eng-rovers", as: "bob")
      try await decide(found[0], "same", world)
      #expect(try Set(world.plugin.catalogue.reading.seasons.values.flatMap(\.matches).map(\.id)) == before)
      for match in own { #expect(try await score("ann", match, world) == [1, 0]) }
      for person in ["ann", "bob"] {
        let teams = try await world.call(.get, "/me/favourites", as: person)["teams"]?.array
        #expect(teams?.map { $0["id"] } == ["eng-dynamo"] && teams?.first?["name"] == "Rovers")
      }
      try await publish(season.text() + "\n", world)
      #expect(try await doubts(world).isEmpty)
      #expect(try Set(world.plugin.catalogue.reading.seasons.values.flatMap(\.matches).map(\.id)) == before)
    }
  }

  @Test(.tags(.sp63), arguments: TestHost.Engine.allCases, [false, true])
  func `takes the logo along that an operator has given, unless it has its own`(
    engine: TestHost.Engine, hasOwn: Bool
  ) async throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let (own, other) = (try #require(Logo(png + [1])), try #require(Logo(png + [2])))
    try await run(on: engine) { world async throws in
      if hasOwn {
        try await world.storage.write { try await LogoStore.give(own, to: .team("eng-dynamo"), in: $0) }
      }
      var season = CorrectedSeason()
      season.names[3] = "Rovers"
      try await publish(season.text(), world)
      try await world.storage.write { try await LogoStore.give(other, to: .team("eng-rovers"), in: $0) }
      let doubt = try #require(try await doubts(world).first)
      try await decide(doubt, "same", world)
      let kept = hasOwn ? own : other
      let (given, gone) = try await world.storage.read { transaction in
        (
          try await LogoStore.given(in: transaction),
          try await LogoStore.logo((hasOwn ? other : own).id, in: transaction)
        )
      }
      #expect(given == [.team("eng-dynamo"): kept.id] && gone == nil)
      let teams = try await world.call(.get, "/leagues/en.1/teams")["items"]?.array ?? []
      let logos = teams.filter { $0["id"] == "eng-dynamo" }.map { $0["logo"]?.string }
      #expect(logos == ["/v1/soccer-predictions/logos/\(kept.id)"])
      let notes = try await world.storage.read { try await IdentityStore.changes(after: 0, in: $0) }
      #expect(notes.contains { $0.kind == "logo" && $0.thing == "eng-dynamo" }, "so that other hosts show it")
    }
  }

  @Test func `is for operators to decide, a page at a time`() async throws {
    try await run(on: .sqlite) { world async throws in
      for path in ["/doubts", "/doubts?limit=1"] {
        #expect(await world.problem { try await world.call(.get, path, as: "ann") } == "403 forbidden")
      }
      #expect(
        await world.problem { try await world.call(.put, "/doubts/x", ["decision": "same"], as: "ann") }
          == "403 forbidden")
      for match in [first, "en.1_2024-25_matchday-1_borough_eastham"] {
        try await world.predict(1, 1, of: match, as: "ann")
      }
      let both = turned.replacing(
        "\"team1\":\"Borough\",\"team2\":\"Eastham\"", with: "\"team1\":\"Eastham\",\"team2\":\"Borough\"")
      try await publish(both, world)
      let page = try await world.call(.get, "/doubts?limit=1", asOperator: true)
      let next = try #require(page["next"]?.string?.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let second = try await world.call(.get, "/doubts?limit=1&after=\(next)", asOperator: true)
      let ids = [page, second].compactMap { $0["items"]?[0]?["id"]?.string }
      #expect(Set(ids).count == 2 && second["next"]?.string == nil)
    }
  }
}

@Suite struct `An installation from before ids were stored` {
  private let file = "2024-25/en.1.json"

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps its predictions and addresses, also those that a respelling had orphaned`(
    engine: TestHost.Engine
  ) async throws {
    let season = CorrectedSeason().text()
    try await SoccerWorld.run(
      on: engine, season: season, settings: ["reminderMinutes": 0], file: file, provider: "openfootball"
    ) { world async throws in
      let known = "en.1_2024-25_matchday-2_borough_forest"
      let orphan = "en.1_2024-25_matchday-1_albion-fc_forest"
      try await world.predict(1, 1, of: known, as: "ann")
      let (ann, now) = (try await world.person("ann"), world.now)
      try await world.storage.write { transaction in
        for table in ["seasons", "matches", "match_aliases", "team_aliases"] {
          try await transaction.execute(SQL(stringLiteral: "delete from \(table) where 1 = 1"))
        }
        try await transaction.execute(
          """
          insert into predictions (match, account, season, home, away, scorers, created_at, updated_at)
          values (\(orphan), \(ann.id), 'en.1_2024-25', 0, 5, '', \(now), \(now))
          """)
      }
      let later = try SoccerPredictions(host: world.host.services)
      try await later.tracker.begin()
      let reading = later.catalogue.reading
      #expect(try reading.match(known).id == known)
      for id in [orphan, "en.1_2024-25_matchday-1_albion_forest"] {
        let match = try reading.match(id)
        #expect(match.id == orphan && match.home.name == "Albion")
      }
      #expect(reading.seasons.values.flatMap(\.matches).count == 30)
      try await world.play(until: "2024-09-08T09:00:00Z")
      _ = try await later.tracker.step(world.now)
      let points: [Int] = try await world.storage.read { transaction in
        try await transaction.query("select points from predictions where match = \(orphan)").map { try $0["points"] }
      }
      #expect(points == [5])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is read once by two hosts: the second one has the same ids and decisions`(engine: TestHost.Engine) async throws
  {
    try await SoccerWorld.run(
      on: engine, season: CorrectedSeason().text(), settings: ["reminderMinutes": 0], file: file,
      provider: "openfootball"
    ) { world async throws in
      let second = try SoccerPredictions(host: world.host.services)
      try await second.tracker.begin()
      #expect(Set(second.catalogue.reading.matches.keys) == Set(try world.plugin.catalogue.reading.matches.keys))
      var season = CorrectedSeason()
      season.names[0] = "Albion Rovers"
      season.rounds = { "Week \($0)" }
      try world.publish(season.text(), as: file)
      try await world.host.clock.advance(by: .seconds(310))
      try await second.tracker.refresh()
      #expect(second.catalogue.reading.matches == (try world.plugin.catalogue.reading.matches))
      #expect(second.catalogue.reading.team(called: "eng-albion-rovers") == "eng-albion")
    }
  }
}
