import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Those in whose care a team is` {
  @Test(arguments: TestHost.Engine.available)
  func `are told whom to call in an emergency, as it was given last, also for a time`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Mia")
      let (ada, bob, mia) = (people[0], people[1], people[2])
      let team = try await world.team(of: ada, bob, mia)
      let own = world.path(team, "/emergency")
      let card: JSONObject = ["contact": "Mum", "phone": "+1", "consents": true]
      func give(_ changes: JSONObject) async throws -> TestReply {
        try await host.put(own, .object(card.with(changes)), as: bob)
      }
      func text(_ count: Int) -> JSON { .string(String(repeating: "x", count: count)) }
      for (key, most) in [("contact", 100), ("phone", 40), ("notes", 1_000)] {
        #expect(try await give([key: text(most + 1)]).pointers == ["/\(key)"])
        #expect(try await give([key: text(most)]).status == 204)
      }
      for key in ["contact", "phone"] { #expect(try await give([key: " "]).pointers == ["/\(key)"]) }
      try await host.clock.advance(by: .seconds(60))
      #expect(try await give(["notes": " Asthma.\nInhaler in the bag. "]).status == 204)
      let shown = try await host.get(own, as: bob).items
      #expect(shown.map { $0["notes"] } == ["Asthma.\nInhaler in the bag."] && shown[0]["phone"] == "+1")
      #expect(shown[0]["consentedAt"] == "2025-08-15T12:01:00Z")
      let open = world.path(team, "/members/\(bob.id)/emergency")
      #expect(try await host.post(open, as: mia).problem == "403 forbidden")
      let until: JSON = ["until": "2025-08-16T12:00:00Z"]
      #expect(try await host.put(world.path(team, "/substitutes/\(mia.id)"), until, as: ada).status == 204)
      #expect(try await host.post(open, as: mia)["notes"] == "Asthma.\nInhaler in the bag.")
      #expect(try await world.texts(bob).contains("Mia has opened your emergency card in Foxes."))
      #expect(try await host.put(own, .object(card), as: ada).status == 204)
      let before = try await world.texts(ada).count
      #expect(try await host.post(world.path(team, "/members/\(ada.id)/emergency"), as: ada).status == 200)
      #expect(try await world.texts(ada).count == before, "nobody is told of what one does oneself")
      #expect(try await host.put(world.group(team, "/archive"), as: ada).status == 200)
      #expect(try await give([:]).problem == "409 team-archived")
      #expect(try await host.post(open, as: ada).problem == "409 team-archived")
      #expect(try await host.delete(own, as: bob).status == 204, "it can be taken back at any time")
      #expect(try await host.delete(own, as: bob).problem == "404 emergency-unknown")
    }
  }

  @Test(.tags(.tm101), arguments: TestHost.Engine.available)
  func `stand in up to ninety days, longer or shorter than was said first, and no longer when the right is taken`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob", "Mia", "Eve")
      let (ada, bob, mia, eve) = (people[0], people[1], people[2], people[3])
      let team = try await world.team(of: ada, bob, mia)
      func name(_ person: TestPerson, until: JSON) async throws -> String? {
        try await host.put(world.path(team, "/substitutes/\(person.id)"), ["until": until], as: ada).problem
      }
      func listed() async throws -> [String] {
        try await host.settled()
        return try await host.get(world.path(team, "/substitutes"), as: ada).items.map {
          "\($0["person"]?["name"]?.string ?? "") \($0["until"]?.string ?? "")"
        }
      }
      func mayPlan(_ person: TestPerson) async throws -> Bool {
        try await host.services.rights.has("edit-calendar", person.id, in: Scope("team", team))
      }
      #expect(try await name(eve, until: "2025-08-17T12:00:00Z") == "404 member-unknown")
      #expect(try await name(bob, until: "2025-11-13T12:00:00Z") == nil, "ninety days")
      #expect(try await name(mia, until: "2025-08-16T12:00:00Z") == nil)
      #expect(try await name(bob, until: "2025-08-17T12:00:00Z") == nil)
      #expect(try await listed() == ["Mia 2025-08-16T12:00:00Z", "Bob 2025-08-17T12:00:00Z"], "whose time ends first")
      #expect(try await name(mia, until: "2025-08-18T12:00:00Z") == nil)
      try await host.clock.advance(to: "2025-08-16T12:00:01Z")
      #expect(try await mayPlan(mia), "for longer now")
      try await host.clock.advance(to: "2025-08-17T12:00:00Z")
      #expect(try await listed() == ["Mia 2025-08-18T12:00:00Z"])
      #expect(try await !mayPlan(bob))
      let role = world.group(team, "/members/\(mia.id)/roles/substitute")
      #expect(try await host.delete(role, as: ada).status == 204)
      #expect(try await listed().isEmpty, "who has no right any more does not stand in")
      #expect(try await !mayPlan(mia))
      let log = try await host.get(world.path(team, "/log"), as: ada).items[0]
      #expect(log["kind"] == "substitute-ended" && log["by"]?["name"] == "Ada" && log["person"]?["name"] == "Mia")
      #expect(try await name(bob, until: "2025-08-20T12:00:00Z") == nil)
      #expect(try await host.post(world.group(team, "/leave"), as: bob).status == 204)
      #expect(try await listed().isEmpty)
      try await world.add(bob, to: team, by: ada)
      #expect(try await !mayPlan(bob), "who comes back is a member as others")
      #expect(try await host.put(role, as: ada).status == 204)
      #expect(try await listed() == ["Mia 2025-11-15T12:00:00Z"], "for ninety days where nobody says until when")
      #expect(try await mayPlan(mia))
      try await host.clock.advance(to: "2025-11-15T12:00:01Z")
      #expect(try await listed().isEmpty)
      #expect(try await !mayPlan(mia))
    }
  }

  @Test(.tags(.tm98), arguments: TestHost.Engine.available)
  func `put it into an organisation of theirs, which shows the teams that anybody may see, by name`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let people = try await world.people("Ada", "Bob")
      let (ada, bob) = (people[0], people[1])
      func found(_ name: JSON, by person: TestPerson) async throws -> String {
        let reply = try await host.post(TeamWorld.groups, ["kind": "organisation", "name": name], as: person)
        return try #require(reply["id"]?.string, "\(reply.text)")
      }
      let (school, club) = (try await found("Hill School", by: ada), try await found("Club", by: bob))
      func start(_ name: JSON, _ changes: JSONObject = [:]) async throws -> String {
        let draft: JSONObject = ["name": name, "sport": "Chess", "organisation": .string(school)]
        let reply = try await host.post("\(TeamWorld.area)/teams", .object(draft.with(changes)), as: ada)
        return try #require(reply["team"]?.string, "\(reply.text)")
      }
      let wolves = try await start("Wolves")
      _ = try await start("Bears")
      _ = try await start("Owls", ["visibility": "private"])
      let old = try await start("Ants")
      #expect(try await host.put(world.group(old, "/archive"), as: ada).status == 200)
      let path = "\(TeamWorld.area)/organisations/\(school)"
      func names() async throws -> [JSON?] {
        try await host.get(path, as: ada)["teams"]?.array?.map { $0["name"] } ?? []
      }
      #expect(try await names() == ["Bears", "Wolves"])
      #expect(try await host.get(path, as: ada)["location"] == "")
      let long = JSON.string(String(repeating: "x", count: 201))
      #expect(try await host.put(path, ["location": long], as: ada).pointers == ["/location"])
      let plain: JSONObject = ["name": "Wolves", "sport": "Chess"]
      func move(_ organisation: JSON) async throws -> TestReply {
        try await host.put(world.path(wolves), .object(plain.with(["organisation": organisation])), as: ada)
      }
      #expect(try await move(.string(club)).pointers == ["/organisation"], "only into one of one's own")
      #expect(try await move(.string(wolves)).pointers == ["/organisation"], "a team is none")
      #expect(try await names() == ["Bears", "Wolves"])
      #expect(try await move(.null).status == 200)
      #expect(try await names() == ["Bears"])
      #expect(try await move(.string(school)).status == 200)
      let shown = try await host.get(world.path(wolves), as: ada)
      #expect(shown["organisation"]?["id"]?.string == school && shown["organisation"]?["name"] == "Hill School")
    }
  }
}
