import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `The closing of predictions` {
  private static let lastInstant = "2024-08-17T11:14:59.999Z"
  private static let closing = "2024-08-17T11:15:00Z"

  @Test(.tags(.sp71, .sp92, .sp93, .sp94))
  func `a prediction closes exactly 15 minutes before kick-off and is open a millisecond before`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.lastInstant) { host in
      let person = try await host.predictor("+4915100000001", 1, 0)
      #expect(try await host.prediction("GET", TestSeason.first, as: person)["isOpen"] == true)
      try await host.advance(to: Self.closing)
      for (method, body) in [("PUT", prediction(2, 1)), ("DELETE", nil)] {
        let reply = try await host.prediction(method, TestSeason.first, as: person, body: body)
        #expect(reply.status == 409)
        #expect(reply.code == "predictions-closed")
        #expect(reply["detail"] == "The predictions are closed.")
      }
      let kept = try await host.prediction("GET", TestSeason.first, as: person)
      #expect([kept["home"], kept["away"], kept["isOpen"]] == [1, 0, false])
      let late = try await host.signIn("+4915100000002")
      let none = try await host.prediction("GET", TestSeason.first, as: late)
      #expect(none.code == "predictions-closed")
      #expect(none["detail"] == "The predictions are closed.")
    }
  }

  @Test(.tags(.sp109)) func `other matches of the league stay open`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.closing) { host in
      let person = try await host.predictor("+4915100000001", 1, 0, match: TestSeason.second)
      let matches = try await host.soccer("/leagues/en.1/matches?state=upcoming", as: person).items
      #expect(matches.map { $0["predictionsOpen"] } == [false, true, true])
      #expect(matches[0]["predictionsCloseAt"] == "2024-08-17T11:15:00Z")
    }
  }

  @Test func `a kick-off that moves takes the closing with it`() async throws {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: "2024-08-17T10:00:00Z") { host in
      let person = try await host.predictor("+4915100000001", 1, 0)
      try installation.write(season: TestSeason.text().replacing("2024-08-17 12:30", with: "2024-08-18 12:30"))
      try await host.advance(to: "2024-08-17T12:00:00Z")
      try await host.predict(2, 1, as: person)
      try await host.advance(to: "2024-08-18T11:15:00Z")
      #expect(
        try await host.prediction("PUT", TestSeason.first, as: person, body: prediction(3, 1)).code
          == "predictions-closed")
    }
  }

  @Test(.tags(.sp95, .sp96, .sp97)) func `friends' predictions are shown once they are closed, not before`()
    async throws
  {
    let installation = try Installation(season: TestSeason.text())
    try await RunningHost.run(installation, clock: Self.lastInstant) { host in
      let friend = try await host.predictor("+4915100000001", 3, 1)
      _ = try await host.predictor("+4915100000002", 0, 0)
      let person = try await host.signIn("+4915100000003")
      #expect(try await host.call("PUT", "/v1/me/following/\(friend.id)", as: person.token).status == 204)
      let path = "/matches/\(TestSeason.first)/predictions/friends"
      let open = try await host.soccer(path, as: person)
      #expect(open.status == 409)
      #expect(open.code == "predictions-open")
      #expect(
        open["detail"]
          == "You cannot view the predictions of your friends till the time the predictions are closed.")
      try await host.advance(to: Self.closing)
      let closed = try await host.soccer(path, as: person).items
      #expect(closed.map { $0["account"]?["id"] } == [.string(friend.id)])
      #expect(closed.first?["home"] == 3)
    }
  }
}
