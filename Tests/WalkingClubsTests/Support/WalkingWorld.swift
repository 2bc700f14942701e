import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Steps
import Testing

@testable import WalkingClubs

/// The plugin in a host beside one that keeps activities, whose clock stands at noon of 15 August 2025 (UTC), with short words for what
/// people do in a club.
struct WalkingWorld: Sendable {
  static let area = "/v1/walking-clubs"
  static let groups = "/v1/groups/walking-clubs"
  static let steps = "/v1/fitness-challenges"

  let host: TestHost
  let association: String

  /// Runs a test in a world of its own on one engine: with an association and, unless told otherwise, a season of 2025/26.
  static func run(
    on engine: TestHost.Engine, hasSeason: Bool = true, settings: JSONObject = [:], beside other: TestPlugin? = nil,
    _ body: (WalkingWorld) async throws -> Void
  ) async throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let plugin = try TestPlugin(
      WalkingClubs.self, manifest: root.appending(path: "manifests/walking-clubs.json"),
      folder: root.appending(path: "Plugins/WalkingClubs"), settings: settings)
    let steps = try TestPlugin(
      Steps.self, manifest: root.appending(path: "Tests/Fixtures/StepsPlugin/manifest.json"))
    func work(_ host: TestHost) async throws {
      let reply = try await host.post(
        "/v1/organisations/walking-clubs/association", ["name": "EFDN"], as: host.operator)
      let world = WalkingWorld(host: host, association: try #require(reply["group"]?["id"]?.string, "\(reply.text)"))
      if hasSeason { try await world.season() }
      try await body(world)
    }
    if let other {
      try await TestHost.run(plugin, steps, other, on: engine) { try await work($0) }
    } else {
      try await TestHost.run(plugin, steps, on: engine) { try await work($0) }
    }
  }

  func season(
    _ id: String = "2025-26", from first: String = "2025-08-01", to last: String = "2026-06-30",
    _ rules: JSONObject = [:]
  ) async throws {
    let reply = try await host.put(
      "\(Self.area)/seasons/\(id)",
      ["title": .string(id), "firstDay": .string(first), "lastDay": .string(last), "rules": .object(rules)],
      as: host.operator)
    #expect(reply.status == 200, "\(reply.text)")
  }

  /// Has an operator make a club with groups.
  func club(_ name: String, in country: String = "NL", groups: String...) async throws -> (id: String, groups: [String])
  {
    let club = try await organisation(
      "club", ["name": .string(name), "parent": .string(association), "country": .string(country)])
    var made: [String] = []
    for group in groups.isEmpty ? ["\(name) walkers"] : groups {
      made.append(try await organisation("group", ["name": .string(group), "parent": .string(club)]))
    }
    return (club, made)
  }

  func organisation(_ kind: String, _ body: JSON) async throws -> String {
    let reply = try await host.post("/v1/organisations/walking-clubs/\(kind)", body, as: host.operator)
    return try #require(reply["group"]?["id"]?.string, "\(reply.text)")
  }

  /// Somebody who has joined a club and told what is asked for.
  func walker(
    _ name: String, _ club: (id: String, groups: [String]), group: Int = 0, zone: String = "UTC",
    agrees: Bool = true
  ) async throws -> TestPerson {
    let person = try await host.person(name)
    if agrees { for question in ["activities", "places", "route"] { try await agree(to: question, person) } }
    let reply = try await choose(club.id, club.groups[group], as: person, zone: zone)
    #expect(reply.status == 204, "\(reply.text)")
    return person
  }

  func agree(to question: String, _ person: TestPerson) async throws {
    let reply = try await host.put("/v1/me/sharing/fitness-challenges.\(question)/walking-clubs", as: person)
    #expect(reply.status == 204, "\(reply.text)")
  }

  func choose(
    _ club: String, _ group: String, as person: TestPerson, zone: String = "UTC", leavesPoints: Bool? = nil
  ) async throws -> TestReply {
    var body: JSONObject = ["club": .string(club), "group": .string(group), "timeZone": .string(zone)]
    if let leavesPoints { body["leavesPoints"] = .bool(leavesPoints) }
    return try await host.put("\(Self.area)/me/club", .object(body), as: person)
  }

