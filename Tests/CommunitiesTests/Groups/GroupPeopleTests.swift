import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `What happens to people in groups` {
  @Test(arguments: TestHost.Engine.allCases)
  func `who leaves the installation leaves every group, and nothing of them stays there`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, cleo) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.person("Cleo")
      )
      let club = try await world.found("club", "Lions", by: ada)
      let alone = try await world.found("round", "Alone", by: ada)
      let other = try await world.found("round", "Other", by: cleo)
      let asking = try await world.found("club", "Bears", by: cleo, ["admission": "request"])
      try await world.host.clock.advance(by: .seconds(1))
      try await world.join(club, as: bob)
      #expect(try await world.host.put("\(other.path)/invitations/\(ada.id)", as: cleo).status == 204)
      #expect(try await world.host.post("\(asking.path)/requests", ["message": "Ada here"], as: ada).status == 202)
      #expect(try await world.host.put("\(club.path)/bans/\(cleo.id)", as: ada).status == 204)
      try await world.host.leave(ada)
      try await world.host.settled()
      #expect(try await world.members(of: club) == ["Bob: admin+member"])
      #expect(try await world.host.get(alone.path, as: world.host.operator)["archivedAt"]?.string != nil)
      #expect(try await world.host.get("\(other.path)/invitations", as: cleo).items.isEmpty)
      #expect(try await world.host.get("\(asking.path)/requests", as: cleo).items.isEmpty)
      let history = try await world.host.get("\(club.path)/history?limit=100", as: bob)
      #expect(!history.text.contains(ada.id.text))
      #expect(history.items.contains { $0["action"] == "banned" && $0["by"] == nil && $0["person"]?["name"] == "Cleo" })
      let bans = try await world.host.get("\(club.path)/bans", as: bob)
      #expect(bans.items.map { $0["by"] } == [nil])
      #expect(try await world.host.services.rights.grants(of: ada.id).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `a guest who signs in brings memberships and roles along`(on engine: TestHost.Engine) async throws {
    try await ClubWorld.run(on: engine) { world in
      let (ada, bob, guest) = (
        try await world.host.person("Ada"), try await world.host.person("Bob"), try await world.host.guest()
      )
      let lions = try await world.found("club", "Lions", by: ada)
      let bears = try await world.found("club", "Bears", by: ada)
      let cats = try await world.found("club", "Cats", by: ada)
      for club in [lions, bears, cats] {
        try await world.host.clock.advance(by: .seconds(1))
        try await world.join(club, as: guest)
      }
      #expect(try await world.host.put("\(lions.path)/members/\(guest.id)/roles/steward", as: ada).status == 204)
      #expect(try await world.host.put("\(bears.path)/members/\(guest.id)/roles/steward", as: ada).status == 204)
      try await world.join(bears, as: bob)
      #expect(try await world.host.put("\(cats.path)/bans/\(bob.id)", as: ada).status == 204)
      _ = try await world.host.signIn(guest, to: bob)
      try await world.host.settled()
      #expect(try await world.members(of: lions) == ["Ada: admin+member", "Bob: member+steward"])
      #expect(try await world.members(of: bears) == ["Ada: admin+member", "Bob: member+steward"])
      #expect(try await world.members(of: cats) == ["Ada: admin+member"])
      for club in [lions, bears] { #expect(try await world.host.get(club.path)["members"] == 2) }
      #expect(try await world.host.get(cats.path)["members"] == 1)
      let scopes = try await world.host.services.rights.grants(of: bob.id).map(\.scope.id)
      #expect(Set(scopes) == [lions.id, bears.id])
      #expect(try await world.host.services.rights.grants(of: guest.id).isEmpty)
    }
  }

  @Test func `roles in a group are for its members, and membership is the groups' own affair`() async throws {
    try await ClubWorld.run { world in
      let ada = try await world.host.person("Ada")
      let club = try await world.found("club", "Lions", by: ada)
      try await world.host.services.storage.write { transaction in
        await #expect(throws: Problem.self) {
          try await transaction.grant("admin", to: AccountID("x"), in: Scope("club", club.id))
        }
        await #expect(throws: Problem.self) {
          try await transaction.grant("steward", to: AccountID("x"), in: Scope("club", club.id))
        }
        await #expect(throws: Problem.self) {
          try await transaction.revoke("member", from: ada.id, in: Scope("club", club.id))
        }
        await #expect(throws: Problem.self) { try await transaction.revokeAll(in: Scope("club", club.id)) }
        let stranger = try await transaction.revoke("steward", from: AccountID("x"), in: Scope("club", club.id))
        #expect(!stranger, "who is no member holds nothing")
        try await transaction.grant("steward", to: ada.id, in: Scope("club", club.id))
      }
      #expect(try await world.members(of: club) == ["Ada: admin+member+steward"])
    }
  }
}
