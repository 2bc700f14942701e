import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `Rights in a plugin's things` {
  private static let clock = "2024-08-17T11:40:00Z"

  @Test(arguments: TestEngine.allCases)
  func `come with the change that gives them, and go with the thing`(on engine: TestEngine) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        let (scorer, player, stranger) = (try await host.guest(), try await host.guest(), try await host.guest())
        try await host.begin("c1", as: scorer)
        #expect(try await host.look(at: "c1", as: scorer) == 200)
        #expect(try await host.look(at: "c1", as: player) == 404)
        try await host.play(player, on: "c1", by: scorer)
        #expect(try await host.look(at: "c1", as: player) == 200)
        let players = try await host.get("/v1/card-game/cards/c1/players", as: player).items
        #expect(players.map { $0["role"]?.string } == ["player", "scorer"])
        try await Self.standings(host, scorer, player)
        let spoilt = try await host.call("POST", "/v1/card-game/cards", as: scorer.token, body: ["card": "spoilt"])
        #expect(spoilt.status == 409)
        #expect(try await host.look(at: "spoilt", as: scorer) == 404, "what is rolled back gives nothing")
        let (foreign, missing) = (
          try await host.get("/v1/card-game/cards/c1", as: stranger),
          try await host.get("/v1/card-game/cards/none", as: stranger)
        )
        #expect(foreign.status == 404 && foreign.code == missing.code && foreign["detail"] == missing["detail"])
        #expect(try await host.call("DELETE", "/v1/card-game/cards/c1", as: scorer.token).status == 204)
        #expect(try await host.look(at: "c1", as: player) == 404)
        #expect(try await host.look(at: "c1", as: scorer) == 404)
      }
    }
  }

  /// What the plugin itself is told.
  private static func standings(_ host: RunningHost, _ scorer: Person, _ player: Person) async throws {
    let admin = try await host.signIn("+4915112340001")
    try await host.grant("super-admin", to: admin)
    func mine(_ person: Person) async throws -> Reply { try await host.get("/v1/card-game/cards/c1/mine", as: person) }
    #expect(try await mine(scorer).json == ["has": true, "permits": true, "roles": ["scorer"]])
    #expect(try await mine(player).json == ["has": false, "permits": false, "roles": ["player"]])
    #expect(try await mine(admin).code == "second-factor-required")
    try await host.enrol(admin)
    #expect(try await mine(admin).json == ["has": false, "permits": true, "roles": []])
  }

  @Test(.tags(.pl18, .tm70))
  func `that a role guards count only where the second factor was shown, if the operator asks for it`() async throws {
    let installation = try await CardHost.installation()
    let guarded = try installation.folder.read("manifests/card-game.json").replacingOccurrences(
      of: #""permissions": ["see-card", "enter-scores"]"#,
      with: #""secondFactor": true, "permissions": ["see-card", "enter-scores"]"#)
    _ = try installation.folder.write("manifests/card-game.json", guarded)
    for (number, asked) in ["optional", "required"].enumerated() {
      let environment = ["FIELDHOUSE_PLUGIN_ADMIN_SECOND_FACTOR": asked]
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        let scorer = try await host.signIn("+491511234000\(number + 1)")
        let card = "card-\(asked)"
        try await host.begin(card, as: scorer)
        #expect(try await host.look(at: card, as: scorer) == 200, "what others may as well is not guarded")
        func enter() async throws -> Reply {
          try await host.call("PUT", "/v1/card-game/cards/\(card)/throws", as: scorer.token, body: ["throws": 3])
        }
        let first = try await enter()
        guard asked == "required" else {
          #expect(first.status < 300, "\(first.json)")
          return
        }
        #expect(first.status == 403 && first.code == "second-factor-required", "\(first.json)")
        let before = try await host.get("/v1/me/second-factor", as: scorer)
        #expect(before["enabled"] == false && before["shown"] == false)
        try await host.enrol(scorer)
        #expect(try await enter().status < 300)
        #expect(try await host.get("/v1/me/second-factor", as: scorer)["shown"] == true)
      }
    }
  }

  @Test func `are given and taken by operators, and stand in the trail`() async throws {
    try await RunningHost.run(try await CardHost.installation(), clock: Self.clock) { host in
      let person = try await host.signIn("+4915112340001")
      #expect(try await host.role("PUT", "card-game.scorer", person, in: "card/c1").status == 204)
      #expect(try await host.role("PUT", "card-game.treasurer", person).status == 204)
      let held = try await host.call("GET", "/v1/people/\(person.id)/roles", as: RunningHost.token).items
      let expected: [JSON] = [
        ["role": "card-game.treasurer", "scope": ""], ["role": "card-game.scorer", "scope": "card/c1"],
      ]
      #expect(held == expected)
      let wrong = [
        ("card-game.scorer", "", "422 scope-unfit"), ("card-game.scorer", "team/c1", "422 scope-unfit"),
        ("card-game.treasurer", "card/c1", "422 scope-unfit"), ("card-game.referee", "", "404 role-unknown"),
        ("no-game.scorer", "", "404 role-unknown"), ("scorer", "", "404 role-unknown"),
      ]
      for (role, scope, expected) in wrong {
        let reply = try await host.role("PUT", role, person, in: scope)
        #expect(
          "\(reply.status) \(reply["errors"]?[0]?["code"]?.string ?? reply.code ?? "")" == expected, "\(role) \(scope)")
      }
      let nobody = Person(id: "nobody", token: "")
      #expect(try await host.role("PUT", "card-game.scorer", nobody, in: "card/c1").code == "person-unknown")
      #expect(try await host.role("DELETE", "card-game.scorer", person, in: "card/c2").code == "role-not-held")
      #expect(try await host.role("DELETE", "card-game.scorer", person, in: "card/c1").status == 204)
      #expect(try await host.look(at: "c1", as: person) == 404)
      let trail = try await host.call("GET", "/v1/audit", as: RunningHost.token).items
      let entries = trail.filter { $0["subject"]?.string == person.id }.compactMap { entry in
        entry["action"]?.string.map { "\($0) \(entry["detail"]?.string ?? "")" }
      }
      #expect(
        entries.reversed() == [
          "role.granted card-game.scorer card/c1", "role.granted card-game.treasurer ",
          "role.revoked card-game.scorer card/c1",
        ])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `outlive a restart, and go with the person, also while the plugin is switched off`(on engine: TestEngine)
    async throws
  {
    try await CardHost.run(on: engine) { installation, environment in
      let run =
        { body in
          try await RunningHost.run(installation, clock: Self.clock, environment: environment, body)
        } as ((RunningHost) async throws -> [Person]) async throws -> [Person]
      let people = try await run { host in
        let people = [try await host.guest(), try await host.guest(), try await host.guest()]
        try await host.begin("c1", as: people[0])
        for person in people.dropFirst() { try await host.play(person, on: "c1", by: people[0]) }
        try await host.kill()
        return people
      }
      _ = try await run { host in
        #expect(try await Self.players(host) == Set(people.map(\.id)))
        #expect(try await host.call("DELETE", "/v1/me", as: people[1].token).status == 204)
        try await eventually { try await Self.players(host) == [people[0].id, people[2].id] }
        return []
      }
      let manifest = try installation.folder.read("manifests/card-game.json")
      try installation.folder.write(
        "manifests/card-game.json", manifest.replacing("\"enabled\": true", with: "\"enabled\": false"))
      _ = try await run { (host) async throws in
        #expect(try await host.call("DELETE", "/v1/me", as: people[2].token).status == 204)
        return []
      }
      try installation.folder.write("manifests/card-game.json", manifest)
      _ = try await run { (host) async throws in
        #expect(try await Self.players(host) == [people[0].id])
        return []
      }
    }
  }

  private static func players(_ host: RunningHost) async throws -> Set<String> {
    let items = try await host.call("GET", "/v1/card-game/cards/c1/players", as: RunningHost.token).items
    return Set(items.compactMap { $0["id"]?.string })
  }

  /// A host that has not heard of it yet lets somebody in, and the transaction does not.
  @Test(.tags(.pl22), arguments: TestEngine.allCases)
  func `change nothing any more from the moment on that they were taken, whichever host took them`(
    on engine: TestEngine
  ) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { host in
        let (scorer, helper) = (try await host.guest(), try await host.guest())
        try await host.begin("c1", as: scorer)
        if environment.isEmpty { return try await Self.helpAndGo(helper, as: scorer, at: host, takingAt: host) }
        try await RunningHost.run(installation, clock: Self.clock, environment: environment) { second in
          try await Self.helpAndGo(helper, as: scorer, at: host, takingAt: second)
        }
      }
    }
  }

  private static func helpAndGo(
    _ helper: Person, as scorer: Person, at host: RunningHost, takingAt other: RunningHost
  ) async throws {
    func add(_ key: String) async throws -> Reply {
      try await host.call(
        "POST", "/v1/card-game/cards/c1/throws", as: helper.token, body: ["throws": 1],
        headers: ["Idempotency-Key": key])
    }
    for round in 1...8 {
      // Whoever may still see the card is told that they may not write it, others that there is none.
      if round % 2 == 0 { try await other.play(helper, on: "c1", by: scorer) }
      #expect(try await other.role("PUT", "card-game.scorer", helper, in: "card/c1").status == 204)
      try await eventually { try await add("in-\(round)").status == 204 }
      #expect(try await other.role("DELETE", "card-game.scorer", helper, in: "card/c1").status == 204)
      let late = try await add("late-\(round)")
      #expect(late.status == (round % 2 == 0 ? 403 : 404), "\(late.json)")
      if round % 2 == 0 { try await other.play(helper, on: "c1", by: scorer, "DELETE") }
    }
    #expect(try await host.get("/v1/card-game/cards/c1", as: scorer)["throws"] == 8)
  }
}

