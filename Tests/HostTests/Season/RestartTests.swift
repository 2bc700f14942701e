import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A restart` {
  private static let morning = "2024-08-17T09:00:00Z"
  private static let evening = "2024-08-17T20:00:00Z"

  @Test(arguments: [false, true]) func `keeps sessions, predictions, points and ranks`(afterKill: Bool) async throws {
    let installation = try Installation(season: TestSeason.text())
    let people = try await RunningHost.run(installation, clock: Self.morning) { host in
      let first = try await host.predictor("+4915100000001", 2, 1)
      let second = try await host.predictor("+4915100000002", 1, 0)
      try await host.advance(to: Self.evening)
      #expect(try await host.standing(of: second) == (2, 3, 1))
      if afterKill { #expect(try await host.kill() == 128 + 9) } else { #expect(try await host.stop() == 0) }
      return [first, second]
    }
    try await RunningHost.run(installation, clock: Self.evening) { host in
      #expect(try await host.standing(of: people[0]) == (1, 5, 1))
      #expect(try await host.standing(of: people[1]) == (2, 3, 1))
      #expect(try await host.points(of: people[0]) == 5)
      let again = try await host.signIn("+4915100000001")
      #expect(again.id == people[0].id)
    }
  }

  @Test func `settles what was played while the host was down, once`() async throws {
    let installation = try Installation(season: TestSeason.text())
    let person = try await RunningHost.run(installation, clock: Self.morning) { host in
      let person = try await host.predictor("+4915100000001", 2, 1)
      try await host.kill()
      return person
    }
    for instant in [Self.evening, "2024-08-17T21:00:00Z"] {
      try await RunningHost.run(installation, clock: instant) { host in
        try await host.advance(to: instant.replacing(":00Z", with: ":01Z"))
        #expect(try await host.standing(of: person) == (1, 5, 1))
      }
    }
  }
}
