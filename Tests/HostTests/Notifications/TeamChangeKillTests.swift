import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

/// An event of each of many teams changes, and the host is killed while it tells of that. Whoever gets no answer sends the same
/// change again, to the host that comes after.
@Suite struct `Changes of many teams on a host that is killed` {
  private static let teams = Guarantee.size(12, full: 1_000)
  /// Beside the one who leads it.
  private static let people = Guarantee.size(2, full: 20)
  private static let kills = Guarantee.size(1, full: 5)
  private static let clock = "2026-07-01T10:00:00Z"
  /// So many calls are made at once.
  private static let width = 4

  @Test(arguments: TestEngine.allCases)
  func `are in the inbox of everybody on the teams once`(on engine: TestEngine) async throws {
    // All of these guests come from one address.
    let crowd = ["FIELDHOUSE_LIMIT_GUESTS_PER_ADDRESS": "1000000/1"]
    switch engine {
    case .sqlite: try await Self.run(crowd)
    case .postgresql:
      try await PostgreSQLDatabase.run { database in
        try await Self.run(crowd.merging(["FIELDHOUSE_DATABASE": database.address]) { $1 })
      }
    }
  }

  private static func run(_ environment: [String: String]) async throws {
    let installation = try Installation()
    try installation.folder.copy(
      "\(Repository.root)/manifests/team-management.json", to: "manifests/team-management.json")
    var squads: [Squad] = []
    let book = ChangeBook()
    for round in 0..<kills {
      try await RunningHost.run(installation, clock: clock, environment: environment) { host in
        if squads.isEmpty { squads = try await found(on: host) }
        try await change(squads, book, on: host, killingAt: teams * (round + 1) / (kills + 1))
      }
      Guarantee.progress("teams", round + 1, of: kills)
    }
    try await RunningHost.run(installation, clock: clock, environment: environment) { host in
      try await change(squads, book, on: host, killingAt: nil)
      #expect(book.count == teams, "every change is acknowledged in the end")
      try await check(squads, on: host)
    }
    Guarantee.report(
      "teams",
      "\(teams) teams of \(people), an event of each changed, the host killed \(kills) times meanwhile, "
        + "\(book.repeated) changes sent again: in each of \(teams * people) inboxes once")
  }

  /// Teams with an event each, of which the members are told only when it changes.
  private static func found(on host: RunningHost) async throws -> [Squad] {
    // Nobody is in very many groups.
    var leaders: [Person] = []
    for number in 0..<(teams + 99) / 100 { leaders.append(try await host.signIn("+49151125\(45_600 + number)")) }
    return try await each(Array(0..<teams)) { [leaders] number in
      let leader = leaders[number / 100]
      let draft: JSON = ["name": .string("Team \(number)"), "sport": "Soccer"]
      let founded = try await host.call("POST", "/v1/team-management/teams", as: leader.token, body: draft)
      let team = try #require(founded["team"]?.string, "\(founded.json)")
      let events = "/v1/team-management/teams/\(team)/events"
      let planned = try await host.call("POST", events, as: leader.token, body: plan("Practice"))
      let event = try #require(planned["event"]?.string, "\(planned.json)")
      var members: [Person] = []
      for _ in 0..<people {
        let member = try await host.guest()
        let path = "/v1/groups/team-management/\(team)/members/\(member.id)"
        try #require(try await host.call("PUT", path, as: leader.token).status == 204)
        members.append(member)
      }
      return Squad(name: "Team \(number)", event: "\(events)/\(event)", leader: leader, members: members)
    }
  }

  /// Changes the events of the teams whose changes nobody has acknowledged.
  /// - Parameter count: when so many are acknowledged, the host is killed; nil for never.
  private static func change(
    _ squads: [Squad], _ book: ChangeBook, on host: RunningHost, killingAt count: Int?
  ) async throws {
    book.isHostThere = true
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        _ = try await each(squads.filter { !book.has($0.name) }) { squad in
          guard book.isHostThere else { return }
          book.begin(squad.name)
          let reply = try? await host.call("PUT", squad.event, as: squad.leader.token, body: plan("Match"))
          guard let reply else { return }
          #expect(reply.status == 200, "\(reply.json)")
          book.acknowledge(squad.name)
        }
      }
      if let count {
        group.addTask {
          try await eventually { book.count >= count }
          book.isHostThere = false
          try await host.kill()
        }
      }
      try await group.waitForAll()
    }
  }

  private static func check(_ squads: [Squad], on host: RunningHost) async throws {
    @Sendable func told(_ person: Person) async throws -> [String] {
      try await host.get("/v1/me/notifications?limit=100", as: person).items.filter { $0["kind"] == "event-changed" }
        .compactMap { $0["text"]?.string }
    }
    for squad in squads { try await eventually { try await told(squad.members[people - 1]).count >= 1 } }
    _ = try await each(squads) { squad in
      for member in squad.members {
        try await eventually { try await told(member).count >= 1 }
        let texts = try await told(member)
        #expect(texts.count == 1 && texts[0].contains(squad.name) && texts[0].contains("Match"), "\(texts)")
      }
    }
  }

  private static func plan(_ title: String) -> JSON {
    [
      "kind": "practice", "title": .string(title), "startsAt": "2026-07-20T16:00:00Z", "endsAt": "2026-07-20T17:30:00Z",
      "timeZone": "Europe/Berlin",
    ]
  }

  /// Works on each of some things, several at once.
  private static func each<Thing: Sendable, Value: Sendable>(
    _ things: [Thing], _ body: @escaping @Sendable (Thing) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: [Value].self) { group in
      for start in 0..<min(width, things.count) {
        group.addTask {
          var values: [Value] = []
          for index in stride(from: start, to: things.count, by: width) { values.append(try await body(things[index])) }
          return values
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}

/// A team with the event that changes.
private struct Squad: Sendable {
  let name: String
  let event: String
  let leader: Person
  let members: [Person]
}

/// What was acknowledged.
private final class ChangeBook: Sendable {
  private let state = Mutex((begun: Set<String>(), acknowledged: Set<String>(), repeated: 0, isHostThere: true))

  /// Whether the host was not killed yet, so that it can be called.
  var isHostThere: Bool {
    get { state.withLock { $0.isHostThere } }
    set { state.withLock { $0.isHostThere = newValue } }
  }
  var count: Int { state.withLock { $0.acknowledged.count } }
  /// How many changes were sent more than once.
  var repeated: Int { state.withLock { $0.repeated } }

  func has(_ team: String) -> Bool { state.withLock { $0.acknowledged.contains(team) } }

  /// Notes that a change is sent.
  func begin(_ team: String) { state.withLock { if !$0.begun.insert(team).inserted { $0.repeated += 1 } } }

  func acknowledge(_ team: String) { state.withLock { _ = $0.acknowledged.insert(team) } }
}
