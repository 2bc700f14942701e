import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What is in a span of time` {
  private func event(_ title: JSON, _ from: JSON, _ to: JSON, _ more: JSONObject = [:]) -> JSONObject {
    let plan: JSONObject = ["title": title, "startsAt": from, "endsAt": to]
    return plan.with(more)
  }

  @Test(.tags(.tm3, .tm87), arguments: TestHost.Engine.available)
  func `is what touches it for a moment at least, of a year at most, in the order in which it begins`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      for plan in [
        event("Late", "2025-09-02T18:00:00Z", "2025-09-02T19:00:00Z", ["tags": ["Fun"], "kind": "event"]),
        event("Long", "2025-08-20T00:00:00Z", "2025-09-20T00:00:00Z", ["description": "Bring ＷＡＴＥＲ."]),
        event(
          "Early", "2025-09-02T09:00:00Z", "2025-09-02T12:00:00Z",
          ["locations": [["street": "Straße", "city": "Göttingen"]], "isSafePlace": true, "tags": ["fun"]]),
      ] { _ = try await world.event(team, by: ada, plan) }
      func titles(_ from: String, _ to: String, _ query: String = "") async throws -> [String] {
        let reply = try await host.get(world.path(team, "/events?from=\(from)&to=\(to)\(query)"), as: bob)
        return reply.status == 200 ? reply.items.compactMap { $0["title"]?.string } : reply.pointers
      }
      #expect(try await titles("2025-08-20T00:00:00Z", "2025-09-20T00:00:00Z") == ["Long", "Early", "Late"])
      #expect(try await titles("2025-09-02T12:00:00Z", "2025-09-02T18:00:00Z") == ["Long"], "they only touch it")
      #expect(try await titles("2025-09-02T11:59:59.999Z", "2025-09-02T18:00:00.001Z") == ["Long", "Early", "Late"])
      #expect(try await titles("2025-09-20T00:00:00Z", "2025-09-21T00:00:00Z") == [])
      #expect(try await titles("2025-01-01T00:00:00Z", "2026-01-02T00:00:00Z").count == 3, "366 days")
      #expect(try await titles("2025-01-01T00:00:00Z", "2026-01-02T00:00:00.001Z") == ["/to"])
      #expect(try await titles("2025-09-02T00:00:00Z", "2025-09-02T00:00:00Z") == ["/to"])
      let year = ("2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
      for (query, found) in [
        ("&tag=FUN", ["Early", "Late"]), ("&tag=fu", []), ("&tag=fun&kind=event", ["Late"]),
        ("&search=water", ["Long"]),
        ("&search=gottingen", ["Early"]), ("&search=stra%C3%9Fe", ["Early"]), ("&search=a", ["Long", "Early", "Late"]),
        ("&search=late&tag=fun&kind=practice", []), ("&search=", ["Long", "Early", "Late"]),
      ] as [(String, [String])] { #expect(try await titles(year.0, year.1, query) == found, "\(query)") }
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is three months back and two years ahead in a feed, which follows answers, names, ages and farewells`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      let team = try await world.team(of: ada, bob)
      for plan in [
        event("Past", "2025-05-17T10:00:00Z", "2025-05-17T12:00:00Z"),
        event("Back", "2025-05-17T10:00:00Z", "2025-05-17T12:00:01Z"),
        event("Ahead", "2027-08-15T11:59:59Z", "2027-08-15T13:00:00Z"),
        event("Far", "2027-08-15T12:00:00Z", "2027-08-15T13:00:00Z"),
      ] { _ = try await world.event(team, by: ada, plan) }
      let party = try await world.event(
        team, by: ada, event("Party", "2025-09-02T16:00:00Z", "2025-09-02T18:00:00Z", ["minimumAge": 18]))
      let own = try #require(try await host.post("\(TeamWorld.area)/me/feeds", as: bob)["path"]?.string)
      let ofTeam = try #require(try await host.post(world.path(team, "/feeds"), as: bob)["path"]?.string)
      func titles(_ feed: String) async throws -> [String] {
        let reply = try await host.get(feed)
        return reply.text.components(separatedBy: "\r\n").filter { $0.hasPrefix("SUMMARY:") }.map {
          String($0.dropFirst(8))
        }
      }
      for feed in [own, ofTeam] {
        #expect(try await titles(feed) == ["Foxes: Back", "Foxes: Party", "Foxes: Ahead"])
      }
      for (reply, found) in [("no", 2), ("maybe", 3), ("yes", 3)] as [(JSON, Int)] {
        if reply != "no" {
          #expect(try await host.patch("/v1/me", ["dateOfBirth": "2000-01-01"], as: bob).status == 200)
        }
        #expect(try await world.answer(reply, party, of: team, as: bob).status == 200)
        #expect(try await titles(own).count == found)
        #expect(try await titles(ofTeam).count == 3, "the team's has all of it")
      }
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "2010-01-01"], as: bob).status == 200)
      for feed in [own, ofTeam] { #expect(try await titles(feed) == ["Foxes: Back", "Foxes: Ahead"], "too young") }
      let name: JSON = ["name": "Wolves", "sport": "Rugby"]
      #expect(try await host.put(world.path(team), name, as: ada).status == 200)
      for feed in [own, ofTeam] { #expect(try await titles(feed) == ["Wolves: Back", "Wolves: Ahead"]) }
      #expect(try await host.put(world.group(team, "/archive"), as: ada).status == 200)
      #expect(try await titles(own) == [])
      #expect(try await host.get(ofTeam).problem == "404 feed-unknown")
      #expect(try await host.delete(world.group(team, "/archive"), as: ada).status == 204)
      #expect(try await titles(ofTeam).count == 2)
    }
  }
}
