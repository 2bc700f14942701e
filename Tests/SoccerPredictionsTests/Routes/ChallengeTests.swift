import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `A fun game of two` {
  private func path(_ name: String, _ world: SoccerWorld) async throws -> String {
    "/people/\(try await world.person(name).id)/challenge"
  }

  private func ask(_ leagues: [JSON], _ name: String, of other: String, _ world: SoccerWorld) async throws {
    try await world.call(.put, try await path(other, world), ["leagues": .array(leagues)], as: name)
  }

  private func answer(_ accept: Bool, _ name: String, to other: String, _ world: SoccerWorld) async throws {
    try await world.call(.put, try await path(other, world) + "/answer", ["accept": .bool(accept)], as: name)
  }

  private func state(_ name: String, with other: String, _ world: SoccerWorld) async throws -> String? {
    try await world.call(.get, try await path(other, world), as: name)["state"]?.string
  }

  @Test(.tags(.sp140, .sp145, .sp149, .sp171, .sp172), arguments: TestHost.Engine.allCases)
  func `begins with a request that the other accepts`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      #expect(try await state("ann", with: "bob", world) == "none")
      try await ask(["en.1"], "ann", of: "bob", world)
      #expect(try await state("ann", with: "bob", world) == "sent")
      #expect(try await state("bob", with: "ann", world) == "received")
      #expect(try await world.inbox("bob") == ["ann challenges you to a fun game."])
      for (name, other) in [("ann", "bob"), ("bob", "ann")] {
        #expect(
          await world.problem {
            try await ask(["en.1"], name, of: other, world); return [:]
          } == "409 challenge-pending")
      }
      #expect(
        await world.problem {
          try await answer(true, "ann", to: "bob", world); return [:]
        } == "404 challenge-unknown")
      let asked = try await world.call(.get, "/me/challenges", as: "bob")["items"]?[0]
      #expect(asked?["account"]?["name"] == "ann" && asked?["account"]?["picture"]?.string != nil)
      try await answer(true, "bob", to: "ann", world)
      #expect(try await state("ann", with: "bob", world) == "running")
      #expect(try await world.inbox("ann") == ["bob has accepted your fun game challenge."])
      #expect(
        await world.problem {
          try await answer(false, "bob", to: "ann", world); return [:]
        } == "404 challenge-unknown")
    }
  }

  @Test(.tags(.sp149, .sp153, .sp172), arguments: TestHost.Engine.allCases)
  func `begins afresh when the request was rejected or cancelled`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await ask(["en.1"], "ann", of: "bob", world)
      try await answer(false, "bob", to: "ann", world)
      #expect(try await world.inbox("ann") == ["bob has rejected your fun game challenge."])
      #expect(try await state("ann", with: "bob", world) == "none")
      try await ask(["en.1"], "ann", of: "bob", world)
      let bobs = try await path("bob", world)
      let anns = try await path("ann", world)
      #expect(await world.problem { try await world.call(.delete, anns, as: "bob") } == "404 challenge-unknown")
      try await world.call(.delete, bobs, as: "ann")
      #expect(try await state("bob", with: "ann", world) == "none")
      #expect(await world.problem { try await world.call(.delete, bobs, as: "ann") } == "404 challenge-unknown")
      try await ask(["en.1"], "bob", of: "ann", world)
      #expect(try await state("ann", with: "bob", world) == "received")
    }
  }

  @Test(.tags(.sp151, .sp152, .sp169), arguments: TestHost.Engine.allCases)
  func `has its leagues changed by either, of which the other is told and not asked`(engine: TestHost.Engine)
    async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try world.publish(SampleSeason.brazil.replacing("br.1", with: "ar.1"), as: "argentina.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await ask(["en.1"], "ann", of: "bob", world)
      try await answer(true, "bob", to: "ann", world)
      try await ask(["en.1", "br.1", "ar.1"], "ann", of: "bob", world)
      #expect(try await state("bob", with: "ann", world) == "running")
      #expect(try await world.inbox("bob").first == "ann has added 2 more leagues for the fun game challenge")
      try await ask(["en.1", "br.1", "ar.1"], "bob", of: "ann", world)
      #expect(try await world.inbox("ann").count == 1)
      try await ask(["en.1", "br.1"], "bob", of: "ann", world)
      #expect(try await world.inbox("ann").first == "bob has changed the leagues of the fun game challenge")
      try await ask(["en.1", "br.1", "ar.1"], "bob", of: "ann", world)
      #expect(try await world.inbox("ann").first == "bob has added 1 more league for the fun game challenge")
      for wrong in [["xx.9"], ["en.1", "en.1"], []] as [[JSON]] {
        #expect(
          await world.problem {
            try await ask(wrong, "ann", of: "bob", world); return [:]
          } == "422 invalid-input")
      }
    }
  }

  @Test(.tags(.sp133, .sp134, .sp139), arguments: TestHost.Engine.allCases)
  func `counts what is right for and what is wrong against each, league by league`(engine: TestHost.Engine) async throws
  {
    try await SoccerWorld.run(on: engine) { world async throws in
      try await world.predict(2, 1, as: "ann")
      try await world.predict(0, 1, as: "bob")
      try await world.predict(1, 0, of: SampleSeason.second, as: "bob")
      try await ask(["en.1"], "ann", of: "bob", world)
      try await answer(true, "bob", to: "ann", world)
      try await world.play(until: SampleSeason.evening)
      let mine = try await world.call(.get, try await path("bob", world), as: "ann")["leagues"]?[0]
      #expect(mine?["league"]?["name"] == "English Premier League" && mine?["season"] == "2024/25")
      #expect(mine?["mine"] == ["rank": 1, "points": 5])
      #expect(mine?["theirs"] == ["rank": 2, "points": -10])
      let theirs = try await world.call(.get, try await path("ann", world), as: "bob")["leagues"]?[0]
      #expect(theirs?["mine"] == ["rank": 2, "points": -10])
      #expect(try await world.board() == ["1 ann 5", "2 bob 0"], "the league's points are never below 0")
    }
  }

  @Test(.tags(.sp137, .sp139), arguments: TestHost.Engine.allCases)
  func `keeps the points of its leagues apart`(engine: TestHost.Engine) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(SampleSeason.brazil, as: "brazil.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await world.predict(2, 1, as: "ann")
      try await world.predict(0, 1, as: "bob")
      try await world.predict(2, 0, of: "br.1_2024_matchday-20_flamengo_santos", as: "ann")
      try await world.predict(1, 1, of: "br.1_2024_matchday-20_flamengo_santos", as: "bob")
      try await ask(["en.1", "br.1"], "ann", of: "bob", world)
      try await answer(true, "bob", to: "ann", world)
      try await world.play(until: "2024-08-19T09:00:00Z")
      let leagues = try await world.call(.get, try await path("bob", world), as: "ann")["leagues"]?.array ?? []
      let points = leagues.map { found in
        "\(found["league"]?["id"]?.string ?? "") \(found["mine"]?["points"]?.int ?? 0)"
          + " \(found["theirs"]?["points"]?.int ?? 0)"
      }
      #expect(points.sorted() == ["br.1 -5 5", "en.1 5 -5"])
    }
  }

  @Test(.tags(.sp142, .sp148), arguments: TestHost.Engine.allCases)
  func `is begun from a profile, which tells the points of this season, league by league`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      try world.publish(
        SampleSeason.text().replacing("2024-25", with: "2023-24").replacing("2024-08", with: "2023-08"),
        as: "old.season")
      try await world.play(until: "2024-08-17T09:06:00Z")
      try await world.predict(2, 1, as: "ann")
      try await world.predict(3, 0, of: SampleSeason.second, as: "ann")
      try await world.predict(1, 0, as: "bob")
      let person = try await world.person("ann").id
      let old = SampleSeason.first.replacing("2024-25", with: "2023-24")
      let (store, now) = (world.store, world.now)
      let past = try #require(try world.plugin.catalogue.reading.matches[old])
      try await world.storage.write {
        try await store.save(Prediction(home: 2, away: 1), match: past, account: person, now: now, in: $0)
      }
      try await world.play(until: SampleSeason.evening)
      let path = "/people/\(person)/standing"
      let expected: JSON = [
        "league": ["id": "en.1", "name": "English Premier League"], "season": "2024/25", "predictions": 2, "points": 5,
        "rank": 1,
      ]
      #expect(try await world.call(.get, path)["items"] == [expected])
      #expect(await world.problem { try await world.call(.get, "/people/nobody/standing") } == "404 person-unknown")
      let bob = try await world.person("bob")
      #expect(try await world.host.put("/v1/me/blocked/\(person)", as: bob).status == 204)
      #expect(await world.problem { try await world.call(.get, path, as: "bob") } == "404 person-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is not for people who have blocked one another, nor with oneself, and goes with who leaves`(
    engine: TestHost.Engine
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      for other in ["bob", "cat"] { try await ask(["en.1"], "ann", of: other, world) }
      let (ann, bob, cat) = (
        try await world.person("ann"), try await world.person("bob"), try await world.person("cat")
      )
      #expect(
        await world.problem {
          try await ask(["en.1"], "ann", of: "ann", world); return [:]
        } == "404 person-unknown")
      #expect(try await world.host.put("/v1/me/blocked/\(ann.id)", as: bob).status == 204)
      try await world.host.settled()
      #expect(
        await world.problem {
          try await ask(["en.1"], "ann", of: "bob", world); return [:]
        } == "404 person-unknown")
      #expect(try await world.call(.get, "/me/challenges", as: "ann")["items"]?.array?.count == 1)
      let export = try await world.host.export(of: cat)["plugins"]?["soccer-predictions"]?["data"]
      #expect(export?["challenges"]?[0]?["state"] == "received")
      try await world.host.leave(cat)
      try await world.host.settled()
      #expect(try await world.storage.read { try await $0.query("select one from challenges").count } == 0)
    }
  }
}
