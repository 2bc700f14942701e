import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Teams and what happens to people` {
  /// Everything that is kept of somebody, as a number of rows.
  private func rows(of person: TestPerson, _ host: TestHost) async throws -> Int {
    let id = person.id
    return try await host.services.storage.read { transaction in
      try await transaction.query(
        """
        select (select count(*) from roster where account = \(id)) + (select count(*) from biographies where account = \(id))
          + (select count(*) from biographies where author = \(id)) + (select count(*) from figures where account = \(id))
          + (select count(*) from records where account = \(id)) + (select count(*) from event_contacts where account = \(id))
          + (select count(*) from answers where account = \(id)) + (select count(*) from seen where account = \(id))
          + (select count(*) from attendance where account = \(id)) + (select count(*) from attendance where ruled_by = \(id))
          + (select count(*) from feeds where account = \(id))
          + (select count(*) from guardians where child = \(id) or guardian = \(id))
          + (select count(*) from answers where answered_by = \(id))
          + (select count(*) from answer_links where account = \(id) or sent_to = \(id))
          + (select count(*) from emergency_cards where account = \(id))
          + (select count(*) from substitutes where account = \(id) or named_by = \(id))
          + (select count(*) from admin_invitations where account = \(id) or inviter = \(id)) as n
        """)[0]["n"]
    }
  }

  /// How often the team's log names somebody.
  private func logged(_ person: TestPerson, _ host: TestHost) async throws -> Int {
    try await host.services.storage.read { transaction in
      try await transaction.query(
        "select count(*) as n from team_log where actor = \(person.id) or account = \(person.id)")[0]["n"]
    }
  }

  /// A team in which Bob has a part in everything.
  private func filled(_ world: TeamWorld, _ ada: TestPerson, _ bob: TestPerson) async throws -> (String, String) {
    let host = world.host
    let team = try await world.team(of: ada, bob)
    try await world.give("admin", to: bob, in: team, by: ada)
    let event = try await world.event(team, by: ada, ["contacts": [.string(bob.id.text)], "capacity": 1])
    let path = world.path(team, "/events/\(event)")
    #expect(try await world.answer("yes", event, of: team, as: bob).status == 200)
    #expect(try await host.put("\(path)/seen", as: bob).status == 204)
    let past = try await world.event(
      team, by: ada, ["startsAt": "2025-08-15T10:00:00Z", "endsAt": "2025-08-15T11:00:00Z"])
    #expect(
      try await host.put(world.path(team, "/events/\(past)/presence"), ["state": "present"], as: bob).status == 204)
    let ruling = world.path(team, "/events/\(past)/attendance/\(ada.id)")
    #expect(try await host.put(ruling, ["state": "late"], as: bob).status == 204)
    #expect(
      try await host.put(world.path(team, "/roster/\(bob.id)"), ["position": "Goal", "number": 1], as: ada).status
        == 204)
    for person in [ada, bob] {
      let member = world.path(team, "/members/\(person.id)")
      #expect(try await host.put("\(member)/biography", ["text": "Fast."], as: bob).status == 204)
    }
    let member = world.path(team, "/members/\(bob.id)")
    #expect(try await host.put("\(member)/statistics", ["values": ["Goals": 3]], as: ada).status == 204)
    let record: JSON = ["title": "Mile", "value": "5:12", "account": .string(bob.id.text)]
    #expect(try await host.post(world.path(team, "/records"), record, as: ada).status == 201)
    #expect(try await host.post("\(TeamWorld.area)/me/feeds", as: bob).status == 201)
    // Ada's guardian is Bob, who answers for her where she is asked.
    #expect(try await host.put(world.path(team, "/members/\(ada.id)/guardians/\(bob.id)"), as: ada).status == 204)
    let next = try await world.event(team, by: ada)
    #expect(try await host.post(world.path(team, "/events/\(next)/ask"), as: ada).status == 200)
    let child = world.path(team, "/events/\(next)/children/\(ada.id)/answer")
    #expect(try await host.put(child, ["reply": "maybe"], as: bob).status == 200)
    let card: JSON = ["contact": "Mum", "phone": "+1", "consents": true]
    #expect(try await host.put(world.path(team, "/emergency"), card, as: bob).status == 204)
    let until: JSON = ["until": "2025-08-20T12:00:00Z"]
    #expect(try await host.put(world.path(team, "/substitutes/\(ada.id)"), until, as: bob).status == 204)
    let zed = try await host.person("Zed")
    #expect(try await world.invite(zed, to: team, by: bob).status == 200)
    return (team, event)
  }

  @Test(arguments: TestHost.Engine.available)
  func `who leaves the platform leaves nothing, and the place to who waits; an export has all of it`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (team, event) = try await filled(world, ada, bob)
      try await world.add(eve, to: team, by: ada)
      #expect(try await world.answer("yes", event, of: team, as: eve)["position"] == 1)
      let export = try await host.export(of: bob)["plugins"]?["team-management"]?["data"]
      #expect(export?["roster"]?[0]?["position"] == "Goal" && export?["answers"]?[0]?["reply"] == "yes")
      #expect(export?["attendance"]?[0]?["own"] == "present" && export?["statistics"]?[0]?["value"] == 3)
      #expect(export?["answers"]?[0]?["answered_at"] == "2025-08-15T12:00:00Z")
      #expect(export?["guardians"]?[0]?["child"]?.string == ada.id.text && export?["answerLinks"]?.array?.count == 1)
      #expect(export?["emergencyCards"]?[0]?["contact"] == "Mum")
      #expect(export?["adminInvitations"]?[0]?["inviter"]?.string == bob.id.text)
      #expect(export?.object?.keys.count == 14, "\(String(describing: export))")
      #expect(try await rows(of: bob, host) == 19)
      #expect(try await logged(bob, host) > 4)
      try await host.leave(bob)
      try await host.settled()
      #expect(try await rows(of: bob, host) == 0)
      #expect(try await logged(bob, host) == 0)
      #expect(try await host.get(world.path(team, "/roster"), as: ada).items.count == 2)
      #expect(try await host.get(world.path(team, "/events/\(event)"), as: eve)["mine"]?["position"] == nil)
      #expect(try await world.texts(eve).contains("Foxes: a place in Practice is yours."))
    }
  }

  @Test(arguments: TestHost.Engine.available)
  func `two accounts of one person become one, with everything of both`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (team, event) = try await filled(world, ada, bob)
      try await world.add(eve, to: team, by: ada)
      #expect(try await world.answer("maybe", event, of: team, as: eve).status == 200)
      try await host.merge(bob, into: eve)
      try await host.settled()
      #expect(try await rows(of: bob, host) == 0)
      #expect(try await logged(bob, host) == 0)
      #expect(try await logged(eve, host) > 4)
      let member = try await host.get(world.path(team, "/members/\(eve.id)"), as: ada)
      #expect(member["values"]?["Goals"] == 3 && member["position"] == "Goal" && member["biography"] == "Fast.")
      #expect(try await host.get(world.path(team, "/events/\(event)"), as: eve)["mine"]?["reply"] == "maybe")
      let roster = try await host.get(world.path(team, "/roster"), as: ada).items
      #expect(roster[0]["guardians"]?.array?.map { $0["id"]?.string } == [eve.id.text], "with those answered for")
    }
  }
}
