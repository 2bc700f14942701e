import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Guardians on a team` {
  @Test(arguments: TestHost.Engine.available)
  func `answer for their children, who are told, by those whom the roster's editors choose`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let eve = try await host.person("Eve")
      let team = try await world.team(of: ada, bob, kid)
      let event = try await world.event(team, by: ada)
      let pair = world.path(team, "/members/\(kid.id)/guardians/\(bob.id)")
      let own = world.path(team, "/events/\(event)/children/\(kid.id)/answer")
      #expect(try await host.put(own, ["reply": "yes"], as: bob).problem == "404 guardian-unknown")
      #expect(try await host.put(pair, as: bob).problem == "403 forbidden")
      #expect(
        try await host.put(world.path(team, "/members/\(kid.id)/guardians/\(kid.id)"), as: ada).pointers
          == ["/guardian"])
      #expect(
        try await host.put(world.path(team, "/members/\(kid.id)/guardians/\(eve.id)"), as: ada).problem
          == "404 member-unknown")
      #expect(try await host.put(pair, as: ada).status == 204)
      #expect(try await host.put(pair, as: ada).status == 204, "once is enough")
      #expect(try await world.texts(bob).filter { $0 == "Foxes: you answer for Kid now." }.count == 1)
      #expect(try await world.texts(kid).filter { $0 == "Foxes: Bob answers for you now." }.count == 1)
      let roster = try await host.get(world.path(team, "/roster"), as: kid).items
      #expect(roster.map { $0["guardians"]?.array?.compactMap { $0["name"]?.string } ?? [] } == [[], [], ["Bob"]])
      let children = world.path(team, "/events/\(event)/children")
      #expect(try await host.get(children, as: bob).items.map { $0["person"]?["name"] } == ["Kid"])
      #expect(try await host.get(children, as: ada).items.isEmpty)
      #expect(try await host.put(own, ["reply": "yes", "note": "Needs a lift."], as: bob)["reply"] == "yes")
      #expect(try await host.put(own, ["reply": "yes"], as: kid).problem == "404 guardian-unknown", "not for oneself")
      let line = try await host.get(world.path(team, "/events/\(event)/answers"), as: ada).items[2]
      #expect(line["reply"] == "yes" && line["note"] == "Needs a lift." && line["by"]?["name"] == "Bob")
      #expect(try await world.texts(ada).contains("Foxes: Kid comes to Practice."))
      #expect(try await world.texts(kid).contains("Foxes: Bob has answered for you that you come to Practice."))
      #expect(try await world.answer("no", event, of: team, as: kid).status == 200, "the child may say another thing")
      #expect(try await host.get(children, as: bob).items[0]["mine"]?["reply"] == "no")
      #expect(try await host.get(world.path(team, "/events/\(event)/answers"), as: ada).items[2]["by"] == nil)
      #expect(try await host.delete(pair, as: kid).problem == "403 forbidden")
      #expect(try await host.delete(pair, as: bob).status == 204, "guardians step back themselves")
      #expect(try await host.delete(pair, as: ada).problem == "404 guardian-unknown")
      #expect(try await host.put(own, ["reply": "yes"], as: bob).problem == "404 guardian-unknown")
    }
  }

  @Test func `are four at most, and go with whoever leaves the team`() async throws {
    try await TeamWorld.run(on: .sqlite) { world async throws in
      let host = world.host
      let (ada, kid) = (try await host.person("Ada"), try await host.person("Kid"))
      let team = try await world.team(of: ada, kid)
      var people: [TestPerson] = []
      for name in ["P1", "P2", "P3", "P4", "P5"] {
        people.append(try await host.person(name))
        try await world.add(people[people.count - 1], to: team, by: ada)
      }
      func appoint(_ person: TestPerson) async throws -> TestReply {
        try await host.put(world.path(team, "/members/\(kid.id)/guardians/\(person.id)"), as: ada)
      }
      for person in people.dropLast() { #expect(try await appoint(person).status == 204) }
      #expect(try await appoint(people[4]).problem == "409 guardians-full")
      #expect(try await host.post(world.group(team, "/leave"), as: people[0]).status == 204)
      #expect(try await appoint(people[4]).status == 204)
      #expect(try await host.post(world.group(team, "/leave"), as: kid).status == 204)
      try await world.add(kid, to: team, by: ada)
      let roster = try await host.get(world.path(team, "/roster"), as: ada).items
      #expect(roster.allSatisfy { $0["guardians"]?.array?.isEmpty == true }, "who comes back begins without")
    }
  }

  @Test func `do not make anybody older: who is too young for an event is too young for them, too`() async throws {
    try await TeamWorld.run(on: .sqlite) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let team = try await world.team(of: ada, bob, kid)
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "1980-01-01"], as: bob).status == 200)
      #expect(try await host.patch("/v1/me", ["dateOfBirth": "2010-01-01"], as: kid).status == 200)
      #expect(
        try await host.put(world.path(team, "/members/\(kid.id)/guardians/\(bob.id)"), as: ada).status == 204)
      let event = try await world.event(team, by: ada, ["hasAlcohol": true])
      let answer = world.path(team, "/events/\(event)/children/\(kid.id)/answer")
      #expect(try await host.put(answer, ["reply": "yes"], as: bob).problem == "403 too-young")
      #expect(try await host.put(answer, ["reply": "no"], as: bob).status == 200)
    }
  }
}

