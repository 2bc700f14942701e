import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Two accounts of one person on a team` {
  @Test(arguments: TestHost.Engine.available)
  func `have one place from when they are one; who waits for the other one has it, knows of it and is reminded`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let people = try await world.people("Ada", "Bob", "Eve", "Zoe")
      let (ada, bob, eve, zoe) = (people[0], people[1], people[2], people[3])
      let team = try await world.team(of: ada, bob, eve, zoe)
      func event(_ title: JSON, _ capacity: JSON, _ answers: [(TestPerson, JSON)]) async throws -> String {
        let event = try await world.event(team, by: ada, ["title": title, "capacity": capacity])
        for (person, reply) in answers {
          #expect(try await world.answer(reply, event, of: team, as: person).status == 200)
        }
        return event
      }
      let cup = try await event("Cup", 2, [(bob, "yes"), (eve, "yes"), (zoe, "yes")])
      let party = try await event("Party", 1, [(bob, "yes"), (eve, "maybe"), (zoe, "yes")])
      let trip = try await event("Trip", 1, [(bob, "yes"), (zoe, "yes")])
      let bus = try await event("Bus", 1, [(bob, "yes"), (eve, "yes"), (zoe, "yes")])
      try await world.host.merge(bob, into: eve)
      try await world.host.settled()
      func mine(_ event: String, _ person: TestPerson) async throws -> String {
        let mine = try await world.shown(event, of: team, as: person)["mine"]
        return "\(mine?["reply"]?.string ?? "") \(mine?["position"]?.int ?? 0)"
      }
      var found: [[String]] = []
      for event in [cup, party, trip, bus] { found.append([try await mine(event, eve), try await mine(event, zoe)]) }
      #expect(found == [["yes 0", "yes 0"], ["maybe 0", "yes 0"], ["yes 0", "yes 1"], ["yes 0", "yes 1"]])
      #expect(try await world.reminders(of: eve) == Set([cup, trip, bus].map { world.page($0, of: team) }))
      #expect(try await world.reminders(of: zoe) == Set([cup, party].map { world.page($0, of: team) }))
      func called(_ person: TestPerson) async throws -> [String] {
        try await world.texts(person).filter { $0.contains("is yours") }.sorted()
      }
      #expect(try await called(zoe) == ["Foxes: a place in Cup is yours.", "Foxes: a place in Party is yours."])
      #expect(try await called(eve) == ["Foxes: a place in Bus is yours."])
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `keep what there is one of as the other one has it, and all of which there are many`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Eve", "Kid")
      let (ada, bob, eve, kid) = (people[0], people[1], people[2], people[3])
      let team = try await world.team(of: ada, bob, eve, kid)
      #expect(try await world.place("Goal", of: bob, in: team, by: ada, number: 1).status == 204)
      #expect(try await world.place("Field", of: eve, in: team, by: ada, number: 2).status == 204)
      let parts: [(TestPerson, JSON, JSON, JSON)] = [
        (bob, ["Goals": 3], "Mum", "2025-08-17T12:00:00Z"), (eve, ["Assists": 1], "Dad", "2025-08-18T12:00:00Z"),
      ]
      for (person, values, contact, until) in parts {
        let member = world.path(team, "/members/\(person.id)")
        #expect(
          try await host.put("\(member)/biography", ["text": .string("By \(person.name).")], as: person).status == 204)
        #expect(try await host.put("\(member)/statistics", ["values": values], as: ada).status == 204)
        let record: JSON = ["title": "Mile", "value": contact, "account": .string(person.id.text)]
        #expect(try await host.post(world.path(team, "/records"), record, as: ada).status == 201)
        let card: JSON = ["contact": contact, "phone": "+1", "consents": true]
        #expect(try await host.put(world.path(team, "/emergency"), card, as: person).status == 204)
        #expect(
          try await host.put(world.path(team, "/substitutes/\(person.id)"), ["until": until], as: ada).status == 204)
        #expect(try await host.post("\(TeamWorld.area)/me/feeds", as: person).status == 201)
        #expect(
          try await host.put(world.path(team, "/members/\(kid.id)/guardians/\(person.id)"), as: ada).status == 204)
      }
      #expect(try await host.put(world.path(team, "/members/\(eve.id)/guardians/\(bob.id)"), as: ada).status == 204)
      try await host.merge(bob, into: eve)
      try await host.settled()
      let member = try await host.get(world.path(team, "/members/\(eve.id)"), as: eve)
      #expect(member["position"] == "Field" && member["number"] == 2 && member["values"] == ["Assists": 1])
      #expect(member["biographyHistory"]?.array?.map { $0["text"] } == ["By Eve.", "By Bob."])
      #expect(Set(member["records"]?.array?.compactMap { $0["value"]?.string } ?? []) == ["Mum", "Dad"])
      let roster = try await host.get(world.path(team, "/roster"), as: ada).items
      #expect(roster.map { $0["person"]?["name"] } == ["Ada", "Eve", "Kid"])
      #expect(
        roster.map { $0["guardians"]?.array?.map { $0["id"]?.string } ?? [] } == [[], [], [eve.id.text]],
        "nobody is the guardian of oneself")
      #expect(try await world.place("Goal", of: kid, in: team, by: ada, number: 1).status == 204, "the number is free")
      #expect(try await host.post(world.path(team, "/members/\(eve.id)/emergency"), as: ada)["contact"] == "Dad")
      let substitutes = try await host.get(world.path(team, "/substitutes"), as: kid).items
      #expect(substitutes.map { $0["until"] } == ["2025-08-18T12:00:00Z"])
      #expect(try await host.get("\(TeamWorld.area)/me/feeds", as: eve).items.count == 2)
    }
  }
}
