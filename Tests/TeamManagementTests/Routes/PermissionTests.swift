import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

/// Each route of a team × each role × own and another team, generated from what the routes declare.
@Suite struct `Permissions in a team` {
  /// The roles that bring a single permission, with it.
  private static let single = [
    "team-info-editor": Permission.editInfo, "door-keeper": Permission.joinRequests, "roster-editor": Permission.roster,
    "calendar-editor": Permission.calendar, "attendance-editor": Permission.attendance,
    "stats-editor": Permission.statistics,
  ]

  /// The routes for which a permission in a team is asked.
  private func routes(_ host: TestHost) async throws -> [Route] {
    var routes = Routes()
    try TeamManagement(host: host.services).routes(&routes)
    return routes.all.filter { $0.access.scopeParameter == "team" }
  }

  /// Whether the door lets somebody through: what is wrong behind it does not matter.
  private func isLetIn(_ reply: TestReply) -> Bool {
    reply.problem != "403 forbidden" && reply.problem != "404 not-found" && reply.status != 401
  }

  @Test(.tags(.tm61, .tm71, .tm72, .tm73, .tm101, .pl22), arguments: TestHost.Engine.available)
  func `open the routes that name them, in the own team and in no other one`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, zoe) = (try await host.person("Ada"), try await host.person("Zoe"))
      let (team, other) = (try await world.team(of: ada), try await world.team(of: zoe, name: "Wolves"))
      var people: [(name: String, person: TestPerson?, holds: Set<String>)] = [
        ("nobody", nil, []), ("guest", try await host.guest(), []), ("stranger", try await host.person("Sue"), []),
        ("admin", ada, Set(Permission.all)),
      ]
      let plain = try await host.person("Mia")
      try await world.add(plain, to: team, by: ada)
      people.append(("member", plain, [Permission.view]))
      for (role, permission) in Self.single.sorted(by: { $0.key < $1.key }) {
        let person = try await host.person("With \(role)")
        try await world.add(person, to: team, by: ada)
        try await world.give(role, to: person, in: team, by: ada)
        people.append((role, person, [Permission.view, permission]))
      }
      var count = 0
      for route in try await routes(host) {
        let permission = try #require(route.access.permission)
        for (name, person, holds) in people {
          for (place, isOwn) in [(team, true), (other, false)] {
            let reply = try await call(route, in: place, as: person, host)
            let isExpected = isOwn && holds.contains(permission)
            #expect(isLetIn(reply) == isExpected, "\(route.method.name) \(route.path) as \(name): \(reply.text)")
            if !isOwn, person != nil { #expect(reply.problem == "404 not-found", "another team is not there") }
            if isOwn, !isExpected, !holds.isEmpty {
              #expect(reply.problem == "403 forbidden", "\(route.path) as \(name)")
            }
            count += 1
          }
        }
      }
      #expect(count == 55 * 11 * 2, "every route was asked in both teams by everybody: \(count)")
      for (name, person, holds) in people {
        for (place, isOwn) in [(team, true), (other, false)] {
          let topic = Team.topic(place)
          if isOwn, holds.contains(Permission.view) {
            _ = try await host.watch("team-management/\(topic)", as: person)
          } else {
            let reply = try await host.get("/v1/live?topic=team-management/\(topic)", as: person)
            #expect(reply.status == (person == nil ? 401 : 404), "watching \(topic) as \(name): \(reply.text)")
          }
        }
      }
    }
  }

  /// Asks with a body that nothing is made of, so that no right is used up.
  private func call(_ route: Route, in team: String, as person: TestPerson?, _ host: TestHost) async throws -> TestReply
  {
    var path = route.path.replacing("{team}", with: team)
    // What is everybody's own only for oneself is asked of oneself.
    if route.access.permission == Permission.view {
      path = path.replacing("{account}", with: person?.id.text ?? "none")
    }
    for name in route.parameterNames where name != "team" { path = path.replacing("{\(name)}", with: "none") }
    if route.method == .get, route.path.hasSuffix("/events") {
      path += "?from=2025-08-01T00:00:00Z&to=2025-09-01T00:00:00Z"
    }
    if route.path.hasSuffix("/busy") { path += "?from=2025-08-01T00:00:00Z&to=2025-08-02T00:00:00Z" }
    let body: JSON? = route.method == .get || route.method == .delete ? nil : Self.body(route)
    return try await host.call(route.method, "\(TeamWorld.area)\(path)", body, as: person)
  }

  /// What a route takes, as its schema says.
  private static func body(_ route: Route) -> JSON {
    switch route.path {
    case let path where path.hasSuffix("/events") || path.hasSuffix("/events/{event}"): TeamWorld.plan()
    case "/teams/{team}": ["name": "Foxes", "sport": "Soccer"]
    case let path where path.hasSuffix("/roster/{account}"): ["position": "Goal"]
    case let path where path.hasSuffix("/biography"): ["text": "Fast."]
    case let path where path.hasSuffix("/answer"): ["reply": "yes"]
    case let path where path.hasSuffix("/presence"): ["state": "present"]
    case let path where path.hasSuffix("/attendance/{account}"): ["state": "late"]
    case "/teams/{team}/statistics": ["wins": 1, "losses": 0, "ties": 0]
    case let path where path.hasSuffix("/members/{account}/statistics"): ["values": [:]]
    case let path where path.contains("/records"): ["title": "Goals", "value": "3"]
    case let path where path.hasSuffix("/check-in/mine"): ["code": "x", "at": "2025-08-15T12:00:00Z"]
    case let path where path.hasSuffix("/imports"): ["format": "csv", "text": "x", "timeZone": "UTC"]
    case let path where path.hasSuffix("/messages"): ["text": "Hello"]
    case "/teams/{team}/leagues": ["name": "County"]
    case "/teams/{team}/leagues/join": ["code": "none"]
    case let path where path.hasSuffix("/games"):
      ["opponent": "x", "isHome": true, "score": 1, "opponentScore": 0, "day": "2025-08-10"]
    case "/teams/{team}/emergency": ["contact": "Mum", "phone": "+1", "consents": true]
    case let path where path.hasSuffix("/substitutes/{account}"): ["until": "2025-08-20T12:00:00Z"]
    default: [:]
    }
  }

  @Test(.tags(.tm61, .tm71), arguments: TestHost.Engine.available)
  func `let those with a single one manage members as far as it goes, and nobody watch another team`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, mia) = (try await host.person("Ada"), try await host.person("Mia"))
      let team = try await world.team(of: ada, mia)
      let may: [(role: String, admits: Bool, removes: Bool, edits: Bool)] = [
        ("team-info-editor", false, false, true), ("door-keeper", true, false, false),
        ("roster-editor", false, true, false),
        ("calendar-editor", false, false, false), ("stats-editor", false, false, false),
        ("attendance-editor", false, false, false),
      ]
      for (role, admits, removes, edits) in may {
        let (keeper, new) = (try await host.person("Keeper"), try await host.person("New"))
        try await world.add(keeper, to: team, by: ada)
        try await world.give(role, to: keeper, in: team, by: ada)
        let member = world.group(team, "/members/\(new.id)")
        #expect(try await host.put(member, as: keeper).status == (admits ? 204 : 403), "\(role)")
        if !admits { try await world.add(new, to: team, by: ada) }
        #expect(try await host.delete(member, as: mia).status == 403, "a plain member removes nobody")
        #expect(try await host.delete(member, as: keeper).status == (removes ? 204 : 403), "\(role)")
        #expect(try await host.post(world.group(team, "/links"), as: keeper).status == (admits ? 201 : 403), "\(role)")
        #expect(
          try await host.patch(world.group(team), ["about": "x"], as: keeper).status == (edits ? 200 : 403), "\(role)")
        #expect(try await host.put(world.group(team, "/members/\(mia.id)/roles/admin"), as: keeper).status == 403)
      }
      let stranger = try await host.person("Sue")
      #expect(try await host.get("/v1/live?topic=team-management/teams/\(team)", as: stranger).status == 404)
      let watcher = try await host.watch("team-management/teams/\(team)", as: mia)
      _ = try await world.event(team, by: ada)
      try await host.settled()
      #expect(watcher.events.map(\.name) == ["calendar"])
    }
  }
}
