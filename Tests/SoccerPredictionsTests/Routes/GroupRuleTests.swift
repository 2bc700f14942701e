import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@testable import SoccerPredictions

@Suite struct `A group's own rule` {
  private static let root = "/v1/groups/soccer-predictions"
  /// Only the highest of exact 4, difference 3, outcome 2; twice for the joker.
  private static let tiers: JSON = [
    "format": 1, "tiers": ["exact": 4, "difference": 3, "outcome": 2], "joker": ["factor": 2],
  ]
  /// What is wrong costs 3 for the winner and 2.5 for the score.
  private static let minus: JSON = [
    "format": 1, "components": ["winner": 3, "draw": 3, "score": 2.5, "minus": true], "ties": ["earliest"],
  ]

  /// A group of Ada's with Bob in it and the English league, in the morning of the first matchday.
  private func run(
    on engine: TestHost.Engine, _ body: (SoccerWorld, _ group: String) async throws -> Void
  ) async throws {
    try await SoccerWorld.run(on: engine) { world async throws in
      let (ada, bob) = (try await world.person("Ada"), try await world.person("Bob"))
      let reply = try await world.host.post("\(Self.root)/", ["kind": "prediction-group", "name": "Tippers"], as: ada)
      let group = try #require(reply["id"]?.string)
      #expect(try await world.host.put("\(Self.root)/\(group)/members/\(bob.id)", as: ada).status == 204)
      try await world.call(.put, "/groups/\(group)/leagues/en.1", as: "Ada")
      try await body(world, group)
    }
  }

  private func set(_ rule: JSON, _ world: SoccerWorld, _ group: String, as name: String = "Ada") async throws -> JSON {
    try await world.call(.put, "/groups/\(group)/rules/en.1", ["rule": rule], as: name)
  }