@Suite struct `A live topic that needs a right` {
  private static let clock = "2024-08-17T11:40:00Z"
  private static func path(_ topic: String) -> String { "/v1/live?topic=card-game%2F\(topic)" }

  @Test func `is watched by those who hold it, and by nobody else`() async throws {
    try await RunningHost.run(try await CardHost.installation(), clock: Self.clock) { host in
      let (scorer, stranger) = (try await host.guest(), try await host.signIn("+4915112340001"))
      try await host.begin("c1", as: scorer)
      let refused: [(String, Person?, Int, String)] = [
        ("cards%2Fc1", nil, 401, "unauthenticated"), ("cards%2Fc1", stranger, 404, "not-found"),
        ("cards%2Fnone", stranger, 404, "not-found"), ("cards%2Fnone", scorer, 404, "not-found"),
        ("totals", scorer, 403, "account-needed"), ("totals", stranger, 403, "forbidden"),
        ("news", nil, 401, "unauthenticated"),
        ("news", Person(id: "", token: "nonsense"), 401, "session-ended"),
      ]
      for (topic, person, status, code) in refused {
        let reply = try await host.get(Self.path(topic), as: person)
        #expect(reply.status == status && reply.code == code, "\(topic): \(reply.json)")
      }
    }
  }

  /// The stream ends because the right did: session, host and the others' streams go on.
  @Test(arguments: TestEngine.allCases)
  func `ends with it, whichever host takes it, and no other stream does`(on engine: TestEngine) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { host in
        let (scorer, player) = (try await host.guest(), try await host.guest())
        try await host.begin("c1", as: scorer)
        try await host.play(player, on: "c1", by: scorer)
        let hasEnded = Mutex(false)
        let stays = Task {
          let reply = try await host.call("GET", Self.path("cards%2Fc1"), as: scorer.token)
          hasEnded.withLock { $0 = true }
          return reply
        }
        let ends = Task { (try await host.call("GET", Self.path("cards%2Fc1"), as: player.token), ContinuousClock.now) }
        try await eventually { try await Self.watchers(host) == 2 }
        let end = try await Self.remove(player, by: scorer, beside: host, installation, environment)
        let (reply, ended) = try await ends.value
        #expect(reply.status == 200)
        print("security: a live stream ended \(ended - end) after the right to watch it (\(engine))")
        #expect(try await host.look(at: "c1", as: player) == 404)
        #expect(try await host.get("/v1/me", as: player).status == 200)
        #expect(try await Self.watchers(host) == 1)
        #expect(!hasEnded.withLock { $0 })
        try await host.stop()
        #expect(try await stays.value.status == 200)
      }
    }
  }

  /// What is told behind the change is not told to who has lost the right, however the two hosts see it.
  @Test(arguments: TestEngine.allCases)
  func `is not told what was committed after it was lost, whichever host took it`(on engine: TestEngine) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { host in
        let (scorer, player) = (try await host.guest(), try await host.guest())
        try await host.begin("c1", as: scorer)
        if environment.isEmpty { return try await Self.takeTurns(player, scorer, watchingAt: host, takingAt: host) }
        try await RunningHost.run(installation, clock: Self.clock, environment: environment) { second in
          try await Self.takeTurns(player, scorer, watchingAt: host, takingAt: second)
          try await Self.takeTurns(player, scorer, watchingAt: host, takingAt: host)
        }
      }
    }
  }

  private static func takeTurns(
    _ player: Person, _ scorer: Person, watchingAt host: RunningHost, takingAt other: RunningHost
  ) async throws {
    func enter(_ count: Int) async throws {
      let reply = try await other.call(
        "PUT", "/v1/card-game/cards/c1/throws", as: scorer.token, body: ["throws": .integer(Int64(count))])
      try #require(reply.status == 204, "\(reply.json)")
    }
    for _ in 1...8 {
      try await other.play(player, on: "c1", by: scorer)
      try await eventually { try await host.look(at: "c1", as: player) == 200 }
      let (stays, ends) = (
        try await EventStream(host, "card-game/cards/c1", as: scorer),
        try await EventStream(host, "card-game/cards/c1", as: player)
      )
      try await enter(1)
      try await eventually { ends.told == ["throws 1"] }
      try await other.play(player, on: "c1", by: scorer, "DELETE")
      for count in 2...4 { try await enter(count) }
      try await eventually { stays.told.count == 4 && ends.endedAt != nil }
      #expect(ends.told == ["throws 1"])
      stays.end()
    }
  }

  /// Takes the player off the card, through a second host where there can be one.
  private static func remove(
    _ player: Person, by scorer: Person, beside host: RunningHost, _ installation: Installation,
    _ environment: [String: String]
  ) async throws -> ContinuousClock.Instant {
    if environment.isEmpty {
      let start = ContinuousClock.now
      try await host.play(player, on: "c1", by: scorer, "DELETE")
      return start
    }
    return try await RunningHost.run(installation, clock: clock, environment: environment) { second in
      #expect(try await second.look(at: "c1", as: player) == 200)
      let start = ContinuousClock.now
      try await second.play(player, on: "c1", by: scorer, "DELETE")
      #expect(try await second.look(at: "c1", as: player) == 404, "here it counts at once")
      return start
    }
  }

  /// How many live streams are open.
  private static func watchers(_ host: RunningHost) async throws -> Int? {
    let lines = try await String(decoding: host.get("/metrics").body, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("fieldhouse_live_clients ") })
    return Int(line.split(separator: " ")[1])
  }
}
