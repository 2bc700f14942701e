import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

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
      #expect(try await host.put("\(path)/presence", ["state": "absent"], as: bob).status == 204)
      #expect(try await marks() == ["Ada - -", "Bob absent absent", "Eve - -"], "said while it is on")
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
      let one: JSONObject = [
        "capacity": 1, "startsAt": "2025-10-02T16:00:00Z", "endsAt": "2025-10-02T17:00:00Z",
      ]
      let small = try await world.event(team, by: ada, one)
      for person in [bob, eve] { #expect(try await world.answer("yes", small, of: team, as: person).status == 200) }
      try await host.clock.advance(to: "2025-10-02T18:00:00Z")
      for person in [bob, eve] {
        let mark = world.path(team, "/events/\(small)/attendance/\(person.id)")
        #expect(try await host.put(mark, ["state": "absent"], as: ada).status == 204)
      }
      let missed = try await host.get(world.path(team, "/attendance"), as: ada).items.map { $0["sum"]?["missed"] }
      #expect(missed == [0, 1, 1], "who waited for a place has left none empty")
      for (person, count) in [(bob, 1), (eve, 1)] as [(TestPerson, JSON)] {
        let own = try await host.get(world.path(team, "/members/\(person.id)/attendance"), as: person)
        #expect(own["sum"]?["missed"] == count)
      }
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is said at the place with the code that is shown there, also when the connection comes later`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob, eve)
      let event = try await world.event(team, by: ada)
      let place = world.path(team, "/events/\(event)/check-in")
      #expect(try await host.put(place, as: bob).problem == "403 forbidden")
      let shown = try await host.put(place, as: ada)
      let code = try #require(shown["code"]?.string)
      #expect(shown["path"]?.string == "/team-management/teams/\(team)/events/\(event)/here/\(code)")
      #expect(try await host.put(place, as: ada)["code"]?.string == code, "it stays")
      func read(_ person: TestPerson, at: JSON, code: String) async throws -> String? {
        try await host.put("\(place)/mine", ["code": .string(code), "at": at], as: person).problem
      }
      try await host.clock.advance(to: "2025-09-02T20:00:00Z")
      #expect(try await read(bob, at: "2025-09-02T16:05:00Z", code: "guessed") == "403 check-in-wrong")
      #expect(try await read(bob, at: "2025-09-02T14:59:59Z", code: code) == "409 check-in-time")
      #expect(try await read(bob, at: "2025-09-02T17:35:01Z", code: code) == "409 check-in-time")
      #expect(try await read(bob, at: "2025-09-02T16:05:00Z", code: code) == nil, "sent four hours later")
      #expect(try await read(bob, at: "2025-09-02T17:00:00Z", code: code) == nil)
      func marks() async throws -> [String] {
        try await host.get(world.path(team, "/events/\(event)/attendance"), as: ada).items.map {
          "\($0["person"]?["name"]?.string ?? "") \($0["state"]?.string ?? "-") \($0["checkedInAt"]?.string ?? "-")"
        }
      }
      #expect(try await marks() == ["Ada - -", "Bob present 2025-09-02T16:05:00Z", "Eve - -"], "the first time stays")
      let own = world.path(team, "/events/\(event)/presence")
      #expect(try await host.put(own, ["state": "present"], as: eve).status == 204)
      #expect(try await marks()[2] == "Eve present -", "who only says so was not seen at the place")
      let off = try await world.event(team, by: ada)
      let cancelled = TeamWorld.plan(["isCancelled": true])
      #expect(try await host.put(world.path(team, "/events/\(off)"), cancelled, as: ada).status == 200)
      #expect(
        try await host.put(world.path(team, "/events/\(off)/check-in"), as: ada).problem == "409 event-cancelled")
    }
  }

  @Test(arguments: [
    ("2025-09-02T14:59:59Z", false), ("2025-09-02T15:00:00Z", true), ("2025-09-02T17:05:00Z", true),
    ("2025-09-02T17:05:01Z", false),
  ])
  func `is said at the place from an hour before to the end, and not before it is read`(at: String, fits: Bool) throws {
    let (start, end) = (
      try #require(RFC3339.date(from: "2025-09-02T16:00:00Z")), try #require(RFC3339.date(from: "2025-09-02T17:00:00Z"))
    )
    let (read, later) = (try #require(RFC3339.date(from: at)), end.addingTimeInterval(86_400))
    #expect(Attendance.isCheckInTime(read, from: start, to: end, sent: later) == fits)
    #expect(!Attendance.isCheckInTime(read, from: start, to: end, sent: read.addingTimeInterval(-301)))
  }
}