  private func rows(_ world: SoccerWorld, _ group: String, _ query: String = "") async throws -> [String] {
    let page = try await world.call(.get, "/groups/\(group)/board?league=en.1\(query)", as: "Bob")
    return (page["items"]?.array ?? []).map { row in
      let figures = ["rank", "points", "gained", "leagueRank"].compactMap { row[$0].map(\.description) }
      return ([row["account"]?["name"]?.string ?? ""] + figures).joined(separator: " ")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `counts the same predictions on the group's own board, from the next round on`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world, group in
      let first = try await set(Self.tiers, world, group)
      #expect(first["round"] == "Matchday 1" && first["number"] == 1 && first["holds"] == false)
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(1, 0, as: "Bob")
      try await world.play(until: "2024-08-17T12:00:00Z")
      #expect(try await rows(world, group, "&view=live") == ["Bob 1 4 4", "Ada 2 3 3"], "1–0 as it stands")
      try await world.play(until: SampleSeason.evening)
      #expect(try await rows(world, group) == ["Ada 1 4 1", "Bob 2 3 2"])
      #expect(try await world.board() == ["1 Ada 5", "2 Bob 3"], "the league's points stay")
      // Another rule from the second matchday on; the first one stays as it was.
      let second = try await set(Self.minus, world, group)
      #expect(second["round"] == "Matchday 2" && second["number"] == 2)
      #expect(try await rows(world, group) == ["Ada 1 4 1", "Bob 2 3 2"])
      try await world.predict(0, 0, of: SampleSeason.third, as: "Ada")
      try await world.predict(2, 0, of: SampleSeason.third, as: "Bob")
      try await world.play(until: SampleSeason.later)
      #expect(try await rows(world, group) == ["Bob 1 3.5 1", "Ada 2 -1.5 2"])
      #expect(try await rows(world, group, "&round=Matchday%201") == ["Ada 1 4", "Bob 2 3"])
      #expect(try await rows(world, group, "&month=2024-08&round=Matchday%202") == ["Bob 1 0.5", "Ada 2 -5.5"])
      let course = try await world.call(.get, "/groups/\(group)/course?league=en.1", as: "Bob")
      #expect(course["items"]?.array?.map { $0["points"] } == [3, 0.5])
      #expect(course["items"]?.array?.map { $0["total"] } == [3, 3.5])
      #expect(course["items"]?.array?.map { $0["rank"] } == [2, 1])
      #expect(course["items"]?.array?.map { $0["best"] } == [4, 0.5])
      // A corrected result is on the board at once.
      try world.publish(SampleSeason.text(first: "1-0 (1-0)", goals: "+ ALB 10 Ann Archer"))
      try await world.play(until: "2024-08-24T20:06:00Z")
      #expect(try await rows(world, group, "&round=Matchday%201") == ["Bob 1 4", "Ada 2 3"])
      let told = try await world.inbox("Bob").filter { $0.hasPrefix("Tippers: points in English Premier League") }
      #expect(
        told
          == ["2", "1"].map {
            "Tippers: points in English Premier League are given by another rule from Matchday \($0) on."
          })
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is for admins to set, is whole and of a league of the group, and can be taken back before it holds`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world, group in
      let path = "/groups/\(group)/rules/en.1"
      #expect(await world.problem { try await set(Self.tiers, world, group, as: "Bob") } == "403 forbidden")
      #expect(await world.problem { try await set(Self.tiers, world, group, as: "Eve") } == "404 not-found")
      #expect(await world.problem { try await world.call(.get, path, as: "Eve") } == "404 not-found")
      for (rule, pointer) in [
        (["format": 1, "tiers": ["exact": 1, "outcome": 2]], "/rule/tiers/outcome"), (["format": 1], "/rule"),
        (["format": 1, "tiers": ["exact": 0.3, "outcome": 0]], "/rule/tiers/exact"),
      ] as [(JSON, String)] {
        for suffix in ["", "/trial"] {
          let method: FieldhouseKit.Method = suffix.isEmpty ? .put : .post
          let reply = try await world.host.call(
            method, "/v1/soccer-predictions\(path)\(suffix)", ["rule": rule], as: try await world.person("Ada"))
          #expect(reply.problem == "422 invalid-input")
          #expect(reply.pointers == [pointer])
        }
      }
      try await world.call(.delete, "/groups/\(group)/leagues/en.1", as: "Ada")
      #expect(await world.problem { try await set(Self.tiers, world, group) } == "404 league-unknown")
      try await world.call(.put, "/groups/\(group)/leagues/en.1", as: "Ada")
      #expect(await world.problem { try await world.call(.delete, path, as: "Ada") } == "404 rule-unknown")
      _ = try await set(Self.tiers, world, group)
      _ = try await set(Self.minus, world, group)
      let rules = try await world.call(.get, path, as: "Bob")
      #expect(rules["next"] == "Matchday 1" && rules["season"] == "2024-25")
      #expect(rules["items"]?.array?.map { $0["rule"] } == [Self.minus], "of those that do not hold the last one stays")
      #expect(await world.problem { try await world.call(.delete, path, as: "Bob") } == "403 forbidden")
      try await world.call(.delete, path, as: "Ada")
      #expect(try await world.call(.get, path, as: "Bob")["items"] == [])
      try await world.play(until: SampleSeason.later)
      #expect(try await world.call(.get, path, as: "Bob")["next"] == nil)
      #expect(await world.problem { try await set(Self.tiers, world, group) } == "409 no-round-left")
      #expect(try await world.call(.get, "/rule-templates")["items"]?.array?.count == RuleTemplates.all.count)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is tried on the rounds that are over before it is set`(engine: TestHost.Engine) async throws {
    try await run(on: engine) { world, group in
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(1, 0, as: "Bob")
      func trial(_ rule: JSON) async throws -> [String] {
        let body: JSON = ["rule": rule]
        let found = try await world.call(.post, "/groups/\(group)/rules/en.1/trial", body, as: "Ada")
        #expect(found["season"] == "2024-25")
        let rows = (found["items"]?.array ?? []).map { row in
          let figures = ["points", "rank", "before", "rankBefore"].map { row[$0]?.description ?? "-" }
          return ([row["account"]?["name"]?.string ?? ""] + figures).joined(separator: " ")
        }
        return ["\(found["matches"] ?? .null) of \(found["size"] ?? .null)"] + rows
      }
      #expect(try await trial(Self.tiers) == ["0 of 0"])
      try await world.play(until: SampleSeason.evening)
      #expect(try await trial(Self.tiers) == ["1 of 2", "Ada 4 1 5 1", "Bob 3 2 3 2"])
      #expect(try await trial(Self.minus) == ["1 of 2", "Ada 5.5 1 5 1", "Bob 0.5 2 3 2"])
      #expect(try await world.call(.get, "/groups/\(group)/rules/en.1", as: "Ada")["items"] == [], "nothing is set")
      let body: JSON = ["rule": Self.tiers, "season": "1999-00"]
      #expect(
        await world.problem { try await world.call(.post, "/groups/\(group)/rules/en.1/trial", body, as: "Ada") }
          == "404 season-unknown")
      #expect(
        await world.problem {
          try await world.call(.post, "/groups/\(group)/rules/en.1/trial", ["rule": Self.tiers], as: "Bob")
        } == "403 forbidden")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `has a joker for one match of each round, which is fixed once that has closed`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world, group in
      _ = try await set(Self.tiers, world, group)
      func joker(_ method: FieldhouseKit.Method, _ match: String, _ name: String = "Ada") async -> String? {
        await world.problem { try await world.call(method, "/matches/\(match)/joker", as: name) }
      }
      func jokers() async throws -> [Bool] {
        try await [SampleSeason.first, SampleSeason.second, SampleSeason.third].asyncMap { match in
          try await world.call(.get, "/matches/\(match)/prediction", as: "Ada")["hasJoker"]?.bool ?? false
        }
      }
      #expect(await joker(.put, SampleSeason.first) == "404 prediction-unknown")
      #expect(await joker(.put, "nothing") == "404 match-unknown")
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(0, 0, of: SampleSeason.second, as: "Ada")
      try await world.predict(3, 0, of: SampleSeason.third, as: "Ada")
      for match in [SampleSeason.second, SampleSeason.third, SampleSeason.first] {
        #expect(await joker(.put, match) == nil)
      }
      #expect(try await jokers() == [true, false, true], "one a round")
      try await world.predict(2, 0, as: "Ada")
      #expect(try await jokers() == [true, false, true], "another score keeps it")
      #expect(await joker(.delete, SampleSeason.third) == nil)
      #expect(try await jokers() == [true, false, false])
      try await world.play(until: "2024-08-17T11:15:00Z")
      #expect(await joker(.delete, SampleSeason.first) == "409 predictions-closed")
      #expect(await joker(.put, SampleSeason.second) == "409 joker-locked")
      #expect(try await jokers() == [true, false, false])
      try await world.play(until: SampleSeason.evening)
      // 2–0 for 2–1: outcome 2, twice; 0–0: exact 4.
      #expect(try await rows(world, group).first == "Ada 1 8 1")
      let receipts = try await world.call(.get, "/matches/\(SampleSeason.first)/prediction/receipts", as: "Ada")
      let receipt = receipts["items"]?[0]
      #expect(receipt?["group"]?["name"] == "Tippers" && receipt?["total"] == 4)
      #expect(receipt?["ruleVersion"]?.string?.hasPrefix("v1-") == true)
      #expect(receipt?["parts"]?.array?.map { $0["kind"] } == ["outcome", "joker"])
      #expect(receipt?["parts"]?.array?.map { $0["points"] } == [2, 2])
      #expect(
        try await world.call(.get, "/matches/\(SampleSeason.third)/prediction/receipts", as: "Ada")["items"] == [],
        "not settled")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `tells of a corrected result those whose points it changes there alone, once`(
    engine: TestHost.Engine
  ) async throws {
    try await run(on: engine) { world, group in
      // Five for the second right one in a row, too.
      var rule = try #require(Self.tiers.object)
      rule["series"] = ["length": 2, "points": 5]
      _ = try await set(.object(rule), world, group)
      try await world.predict(2, 1, as: "Ada")
      try await world.predict(1, 0, as: "Bob")
      try await world.predict(1, 0, as: "Eve")
      try await world.predict(0, 0, of: SampleSeason.second, as: "Bob")
      try await world.call(.put, "/matches/\(SampleSeason.first)/joker", as: "Bob")
      try await world.play(until: SampleSeason.evening)
      #expect(try await rows(world, group) == ["Bob 1 15 1", "Ada 2 4 2"])
      func told(_ name: String) async throws -> [String] {
        try await world.inbox(name).filter { $0.contains("was corrected") }
      }
      let corrected = "The result of Albion – Borough was corrected"
      try world.publish(
        SampleSeason.text(first: "3-1 (1-0)", goals: SampleSeason.goals + "\n+ ALB 90+3 Abe Adams"))
      try await world.play(until: "2024-08-17T20:06:00Z")
      // Bob has the outcome and no longer the difference, twice for the joker; in the league that is the same.
      #expect(try await rows(world, group) == ["Bob 1 13 1", "Ada 2 2 2"])
      #expect(try await told("Bob") == ["\(corrected), which changes your points in Tippers by -2."])
      #expect(try await told("Ada") == ["\(corrected): your prediction brings 3 points now."], "the league tells")
      #expect(try await told("Eve").isEmpty)
      // Another name of the ground changes nobody's points.
      let renamed = SampleSeason.text(first: "3-1 (1-0)", goals: SampleSeason.goals + "\n+ ALB 90+3 Abe Adams")
      try world.publish(renamed.replacing("ground ARE Arena", with: "ground ARE New Arena"))
      try await world.play(until: "2024-08-17T20:12:00Z")
      #expect(try await told("Bob").count == 1)
      // Neither does another score of the same winner and difference.
      try world.publish(SampleSeason.text(first: "4-2 (1-0)", goals: ""))
      try await world.play(until: "2024-08-17T20:18:00Z")
      #expect(try await rows(world, group) == ["Bob 1 13 1", "Ada 2 2 2"])
      #expect(try await told("Bob").count == 1, "nothing has changed for anybody")
      #expect(try await told("Ada").count == 1)
    }
  }

