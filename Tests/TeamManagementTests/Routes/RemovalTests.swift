import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Those who may remove members and no more` {
  @Test(.tags(.tm61), arguments: TestHost.Engine.available)
  func `remove no admin, and do not become one by it`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, editor, stand, mia) = (
        try await host.person("Ada"), try await host.person("Ed"), try await host.person("Stan"),
        try await host.person("Mia")
      )
      let team = try await world.team(of: ada, editor, stand, mia)
      try await world.give("roster-editor", to: editor, in: team, by: ada)
      let until: JSON = ["until": "2025-08-20T12:00:00Z"]
      #expect(try await host.put(world.path(team, "/substitutes/\(stand.id)"), until, as: ada).status == 204)
      for person in [editor, stand] {
        #expect(try await host.delete(world.group(team, "/members/\(ada.id)"), as: person).problem == "403 forbidden")
        #expect(try await host.put(world.group(team, "/bans/\(ada.id)"), as: person).problem == "403 forbidden")
        #expect(try await !host.services.rights.has("notify-team", person.id, in: Scope("team", team)))
      }
      #expect(try await host.services.rights.has("notify-team", ada.id, in: Scope("team", team)))
      #expect(try await host.delete(world.group(team, "/members/\(mia.id)"), as: editor).status == 204)
      #expect(try await host.put(world.group(team, "/bans/\(editor.id)"), as: stand).status == 204)
      #expect(try await host.delete(world.group(team, "/members/\(stand.id)"), as: stand).status == 204, "oneself")
      // Admins remove each other, as they take the role from each other.
      let bea = try await host.person("Bea")
      try await world.give("admin", to: bea, in: team, by: ada)
      #expect(try await host.delete(world.group(team, "/members/\(ada.id)"), as: bea).status == 204)
    }
  }
}
