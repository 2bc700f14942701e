import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@Suite struct `The clock of a test host` {
  @Test func `stands, and goes on by what the test says, to the millisecond`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let start = Date(timeIntervalSince1970: 1_755_259_200)
      #expect(host.clock.now == start && RFC3339.string(from: start) == "2025-08-15T12:00:00Z")
      try await Task.sleep(for: .milliseconds(20))
      #expect(host.clock.now == start && host.services.clock.now == start && host.services.clock.isSimulated)
      try await host.clock.advance(by: .zero)
      try await host.clock.advance(to: start)
      #expect(host.clock.now == start)
      try await host.clock.advance(by: .milliseconds(1))
      #expect(host.clock.now.millisecondsSince1970 == start.millisecondsSince1970 + 1)
      #expect(host.services.clock.now == host.clock.now)
      try await host.clock.advance(to: "2025-08-15T14:30:00.500+02:00")
      #expect(host.clock.now == start + 1800.5)
      try await host.clock.advance(by: .seconds(40_000 * 86_400))
      #expect(host.clock.now == start + 1800.5 + 40_000 * 86_400)
    }
  }

  @Test func `never goes back, and stays where it is when it is told to`() async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let now = host.clock.now
      for problem in [
        await #expect(throws: Problem.self) { try await host.clock.advance(by: .milliseconds(-1)) },
        await #expect(throws: Problem.self) { try await host.clock.advance(to: now - 0.001) },
        await #expect(throws: Problem.self) { try await host.clock.advance(to: "2025-08-15T11:59:59Z") },
      ] { #expect(problem?.status == 409 && problem?.code == "clock-has-passed") }
      #expect(host.clock.now == now)
    }
  }

  @Test(arguments: ["", "now", "2025-08-16", "2025-08-16 12:00:00Z", "2025-02-30T00:00:00Z", "9999-12-31T23:59:60Z"])
  func `is told what is no instant`(text: String) async throws {
    try await TestHost.run(SamplePlugins.cards()) { host in
      let error = await #expect(throws: TestHostError.self) { try await host.clock.advance(to: text) }
      #expect(error?.description == "'\(text)' is no instant in RFC 3339.")
      #expect(host.clock.now == Date(timeIntervalSince1970: 1_755_259_200))
    }
  }

  @Test(arguments: ["0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:00:00Z"])
  func `starts at any instant that can be written`(text: String) async throws {
    let start = try #require(RFC3339.date(from: text))
    try await TestHost.run(SamplePlugins.cards(), at: start) { host in
      #expect(RFC3339.string(from: host.clock.now) == text)
      let reply = try await host.get("/v1/card-game/nothing")
      #expect(reply.status == 404)
    }
  }
}
