import FieldhouseKit
import FieldhouseKitTesting
import Foundation
import Testing

@testable import TeamManagement

/// The plugin in a host, whose clock stands at noon of 15 August 2025 (UTC), with short words for what people do in a team.
struct TeamWorld: Sendable {
  static let area = "/v1/team-management"
  static let groups = "/v1/groups/team-management"

  let host: TestHost

  /// Runs a test in a world of its own on one engine.
  /// - Parameter settings: the operator's settings of the plugin.
  static func run(
    on engine: TestHost.Engine, settings: JSONObject = [:], _ body: (TeamWorld) async throws -> Void
  ) async throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let plugin = try TestPlugin(
      TeamManagement.self, manifest: root.appending(path: "manifests/team-management.json"),
      folder: root.appending(path: "Plugins/TeamManagement"), settings: settings)
    try await TestHost.run(plugin, on: engine) { host in try await body(TeamWorld(host: host)) }
  }

  func path(_ team: String, _ rest: String = "") -> String { "\(Self.area)/teams/\(team)\(rest)" }
  func group(_ team: String, _ rest: String = "") -> String { "\(Self.groups)/\(team)\(rest)" }

  /// Starts a team, to which the admin adds the others.
  func team(of admin: TestPerson, _ others: TestPerson..., name: String = "Foxes") async throws -> String {
    let reply = try await host.post(
      "\(Self.area)/teams", ["name": .string(name), "sport": "Soccer"], as: admin)
    #expect(reply.status == 201, "\(reply.text)")
    let team = try #require(reply["team"]?.string)
    for person in others { try await add(person, to: team, by: admin) }
    return team
  }

  func add(_ person: TestPerson, to team: String, by admin: TestPerson) async throws {
    let reply = try await host.put(group(team, "/members/\(person.id)"), as: admin)
    #expect(reply.status == 204, "\(reply.text)")
  }

  /// Gives a member a role; whoever is to be an admin is invited and accepts.
  func give(_ role: String, to person: TestPerson, in team: String, by admin: TestPerson) async throws {
    if role == "admin" {
      #expect(try await invite(person, to: team, by: admin).status == 200)
      #expect(try await accept(team, as: person).status == 200)
      return
    }
    let reply = try await host.put(group(team, "/members/\(person.id)/roles/\(role)"), as: admin)
    #expect(reply.status == 204, "\(reply.text)")
  }

  /// Invites somebody to be an admin.
  func invite(_ person: TestPerson, to team: String, by admin: TestPerson) async throws -> TestReply {
    try await host.put(path(team, "/admin-invitations/\(person.id)"), as: admin)
  }

  /// Accepts to be an admin; a host that has too much to do is asked again.
  func accept(_ team: String, as person: TestPerson) async throws -> TestReply {
    var reply = try await host.put("\(Self.area)/me/admin-invitations/\(team)", as: person)
    while reply.code == "http-overloaded" {
      await Task.yield()
      reply = try await host.put("\(Self.area)/me/admin-invitations/\(team)", as: person)
    }
    return reply
  }

  /// What an event is to be: practice in Berlin on 2 September 2025 from 18:00 to 19:30.
  static func plan(_ changes: JSONObject = [:]) -> JSON {
    var plan: JSONObject = [
      "kind": "practice", "title": "Practice", "startsAt": "2025-09-02T16:00:00Z", "endsAt": "2025-09-02T17:30:00Z",
      "timeZone": "Europe/Berlin",
    ]
    for (name, value) in changes { plan[name] = value }
    return .object(plan)
  }

  /// Puts an event on the calendar.
  func event(_ team: String, by person: TestPerson, _ changes: JSONObject = [:]) async throws -> String {
    let reply = try await host.post(path(team, "/events"), Self.plan(changes), as: person)
    #expect(reply.status == 201, "\(reply.text)")
    return try #require(reply["event"]?.string)
  }

  func answer(
    _ reply: JSON, _ event: String, of team: String, as person: TestPerson, note: JSON = .null
  ) async throws -> TestReply {
    try await host.put(path(team, "/events/\(event)/answer"), ["reply": reply, "note": note], as: person)
  }

  /// The beginnings on a team's calendar in the year from the host's August on.
  func starts(_ team: String, as person: TestPerson, _ query: String = "") async throws -> [String] {
    try await list(team, as: person, query).compactMap { $0["startsAt"]?.string }
  }

  func list(_ team: String, as person: TestPerson, _ query: String = "") async throws -> [JSON] {
    let span = "?from=2025-08-01T00:00:00Z&to=2026-07-31T00:00:00Z\(query)"
    let reply = try await host.get(path(team, "/events\(span)"), as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.items
  }

  func texts(_ person: TestPerson) async throws -> [String] {
    try await host.settled()
    return try await host.inbox(of: person).compactMap { $0["text"]?.string }
  }
}