@Suite struct `Links that take an answer` {
  /// Where the link of the latest question leads.
  private func secret(of person: TestPerson, _ host: TestHost) async throws -> String {
    try await host.settled()
    let links = try await host.inbox(of: person).compactMap { $0["link"]?.string }
    return try #require(
      links.first { $0.hasPrefix("/team-management/answer/") }?.split(separator: "/").last.map(String.init))
  }

  @Test(.tags(.tm29), arguments: TestHost.Engine.available)
  func `go to those who have not answered, and work without signing in until the deadline`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let team = try await world.team(of: ada, bob, eve)
      let event = try await world.event(team, by: ada, ["locations": [["name": "Hall"]], "isSafePlace": true])
      #expect(try await world.answer("maybe", event, of: team, as: eve).status == 200)
      let ask = world.path(team, "/events/\(event)/ask")
      #expect(try await host.post(ask, as: bob).problem == "403 forbidden")
      let before = try await world.texts(bob).count
      #expect(try await host.post(ask, as: ada)["asked"] == 2)
      #expect(try await host.post(ask, as: ada)["asked"] == 2)
      #expect(try await world.texts(bob).count == before + 1, "once a day")
      let changed = TeamWorld.plan([
        "locations": [["name": "Hall"]], "isSafePlace": true, "description": "Bring water.",
      ])
      #expect(try await host.put(world.path(team, "/events/\(event)"), changed, as: ada).status == 200)
      #expect(try await host.post(ask, as: ada)["asked"] == 2)
      #expect(try await world.texts(bob).count { $0.contains("do you come") } == 1, "also when something has changed")
      #expect(try await world.texts(bob).contains("Foxes: do you come to Practice?"))
      #expect(try await !world.texts(eve).contains { $0.contains("do you come") })
      let path = "\(TeamWorld.area)/answer-links/\(try await secret(of: bob, host))"
      let question = try await host.get(path)
      #expect(question["team"] == "Foxes" && question["name"] == "Bob" && question["title"] == "Practice")
      #expect(question["place"] == "Hall" && question["isOpen"] == true && question["mine"] == nil)
      #expect(question["isForOther"] == false && question["deadlineAt"] == "2025-09-02T16:00:00Z")
      #expect(try await host.put(path, ["reply": "never"]).pointers == ["/reply"])
      #expect(try await host.put(path, ["reply": "yes", "note": "With cake."])["reply"] == "yes")
      let line = try await host.get(world.path(team, "/events/\(event)/answers"), as: ada).items[1]
      #expect(line["reply"] == "yes" && line["note"] == "With cake." && line["by"] == nil)
      #expect(try await host.put(path, ["reply": "no"])["reply"] == "no", "as often as one changes one's mind")
      #expect(try await world.texts(ada).contains("Foxes: Bob does not come to Practice."))
      #expect(try await host.get("\(TeamWorld.area)/answer-links/none").problem == "404 answer-link-unknown")
      #expect(try await host.put("\(TeamWorld.area)/answer-links/none", ["reply": "no"]).status == 404)
      try await host.clock.advance(to: "2025-09-02T16:00:00Z")
      #expect(try await host.put(path, ["reply": "yes"]).problem == "409 answers-closed")
      #expect(try await host.get(path)["isOpen"] == false)
      #expect(try await host.post(ask, as: ada).problem == "409 answers-closed")
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `go to guardians for their children, and end with the membership`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, kid) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Kid"))
      let team = try await world.team(of: ada, bob, kid)
      let pair = world.path(team, "/members/\(kid.id)/guardians/\(bob.id)")
      #expect(try await host.put(pair, as: ada).status == 204)
      let event = try await world.event(team, by: ada)
      for person in [ada, bob] { #expect(try await world.answer("no", event, of: team, as: person).status == 200) }
      #expect(try await host.post(world.path(team, "/events/\(event)/ask"), as: ada)["asked"] == 1)
      #expect(try await world.texts(bob).contains("Foxes: does Kid come to Practice?"))
      let guardian = "\(TeamWorld.area)/answer-links/\(try await secret(of: bob, host))"
      let own = "\(TeamWorld.area)/answer-links/\(try await secret(of: kid, host))"
      #expect(guardian != own)
      #expect(try await host.get(guardian)["isForOther"] == true)
      #expect(try await host.put(guardian, ["reply": "yes"])["reply"] == "yes")
      let answers = world.path(team, "/events/\(event)/answers")
      #expect(try await host.get(answers, as: ada).items[2]["by"]?["name"] == "Bob")
      #expect(try await host.put(own, ["reply": "maybe"])["reply"] == "maybe")
      #expect(try await host.get(answers, as: ada).items[2]["by"] == nil)
      #expect(try await host.delete(pair, as: bob).status == 204)
      #expect(try await host.put(guardian, ["reply": "yes"]).problem == "404 answer-link-unknown")
      #expect(try await host.delete(world.group(team, "/members/\(kid.id)"), as: ada).status == 204)
      #expect(try await host.get(own).problem == "404 answer-link-unknown", "who is off the team answers no more")
    }
  }
}

