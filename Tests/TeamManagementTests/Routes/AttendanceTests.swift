import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Attendance at events` {
  @Test(.tags(.tm3, .tm14, .tm22, .tm26, .tm58, .tm59, .tm63), arguments: TestHost.Engine.available)
  func `is said by members and taken by admins, now and for what has been; the admin's word counts`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob, eve)
      let event = try await world.event(team, by: ada, ["kind": "event", "title": "Race"])
      let practice = try await world.event(
        team, by: ada, ["startsAt": "2025-09-09T16:00:00Z", "endsAt": "2025-09-09T17:00:00Z"])
      let path = world.path(team, "/events/\(event)")
      #expect(try await world.answer("yes", event, of: team, as: eve).status == 200)
      #expect(try await host.put("\(path)/presence", ["state": "present"], as: bob).problem == "409 event-ahead")
      #expect(
        try await host.put("\(path)/attendance/\(bob.id)", ["state": "late"], as: ada).problem == "409 event-ahead")
      try await host.clock.advance(to: "2025-09-02T15:00:00Z")
      #expect(try await host.put("\(path)/presence", ["state": "present"], as: bob).status == 204)
      #expect(try await host.put("\(path)/presence", ["state": "late"], as: bob).pointers == ["/state"])
      #expect(
        try await host.put("\(path)/attendance/\(eve.id)", ["state": "present"], as: bob).problem == "403 forbidden")
      func marks() async throws -> [String] {
        try await host.get("\(path)/attendance", as: ada).items.map {
          "\($0["person"]?["name"]?.string ?? "") \($0["state"]?.string ?? "-") \($0["own"]?.string ?? "-")"
        }
      }
      #expect(try await marks() == ["Ada - -", "Bob present present", "Eve - -"])
      try await host.clock.advance(to: "2025-10-01T00:00:00Z")
      #expect(try await host.put("\(path)/attendance/\(bob.id)", ["state": "late"], as: ada).status == 204)
      #expect(try await host.put("\(path)/attendance/\(eve.id)", ["state": "absent"], as: ada).status == 204)
      #expect(try await host.put("\(path)/presence", ["state": "absent"], as: bob).status == 204)
      #expect(try await marks() == ["Ada - -", "Bob late absent", "Eve absent -"], "both are kept")
      let other = world.path(team, "/events/\(practice)/presence")
      #expect(try await host.put(other, ["state": "absent"], as: bob).status == 204)
      let mine = try await host.get(world.path(team, "/members/\(bob.id)/attendance"), as: bob)
      #expect(mine["events"]?.array?.map { $0["title"] } == ["Practice", "Race"])
      #expect(mine["events"]?.array?.map { $0["state"] } == ["absent", "late"] && mine["sum"]?["rate"] == 0.5)
      #expect(try await host.get(world.path(team, "/members/\(bob.id)/attendance"), as: eve).problem == "403 forbidden")
      #expect(try await host.get(world.path(team, "/members/\(eve.id)/attendance"), as: ada)["sum"]?["missed"] == 1)
      let sums = try await host.get(world.path(team, "/attendance"), as: ada).items
      #expect(sums.map { $0["sum"]?["late"] } == [0, 1, 0] && sums.map { $0["sum"]?["missed"] } == [0, 0, 1])
      #expect(try await host.put("\(path)/attendance/\(bob.id)", ["state": .null], as: ada).status == 204)
      #expect(try await marks()[1] == "Bob absent absent", "taken back, the member's word counts")
      #expect(try await host.get("\(path)/attendance", as: bob).problem == "403 forbidden")
    }
  }
}
