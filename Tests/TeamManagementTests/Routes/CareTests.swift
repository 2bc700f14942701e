import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `Who looks after a team` {
  private func log(_ world: TeamWorld, _ team: String, as person: TestPerson, _ query: String = "") async throws
    -> [String]
  {
    try await world.host.get(world.path(team, "/log\(query)"), as: person).items.map { item in
      let parts = [
        item["kind"]?.string, item["by"]?["name"]?.string, item["person"]?["name"]?.string, item["subject"]?.string,
      ]
      return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `is seen by the whole team in what they have done, the latest first`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob)
      let event = try await world.event(team, by: ada, ["title": "Derby"])
      let path = world.path(team, "/events/\(event)")
      #expect(try await host.put(path, TeamWorld.plan(["title": "Cup"]), as: ada).status == 200)
      #expect(try await host.put(path, TeamWorld.plan(["title": "Cup", "isCancelled": true]), as: ada).status == 200)
      #expect(try await host.put(world.path(team, "/roster/\(bob.id)"), ["position": "Goal"], as: ada).status == 204)
      #expect(try await host.post(world.path(team, "/messages"), ["text": "Hello"], as: ada).status == 204)
      let figures: JSON = ["values": ["Goals": 1]]
      #expect(try await host.put(world.path(team, "/members/\(bob.id)/statistics"), figures, as: ada).status == 204)
      #expect(try await host.put(world.path(team, "/members/\(bob.id)/guardians/\(ada.id)"), as: ada).status == 204)
      try await world.give("door-keeper", to: bob, in: team, by: ada)
      let expected = [
        "appointed Ada Bob door-keeper", "guardian-named Ada Bob", "statistics-changed Ada Bob", "message-sent Ada",
        "roster-changed Ada Bob", "event-cancelled Ada Cup", "event-changed Ada Cup", "event-new Ada Derby",
      ]
      let all = try await log(world, team, as: bob)
      #expect(Array(all.prefix(8)) == expected, "\(all)")
      #expect(all.contains { $0.hasPrefix("joined") && $0.contains("Bob") })
      let page = try await host.get(world.path(team, "/log?limit=3"), as: bob)
      let next = try #require(page["next"]?.string)
      #expect(page.items.count == 3)
      #expect(try await log(world, team, as: bob, "?limit=5&after=\(next)") == Array(expected.suffix(5)))
      #expect(try await host.get(world.path(team, "/log"), as: eve).problem == "404 not-found")
      try await host.leave(ada)
      try await host.settled()
      #expect(try await log(world, team, as: bob).contains("event-new Derby"), "without the name of who has left")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `opens the emergency card of who has consented, which the member and the team are told`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, mia) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Mia"))
      let team = try await world.team(of: ada, bob, mia)
      let (own, open) = (world.path(team, "/emergency"), world.path(team, "/members/\(bob.id)/emergency"))
      #expect(try await host.post(open, as: ada).problem == "404 emergency-unknown")
      let card: JSONObject = ["contact": " Mum ", "phone": "+49 151 1", "notes": "Allergic to nuts."]
      var refused = card
      refused["consents"] = false
      #expect(try await host.put(own, .object(refused), as: bob).pointers == ["/consents"])
      #expect(try await host.get(own, as: bob)["items"] == [], "nothing is kept without consent")
      var given = card
      given["consents"] = true
      #expect(try await host.put(own, .object(given), as: bob).status == 204)
      #expect(try await host.get(own, as: bob)["items"]?[0]?["contact"] == "Mum")
      #expect(try await host.get(own, as: mia)["items"] == [], "only the own one")
      #expect(try await host.post(open, as: mia).problem == "403 forbidden")
      #expect(try await log(world, team, as: mia).allSatisfy { !$0.hasPrefix("card-opened") })
      let seen = try await host.post(open, as: ada)
      #expect(seen["phone"] == "+49 151 1" && seen["notes"] == "Allergic to nuts.")
      #expect(try await log(world, team, as: mia).first == "card-opened Ada Bob")
      #expect(try await world.texts(bob).contains("Ada has opened your emergency card in Foxes."))
      #expect(try await host.delete(own, as: bob).status == 204)
      #expect(try await host.post(open, as: ada).problem == "404 emergency-unknown")
      #expect(try await host.put(own, .object(given), as: bob).status == 204)
      #expect(try await host.delete(world.group(team, "/members/\(bob.id)"), as: ada).status == 204)
      let left = try await host.services.storage.read { transaction in
        try await transaction.query("select count(*) as n from emergency_cards")[0]["n"] as Int
      }
      #expect(left == 0, "who leaves the team takes it along")
    }
  }

  @Test(.tags(.tm101), arguments: TestHost.Engine.available)
  func `lets a member stand in, whose rights end by themselves`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, mia) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Mia"))
      let team = try await world.team(of: ada, bob, mia)
      let path = world.path(team, "/substitutes/\(bob.id)")
      let until: JSON = ["until": "2025-08-17T12:00:00Z"]
      #expect(try await host.put(path, until, as: mia).problem == "403 forbidden")
      #expect(try await host.put(path, ["until": "2025-08-15T12:00:00Z"], as: ada).pointers == ["/until"])
      #expect(try await host.put(path, ["until": "2025-11-13T12:00:01Z"], as: ada).pointers == ["/until"], "90 days")
      #expect(try await host.put(world.path(team, "/substitutes/\(ada.id)"), until, as: ada).pointers == ["/account"])
      #expect(try await host.put(path, until, as: ada).status == 204)
      #expect(try await world.texts(bob).contains("Foxes: Ada lets you stand in."))
      let listed = try await host.get(world.path(team, "/substitutes"), as: mia).items
      #expect(
        listed.map { $0["until"] } == ["2025-08-17T12:00:00.000Z"]
          || listed.map { $0["until"] } == ["2025-08-17T12:00:00Z"])
      _ = try await world.event(team, by: bob)
      #expect(
        try await host.put(world.group(team, "/members/\(mia.id)/roles/admin"), as: bob).status == 403,
        "makes nobody an admin")
      #expect(try await host.put(world.path(team, "/substitutes/\(mia.id)"), until, as: bob).problem == "403 forbidden")
      try await host.clock.advance(to: "2025-08-17T11:59:59Z")
      _ = try await world.event(team, by: bob)
      try await host.clock.advance(to: "2025-08-17T12:00:01Z")
      try await host.settled()
      #expect(
        try await host.post(world.path(team, "/events"), TeamWorld.plan(), as: bob).problem == "403 forbidden")
      #expect(try await log(world, team, as: mia).first == "substitute-ended Bob")
      #expect(try await host.put(path, ["until": "2025-08-20T12:00:00Z"], as: ada).status == 204)
      #expect(try await host.delete(path, as: ada).status == 204)
      #expect(try await host.delete(path, as: ada).problem == "404 substitute-unknown")
      #expect(
        try await host.post(world.path(team, "/events"), TeamWorld.plan(), as: bob).problem == "403 forbidden")
    }
  }

  @Test(.tags(.tm67), arguments: TestHost.Engine.available)
  func `need not ask those who have not answered: that comes by itself, once, and not at night`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, mia) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Mia"))
      let team = try await world.team(of: ada, bob, mia)
      // Answers end on 2 September at 03:00 in Berlin: two days earlier people sleep.
      let event = try await world.event(team, by: ada, ["deadlineMinutes": 900])
      for person in [ada, bob] { #expect(try await world.answer("yes", event, of: team, as: person).status == 200) }
      func asked(_ person: TestPerson) async throws -> Int {
        try await world.texts(person).filter { $0.contains("Do you come") || $0.contains("come to Practice?") }.count
      }
      let before = try await asked(mia)
      try await host.clock.advance(to: "2025-08-31T05:59:00Z")
      #expect(try await asked(mia) == before)
      try await host.clock.advance(to: "2025-08-31T06:00:00Z")
      #expect(try await asked(mia) == before + 1)
      #expect(try await asked(bob) == 0, "who has answered is not asked")
      try await host.clock.advance(to: "2025-09-02T15:00:00Z")
      #expect(try await asked(mia) == before + 1, "once")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `gives positions places of their own, which follow the roster`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, mia) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Mia"))
      let team = try await world.team(of: ada, bob, mia)
      for person in [bob, mia] {
        let place = world.path(team, "/roster/\(person.id)")
        #expect(try await host.put(place, ["position": "goal"], as: ada).status == 204)
      }
      let twice: JSON = [["name": "Goal", "count": 1], ["name": "goal", "count": 1]]
      let path = world.path(team, "/events")
      #expect(try await host.post(path, TeamWorld.plan(["roles": twice]), as: ada).pointers == ["/roles"])
      let many: JSON = [["name": "Goal", "count": 4]]
      #expect(
        try await host.post(path, TeamWorld.plan(["roles": many, "capacity": 3]), as: ada).pointers == ["/roles"])
      let event = try await world.event(team, by: ada, ["roles": [["name": "Goal", "count": 1]], "capacity": 2])
      #expect(try await world.answer("yes", event, of: team, as: bob)["position"] == nil)
      #expect(try await world.answer("yes", event, of: team, as: mia)["position"] == 1, "the place in goal is taken")
      #expect(try await world.answer("yes", event, of: team, as: ada)["position"] == nil, "beside those in goal")
      let shown = try await host.get("\(path)/\(event)", as: mia)
      #expect(shown["going"] == 2 && shown["waiting"] == 1 && shown["roles"] == [["name": "Goal", "count": 1]])
      #expect(try await world.answer("no", event, of: team, as: bob).status == 200)
      #expect(try await host.get("\(path)/\(event)", as: mia)["going"] == 2)
      #expect(try await world.texts(mia).contains { $0.contains("Practice") && $0.contains("place") }, "she is told")
      #expect(try await world.answer("yes", event, of: team, as: bob)["position"] == 1, "at the end")
      #expect(try await world.answer("no", event, of: team, as: ada).status == 200)
      #expect(try await host.put(world.path(team, "/roster/\(bob.id)"), ["position": "Field"], as: ada).status == 204)
      #expect(try await host.get("\(path)/\(event)", as: bob)["mine"]?["position"] == nil, "on the field is a place")
    }
  }
}
