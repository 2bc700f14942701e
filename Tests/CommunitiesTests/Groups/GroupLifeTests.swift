import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `The life of a group` {
  @Test(.tags(.pl43), arguments: TestHost.Engine.allCases)
  func `begins with its founder as member and admin`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      let reply = try await world.host.post(
        "\(ClubWorld.root)/", ["kind": "club", "name": "  Lions   of  Ulm ", "about": "We walk.\nA lot."], as: ada)
      #expect(reply.status == 201)
      #expect(reply["name"] == "Lions of Ulm")
      #expect(reply["visibility"] == "public")
      #expect(reply["admission"] == "open")
      #expect(reply["capacity"] == 100)
      #expect(reply["members"] == 1)
      #expect(reply["version"] == 1)
      #expect(reply["me"]?["roles"] == ["admin", "member"])
      // Kinds that do not name who reaches members have nobody who does.
      #expect(reply["me"]?["actions"]?.array?.count == GroupAction.allCases.count - 1)
      let id = try #require(reply["id"]?.string)
      let seen = try await world.host.get("\(ClubWorld.root)/\(id)")
      #expect(seen["about"] == "We walk.\nA lot.")
      #expect(seen["me"] == nil)
      #expect(
        try await world.notes() == [
          "founded Lions of Ulm 0", "joined Lions of Ulm 1", "appointed Lions of Ulm admin 1",
        ])
    }
  }

  @Test func `tells all mistakes of a draft`() async throws {
    try await ClubWorld.run { world in
      let ada = try await world.host.person("Ada")
      let reply = try await world.host.post(
        "\(ClubWorld.root)/",
        ["kind": "round", "name": "Eleven char", "visibility": "public", "admission": "open", "parent": "x"], as: ada)
      #expect(reply.problem == "422 invalid-input")
      #expect(reply.pointers == ["/name", "/visibility", "/admission", "/parent"])
      let blank = try await world.host.post("\(ClubWorld.root)/", ["kind": "round", "name": "  "], as: ada)
      #expect(blank.pointers == ["/name"])
      #expect(blank["detail"] == "The name has 1 to 10 characters.")
      let unknown = try await world.host.post("\(ClubWorld.root)/", ["kind": "band", "name": "B"], as: ada)
      #expect(unknown.pointers == ["/kind"])
      let large = try await world.host.post(
        "\(ClubWorld.root)/", ["kind": "club", "name": "C", "capacity": 101], as: ada)
      #expect(large.pointers == ["/capacity"])
      let long = try await world.host.post(
        "\(ClubWorld.root)/", ["kind": "club", "name": "C", "about": .string(String(repeating: "a", count: 501))],
        as: ada)
      #expect(long.pointers == ["/about"])
    }
  }

  @Test(
    .tags(.pl43, .sp120),
    arguments: [
      ("A", 201), (String(repeating: "n", count: 25), 201), (String(repeating: "n", count: 26), 422), ("", 422),
    ])
  func `takes names of 1 to 25 characters where the kind says so`(name: String, status: Int) async throws {
    try await ClubWorld.run { world in
      let ada = try await world.host.person("Ada")
      let reply = try await world.host.post("\(ClubWorld.root)/", ["kind": "club", "name": .string(name)], as: ada)
      #expect(reply.status == status)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `keeps names apart where the kind says so`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let lions = try await world.found("club", "Löwen Ulm", by: ada)
      let second = try await world.host.post("\(ClubWorld.root)/", ["kind": "club", "name": "LOWEN ulm"], as: bob)
      #expect(second.problem == "409 group-name-taken")
      let bears = try await world.found("club", "Bears", by: bob)
      let renamed = try await world.host.patch(bears.path, ["name": "löwen ULM"], as: bob)
      #expect(renamed.problem == "409 group-name-taken")
      #expect(try await world.host.patch(lions.path, ["name": "Löwen ULM"], as: ada).status == 200)
      #expect(try await world.host.put("\(lions.path)/archive", as: ada).status == 200)
      #expect(try await world.host.patch(bears.path, ["name": "Löwen Ulm"], as: bob).status == 200)
      #expect(try await world.host.delete("\(lions.path)/archive", as: ada).problem == "409 group-name-taken")
      _ = try await world.found("round", "Same", by: ada)
      _ = try await world.found("round", "Same", by: bob)
    }
  }

  @Test(.tags(.pl43), arguments: TestHost.Engine.allCases)
  func `is changed by admins, who see when somebody else was quicker`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      #expect(try await world.host.patch(club.path, ["name": "Bears"], as: bob).problem == "403 forbidden")
      #expect(try await world.host.patch(club.path, ["name": "Bears"]).problem == "401 unauthenticated")
      let changed = try await world.host.patch(
        club.path, ["version": 1, "name": "Bears", "about": "New", "visibility": "listed", "admission": "request"],
        as: ada)
      #expect(changed["name"] == "Bears")
      #expect(changed["version"] == 2)
      #expect(changed["visibility"] == "listed")
      let late = try await world.host.patch(club.path, ["version": 1, "name": "Cats"], as: ada)
      #expect(late.problem == "412 group-changed")
      let same = try await world.host.patch(club.path, ["name": "Bears"], as: ada)
      #expect(same["version"] == 2)
      let small = try await world.host.patch(club.path, ["capacity": 1], as: ada)
      #expect(small.pointers == ["/capacity"])
      #expect(try await world.host.patch(club.path, ["capacity": 2], as: ada)["capacity"] == 2)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `stands still in the archive, with what lies in it, until it is restored`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      let squad = try await world.found("squad", "First", by: ada, ["parent": .string(club.id)])
      #expect(try await world.host.put("\(club.path)/archive", as: bob).problem == "403 forbidden")
      let archived = try await world.host.put("\(club.path)/archive", as: ada)
      #expect(archived["archivedAt"]?.string != nil)
      #expect(try await world.host.put("\(club.path)/archive", as: ada).status == 200)
      #expect(try await world.host.get(squad.path, as: ada)["archivedAt"]?.string != nil)
      for reply in [
        try await world.join(club, as: bob), try await world.host.patch(club.path, ["name": "X"], as: ada),
        try await world.host.post("\(club.path)/leave", as: ada),
        try await world.host.put("\(club.path)/code", as: ada),
        try await world.host.put("\(club.path)/invitations/\(bob.id)", as: ada),
        try await world.host.put("\(club.path)/members/\(bob.id)", as: ada),
        try await world.host.put("\(club.path)/bans/\(bob.id)", as: ada),
      ] { #expect(reply.problem == "409 group-archived") }
      #expect(try await world.host.get("\(ClubWorld.root)/?kind=club").items.isEmpty)
      #expect(try await world.members(of: club, as: ada) == ["Ada: admin+member"])
      #expect(try await world.host.delete("\(squad.path)/archive", as: ada).problem == "409 group-archived")
      #expect(try await world.host.delete("\(club.path)/archive", as: ada).status == 204)
      #expect(try await world.host.delete("\(squad.path)/archive", as: ada).status == 204)
      #expect(try await world.join(club, as: bob).status == 201)
    }
  }

  @Test(.tags(.pl43, .sp115), arguments: TestHost.Engine.allCases)
  func `stands in the list of those who are in it, with two of the others`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo", "Dan"] { people.append(try await world.host.person(name)) }
      let club = try await world.found("club", "Zebras", by: people[0])
      for person in people.dropFirst() {
        try await world.host.clock.advance(by: .seconds(1))
        try await world.join(club, as: person)
      }
      let round = try await world.found("round", "alone", by: people[1])
      let mine = try await world.host.get("/v1/me/groups", as: people[1])
      #expect(mine.items.map { $0["group"]?["name"] } == ["alone", "Zebras"])
      #expect(mine.items.map { $0["area"] } == ["clubs", "clubs"])
      #expect(mine.items[1]["group"]?["members"] == 4)
      #expect(mine.items[1]["group"]?["others"]?.array?.map { $0["name"] } == ["Ada", "Cleo"])
      let first = try await world.host.get("/v1/me/groups?limit=1&area=clubs", as: people[1])
      let next = try #require(first["next"]?.string)
      let rest = try await world.host.get("/v1/me/groups?after=\(next)", as: people[1])
      #expect(rest.items.map { $0["group"]?["name"] } == ["Zebras"])
      #expect(try await world.host.get("/v1/me/groups?area=other", as: people[1]).items.isEmpty)
      #expect(try await world.host.put("\(round.path)/archive", as: people[1]).status == 200)
      #expect(try await world.host.get("/v1/me/groups", as: people[1]).items.count == 1)
      #expect(try await world.host.get("/v1/me/groups").problem == "401 unauthenticated")
    }
  }

  @Test func `is written down, for those who look after it`() async throws {
    try await ClubWorld.run { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.host.clock.advance(by: .seconds(60))
      try await world.join(club, as: bob)
      try await world.host.clock.advance(by: .seconds(60))
      #expect(try await world.host.delete("\(club.path)/members/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.get("\(club.path)/history", as: bob).problem == "403 forbidden")
      let page = try await world.host.get("\(club.path)/history?limit=2", as: ada)
      #expect(page.items.map { $0["action"] } == ["left", "joined"])
      #expect(page.items[0]["person"]?["name"] == "Bob")
      #expect(page.items[0]["by"]?["name"] == "Ada")
      let next = try #require(page["next"]?.string)
      let rest = try await world.host.get("\(club.path)/history?after=\(next)", as: ada)
      #expect(Set(rest.items.compactMap { $0["action"]?.string }) == ["founded", "joined", "appointed"])
      #expect(rest["next"] == .null)
      #expect(try await world.host.get("\(club.path)/history?after=zz", as: ada).pointers == ["/after"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `begins where its kind allows it`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let guest = try await world.host.guest()
      #expect(
        try await world.host.post("\(ClubWorld.root)/", ["kind": "club", "name": "G"], as: guest).problem
          == "403 account-needed")
      #expect(
        try await world.host.post("\(ClubWorld.root)/", ["kind": "league", "name": "L"], as: ada).problem
          == "403 forbidden")
      let league = try await world.found("league", "Bundesliga", by: world.host.operator)
      #expect(try await world.host.get(league.path)["members"] == 0)
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      let body: JSON = ["kind": "squad", "name": "First", "parent": .string(club.id)]
      #expect(try await world.host.post("\(ClubWorld.root)/", body, as: bob).problem == "403 forbidden")
      #expect(try await world.host.post("\(ClubWorld.root)/", body, as: ada).status == 201)
      let nowhere = try await world.host.post(
        "\(ClubWorld.root)/", ["kind": "squad", "name": "Second", "parent": .string(league.id)], as: world.host.operator
      )
      #expect(nowhere.pointers == ["/parent"])
      let missing = try await world.host.post(
        "\(ClubWorld.root)/", ["kind": "squad", "name": "S"], as: world.host.operator)
      #expect(missing.pointers == ["/parent"])
    }
  }
}
