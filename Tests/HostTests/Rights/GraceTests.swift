import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `An admin of a team without a second factor` {
  private static func run(on engine: TestEngine, _ body: (RunningHost) async throws -> Void) async throws {
    let installation = try Installation()
    try installation.folder.copy(
      "\(Repository.root)/manifests/team-management.json", to: "manifests/team-management.json")
    let start = "2026-07-01T10:00:00Z"
    guard engine == .postgresql else { return try await RunningHost.run(installation, clock: start, body) }
    try await PostgreSQLDatabase.run { database in
      let environment = ["FIELDHOUSE_DATABASE": database.address]
      try await RunningHost.run(installation, clock: start, environment: environment, body)
    }
  }

  private static func found(_ person: Person, on host: RunningHost) async throws -> String {
    let draft: JSON = ["name": "Foxes", "sport": "Soccer"]
    let founded = try await host.call("POST", "/v1/team-management/teams", as: person.token, body: draft)
    return try #require(founded["team"]?.string, "\(founded.json)")
  }

  /// Plans a practice: the code of the problem, nil when it stands in the calendar.
  private static func plan(_ team: String, as person: Person, on host: RunningHost) async throws -> String? {
    let plan: JSON = [
      "kind": "practice", "title": "Practice", "startsAt": "2026-09-02T16:00:00Z", "endsAt": "2026-09-02T17:30:00Z",
      "timeZone": "Europe/Berlin",
    ]
    let reply = try await host.call("POST", "/v1/team-management/teams/\(team)/events", as: person.token, body: plan)
    #expect(reply.status == (reply.code == nil ? 201 : 403), "\(reply.json)")
    return reply.code
  }

  private static let refused = "second-factor-required"

  @Test(.tags(.pl18, .tm70), arguments: TestEngine.allCases)
  func `looks after it for 14 days, and then only in sessions in which one was shown`(on engine: TestEngine)
    async throws
  {
    try await Self.run(on: engine) { host in
      let (ada, bob) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
      let team = try await Self.found(ada, on: host)
      let member = "/v1/groups/team-management/\(team)/members/\(bob.id)"
      #expect(try await host.call("PUT", member, as: ada.token).status == 204)
      #expect(try await Self.plan(team, as: ada, on: host) == nil)
      #expect(try await host.get("/v1/me/second-factor", as: ada)["dueAt"] == "2026-07-15T10:00:00Z")
      #expect(try await host.get("/v1/me/second-factor", as: bob)["dueAt"] == nil)
      let stream = try await EventStream(host, "team-management/teams/\(team)", as: ada)
      try await host.advance(to: "2026-07-15T09:59:59.999Z")
      #expect(try await Self.plan(team, as: ada, on: host) == nil)
      try await host.advance(to: "2026-07-15T10:00:00Z")
      try await Self.isRefused(ada, team, beside: bob, on: host)
      try await Self.protects("+4915112340001", elsewhere: ada, team, stream, on: host)
      stream.end()
    }
  }

  /// What the role guards, in the plugin and in the group, does not count any more; all else does, and so does what
  /// others do.
  private static func isRefused(
    _ ada: Person, _ team: String, beside bob: Person, on host: RunningHost
  ) async throws {
    #expect(try await plan(team, as: ada, on: host) == refused)
    let edited = try await host.call(
      "PATCH", "/v1/groups/team-management/\(team)", as: ada.token, body: ["about": "We run."])
    #expect(edited.status == 403 && edited.code == refused, "\(edited.json)")
    let path = "/v1/team-management/teams/\(team)"
    let shown = try await host.get(path, as: ada)
    #expect(shown["needsSecondFactor"] == true && shown["permissions"] == ["view-team"], "\(shown.json)")
    for person in [ada, bob] {
      let events = try await host.get("\(path)/events?from=2026-09-01T00:00:00Z&to=2026-09-30T00:00:00Z", as: person)
      #expect(events.items.count == 2, "\(events.json)")
    }
    let cleo = try await host.signIn("+4915112340003")
    #expect(try await plan(try await found(cleo, on: host), as: cleo, on: host) == nil)
  }

  /// Sets up an authenticator in a new session, and shows it in the one that was there.
  private static func protects(
    _ phone: String, elsewhere ada: Person, _ team: String, _ stream: EventStream, on host: RunningHost
  ) async throws {
    let again = try await host.signIn(phone)
    #expect(try await plan(team, as: again, on: host) == refused)
    // Rights to watch are asked for again every 300 ms.
    try await Task.sleep(for: .milliseconds(700))
    let before = stream.events.count
    let app = try await host.enrol(again)
    #expect(try await plan(team, as: again, on: host) == nil)
    try await eventually { stream.events.count > before }
    #expect(stream.endedAt == nil)
    #expect(try await plan(team, as: ada, on: host) == refused)
    #expect(try await host.get("/v1/me/second-factor", as: ada)["dueAt"] == nil)
    try await host.advance(to: "2026-07-15T10:01:00Z")
    let code: JSON = ["code": .string(try await host.code(of: app))]
    #expect(try await host.call("POST", "/v1/me/second-factor/show", as: ada.token, body: code).status == 204)
    #expect(try await plan(team, as: ada, on: host) == nil)
  }
}
