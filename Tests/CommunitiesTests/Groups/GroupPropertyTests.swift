import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

/// Numbers that are the same in every run.
private struct Dice: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

/// What somebody tries at random.
private enum Attempt: CaseIterable {
  case join, leave, remove, appoint, dismiss, ban, unban, joinSquad, leaveSquad, captain
}

@Suite struct `Members of groups, whatever they do` {
  private static let people = (0..<20).map { AccountID("person-\($0)") }

  private func attempt(
    _ what: Attempt, _ who: AccountID, _ whom: AccountID, club: String, squad: String, _ storage: any Storage
  ) async -> String {
    do {
      return try await storage.write { transaction in
        let groups = transaction.groups
        let done =
          switch what {
          case .join: try await groups.add(who, to: club, by: who)
          case .leave: try await groups.remove(who, from: club, successor: nil, by: who)
          case .remove: try await groups.remove(whom, from: club, successor: who == whom ? nil : who, by: who)
          case .appoint: try await groups.appoint("admin", whom, in: club, by: who)
          case .dismiss: try await groups.dismiss("admin", whom, in: club, by: who)
          case .ban: try await groups.appoint("steward", whom, in: club, by: who)
          case .unban: try await groups.dismiss("steward", whom, in: club, by: who)
          case .joinSquad: try await groups.add(who, to: squad, by: who)
          case .leaveSquad: try await groups.remove(who, from: squad, successor: nil, by: who)
          case .captain: try await groups.appoint("captain", whom, in: squad, by: who)
          }
        return done ? "done" : "nothing"
      }
    } catch let problem as Problem { return problem.code } catch { return "\(error)" }
  }

  /// What must always hold, said of each group that lives.
  private func check(_ ids: [String], _ host: PluginHost) async throws {
    for id in ids {
      let group = try #require(try await host.groups.group(id))
      let members = try await host.groups.members(of: id, after: nil, limit: 1_000)
      #expect(group.members == members.count)
      #expect(members.count <= group.capacity)
      let (member, admin) = group.kind == "club" ? ("member", "admin") : ("player", "captain")
      #expect(members.allSatisfy { $0.roles.contains(member) })
      if group.archivedAt == nil {
        #expect(members.contains { $0.roles.contains(admin) })
      } else {
        #expect(members.isEmpty)
      }
      let holders = try await host.storage.write { try await $0.holders(in: group.scope) }
      #expect(Set(holders.map(\.account)) == Set(members.map(\.account)))
      #expect(holders.count == members.reduce(0) { $0 + $1.roles.count })
    }
    let (club, squad) = (ids[0], ids[1])
    let inClub = Set(try await host.groups.members(of: club, after: nil, limit: 1_000).map(\.account))
    let inSquad = Set(try await host.groups.members(of: squad, after: nil, limit: 1_000).map(\.account))
    #expect(inSquad.isSubset(of: inClub))
  }

  private func begin(_ host: PluginHost, _ name: String = "") async throws -> (club: String, squad: String) {
    try await host.storage.write { transaction in
      let club = try await transaction.groups.found(
        GroupDraft(kind: "club", name: "Lions \(name)", capacity: 12), by: Self.people[0])
      let squad = try await transaction.groups.found(
        GroupDraft(kind: "squad", name: "First", parent: club.id, capacity: 3), by: Self.people[0])
      return (club.id, squad.id)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `never leave a group without an admin, over its capacity or with a right too many`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let host = world.host.services
      for round in 0..<6 {
        let (club, squad) = try await begin(host, "\(round)")
        await withTaskGroup(of: Void.self) { group in
          for (number, who) in Self.people.enumerated() {
            group.addTask {
              var dice = Dice(state: UInt64(round * 1_000 + number))
              for _ in 0..<15 {
                let what = Attempt.allCases.randomElement(using: &dice) ?? .join
                let whom = Self.people.randomElement(using: &dice) ?? who
                _ = await attempt(what, who, whom, club: club, squad: squad, host.storage)
              }
            }
          }
        }
        try await check([club, squad], host)
      }
    }
  }

  @Test func `come to the same on both engines`() async throws {
    var transcripts: [[String]] = []
    for engine in TestHost.Engine.allCases {
      var transcript: [String] = []
      try await ClubWorld.run(on: engine) { world in
        let host = world.host.services
        var (club, squad) = try await begin(host)
        var dice = Dice(state: 77)
        for step in 0..<300 {
          try await world.host.clock.advance(by: .seconds(1))
          let what = Attempt.allCases.randomElement(using: &dice) ?? .join
          let who = Self.people.randomElement(using: &dice) ?? Self.people[0]
          let whom = Self.people.randomElement(using: &dice) ?? who
          let outcome = await attempt(what, who, whom, club: club, squad: squad, host.storage)
          transcript.append("\(what) \(who) \(whom): \(outcome)")
          if step % 50 == 49 {
            try await check([club, squad], host)
            for id in [club, squad] {
              let members = try await host.groups.members(of: id, after: nil, limit: 100)
              transcript.append(members.map { "\($0.account) \($0.roles)" }.joined(separator: ", "))
            }
          }
          if try await host.groups.group(club)?.archivedAt != nil { (club, squad) = try await begin(host) }
        }
      }
      transcripts.append(transcript)
    }
    #expect(Set(transcripts).count == 1)
    for outcome in ["done", "nothing", "group-full", "group-member-needed", "group-parent-needed"] {
      #expect(transcripts[0].contains { $0.hasSuffix(": \(outcome)") }, "\(outcome)")
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `get the last place one by one: of a hundred at once exactly one has it`(on engine: TestHost.Engine) async throws
  {
    try await ClubWorld.run(on: engine) { world in
      let host = world.host.services
      let group = try await host.storage.write { transaction in
        try await transaction.groups.found(
          GroupDraft(kind: "club", name: "Lions", capacity: 2), by: AccountID("founder"))
      }
      let outcomes = await withTaskGroup(of: String.self) { tasks in
        for number in 0..<100 {
          tasks.addTask {
            await attempt(.join, AccountID("p\(number)"), AccountID(""), club: group.id, squad: "", host.storage)
          }
        }
        return await tasks.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(outcomes == ["done": 1, "group-full": 99])
      #expect(try await host.groups.group(group.id)?.members == 2)
    }
  }
}
