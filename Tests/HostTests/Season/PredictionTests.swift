import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A prediction` {
  private static let morning = "2024-08-17T09:00:00Z"

  @Test(.tags(.sp71, .sp72, .sp77)) func `is saved, read, changed as often as wanted and taken back`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 1, 0)
      let saved = try await host.prediction("GET", TestSeason.first, as: person)
      #expect(saved["home"] == 1)
      #expect(saved["scorers"] == [])
      #expect(saved["createdAt"] == "2024-08-17T09:00:00Z")
      try await host.advance(to: "2024-08-17T10:00:00Z")
      try await host.predict(2, 1, scorers: [TestSeason.ann], as: person)
      try await host.predict(3, 2, scorers: [TestSeason.abe, TestSeason.bob], as: person)
      let changed = try await host.prediction("GET", TestSeason.first, as: person)
      #expect([changed["home"], changed["away"]] == [3, 2])
      #expect(changed["scorers"] == [.string(TestSeason.abe), .string(TestSeason.bob)])
      #expect(changed["createdAt"] == "2024-08-17T09:00:00Z")
      #expect(changed["updatedAt"] == "2024-08-17T10:00:00Z")
      #expect(try await host.prediction("DELETE", TestSeason.first, as: person).status == 204)
      #expect(try await host.prediction("GET", TestSeason.first, as: person).code == "prediction-unknown")
    }
  }

  @Test(.tags(.sp75)) func `of 0–0 is one, while none is shown as none`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 0, 0)
      let matches = try await host.soccer("/leagues/en.1/matches", as: person).items
      #expect(matches[0]["prediction"]?["home"] == 0)
      #expect(matches[0]["prediction"]?["away"] == 0)
      #expect(matches[1]["prediction"] == nil)
      let none = try await host.prediction("GET", TestSeason.second, as: person)
      #expect(none.status == 404)
      #expect(none.code == "prediction-unknown")
    }
  }

  static let refused: [(JSON, [String])] = [
    (["home": 100, "away": -1], ["/home maximum", "/away minimum"]),
    (["home": 1], ["/away required"]),
    (["home": "1", "away": 1.5], ["/home type", "/away type"]),
    (["home": 1, "away": 1, "winner": "home"], ["/winner unknown-key"]),
    ([1, 2], [" type"]),
    (prediction(0, 1, scorers: [TestSeason.ann]), ["/scorers too-many-scorers"]),
    (prediction(2, 1, scorers: [TestSeason.ann, TestSeason.ann]), ["/scorers/1 scorer-repeated"]),
    (
      prediction(2, 1, scorers: ["eng-city:zoe", "nobody"]), ["/scorers/1 scorer-unknown", "/scorers/0 scorer-unknown"]
    ),
  ]

  @Test(.tags(.sp76, .sp78)) func `that breaks rules is refused with the place and code of every mistake`() async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.signIn("+4915100000001")
      for (body, mistakes) in Self.refused {
        let reply = try await host.prediction("PUT", TestSeason.first, as: person, body: body)
        #expect(reply.status == 422)
        #expect(reply.code == "invalid-input")
        #expect(reply.mistakes == mistakes, "\(body)")
        #expect(reply.headers["content-type"] == "application/problem+json")
      }
      #expect(try await host.prediction("GET", TestSeason.first, as: person).status == 404)
      try await host.predict(99, 99, as: person)
    }
  }

  @Test func `of a match that does not exist is refused`() async throws {
    try await RunningHost.run(Installation(season: TestSeason.text()), clock: Self.morning) { host in
      let person = try await host.signIn("+4915100000001")
      let reply = try await host.prediction("PUT", "en.1_2024-25_none", as: person, body: prediction(1, 1))
      #expect(reply.status == 404)
      #expect(reply.code == "match-unknown")
    }
  }

  @Test(.tags(.sp26, .pl20)) func `needs an account: 401 for nobody, 403 for guests, who may look around`() async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.morning) { host in
      let guest = try await host.guest()
      for method in ["PUT", "GET", "DELETE"] {
        let body = method == "PUT" ? prediction(1, 1) : nil
        let nobody = try await host.prediction(method, TestSeason.first, as: nil, body: body)
        #expect(nobody.status == 401)
        #expect(nobody.code == "unauthenticated")
        let refused = try await host.prediction(method, TestSeason.first, as: guest, body: body)
        #expect(refused.status == 403)
        #expect(refused.code == "account-needed")
      }
      #expect(try await host.soccer("/leagues/en.1/matches", as: guest).items.count == 3)
      #expect(try await host.soccer("/me/favourites/leagues/en.1", "PUT", as: guest).status == 403)
    }
  }

  @Test(.tags(.pl22)) func `gives its owner no right to move the clock`() async throws {
    try await RunningHost.run(Installation(season: TestSeason.text()), clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 1, 0)
      let body: JSON = ["advanceTo": "2024-08-18T00:00:00Z"]
      #expect(try await host.call("POST", "/v1/console/clock", as: person.token, body: body).status == 403)
      #expect(try await host.call("POST", "/v1/console/clock", body: body).status == 401)
      let wrong = RunningHost.token.replacing("9", with: "8")
      #expect(try await host.call("POST", "/v1/console/clock", as: wrong, body: body).status == 401)
      let clock = try await host.call("GET", "/v1/console/clock", as: RunningHost.token)
      #expect(clock["now"] == .string(Self.morning))
    }
  }
}