  @Test func `says what a score can bring before it is predicted`() async throws {
    try await run(on: .sqlite) { world, group in
      func guide(_ query: String) async throws -> [[String]] {
        let found = try await world.call(.get, "/matches/\(SampleSeason.first)/guide?\(query)", as: "Ada")
        return (found["items"]?.array ?? []).map { item in
          [item["group"]?["name"]?.string ?? "league"]
            + (item["lines"]?.array ?? []).map {
              "\($0["right"]?.string ?? "") \($0["least"] ?? .null)–\($0["most"] ?? .null)"
            }
        }
      }
      let league = ["league", "exact 5–5", "difference 3–3", "outcome 3–3", "wrong 0–0", "scorer 1–1"]
      #expect(try await guide("home=2&away=1") == [league])
      _ = try await set(Self.tiers, world, group)
      let own = ["Tippers", "exact 4–4", "difference 3–3", "outcome 2–2", "wrong 0–0"]
      #expect(try await guide("home=2&away=1") == [league, own])
      try await world.predict(2, 1, as: "Ada")
      try await world.call(.put, "/matches/\(SampleSeason.first)/joker", as: "Ada")
      #expect(try await guide("home=0&away=0").last == ["Tippers", "exact 8–8", "difference 4–4", "wrong 0–0"])
      _ = try await set(["format": 1, "quota": ["least": 2, "most": 6]], world, group)
      let crowd = try await guide("home=1&away=0").last
      #expect(crowd == ["Tippers", "exact 2–4", "difference 2–4", "outcome 2–4", "wrong 0–0"], "one or both of two")
      #expect(
        await world.problem {
          try await world.call(.get, "/matches/\(SampleSeason.first)/guide?home=1&away=100", as: "Ada")
        } == "422 invalid-input")
    }
  }
}
