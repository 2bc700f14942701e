import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `The settlement of a match` {
  private static let morning = "2024-08-17T09:00:00Z"
  private static let evening = "2024-08-17T20:00:00Z"

  private func parts(_ receipt: Reply) -> [String] {
    (receipt["components"]?.array ?? []).map { part in
      "\(part["kind"]?.string ?? "") \(part["predicted"]?.string ?? "") \(part["points"]?.int ?? -1)"
    }
  }

  @Test(.tags(.sp73, .sp74, .sp86)) func `gives points for the win, the score and each scorer, with a receipt`()
    async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let exact = try await host.predictor("+4915100000001", 2, 1, scorers: [TestSeason.ann, "eng-borough:carl"])
      let win = try await host.predictor("+4915100000002", 1, 0)
      let wrong = try await host.predictor("+4915100000003", 0, 2)
      try await host.advance(to: "2024-08-17T13:20:59.999Z")
      let path = "/matches/\(TestSeason.first)/prediction/receipt"
      let pending = try await host.soccer(path, as: exact)
      #expect(pending.status == 409)
      #expect(pending.code == "match-pending")
      try await host.advance(to: "2024-08-17T13:21:00Z")
      let receipt = try await host.soccer(path, as: exact)
      #expect(
        parts(receipt) == ["win home 3", "score 2–1 2", "scorer eng-albion:ann-archer 1", "scorer eng-borough:carl 0"])
      #expect(receipt["total"] == 6)
      #expect(receipt["ruleVersion"] == "win-3.score-2.scorer-1")
      #expect(try await host.points(of: exact) == 6)
      #expect(try await host.points(of: win) == 3)
      #expect(try await host.points(of: wrong) == 0)
    }
  }

  @Test(.tags(.sp84, .sp85, .sp110))
  func `ranks people on the league's leaderboard: me first, then ten, then the rest`()
    async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      var people: [Person] = []
      for index in 0..<12 {
        let goals = index == 0 ? (2, 1) : index < 11 ? (1, 0) : (0, 3)
        people.append(try await host.predictor("+49151000001\(10 + index)", goals.0, goals.1))
      }
      try await host.predict(4, 0, match: TestSeason.second, as: people[11])
      try await host.advance(to: Self.evening)
      let page = try await host.leaderboard(as: people[11])
      #expect(page["size"] == 12)
      #expect(page["me"]?["rank"] == 12)
      #expect(page["me"]?["score"] == 0)
      #expect(page["me"]?["details"]?["predictions"] == 2)
      #expect(page.items.map { $0["rank"]?.int } == [1] + Array(repeating: 2, count: 9))
      #expect(page.items.first?["account"]?["id"] == .string(people[0].id))
      #expect(page.items.first?["account"]?["name"]?.string?.isEmpty == false)
      #expect(page.items.first?["score"] == 5)
      let rest = try await host.leaderboard("?after=\(page["next"]?.string ?? "")")
      #expect(rest.items.map { $0["rank"]?.int } == [2, 12])
      #expect(rest["next"] == .null)
    }
  }

  @Test func `is repeated when the result is corrected: points, rank and receipt follow`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let winner = try await host.predictor("+4915100000001", 2, 1)
      let drawer = try await host.predictor("+4915100000002", 1, 1)
      try await host.advance(to: "2024-08-17T18:00:00Z")
      #expect(try await host.standing(of: winner) == (1, 5, 1))
      #expect(try await host.standing(of: drawer) == (2, 0, 1))
      let path = "/matches/\(TestSeason.first)/prediction/receipt"
      let before = try await host.soccer(path, as: winner)["matchVersion"]
      try installation.write(
        season: TestSeason.text(firstScore: "1-1 (1-0)", goals: "+ ALB 10 Ann Archer\n+ BOR 60 Bob Baker"))
      try await host.advance(to: "2024-08-17T18:02:00Z")
      #expect(try await host.standing(of: winner) == (2, 0, 1))
      #expect(try await host.standing(of: drawer) == (1, 5, 1))
      #expect(try await host.points(of: drawer) == 5)
      let after = try await host.soccer(path, as: winner)
      #expect(after["matchVersion"] != before)
      #expect(after["total"] == 0)
    }
  }

  @Test func `follows the points of the settings`() async throws {
    let settings: JSONObject = ["points": ["win": 10, "score": 100, "scorer": 0]]
    let installation = try Installation(season: TestSeason.text(), settings: settings)
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 2, 1, scorers: [TestSeason.ann])
      try await host.advance(to: Self.evening)
      #expect(try await host.points(of: person) == 110)
    }
  }

  @Test func `can be left to a rule module written in C`() async throws {
    let settings: JSONObject = ["pointsRule": "exact-difference"]
    let installation = try Installation(season: TestSeason.text(), settings: settings)
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let exact = try await host.predictor("+4915100000001", 2, 1)
      let difference = try await host.predictor("+4915100000002", 1, 0, scorers: [TestSeason.abe])
      let tendency = try await host.predictor("+4915100000003", 4, 0)
      try await host.advance(to: Self.evening)
      #expect(try await host.points(of: exact) == 4)
      #expect(try await host.points(of: difference) == 4)
      #expect(try await host.points(of: tendency) == 2)
      let receipt = try await host.soccer("/matches/\(TestSeason.first)/prediction/receipt", as: exact)
      #expect(receipt["ruleVersion"] == "module-exact-difference")
      #expect(parts(receipt).last == "module 2–1 4")
    }
  }

  @Test func `is done anew when the operator changes the rule`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 2, 1)
      try await host.advance(to: Self.evening)
      #expect(try await host.standing(of: person) == (1, 5, 1))
      return person
    }
    let manifest = try JSON(parsing: try installation.folder.read("manifests/soccer-predictions.json"))
    var settings = manifest["settings"]?.object
    settings?["points"] = ["win": 1, "score": 1, "scorer": 1]
    try installation.set(settings: try #require(settings))
    try await RunningHost.run(installation, clock: Self.evening) { host in
      try await host.advance(to: "2024-08-17T20:00:01Z")
      #expect(try await host.standing(of: person) == (1, 2, 1))
    }
  }
}
