import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Questions between plugins of a host` {
  private static let clock = "2024-08-17T11:40:00Z"

  /// What comes of a question: the outcome, or status and code of the problem.
  private static func ask(
    _ host: RunningHost, _ question: String, _ input: JSON = [:], about person: String? = nil, as asker: Person? = nil,
    place: String? = nil
  ) async throws -> String {
    var body: JSONObject = ["question": .string(question), "input": input]
    body["about"] = person.map { .string($0) }
    body["place"] = place.map { .string($0) }
    let reply = try await host.call("POST", "/v1/walks/ask", as: asker?.token, body: .object(body))
    guard reply.status == 200 else { return "\(reply.status) \(reply.code ?? "")" }
    let value = reply["value"].flatMap { $0.isNull ? nil : " \($0.serialized())" } ?? ""
    return (reply["outcome"]?.string ?? "").trimmingCharacters(in: .whitespaces) + value
  }

  private static func course(_ host: RunningHost, _ mode: String) async throws -> String {
    try await ask(host, "fitness.course", ["mode": .string(mode)])
  }

  private static func onEach(_ engine: TestEngine, _ body: (RunningHost) async throws -> Void) async throws {
    try await WalkPlugins.run(on: engine) { installation, environment in
      try await RunningHost.run(installation, clock: clock, environment: environment, body)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are answered, also by a plugin that writes to answer`(on engine: TestEngine) async throws {
    try await Self.onEach(engine) { host async throws in
      #expect(try await Self.course(host, "plain") == #"answered {"meters":5000}"#)
      #expect(try await Self.course(host, "writes") == #"answered {"meters":1}"#)
      #expect(try await Self.course(host, "writes") == #"answered {"meters":2}"#)
      let days: JSON = ["from": "2024-08-17T00:00:00Z", "to": "2024-08-17T23:59:59Z"]
      let fixtures = try await Self.ask(host, "soccer-predictions.fixtures", days)
      #expect(fixtures.hasPrefix("answered {") && fixtures.contains("\"isComplete\":true"), "\(fixtures)")
      #expect(fixtures.contains("ipswich-town-fc_liverpool-fc"))
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `about a person are answered while that person agrees`(on engine: TestEngine) async throws {
    try await Self.onEach(engine) { host async throws in
      let (walker, other) = (try await host.guest(), try await host.guest())
      func steps(_ person: Person) async throws -> String {
        try await Self.ask(host, "fitness.steps", ["days": 7], about: person.id)
      }
      #expect(try await steps(walker) == "refused consent")
      let offered = try await host.get("/v1/me/sharing", as: walker).items
      #expect(offered.count == 1)
      #expect(
        offered[0] == [
          "question": "fitness.steps", "asker": "walks", "from": "Fitness", "to": "Walking clubs",
          "title": "Your steps, day by day", "purpose": "To draw the club's week", "givenAt": .null,
        ])
      let place = "/v1/me/sharing/fitness.steps/walks"
      for _ in 0..<2 { #expect(try await host.call("PUT", place, as: walker.token, body: [:]).status == 204) }
      #expect(try await host.get("/v1/me/sharing", as: walker).items[0]["givenAt"] == .string(Self.clock))
      #expect(try await steps(walker) == #"answered {"steps":7000,"asker":"walks"}"#)
      #expect(try await steps(other) == "refused consent")
      for _ in 0..<2 { #expect(try await host.call("DELETE", place, as: walker.token).status == 204) }
      #expect(try await steps(walker) == "refused consent")
      let unknown = "/v1/me/sharing/fitness.course/walks"
      #expect(try await host.call("PUT", unknown, as: walker.token, body: [:]).code == "sharing-unknown")
      #expect(try await host.call("PUT", place, body: [:]).status == 401)
      #expect(try await host.call("PUT", place, as: walker.token, body: [:]).status == 204)
      #expect(try await host.call("DELETE", "/v1/me", as: walker.token).status == 204)
      try await eventually { try await steps(walker) == "refused consent" }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `that need a permission are answered for who has it`(on engine: TestEngine) async throws {
    try await Self.onEach(engine) { host async throws in
      let (coach, player) = (try await host.guest(), try await host.guest())
      #expect(try await host.call("POST", "/v1/fitness/teams/reds", as: coach.token, body: [:]).status == 204)
      let reds: JSON = ["team": "reds"]
      #expect(try await Self.ask(host, "fitness.plan", reds, as: coach) == #"answered {"plan":"Run, reds."}"#)
      #expect(try await Self.ask(host, "fitness.plan", ["team": "blues"], as: coach) == "refused permission")
      #expect(try await Self.ask(host, "fitness.plan", reds, as: player) == "refused permission")
      #expect(try await Self.ask(host, "fitness.plan", reds) == "refused permission")
    }
  }

  @Test func `that cannot be answered name the plugin that fails, and the one that asks goes on`() async throws {
    try await Self.onEach(.sqlite) { host async throws in
      for (mode, outcome) in [
        ("throws", "absent failed"), ("refuses", "refused plugin closed"), ("wrong", "absent malformed"),
        ("long", "absent malformed"),
      ] {
        #expect(try await Self.course(host, mode) == outcome)
      }
      for mode in ["slow", "stubborn"] {
        let begun = ContinuousClock.now
        #expect(try await Self.course(host, mode) == "absent too-slow")
        #expect(begun.duration(to: .now) < .seconds(4), "\(mode)")
      }
      #expect(try await Self.course(host, "plain") == #"answered {"meters":5000}"#)
      let faults = host.log.split(separator: "\n").filter { $0.contains("\"asker\":\"walks\"") }
      #expect(faults.count == 5 && faults.allSatisfy { $0.contains("\"plugin\":\"fitness\"") })
      #expect(faults.count { $0.contains("not answered in time") } == 2)
    }
  }

  @Test func `go around a few times and not for ever`() async throws {
    try await Self.onEach(.sqlite) { host async throws in
      #expect(try await Self.course(host, "around") == #"answered {"meters":4}"#)
    }
  }

  @Test func `are not taken by a plugin that has too many to answer`() async throws {
    try await Self.onEach(.sqlite) { host async throws in
      let body: JSON = ["question": "fitness.course", "input": ["mode": "slow"], "times": 70]
      let reply = try await host.call("POST", "/v1/walks/ask", body: body)
      #expect(reply["value"] == ["absent too-slow": 64, "absent busy": 6], "\(reply.json)")
      try await eventually { try await Self.course(host, "plain") == #"answered {"meters":5000}"# }
    }
  }

  @Test func `that a plugin may not ask, or asks wrongly, are its own mistake`() async throws {
    try await Self.onEach(.sqlite) { host async throws in
      let person = try await host.guest()
      let cases: [(question: String, input: JSON, place: String?, outcome: String)] = [
        ("fitness.secrets", [:], nil, "500 ask-undeclared"), ("walks.echo", [:], nil, "500 ask-undeclared"),
        ("fitness.course", [:], "read", "500 ask-in-transaction"),
        ("fitness.course", [:], "write", "500 ask-in-transaction"),
        ("fitness.course", ["note": .string(String(repeating: "x", count: 70_000))], nil, "500 ask-malformed"),
        ("fitness.steps", ["days": 32], nil, "500 ask-malformed"), ("fitness.steps", [:], nil, "500 ask-malformed"),
        ("fitness.pulse", [:], nil, "absent unknown"), ("nobody.anything", [:], nil, "absent not-installed"),
      ]
      for (question, input, place, outcome) in cases {
        let found = try await Self.ask(host, question, input, about: person.id, place: place)
        #expect(found == outcome, "\(question) \(place ?? "")")
      }
      #expect(try await Self.ask(host, "fitness.steps", ["days": 7]) == "500 ask-without-person")
      let inside = try await host.call(
        "POST", "/v1/walks/ask-inside", body: ["question": "fitness.course", "input": [:]])
      #expect(inside.code == "ask-in-transaction")
      #expect(try await Self.course(host, "plain") == #"answered {"meters":5000}"#)
    }
  }

  @Test func `to a plugin that is switched off, gone or of another version are answered so`() async throws {
    let installation = try Installation()
    try await WalkPlugins.install(into: installation)
    try WalkPlugins.fitness(isEnabled: false, in: installation)
    try await RunningHost.run(installation, clock: Self.clock) { host async throws in
      let walker = try await host.guest()
      #expect(try await Self.ask(host, "fitness.steps", ["days": 1], about: walker.id) == "absent not-running")
      #expect(try await host.get("/v1/me/sharing", as: walker).items.isEmpty)
    }
    try WalkPlugins.fitness(version: "2.0.0", in: installation)
    try await RunningHost.run(installation, clock: Self.clock) { host async throws in
      let walker = try await host.guest()
      #expect(try await Self.ask(host, "fitness.steps", ["days": 1], about: walker.id) == "absent version")
      #expect(try await Self.course(host, "plain") == #"answered {"meters":5000}"#)
      let states = try await host.call("GET", "/v1/console/plugins", as: RunningHost.token).items
      let asks = states.first { $0["id"] == "walks" }?["asks"]?.array?.compactMap(\.string) ?? []
      #expect(asks.prefix(2) == ["fitness.steps (version)", "fitness.course (everyone)"])
    }
    try FileManager.default.removeItem(atPath: "\(installation.manifests)/fitness.json")
    try await RunningHost.run(installation, clock: Self.clock) { host async throws in
      #expect(try await Self.course(host, "plain") == "absent not-installed")
    }
  }

  /// G12: what breaks or holds up the host inside an answer is the fault of who answers, not of who asks.
  @Test(arguments: ["trap", "loop"])
  func `whose answer breaks the host are a fault of the plugin that answers, and the one that asks is served again`(
    mode: String
  ) async throws {
    let installation = try Installation()
    try await WalkPlugins.install(into: installation)
    let environment = ["FIELDHOUSE_HANG_SECONDS": "2", "FIELDHOUSE_PLUGIN_FAULTS": "1000"]
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host async throws in
      for round in 1...2 {
        let outcome = try? await Self.course(host, mode)
        if mode == "loop" { #expect(outcome == nil || outcome == "absent too-slow") } else { #expect(outcome == nil) }
        try await eventually { host.deaths.count == round }
        let death = try #require(host.deaths.last)
        #expect(death["plugin"] == "fitness" && death["step"] == "question", "\(death)")
        try await eventually { try await Self.course(host, "plain") == #"answered {"meters":5000}"# }
      }
      #expect(host.deaths.count == 2)
    }
  }
}
