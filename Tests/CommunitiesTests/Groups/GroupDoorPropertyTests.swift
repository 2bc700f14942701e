import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `Twenty clients who come, go and hand over at once` {
  /// What somebody sends at random.
  private enum Attempt: CaseIterable {
    case joinByLink, leave, transfer, remove, appoint, dismiss, ban, unban, newLink

    func send(_ who: TestPerson, _ whom: TestPerson, _ club: TestGroup, _ link: String, _ host: TestHost) async throws
      -> TestReply
    {
      switch self {
      case .joinByLink: try await host.post(link, as: who)
      case .leave: try await host.post("\(club.path)/leave", as: who)
      case .transfer: try await host.post("\(club.path)/transfer", ["account": .string(whom.id.text)], as: who)
      case .remove: try await host.delete("\(club.path)/members/\(whom.id)", as: who)
      case .appoint: try await host.put("\(club.path)/members/\(whom.id)/roles/admin", as: who)
      case .dismiss: try await host.delete("\(club.path)/members/\(whom.id)/roles/admin", as: who)
      case .ban: try await host.put("\(club.path)/bans/\(whom.id)", as: who)
      case .unban: try await host.delete("\(club.path)/bans/\(whom.id)", as: who)
      case .newLink: try await host.post("\(club.path)/links", ["places": 2], as: who)
      }
    }
  }

  /// The number of answers of each kind to what the people send.
  private func storm(
    _ people: [TestPerson], _ club: TestGroup, links: [String], _ round: Int, _ host: TestHost
  ) async throws -> [String: Int] {
    try await withThrowingTaskGroup(of: [String].self) { tasks in
      for (number, who) in people.enumerated() {
        tasks.addTask {
          var random = SeededRandom(seed: UInt64(round * 100 + number))
          var outcomes: [String] = []
          for _ in 0..<10 {
            let what = Attempt.allCases.randomElement(using: &random) ?? .leave
            let whom = people[random.next(below: 8)]
            let link = links.randomElement(using: &random) ?? ""
            let reply = try await what.send(who, whom, club, link, host)
            outcomes.append("\(what) \(reply.code ?? "\(reply.status)")")
          }
          return outcomes
        }
      }
      return try await tasks.reduce(into: [:]) { all, outcomes in
        for outcome in outcomes { all[outcome, default: 0] += 1 }
      }
    }
  }

  private func check(_ club: TestGroup, _ services: PluginHost) async throws {
    let group = try #require(try await services.groups.group(club.id))
    let members = try await services.groups.members(of: club.id, after: nil, limit: 1_000)
    #expect(group.members == members.count)
    #expect(members.count <= group.capacity)
    #expect(members.allSatisfy { $0.roles.contains("member") })
    #expect((group.archivedAt == nil) == members.contains { $0.roles.contains("admin") })
    let holders = try await services.storage.write { try await $0.holders(in: group.scope) }
    #expect(Set(holders.map(\.account)) == Set(members.map(\.account)))
    #expect(holders.count == members.reduce(0) { $0 + $1.roles.count })
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `never leave a group without an admin, over its capacity, or a link over its places`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      var people: [TestPerson] = []
      for number in 0..<20 { people.append(try await world.host.person("P\(number)")) }
      // Six rounds, and more where chance did not bring what must happen at least once.
      let wanted: Set = ["joinByLink 201", "joinByLink group-link-used-up", "transfer 204", "transfer forbidden"]
      var seen: Set<String> = []
      for round in 0..<60 where round < 6 || !wanted.isSubset(of: seen) {
        let people = Array(people[(round % 20)...] + people[..<(round % 20)])
        let club = try await world.found(
          "club", "Lions \(round)", by: people[0], ["admission": "invitation", "capacity": 8])
        var links: [String] = []
        for places: JSON in [3, 20] {
          let reply = try await world.host.post("\(club.path)/links", ["places": places], as: people[0])
          let secret = try #require(reply["link"]?.string?.split(separator: "/").last)
          links.append("/v1/group-links/clubs/\(secret)")
        }
        for person in people[1...6] {
          #expect(try await world.host.post(links[1], as: person).status == 201)
        }
        let outcomes = try await storm(people, club, links: links, round, world.host)
        #expect(!outcomes.keys.contains { $0.hasSuffix(" 500") || $0.hasSuffix("internal") }, "\(outcomes)")
        seen.formUnion(outcomes.keys)
        try await check(club, world.host.services)
        let made = try await world.host.get("\(club.path)/links?limit=100", as: world.host.operator).items
        for link in made { #expect((link["joined"]?.int ?? 0) <= (link["places"]?.int ?? 0)) }
      }
      #expect(wanted.subtracting(seen).isEmpty)
    }
  }

  @Test(arguments: TestHost.Engine.allCases)
  func `get the last place through links one by one: of a hundred at once exactly one has it`(
    on engine: TestHost.Engine
  ) async throws {
    try await ClubWorld.run(on: engine) { world in
      let ada = try await world.host.person("Ada")
      var guests: [TestPerson] = []
      for _ in 0..<100 { guests.append(try await world.host.guest()) }
      for (number, (capacity, places, refusal)): (Int, (JSON, JSON, String)) in [
        (2, 1_000, "409 group-full"), (50, 1, "410 group-link-used-up"),
      ].enumerated() {
        let club = try await world.found("club", "Lions \(number)", by: ada, ["capacity": capacity])
        let reply = try await world.host.post("\(club.path)/links", ["places": places], as: ada)
        let secret = try #require(reply["link"]?.string?.split(separator: "/").last)
        let outcomes = try await withThrowingTaskGroup(of: String.self) { [host = world.host] tasks in
          for guest in guests {
            tasks.addTask {
              var reply = try await host.post("/v1/group-links/clubs/\(secret)", as: guest)
              // A host that is told too much at once says so, and is asked again.
              while reply.status == 503 {
                try await Task.sleep(for: .milliseconds(20))
                reply = try await host.post("/v1/group-links/clubs/\(secret)", as: guest)
              }
              return reply.problem ?? "\(reply.status)"
            }
          }
          return try await tasks.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == ["201": 1, refusal: 99])
        #expect(try await world.host.get(club.path)["members"] == 2)
        let listed = try await world.host.get("\(club.path)/links", as: ada)
        #expect(listed.items.map { $0["joined"] } == [1])
      }
    }
  }
}
