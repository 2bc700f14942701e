import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A group, and who is in it` {
  @Test(.tags(.pl43, .sp132, .sp182), arguments: TestHost.Engine.allCases)
  func `is reported by its members to the operators, who archive it or leave it be`(on engine: TestHost.Engine)
    async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub(
        "Cleo", "Dan", "Eve", more: ["about": "We hate everybody."])
      let stranger = try await world.host.person("Stranger")
      #expect(try await world.report("group", in: club, as: ada).problem == "403 report-own")
      #expect(try await world.report("group", in: club, as: stranger).problem == "403 forbidden")
      let first = try await world.report("group", in: club, as: bob, "inappropriate", detail: "the description")
      #expect(first.status == 201)
      #expect(try await world.report("group", in: club, as: bob).json == first.json)
      for person in others { #expect(try await world.report("group", in: club, as: person).status == 201) }
      let id = try await world.onlyCase()
      #expect(try await world.queue(of: club, as: ada).isEmpty)
      #expect(try await world.details(id, as: ada).problem == "404 report-unknown")
      #expect(try await world.decide("dismiss", id, as: ada).problem == "404 report-unknown")
      let found = try await world.details(id, as: world.host.operator)
      #expect(found["report"]?["words"] == "Lions\nWe hate everybody.")
      #expect(found["report"]?["reports"] == 4)
      #expect(found["mayDecide"] == ["remove", "warn", "dismiss"])
      #expect(try await world.decide("ban", id, as: world.host.operator).problem == "409 report-nobody")
      #expect(try await world.decide("remove", id, as: world.host.operator).status == 200)
      #expect(try await world.host.get(club.path, as: bob)["archivedAt"]?.string != nil)
      #expect(try await world.news(ada).count == 1)
      #expect(try await world.news(bob) == ["Something that you reported in Lions was removed. Thank you."])
      #expect(try await world.report("group", in: club, as: bob).status == 201)
      #expect(try await world.decide("restore", id, as: world.host.operator).status == 200)
      #expect(try await world.host.get(club.path, as: bob)["archivedAt"] == nil)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `is archived by reports alone only where the operator says after how many`(on engine: TestHost.Engine)
    async throws
  {
    for limit: Int64 in [0, 2] {
      try await ClubWorld.run(on: engine, settings: ["groupReports": .integer(limit)]) { world in
        let (club, _, _, others) = try await world.rudeClub("Cleo", "Dan", "Eve", more: ["visibility": "listed"])
        for person in others.prefix(2) { #expect(try await world.report("group", in: club, as: person).status == 201) }
        let isGone = try await world.host.get(club.path, as: others[0])["archivedAt"]?.string != nil
        #expect(isGone == (limit == 2))
        let third = try await world.report("group", in: club, as: others[2])
        #expect(third.problem == (isGone ? "409 group-archived" : nil))
      }
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `that lies in another one is decided about by the admins of that, and not by its own`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo")
      let squad = try await world.found("squad", "First", by: ada, ["parent": .string(club.id)])
      for person in [bob, others[0]] { #expect(try await world.join(squad, as: person).status == 201) }
      #expect(
        try await world.host.put("\(squad.path)/members/\(others[0].id)/roles/captain", as: ada).status == 204)
      #expect(try await world.report("group", in: squad, as: bob).status == 201)
      let id = try await world.onlyCase()
      #expect(try await world.details(id, as: others[0]).problem == "404 report-unknown")
      // The admin of the club is captain of the squad, too, until she is not.
      #expect(try await world.decide("warn", id, as: ada).problem == "403 report-own")
      #expect(
        try await world.host.delete("\(squad.path)/members/\(ada.id)/roles/captain", as: others[0]).status == 204)
      #expect(try await world.queue(of: club, as: ada).map { $0["id"] } == [.string(id)])
      #expect(try await world.decide("warn", id, as: ada).status == 200)
      #expect(try await world.news(others[0]).count == 1)
    }
  }

  @Test(.tags(.tm78, .pl46), arguments: TestHost.Engine.allCases)
  func `are reported by other members, and kept out by the admins for that`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (club, ada, bob, others) = try await world.rudeClub("Cleo", "Dan", "Eve")
      let stranger = try await world.host.person("Stranger")
      let id = bob.id.text
      #expect(try await world.report("member", id, in: club, as: bob).problem == "403 report-own")
      #expect(try await world.report("member", id, in: club, as: stranger).problem == "403 forbidden")
      #expect(try await world.report("member", stranger.id.text, in: club, as: bob).problem == "404 person-unknown")
      for (person, reason) in zip(others, ["bullying", "harassment", "bullying"]) {
        #expect(try await world.report("member", id, in: club, as: person, reason, detail: "often").status == 201)
      }
      let found = try #require(try await world.queue(of: club, as: ada).first)
      #expect(found["author"]?["name"] == "Bob" && found["reports"] == 3 && found["reason"] == "bullying")
      let report = found["id"]?.string ?? ""
      #expect(try await world.details(report, as: bob).problem == "404 report-unknown")
      #expect(try await world.decide("remove", report, as: ada).problem == "409 report-not-removable")
      #expect(try await world.decide("ban", report, as: ada).status == 200)
      #expect(try await world.members(of: club, as: ada).allSatisfy { !$0.hasPrefix("Bob") })
      #expect(try await world.join(club, as: bob).problem == "403 group-banned")
      #expect(try await world.news(others[0]) == ["What you reported in Lions was looked at and decided. Thank you."])
    }
  }
}

@Suite struct `A person who is reported as such` {
  @Test(.tags(.tm78, .pl46, .pl69), arguments: TestHost.Engine.allCases)
  func `is shut out by operators, and who has reported them is told that it was decided`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob) = (try await world.host.person("Ada"), try await world.host.person("Bob"))
      let body: JSON = [
        "subjectKind": "user", "subject": .string(bob.id.text), "reason": "harassment", "detail": "again",
      ]
      let first = try await world.host.post("/v1/reports", body, as: ada)
      #expect(first.status == 201)
      #expect(try await world.host.post("/v1/reports", body, as: ada).json == first.json)
      #expect(try await world.host.post("/v1/reports", body, as: bob).problem == "409 yourself")
      #expect(try await world.host.post("/v1/reports", body, as: world.host.guest()).problem == "403 account-needed")
      for person in [ada, bob] { #expect(try await world.host.get("/v1/reports", as: person).status == 403) }
      let queue = try await world.host.get("/v1/reports", as: world.host.operator).items
      #expect(queue.map { $0["person"]?["name"] } == ["Bob"])
      #expect(queue.map { $0["by"]?["name"] } == ["Ada"])
      #expect(queue.map { $0["detail"] } == ["again"])
      #expect(try await world.host.put("/v1/people/\(bob.id)/disabled", as: world.host.operator).status == 204)
      let id = queue.first?["id"]?.string ?? ""
      for _ in 0..<2 {
        let decided = try await world.host.put(
          "/v1/reports/\(id)", ["state": "upheld"], as: world.host.operator)
        #expect(decided.status == 204)
      }
      #expect(try await world.news(ada) == ["What you reported was looked at and decided. Thank you."])
      try await world.host.settled()
      #expect(try await world.host.get("/v1/me", as: bob).status == 401)
      #expect(try await world.host.get("/v1/reports", as: world.host.operator).items.isEmpty)
    }
  }
}
