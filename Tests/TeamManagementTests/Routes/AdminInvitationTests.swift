import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `An invitation to be an admin` {
  private static let unknown = "404 admin-invitation-unknown"

  private func isAdmin(_ person: TestPerson, of team: String, _ world: TeamWorld) async throws -> Bool {
    try await world.host.services.rights.has(Permission.notify, person.id, in: Team.scope(team))
  }

  /// The invitations that somebody can answer, by the names of the teams.
  private func mine(_ person: TestPerson, _ world: TeamWorld) async throws -> [String] {
    try await world.host.get("\(TeamWorld.area)/me/admin-invitations", as: person).items.compactMap {
      $0["name"]?.string
    }
  }

  private func open(_ team: String, as admin: TestPerson, _ world: TeamWorld) async throws -> [String] {
    try await world.host.get(world.path(team, "/admin-invitations"), as: admin).items.compactMap {
      $0["person"]?["name"]?.string
    }
  }

  /// The latest entries of the team's log.
  private func log(_ team: String, as person: TestPerson, _ count: Int, _ world: TeamWorld) async throws -> [String] {
    try await world.host.get(world.path(team, "/log?limit=\(count)"), as: person).items.map { item in
      [item["kind"]?.string, item["by"]?["name"]?.string, item["person"]?["name"]?.string].compactMap { $0 }
        .joined(separator: " ")
    }
  }

  private func decline(_ team: String, as person: TestPerson, _ world: TeamWorld) async throws -> TestReply {
    try await world.host.delete("\(TeamWorld.area)/me/admin-invitations/\(team)", as: person)
  }

  private func withdraw(
    _ person: TestPerson, from team: String, by admin: TestPerson, _ world: TeamWorld
  ) async throws -> TestReply {
    try await world.host.delete(world.path(team, "/admin-invitations/\(person.id)"), as: admin)
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `is made by an admin alone and gives nothing until the member accepts, which the admins and the log tell`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (sue, zoe) = (try await host.person("Sue"), try await host.person("Zoe"))
      let team = try await world.team(of: ada, bob, eve)
      _ = try await world.team(of: zoe, name: "Wolves")
      #expect(try await world.invite(bob, to: team, by: eve).problem == "403 forbidden", "a member")
      #expect(try await world.invite(bob, to: team, by: sue).problem == "404 not-found", "a stranger")
      #expect(try await world.invite(bob, to: team, by: zoe).problem == "404 not-found", "another team's admin")
      #expect(try await world.invite(bob, to: team, by: bob).problem == "403 forbidden")
      #expect(try await world.accept(team, as: bob).problem == Self.unknown)
      let watcher = try await host.watch("team-management/teams/\(team)", as: bob)
      let before = try await world.texts(bob).count
      let invited = try await world.invite(bob, to: team, by: ada)
      #expect(invited["person"]?["name"] == "Bob" && invited["by"]?["name"] == "Ada", "\(invited.text)")
      #expect(try await world.invite(bob, to: team, by: ada).status == 200, "once more is the same one")
      try await host.settled()
      let told = try await host.inbox(of: bob).first { $0["text"] == "Ada invites you to be an admin of Foxes." }
      #expect(told?["link"]?.string == Team.page(team))
      #expect(try await world.texts(bob).count == before + 1, "and told once")
      #expect(watcher.events.map(\.name) == ["roster"], "whoever looks at the team sees it")
      #expect(try await mine(bob, world) == ["Foxes"])
      #expect(try await open(team, as: ada, world) == ["Bob"])
      #expect(try await host.get(world.path(team, "/admin-invitations"), as: bob).problem == "403 forbidden")
      #expect(try await !isAdmin(bob, of: team, world))
      #expect(try await world.accept(team, as: eve).problem == Self.unknown, "it is Bob's")
      #expect(try await world.accept(team, as: bob).status == 200)
      #expect(try await isAdmin(bob, of: team, world))
      #expect(try await mine(bob, world).isEmpty)
      #expect(try await open(team, as: bob, world).isEmpty)
      #expect(try await world.texts(ada).filter { $0 == "Foxes: Bob is an admin now." }.count == 1)
      let entries = ["admin-accepted Bob", "appointed Ada Bob", "admin-invited Ada Bob"]
      #expect(try await log(team, as: eve, 3, world) == entries)
      #expect(try await world.accept(team, as: bob).status == 200, "accepting twice is no mistake")
      #expect(try await log(team, as: eve, 3, world) == entries, "and changes nothing")
      #expect(try await world.invite(bob, to: team, by: ada).problem == "409 admin-already")
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `can be declined by the invited and withdrawn by any admin, and made again`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, cy) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cy"))
      let team = try await world.team(of: ada, bob, cy)
      try await world.give("admin", to: cy, in: team, by: ada)
      #expect(try await world.invite(bob, to: team, by: ada).status == 200)
      #expect(try await decline(team, as: bob, world).status == 204)
      #expect(try await decline(team, as: bob, world).problem == Self.unknown)
      #expect(try await world.accept(team, as: bob).problem == Self.unknown)
      for admin in [ada, cy] {
        #expect(try await world.texts(admin).contains("Foxes: Bob does not become an admin."))
      }
      #expect(try await log(team, as: bob, 1, world) == ["admin-declined Bob"])
      #expect(try await world.invite(bob, to: team, by: ada).status == 200)
      #expect(try await withdraw(bob, from: team, by: bob, world).problem == "403 forbidden")
      #expect(try await withdraw(bob, from: team, by: cy, world).status == 204, "another admin than the inviter")
      #expect(try await withdraw(bob, from: team, by: cy, world).problem == Self.unknown)
      #expect(try await world.accept(team, as: bob).problem == Self.unknown)
      #expect(try await log(team, as: bob, 1, world) == ["admin-withdrawn Cy Bob"])
      #expect(try await !isAdmin(bob, of: team, world))
      try await world.give("admin", to: bob, in: team, by: cy)
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `holds for 30 days, and ends with the inviter's rights, the membership and a block`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, cy) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cy"))
      let eve = try await host.person("Eve")
      let team = try await world.team(of: ada, bob, cy, eve)
      for person in [bob, cy] { #expect(try await world.invite(person, to: team, by: ada).status == 200) }
      // Sessions that nobody uses end then, too.
      try await host.clock.advance(to: "2025-09-01T12:00:00Z")
      for person in [ada, bob, cy, eve] { #expect(try await host.get("/v1/me", as: person).status == 200) }
      // 30 days after noon of 15 August.
      try await host.clock.advance(to: "2025-09-14T11:59:59Z")
      #expect(try await world.accept(team, as: bob).status == 200)
      try await host.clock.advance(to: "2025-09-14T12:00:00Z")
      #expect(try await mine(cy, world).isEmpty)
      #expect(try await open(team, as: ada, world).isEmpty)
      #expect(try await world.accept(team, as: cy).problem == Self.unknown)
      #expect(try await withdraw(cy, from: team, by: ada, world).problem == Self.unknown)
      #expect(try await world.invite(cy, to: team, by: bob).status == 200)
      let role = world.group(team, "/members/\(bob.id)/roles/admin")
      #expect(try await host.delete(role, as: ada).status == 204)
      #expect(try await world.accept(team, as: cy).problem == Self.unknown, "of who may not invite any more")
      #expect(try await world.invite(cy, to: team, by: ada).status == 200)
      #expect(try await host.delete(world.group(team, "/members/\(cy.id)"), as: ada).status == 204)
      #expect(try await world.accept(team, as: cy).problem == Self.unknown, "who is removed is asked no more")
      #expect(try await world.invite(eve, to: team, by: ada).status == 200)
      #expect(try await host.put("/v1/me/blocked/\(ada.id)", as: eve).status == 204)
      try await host.settled()
      #expect(try await mine(eve, world).isEmpty)
      #expect(try await world.accept(team, as: eve).problem == Self.unknown)
      #expect(try await world.invite(eve, to: team, by: ada).problem == "404 person-unknown")
      for person in [cy, eve] { #expect(try await !isAdmin(person, of: team, world)) }
    }
  }

  @Test(.tags(.tm36), arguments: TestHost.Engine.available)
  func `goes to others on the host, too, who become members by accepting; not to the blacklist`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let dan = try await host.person("Dan")
      let team = try await world.team(of: ada, eve)
      let nobody = world.path(team, "/admin-invitations/nobody")
      #expect(try await host.put(nobody, as: ada).problem == "404 person-unknown")
      #expect(try await world.invite(bob, to: team, by: ada).status == 200)
      #expect(try await world.texts(bob).contains("Ada invites you to be an admin of Foxes."))
      #expect(try await host.get(world.path(team), as: bob).status == 404, "until then it is not for Bob")
      let asked = try await host.get("\(TeamWorld.area)/me/admin-invitations", as: bob).items
      #expect(asked.map { $0["isMember"] } == [false] && asked[0]["by"]?["name"] == "Ada")
      let roster = try await host.get(world.path(team, "/roster"), as: ada).items
      #expect(roster.map { $0["person"]?["name"] } == ["Ada", "Eve"], "an invitation makes no member")
      #expect(try await world.accept(team, as: bob).status == 200)
      #expect(try await isAdmin(bob, of: team, world))
      #expect(try await host.get(world.path(team, "/roster"), as: bob).items.count == 3)
      #expect(try await world.invite(dan, to: team, by: bob).status == 200)
      for person in [dan, eve] {
        #expect(try await host.put(world.group(team, "/bans/\(person.id)"), as: ada).status == 204)
        #expect(try await world.accept(team, as: person).problem == Self.unknown)
        #expect(try await world.invite(person, to: team, by: ada).problem == "403 group-banned")
      }
      #expect(try await open(team, as: ada, world).isEmpty)
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `is accepted once by a hundred answers at once`(on engine: TestHost.Engine) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada)
      #expect(try await world.invite(bob, to: team, by: ada).status == 200)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...100 {
          group.addTask {
            let reply = try await world.accept(team, as: bob)
            #expect(reply.status == 200, "\(reply.text)")
          }
        }
        try await group.waitForAll()
      }
      #expect(try await isAdmin(bob, of: team, world))
      #expect(
        try await log(team, as: ada, 4, world) == [
          "admin-accepted Bob", "appointed Ada Bob", "joined Ada Bob", "admin-invited Ada Bob",
        ])
      #expect(try await world.texts(ada).filter { $0 == "Foxes: Bob is an admin now." }.count == 1)
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `is for admins alone: other roles are given at once, and an operator names an admin where there is need`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, cy) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cy"))
      let team = try await world.team(of: ada, bob, cy)
      let role = world.group(team, "/members/\(bob.id)/roles/admin")
      #expect(try await world.invite(bob, to: team, by: ada).status == 200)
      #expect(try await host.put(role, as: ada).problem == "409 admin-consent-needed", "an invitation is no consent")
      #expect(try await !isAdmin(bob, of: team, world))
      let roles = [
        "team-info-editor", "door-keeper", "roster-editor", "calendar-editor", "attendance-editor", "stats-editor",
      ]
      for single in roles {
        try await world.give(single, to: cy, in: team, by: ada)
      }
      let dan = try await host.person("Dan")
      try await world.add(dan, to: team, by: ada)
      let over = world.group(team, "/transfer")
      #expect(try await host.post(over, ["account": .string(dan.id.text)], as: ada).status == 204, "handing over stays")
      #expect(try await isAdmin(dan, of: team, world))
      #expect(try await !isAdmin(ada, of: team, world))
      let follows: JSON = ["successor": .string(ada.id.text)]
      #expect(try await host.post(world.group(team, "/leave"), follows, as: dan).status == 204)
      #expect(try await isAdmin(ada, of: team, world))
      #expect(try await world.invite(bob, to: team, by: ada).status == 200, "what Ada had promised before is over")
      #expect(try await host.put(role, as: host.operator).status == 204)
      #expect(try await isAdmin(bob, of: team, world))
      #expect(try await open(team, as: ada, world).isEmpty, "an invitation that was open is done with")
      #expect(try await host.post(world.group(team, "/leave"), as: bob).status == 204)
      #expect(try await host.post(world.group(team, "/leave"), as: ada).status == 204)
      #expect(try await isAdmin(cy, of: team, world), "the host finds a successor as before")
    }
  }

  /// Invites somebody past the routes, as if what ends invitations had not heard of the inviter.
  private func add(
    _ person: AccountID, to team: String, by inviter: TestPerson, at now: Date? = nil, _ world: TeamWorld
  ) async throws -> Bool {
    let now = now ?? world.host.services.clock.now
    return try await world.host.services.storage.write { transaction in
      try await AdminInvitationStore.add(person, to: team, by: inviter.id, at: now, transaction)
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `counts only while the inviter may invite, who is asked for the right in the transaction, too`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, cy) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Cy"))
      let team = try await world.team(of: ada, bob, cy)
      try await world.give("admin", to: bob, in: team, by: ada)
      let plugin = try #require(host.plugin as? TeamManagement)
      let person = try #require(try await host.services.authentication.account(cy.id))
      let caller = Principal(
        account: try #require(try await host.services.authentication.account(bob.id)), session: nil)
      #expect(try await host.delete(world.group(team, "/members/\(bob.id)/roles/admin"), as: ada).status == 204)
      // Bob was let in before.
      let refused = await #expect(throws: Problem.self) {
        try await host.services.storage.write { transaction in
          _ = try await plugin.invite(person, to: team, by: caller, at: host.services.clock.now, in: transaction)
        }
      }
      #expect(refused?.code == "forbidden")
      #expect(try await mine(cy, world).isEmpty)
      #expect(try await add(cy.id, to: team, by: bob, world))
      #expect(try await world.accept(team, as: cy).problem == Self.unknown)
      #expect(try await !isAdmin(cy, of: team, world))
      // Who may do everything on the host needs no right on the team.
      #expect(try await withdraw(cy, from: team, by: ada, world).status == 204)
      #expect(try await world.invite(cy, to: team, by: host.operator).status == 200)
      #expect(try await world.accept(team, as: cy).status == 200)
      #expect(try await isAdmin(cy, of: team, world))
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `that has ended can be made again, however many others have ended before`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
      let team = try await world.team(of: ada)
      let now = host.services.clock.now
      let before = now.addingTimeInterval(-AdminInvitationStore.lasting)
      for number in 1...101 {
        #expect(
          try await add(
            AccountID("a\(number)"), to: "gone-\(number)", by: ada, at: before.addingTimeInterval(-60), world))
      }
      #expect(try await add(bob.id, to: team, by: ada, at: before.addingTimeInterval(-30), world))
      #expect(try await mine(bob, world).isEmpty)
      let reply = try await world.invite(bob, to: team, by: ada)
      #expect(reply.status == 200, "\(reply.text)")
      #expect(try await mine(bob, world) == ["Foxes"])
    }
  }

  @Test(.tags(.tm20), arguments: TestHost.Engine.available)
  func `goes with an account that becomes another one, unless that is an admin or has an open one itself`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let (foxes, wolves) = (
        try await world.team(of: ada, eve), try await world.team(of: ada, eve, name: "Wolves")
      )
      let ended = host.services.clock.now.addingTimeInterval(-AdminInvitationStore.lasting - 60)
      for team in [foxes, wolves] { #expect(try await world.invite(bob, to: team, by: ada).status == 200) }
      try await world.give("admin", to: eve, in: wolves, by: ada)
      #expect(try await add(eve.id, to: foxes, by: ada, at: ended, world))
      try await host.merge(bob, into: eve)
      try await host.settled()
      #expect(try await mine(eve, world) == ["Foxes"], "what has ended is not in the way")
      #expect(try await open(wolves, as: ada, world).isEmpty, "an admin is asked no more")
      #expect(try await world.accept(foxes, as: eve).status == 200)
    }
  }
}
