import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Members of a group` {
  @Test(arguments: TestHost.Engine.allCases)
  func `join where it is open, once`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, guest) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.guest()
      )
      let club = try await world.found("club", "Lions", by: ada)
      let joined = try await world.join(club, as: bob)
      #expect(joined["members"] == 2)
      #expect(joined["me"]?["roles"] == ["member"])
      #expect(try await world.join(club, as: bob)["members"] == 2)
      #expect(try await world.join(club, as: guest).status == 201)
      #expect(try await world.host.post("\(club.path)/join").problem == "401 unauthenticated")
      #expect(try await world.members(of: club).count == 3)
      let scope = Scope("club", club.id)
      #expect(try await world.host.services.groups.isMember(bob.id, of: scope))
      #expect(try await world.host.services.rights.has("read-board", bob.id, in: scope))
      #expect(try await !world.host.services.rights.has("keep-door", bob.id, in: scope))
    }
  }

  @Test(.tags(.pl43, .sp131), arguments: TestHost.Engine.allCases)
  func `leave with every role they had`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/steward", as: ada).status == 204)
      let scope = Scope("club", club.id)
      #expect(try await world.host.services.rights.has("keep-door", bob.id, in: scope))
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      #expect(try await !world.host.services.groups.isMember(bob.id, of: scope))
      #expect(try await !world.host.services.rights.has("keep-door", bob.id, in: scope))
      #expect(try await world.host.services.rights.grants(of: bob.id).isEmpty)
      #expect(try await world.host.get(club.path)["members"] == 1)
    }
  }

  @Test(.tags(.tm65), arguments: TestHost.Engine.allCases)
  func `are accepted or refused where they have to ask`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let club = try await world.found("club", "Lions", by: ada, ["admission": "request"])
      try await world.host.clock.advance(by: .seconds(1))
      #expect(try await world.join(club, as: bob).problem == "403 group-invitation-needed")
      for person in [bob, cleo] {
        let asked = try await world.host.post("\(club.path)/requests", ["message": "Please"], as: person)
        #expect(asked.status == 202)
        #expect(asked["me"]?["hasAsked"] == true)
      }
      try await world.host.settled()
      #expect(
        try await world.host.inbox(of: ada).compactMap { $0["text"]?.string }.sorted() == [
          "Bob would like to join the group Lions.", "Cleo would like to join the group Lions.",
        ])
      #expect(try await world.host.get("\(club.path)/requests", as: bob).problem == "403 forbidden")
      let waiting = try await world.host.get("\(club.path)/requests", as: ada)
      #expect(Set(waiting.items.compactMap { $0["person"]?["name"]?.string }) == ["Bob", "Cleo"])
      #expect(waiting.items.allSatisfy { $0["message"] == "Please" })
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)", as: cleo).problem == "403 forbidden")
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.delete("\(club.path)/requests/\(cleo.id)", as: ada).status == 204)
      #expect(try await world.host.get("\(club.path)/requests", as: ada).items.isEmpty)
      try await world.host.settled()
      #expect(try await world.host.inbox(of: bob).map { $0["text"] } == ["Ada has added you to the group Lions."])
      #expect(try await world.members(of: club) == ["Ada: admin+member", "Bob: member"])
      #expect(try await world.host.post("\(club.path)/requests", as: bob).problem == "409 group-member-already")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `find nothing of a private group in their inbox once they are removed, banned or not invited any more`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for name in ["Ada", "Bob", "Cleo", "Dan", "Eve"] { people.append(try await world.host.person(name)) }
      let ada = people[0]
      let hidden = try await world.found(
        "club", "Lions", by: ada, ["visibility": "private", "admission": "invitation"])
      let shown = try await world.found("club", "Bears", by: ada)
      for club in [hidden, shown] {
        for person in people[1...] {
          #expect(try await world.host.put("\(club.path)/invitations/\(person.id)", as: ada).status == 204)
        }
        for person in people[1...2] {
          #expect(try await world.host.put("\(club.path)/members/\(person.id)", as: ada).status == 204)
        }
      }
      try await world.host.settled()
      func told(_ person: TestPerson) async throws -> Set<String> {
        let texts = try await world.host.inbox(of: person).compactMap { $0["text"]?.string }
        return Set(["Lions", "Bears"].filter { name in texts.contains { $0.contains(name) } })
      }
      for person in people[1...] { #expect(try await told(person) == ["Lions", "Bears"]) }
      for club in [hidden, shown] {
        #expect(try await world.host.delete("\(club.path)/members/\(people[1].id)", as: ada).status == 204)
        #expect(try await world.host.put("\(club.path)/bans/\(people[2].id)", as: ada).status == 204)
        #expect(try await world.host.put("\(club.path)/bans/\(people[3].id)", as: ada).status == 204)
        #expect(try await world.host.delete("\(club.path)/invitations/\(people[4].id)", as: ada).status == 204)
      }
      try await world.host.settled()
      for person in people[1...] { #expect(try await told(person) == ["Bears"], "\(person.id)") }
      #expect(try await world.host.put("\(hidden.path)/invitations/\(people[1].id)", as: ada).status == 204)
      try await world.host.settled()
      #expect(try await told(people[1]) == ["Lions", "Bears"])
    }
  }

  @Test(.tags(.tm30), arguments: TestHost.Engine.allCases)
  func `come by invitation where nobody else may`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let round = try await world.found("round", "Ours", by: ada)
      #expect(try await world.join(round, as: bob).problem == "404 group-unknown")
      #expect(try await world.host.post("\(round.path)/requests", as: bob).problem == "404 group-unknown")
      #expect(try await world.host.put("\(round.path)/invitations/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(round.path)/invitations/nobody", as: ada).problem == "404 person-unknown")
      try await world.host.settled()
      #expect(try await world.host.inbox(of: bob).map { $0["text"] } == ["Ada invites you to the group Ours."])
      #expect(try await world.host.inbox(of: bob).map { $0["link"] } == [.string("/groups/clubs/\(round.id)")])
      let seen = try await world.host.get(round.path, as: bob)
      #expect(seen["me"]?["isInvited"] == true)
      #expect(try await world.host.get("\(round.path)/members", as: bob).problem == "403 forbidden")
      #expect(try await world.host.put("/v1/me/blocked/\(ada.id)", as: cleo).status == 204)
      for path in ["invitations", "members"] {
        let refused = try await world.host.put("\(round.path)/\(path)/\(cleo.id)", as: ada)
        #expect(refused.problem == "404 person-unknown")
      }
      #expect(try await world.host.delete("/v1/me/blocked/\(ada.id)", as: cleo).status == 204)
      #expect(try await world.join(round, as: cleo).problem == "404 group-unknown")
      #expect(try await world.join(round, as: bob)["me"]?["isInvited"] == false)
      #expect(try await world.host.put("\(round.path)/invitations/\(cleo.id)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.put("\(round.path)/invitations/\(cleo.id)", as: ada).status == 204)
      #expect(
        try await world.host.get("\(round.path)/invitations", as: ada).items.map { $0["person"]?["name"] } == ["Cleo"])
      #expect(try await world.host.delete("\(round.path)/invitations/\(cleo.id)", as: cleo).status == 204)
      #expect(try await world.join(round, as: cleo).problem == "404 group-unknown")
      #expect(try await world.host.put("\(round.path)/invitations/\(cleo.id)", as: ada).status == 204)
      try await world.host.clock.advance(by: .seconds(31 * 86_400))
      #expect(try await world.join(round, as: cleo).problem == "404 group-unknown")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `come with a code, in whichever hand it is written`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let round = try await world.found("round", "Ours", by: ada)
      #expect(try await world.host.get("\(round.path)/code", as: ada)["code"] == nil)
      let code = try #require(try await world.host.put("\(round.path)/code", as: ada)["code"]?.string)
      #expect(code.count == 8)
      #expect(try await world.host.get("\(round.path)/code", as: ada)["code"] == .string(code))
      let written = "\(code.prefix(4).lowercased())-\(code.suffix(4).lowercased())"
      #expect(try await world.host.get("/v1/group-codes/clubs/\(written)", as: bob)["name"] == "Ours")
      #expect(try await world.host.post("/v1/group-codes/clubs/\(written)", as: bob)["members"] == 2)
      #expect(try await world.host.get("\(round.path)/code", as: bob).problem == "403 forbidden")
      let new = try #require(try await world.host.put("\(round.path)/code", as: ada)["code"]?.string)
      #expect(try await world.host.post("/v1/group-codes/clubs/\(code)", as: cleo).problem == "404 group-code-unknown")
      #expect(try await world.host.delete("\(round.path)/code", as: ada).status == 204)
      #expect(try await world.host.post("/v1/group-codes/clubs/\(new)", as: cleo).problem == "404 group-code-unknown")
    }
  }

  @Test(.tags(.tm91), arguments: TestHost.Engine.allCases)
  func `are kept out once they are banned`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      try await world.join(club, as: bob)
      let code = try #require(try await world.host.put("\(club.path)/code", as: ada)["code"]?.string)
      #expect(try await world.host.put("\(club.path)/bans/\(ada.id)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.put("\(club.path)/bans/\(ada.id)", as: ada).pointers == ["/account"])
      #expect(try await world.host.put("\(club.path)/bans/\(bob.id)", as: ada).status == 204)
      #expect(try await world.members(of: club) == ["Ada: admin+member"])
      #expect(try await world.join(club, as: bob).problem == "403 group-banned")
      #expect(try await world.host.post("/v1/group-codes/clubs/\(code)", as: bob).problem == "403 group-banned")
      #expect(try await world.host.patch(club.path, ["admission": "request"], as: ada).status == 200)
      #expect(try await world.host.post("\(club.path)/requests", as: bob).problem == "403 group-banned")
      #expect(try await world.host.put("\(club.path)/invitations/\(bob.id)", as: ada).problem == "403 group-banned")
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)", as: ada).problem == "403 group-banned")
      #expect(try await world.host.get("\(club.path)/bans", as: ada).items.map { $0["person"]?["name"] } == ["Bob"])
      #expect(try await world.host.delete("\(club.path)/bans/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)", as: ada).status == 204)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are as many as there are places`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for number in 1...4 { people.append(try await world.host.person("P\(number)")) }
      let club = try await world.found("club", "Lions", by: people[0])
      for person in people.dropFirst() { try await world.join(club, as: person) }
      let squad = try await world.found("squad", "First", by: people[0], ["parent": .string(club.id)])
      for person in people[1...2] { #expect(try await world.join(squad, as: person).status == 201) }
      #expect(try await world.join(squad, as: people[3]).problem == "409 group-full")
      #expect(try await world.host.get(squad.path)["members"] == 3)
      #expect(try await world.host.post("\(squad.path)/leave", as: people[1]).status == 204)
      #expect(try await world.join(squad, as: people[3]).status == 201)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of a group within another are members of both, and of no more than the kind allows`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", "Lions", by: ada)
      let other = try await world.found("club", "Bears", by: bob)
      let first = try await world.found("squad", "First", by: ada, ["parent": .string(club.id)])
      #expect(try await world.join(first, as: bob).problem == "409 group-parent-needed")
      try await world.join(club, as: bob)
      #expect(try await world.join(first, as: bob).status == 201)
      let squad: JSON = ["kind": "squad", "name": "Own", "parent": .string(other.id)]
      let second = try await world.host.post("\(ClubWorld.root)/", squad, as: bob)
      #expect(second.problem == "409 too-many-memberships")
      #expect(try await world.host.post("\(club.path)/leave", as: bob).status == 204)
      #expect(try await world.members(of: first, as: ada) == ["Ada: captain+player"])
      #expect(try await world.host.post("\(ClubWorld.root)/", squad, as: bob).status == 201)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are in a thousand groups that live at most, and archived ones do not count`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let person = try await world.host.person("Ada")
      let ada = person.id
      let storage = world.host.services.storage
      func found(_ names: Range<Int>) async throws -> String {
        try await storage.write { transaction in
          var last = ""
          for name in names {
            last = try await transaction.groups.found(GroupDraft(kind: "round", name: "\(name)"), by: ada).id
          }
          return last
        }
      }
      var last = ""
      for start in stride(from: 0, to: 1_000, by: 100) { last = try await found(start..<start + 100) }
      await #expect(throws: Problem.conflict("too-many-memberships", GroupDraft.tooMany)) {
        _ = try await found(1_000..<1_001)
      }
      #expect(try await world.host.services.groups.groups(of: ada, kind: nil).count == 1_000)
      let archived = last
      try await storage.write { try await $0.groups.archive(archived, by: ada) }
      #expect(try await world.host.services.groups.groups(of: ada, kind: "round").count == 999)
      _ = try await found(1_000..<1_001)
      #expect(try await world.host.services.groups.groups(of: ada, kind: "round").count == 1_000)
      // Out of the archive it would be one too many.
      #expect(try await world.host.delete("\(ClubWorld.root)/\(archived)/archive", as: person).status == 204)
      #expect(try await world.host.services.groups.groups(of: ada, kind: nil).count == 1_000)
    }
  }

  @Test(.tags(.pl43, .sp130, .tm17), arguments: TestHost.Engine.allCases)
  func `are made admins by admins, who are never all gone`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let club = try await world.found("club", "Lions", by: ada)
      #expect(
        try await world.host.put("\(club.path)/members/\(bob.id)/roles/admin", as: ada).problem
          == "409 group-member-needed")
      for person in [bob, cleo] {
        try await world.host.clock.advance(by: .seconds(1))
        try await world.join(club, as: person)
      }
      #expect(
        try await world.host.put("\(club.path)/members/\(cleo.id)/roles/admin", as: bob).problem == "403 forbidden")
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/king", as: ada).pointers == ["/role"])
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/member", as: ada).pointers == ["/role"])
      #expect(
        try await world.host.delete("\(club.path)/members/\(ada.id)/roles/admin", as: ada).problem
          == "409 group-last-admin")
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/admin", as: ada).status == 204)
      try await world.host.settled()
      #expect(
        try await world.host.inbox(of: bob).map { $0["text"] } == ["Ada has given you a role in the group Lions."])
      #expect(try await world.host.delete("\(club.path)/members/\(ada.id)/roles/admin", as: bob).status == 204)
      #expect(try await world.members(of: club) == ["Ada: member", "Bob: admin+member", "Cleo: member"])
      #expect(
        try await world.host.post("\(club.path)/leave", ["successor": .string(cleo.id.text)], as: ada).problem
          == "403 forbidden", "who is no admin makes nobody one by leaving")
      #expect(
        try await world.host.post("\(club.path)/leave", ["successor": .string(cleo.id.text)], as: bob).status == 204)
      #expect(try await world.members(of: club) == ["Ada: member", "Cleo: admin+member"])
      #expect(
        try await world.host.post("\(club.path)/leave", ["successor": .string(bob.id.text)], as: cleo).problem
          == "409 group-member-needed")
      #expect(try await world.host.post("\(club.path)/leave", as: cleo).status == 204)
      #expect(try await world.members(of: club) == ["Ada: admin+member"])
      #expect(try await world.host.post("\(club.path)/leave", as: ada).status == 204)
      #expect(try await world.host.get(club.path)["archivedAt"]?.string != nil)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `of a kind without succession name one who follows them`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let league = try await world.found("league", "Bundesliga", by: world.host.operator)
      for person in [ada, bob] { #expect(try await world.join(league, as: person).status == 201) }
      #expect(
        try await world.host.put("\(league.path)/members/\(ada.id)/roles/chair", as: ada).problem == "403 forbidden")
      #expect(
        try await world.host.put("\(league.path)/members/\(ada.id)/roles/chair", as: world.host.operator).status == 204)
      #expect(try await world.host.post("\(league.path)/leave", as: ada).problem == "409 group-last-admin")
      #expect(
        try await world.host.delete("\(league.path)/members/\(ada.id)", as: world.host.operator).problem
          == "409 group-last-admin")
      #expect(
        try await world.host.post("\(league.path)/leave", ["successor": .string(bob.id.text)], as: ada).status == 204)
      #expect(try await world.members(of: league) == ["Bob: chair+fan"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `do what their role's permission lets them do`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let club = try await world.found("club", "Lions", by: ada, ["admission": "request"])
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)", as: ada).status == 204)
      #expect(try await world.host.put("\(club.path)/members/\(cleo.id)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.put("\(club.path)/members/\(bob.id)/roles/steward", as: ada).status == 204)
      #expect(try await world.host.get(club.path, as: bob)["me"]?["actions"] == ["admit"])
      #expect(try await world.host.put("\(club.path)/members/\(cleo.id)", as: bob).status == 204)
      #expect(try await world.host.delete("\(club.path)/members/\(cleo.id)", as: bob).problem == "403 forbidden")
      #expect(try await world.host.delete("\(club.path)/members/\(cleo.id)", as: ada).status == 204)
      #expect(try await world.host.delete("\(club.path)/members/\(cleo.id)", as: ada).status == 204)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `are refused when the plugin refuses them, and nothing of it stays`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", Clubs.picky, by: ada)
      #expect(try await world.join(club, as: bob).problem == "409 not-you")
      #expect(try await world.host.get(club.path)["members"] == 1)
      #expect(try await world.host.services.rights.grants(of: bob.id).isEmpty)
      #expect(try await world.members(of: club) == ["Ada: admin+member"])
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `leave nothing behind when the plugin refuses them, also where its transaction goes on`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let club = try await world.found("club", Clubs.picky, by: ada)
      let before = try await world.host.get("\(club.path)/history", as: ada).items.count
      for _ in 1...2 {
        let refusal = try await world.host.services.storage.write { transaction -> String? in
          do { try await transaction.groups.add(bob.id, to: club.id, by: ada.id) } catch let problem as Problem {
            return problem.code
          }
          return nil
        }
        #expect(refusal == "not-you")
      }
      #expect(try await world.host.get(club.path)["members"] == 1)
      #expect(try await world.host.services.rights.grants(of: bob.id).isEmpty)
      #expect(try await world.members(of: club) == ["Ada: admin+member"])
      #expect(try await world.host.get("\(club.path)/history", as: ada).items.count == before)
    }
  }
}

extension GroupDraft {
  fileprivate static let tooMany = "You are in as many groups as one can be in. Leave another one first."
}