  /// Writes a walk down that begins at an instant, of 100 steps a minute unless told.
  func walk(
    _ person: TestPerson, at start: String, steps: Int, minutes: Int? = nil, id: String? = nil,
    _ changes: JSONObject = [:]
  ) async throws {
    let begin = try #require(RFC3339.date(from: start)).millisecondsSince1970
    let minutes = minutes ?? max(steps / 100, 1)
    let name = id ?? "\(person.name)-\(begin)"
    var body: JSONObject = [
      "id": .string(name), "kind": "walk", "source": "gps", "evidence": "track", "start": .integer(begin),
      "end": .integer(begin + Int64(minutes) * 60_000), "seconds": .integer(Int64(minutes) * 60),
      "steps": .integer(Int64(steps)), "pushes": 0, "metres": .number(Double(steps) * 0.7), "hasRoute": true,
      "received": .integer(max(begin + Int64(minutes) * 60_000, host.clock.now.millisecondsSince1970)), "suspect": [],
      "overlap": 0,
    ]
    for (key, value) in changes { body[key] = value }
    let reply = try await host.put(
      "\(Self.steps)/activities/\(name)", ["start": .integer(begin), "body": .object(body)], as: person)
    #expect(reply.status == 204, "\(reply.text)")
  }

  /// Says that somebody was in a cell for some minutes.
  func place(_ person: TestPerson, _ cell: String, at start: String, minutes: Int) async throws {
    let from = try #require(RFC3339.date(from: start)).millisecondsSince1970
    let reply = try await host.put(
      "\(Self.steps)/places",
      ["cell": .string(cell), "from": .integer(from), "before": .integer(from + Int64(minutes) * 60_000)], as: person)
    #expect(reply.status == 204, "\(reply.text)")
  }

  func recognise(_ person: TestPerson, _ isOn: Bool = true) async throws {
    let reply = try await host.put("\(Self.area)/me/recognition", ["isOn": .bool(isOn)], as: person)
    #expect(reply.status == 204, "\(reply.text)")
  }

  /// Lets what is under way come about: marked days are reckoned, days that are over are closed.
  func settle() async throws {
    try await host.settled()
    try await host.clock.advance(by: .seconds(2))
    try await host.settled()
    try await host.clock.advance(by: .seconds(12))
    try await host.settled()
  }

  /// To the next day of UTC, when that is closed which was.
  func nextDay() async throws {
    try await settle()
    let day = (host.clock.now.timeIntervalSince1970 / 86_400).rounded(.down) + 1
    try await host.clock.advance(to: Date(timeIntervalSince1970: day * 86_400 + 60))
    // What was under way as the clock moved leaves the rest to the next run.
    try await settle()
    try await settle()
  }

  func day(_ day: String, of person: TestPerson) async throws -> TestReply {
    try await host.get("\(Self.area)/me/days/\(day)", as: person)
  }

  func points(_ day: String, of person: TestPerson) async throws -> Int? {
    try await self.day(day, of: person)["summary"]?["points"]?.int
  }

  /// The board of people in a part, as `Ann 12`, equal ones by name.
  func people(_ part: String, season: String = "2025-26") async throws -> [String] {
    try await host.settled()
    let query = BoardQuery(board: "points", season: season, partition: part, limit: 100)
    let items = try await host.services.leaderboards.page(query).items
    return items.sorted { ($0.rank, $0.account.name) < ($1.rank, $1.account.name) }.map {
      "\($0.account.name) \($0.score)"
    }
  }

  /// The board of clubs, as `1 Ajax 12`, equal ones by name.
  func clubs(_ query: String = "", as person: TestPerson? = nil) async throws -> [String] {
    let reply = try await host.get("\(Self.area)/boards/clubs?\(query)", as: person)
    let rows = reply.items.map { row in
      (rank: row["rank"]?.int ?? 0, name: row["club"]?["name"]?.string ?? "", points: row["points"]?.int ?? -1)
    }
    #expect(rows.map(\.rank) == rows.map(\.rank).sorted())
    return rows.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map { "\($0.rank) \($0.name) \($0.points)" }
  }
}
