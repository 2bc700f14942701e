@testable import FieldhouseKitTesting
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What a coach sees` {
  /// A team of a league with an admin and a coach, who are members.
  private func team(
    _ world: OrganisationWorld, admission: String = "open"
  ) async throws -> (team: TestGroup, coach: TestPerson, manager: TestPerson) {
    let league = try world.group(try await world.make("league", "Premier"))
    let made = try await world.make(
      "team", "Reds", ["parent": .string(league.id), "admission": .string(admission)])
    let team = try world.group(made)
    var people: [TestPerson] = []
    for (name, role) in [("Coach", "coach"), ("Manager", "manager")] {
      let person = try await world.host.person(name)
      #expect(try await world.host.put("\(team.path)/members/\(person.id)", as: world.host.operator).status == 204)
      let path = "\(team.path)/members/\(person.id)/roles/\(role)"
      #expect(try await world.host.put(path, as: world.host.operator).status == 204)
      people.append(person)
    }
    return (team, people[0], people[1])
  }

  /// Somebody with an e-mail address and a user name.
  private func athlete(_ name: String, _ world: OrganisationWorld) async throws -> TestPerson {
    let email = "\(name.lowercased())@example.org"
    _ = try await world.make("league", "Of \(name)", ["email": .string(email), "contactName": .string(name)])
    let person = try await world.enter(email)
    let named = try await world.host.patch("/v1/me", ["username": .string("\(name.lowercased()).1")], as: person)
    #expect(named.status == 200, "\(named.text)")
    return person
  }

  private func contacts(_ team: TestGroup, as person: TestPerson, _ world: OrganisationWorld) async throws -> [String] {
    try await world.host.get("\(team.path)/contacts", as: person).items.map {
      [$0["person"]?["username"]?.string, $0["email"]?.string].compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test(.tags(.pl34), arguments: TestHost.Engine.allCases)
  func `is user name and e-mail address of who has joined and agreed to that, and nobody else sees it`(
    on engine: TestHost.Engine
  ) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let (team, coach, manager) = try await team(world)
      let (ann, ben) = (try await athlete("Ann", world), try await athlete("Ben", world))
      for body: JSON in [[:], ["sharesContact": false]] {
        #expect(try await world.host.post("\(team.path)/join", body, as: ann).problem == "409 group-consent-needed")
      }
      #expect(try await world.host.get("\(team.path)", as: ann)["me"]?["since"] == nil)
      let joined = try await world.host.post("\(team.path)/join", ["sharesContact": true], as: ann)
      #expect(joined.status == 201)
      #expect(joined["me"]?["sharesContact"] == true)
      #expect(try await world.host.put("\(team.path)/members/\(ben.id)", as: world.host.operator).status == 204)
      #expect(try await world.host.get(team.path, as: ben)["me"]?["sharesContact"] == false)
      for person in [coach, manager] {
        #expect(try await contacts(team, as: person, world) == ["ann.1 ann@example.org"])
      }
      for person in [ann, ben] {
        #expect(try await world.host.get("\(team.path)/contacts", as: person).problem == "403 forbidden")
      }
      #expect(try await world.host.get("\(team.path)/contacts").problem == "401 unauthenticated")
      let hidden: JSON = ["bio": "I run.", "dateOfBirth": "1990-01-01", "visibility": ["username": "nobody"]]
      #expect(try await world.host.patch("/v1/me", hidden, as: ann).status == 200)
      let seen = try await world.host.get("/v1/people/\(ann.id)", as: coach)
      #expect(seen["bio"] == "I run.")
      #expect(!seen.text.contains("1990"))
      #expect(seen["username"] == .null)
      #expect(try await contacts(team, as: coach, world) == ["ann.1 ann@example.org"])
      let members = try await world.host.get("\(team.path)/members", as: coach)
      #expect(!members.text.contains("example.org"))
      #expect(try await world.host.put("\(team.path)/consent", as: ben).status == 204)
      #expect(Set(try await contacts(team, as: coach, world)) == ["ann.1 ann@example.org", "ben.1 ben@example.org"])
    }
  }

  @Test(.tags(.pl34, .pl70), arguments: TestHost.Engine.allCases)
  func `ends when somebody takes it back, leaves, is removed, blocks the coach or is erased`(on engine: TestHost.Engine)
    async throws
  {
    try await OrganisationWorld.run(on: engine) { world in
      let (team, coach, _) = try await team(world)
      var people: [TestPerson] = []
      for name in ["Ann", "Ben", "Cai", "Dan", "Eve"] {
        let person = try await athlete(name, world)
        #expect(try await world.host.post("\(team.path)/join", ["sharesContact": true], as: person).status == 201)
        people.append(person)
      }
      #expect(try await contacts(team, as: coach, world).count == 5)
      let first = try await world.host.get("\(team.path)/contacts?limit=3", as: coach)
      let next = try #require(first["next"]?.string)
      #expect(try await world.host.get("\(team.path)/contacts?limit=3&after=\(next)", as: coach).items.count == 2)
      #expect(try await world.host.delete("\(team.path)/consent", as: people[0]).status == 204)
      #expect(try await world.host.post("\(team.path)/leave", as: people[1]).status == 204)
      #expect(
        try await world.host.delete("\(team.path)/members/\(people[2].id)", as: world.host.operator).status == 204)
      #expect(try await world.host.put("/v1/me/blocked/\(coach.id)", as: people[3]).status == 204)
      #expect(try await contacts(team, as: coach, world) == ["eve.1 eve@example.org"])
      let kept = try await world.host.export(of: people[4])["plugins"]?["clubs"]?["groups"]?["sharesContact"]
      #expect(kept?.array?.map { $0["name"] } == ["Reds"])
      _ = try await world.host.post("/v1/me/step-up", ["password": .string(OrganisationWorld.chosen)], as: people[4])
      #expect(try await world.host.delete("/v1/me", as: people[4]).status == 204)
      try await world.host.settled()
      #expect(try await contacts(team, as: coach, world).isEmpty)
      #expect(try await world.host.post("\(team.path)/join", as: people[1]).problem == "409 group-consent-needed")
    }
  }

  @Test(.tags(.pl34), arguments: TestHost.Engine.allCases)
  func `is agreed to on every way in: by request, invitation, code and link`(on engine: TestHost.Engine) async throws {
    try await OrganisationWorld.run(on: engine) { world in
      let host = world.host
      let (team, coach, _) = try await team(world, admission: "request")
      var people: [TestPerson] = []
      for name in ["Ann", "Ben", "Cai", "Dan"] { people.append(try await athlete(name, world)) }
      let code = try #require(try await host.put("\(team.path)/code", as: coach)["code"]?.string)
      let link = try #require(try await host.post("\(team.path)/links", as: coach)["link"]?.string)
      #expect(try await host.put("\(team.path)/invitations/\(people[1].id)", as: coach).status == 204)
      let secret = try #require(link.split(separator: "/").last)
      let ways = [
        "\(team.path)/requests", "\(team.path)/join", "/v1/group-codes/clubs/\(code)",
        "/v1/group-links/clubs/\(secret)",
      ]
      for (path, person) in zip(ways, people) {
        #expect(try await host.post(path, as: person).problem == "409 group-consent-needed")
        let agreed = try await host.post(path, ["sharesContact": true], as: person)
        #expect([201, 202].contains(agreed.status), "\(agreed.text)")
      }
      #expect(try await contacts(team, as: coach, world).count == 3)
      #expect(try await host.put("\(team.path)/members/\(people[0].id)", as: host.operator).status == 204)
      #expect(try await contacts(team, as: coach, world).count == 4)
      let again = try await host.get(team.path, as: people[0])
      #expect(again["me"]?["sharesContact"] == true)
      let round = try await world.world.found("round", "Ours", by: people[0])
      #expect(try await host.put("\(round.path)/consent", as: people[0]).problem == "409 group-without-contacts")
      #expect(try await host.get("\(round.path)/contacts", as: people[0]).problem == "403 forbidden")
      #expect(try await host.get("\(round.path)/contacts", as: host.operator).problem == "403 forbidden")
    }
  }
}

@Suite struct `Friends in a group` {
  @Test(.tags(.pl37, .fs110), arguments: TestHost.Engine.allCases)
  func `invite each other where the group lets its members, and nobody else hears of it`(on engine: TestHost.Engine)
    async throws
  {
    try await OrganisationWorld.run(on: engine) { world in
      let host = world.host
      let league = try world.group(try await world.make("league", "Premier"))
      let made = try await world.make(
        "team", "Reds", ["parent": .string(league.id), "admission": "invitation"])
      let team = try world.group(made)
      let (ann, ben, cai) = (try await host.person("Ann"), try await host.person("Ben"), try await host.person("Cai"))
      #expect(try await host.put("\(team.path)/members/\(ann.id)", as: host.operator).status == 204)
      #expect(try await host.put("/v1/me/friends/\(ben.id)", as: ann).status < 300)
      #expect(try await host.put("/v1/me/friends/\(ann.id)", as: ben).status < 300)
      #expect(try await host.get("/v1/me/friends?state=friends", as: ann).items.count == 1)
      #expect(
        try await host.post("\(team.path)/join", ["sharesContact": true], as: ben).problem
          == "403 group-invitation-needed")
      #expect(try await host.put("\(team.path)/invitations/\(ben.id)", as: ann).status == 204)
      try await host.settled()
      #expect(try await host.inbox(of: ben).contains { $0["text"]?.string?.contains("Reds") == true })
      #expect(try await host.inbox(of: cai).isEmpty)
      #expect(try await host.post("\(team.path)/join", ["sharesContact": true], as: ben).status == 201)
      #expect(try await host.put("\(team.path)/invitations/\(cai.id)", as: ben).status == 204)
      #expect(try await host.put("\(team.path)/archive", as: ben).problem == "403 forbidden")
    }
  }
}