@Suite struct `An invitation by e-mail` {
  @Test(.tags(.tm1, .tm19, .tm30, .tm38, .tm69), arguments: TestHost.Engine.available)
  func `leads onto the team, once, while the inviter may invite`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let dan = try await host.person("Dan")
      let team = try await world.team(of: ada, bob)
      func invite(by person: TestPerson, _ address: String) async throws -> String {
        let offer: JSON = [
          "kind": "team-management/team", "subject": .string(team), "email": .string(address), "places": 1, "days": 1,
        ]
        let reply = try await host.post("/v1/me/invitations", offer, as: person)
        #expect(reply.status == 201, "\(reply.text)")
        let token = try #require(reply["link"]?.string?.split(separator: "=").last.map(String.init))
        return "/v1/invitations/\(token)/acceptance"
      }
      func isMember(_ person: TestPerson) async throws -> Bool {
        try await host.settled()
        return try await host.get(world.path(team), as: person).status == 200
      }
      let byMember = try await invite(by: bob, "eve@example.org")
      #expect(try await host.put(byMember, as: eve).status == 204)
      #expect(try await !isMember(eve), "a member invites nobody")
      let byAdmin = try await invite(by: ada, "dan@example.org")
      #expect(try await host.put(byAdmin, as: dan).status == 204)
      #expect(try await isMember(dan))
      #expect(try await host.put(byAdmin, as: eve).problem == "404 invitation-ended", "it is for one person")
      #expect(try await host.put(world.group(team, "/bans/\(eve.id)"), as: ada).status == 204)
      #expect(try await host.put(try await invite(by: ada, "eve@example.org"), as: eve).status == 204)
      #expect(try await !isMember(eve), "nobody comes from the blacklist")
      let (kim, zoe) = (try await host.person("Kim"), try await host.person("Zoe"))
      let (early, late) = (try await invite(by: ada, "kim@example.org"), try await invite(by: ada, "zoe@example.org"))
      try await host.clock.advance(by: .seconds(86_399))
      #expect(try await host.put(early, as: kim).status == 204)
      #expect(try await isMember(kim), "until it ends")
      try await host.clock.advance(by: .seconds(2))
      #expect(try await host.put(late, as: zoe).problem == "404 invitation-ended", "it ends")
      #expect(try await !isMember(zoe))
    }
  }
}
