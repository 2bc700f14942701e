import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Leaderboards over HTTP` {
  private static let summer = "2026-07-01T12:00:00Z"

  @Test(.tags(.wc26, .wc28, .wc30, .wc31))
  func `show the board, its parts, circles, groups, teams and the fair view`() async throws {
    let installation = try await ClubHost.installation()
    try await RunningHost.run(installation, clock: Self.summer) { host in
      var people: [Person] = []
      for number in 1...5 { people.append(try await host.signIn("+491510000000\(number)")) }
      let ids = people.map(\.id)
      try await host.walk(people[0], 50, days: 10)
      try await host.walk(people[1], 40, days: 5)
      try await host.walk(people[2], 30, club: "psv", days: 3)
      try await host.walk(people[3], 20, club: "psv", days: 4)
      try await host.walk(people[4], 10, club: "gent", country: "be", days: 1)
      try await parts(host, people, ids)
      try await circles(host, people, ids)
      try await groups(host, ids)
      try await teams(host, people)
      let fair = try await host.steps("?fair=true", as: people[0])
      #expect(fair.items.compactMap { $0["account"]?["id"]?.string } == [ids[2], ids[4], ids[1], ids[0], ids[3]])
      #expect(fair.items.map { $0["perEntry"]?.int } == [10, 10, 8, 5, 5])
      #expect(fair["me"]?["score"] == 50)
    }
  }

  /// One write feeds the international, the national and the club's view.
  private func parts(_ host: RunningHost, _ people: [Person], _ ids: [String]) async throws {
    #expect(try await host.walkers() == ids)
    #expect(try await host.walkers("?partition=country/nl") == Array(ids[0..<4]))
    #expect(try await host.walkers("?partition=club/psv") == [ids[2], ids[3]])
    let mine = try await host.steps("?partition=club/psv&view=around&limit=1", as: people[3])
    #expect(mine["me"]?["rank"] == 2)
    #expect(mine["me"]?["percentile"] == 0)
    #expect(mine["size"] == 2)
    #expect(mine.items.map { $0["account"]?["id"]?.string } == [ids[3]])
  }

  private func circles(_ host: RunningHost, _ people: [Person], _ ids: [String]) async throws {
    let follow = try await host.call("PUT", "/v1/me/following/\(ids[4])", as: people[1].token)
    #expect((200..<300).contains(follow.status), "\(follow.json)")
    #expect(try await host.walkers("?view=followed", as: people[1]) == [ids[1], ids[4]])
    #expect(try await host.walkers("?view=friends", as: people[1]) == [ids[1], ids[4]])
    let ranks = try await host.steps("?view=friends", as: people[1]).items.map { $0["rank"]?.int }
    #expect(ranks == [2, 5])
    #expect(try await host.steps("?view=friends").status == 401)
  }

  private func groups(_ host: RunningHost, _ ids: [String]) async throws {
    let members = [ids[4], ids[3], ids[1]].joined(separator: ",")
    let rows = try await host.get("/v1/club-walks/groups?members=\(members)").items
    #expect(rows.map { $0["account"]?.string } == [ids[1], ids[3], ids[4]])
    #expect(rows.map { $0["rank"]?.int } == [1, 2, 3])
    #expect(rows.map { $0["board"]?.int } == [2, 4, 5])
    let psv = try await host.get("/v1/club-walks/groups?members=\(members)&partition=club/psv").items
    #expect(psv == [["account": .string(ids[3]), "rank": 1, "board": 2]])
  }

  private func teams(_ host: RunningHost, _ people: [Person]) async throws {
    let page = try await host.get("/v1/leaderboards/club-walks/steps/teams/club", as: people[3])
    #expect(page.items.map { $0["team"]?.string } == ["ajax", "psv"])
    #expect(page.items.map { $0["score"]?.int } == [45, 25])
    #expect(page["me"] == ["rank": 2, "team": "psv", "score": 25, "members": 2])
    let unknown = try await host.get("/v1/leaderboards/club-walks/steps/teams/school")
    #expect(unknown.status == 404)
    #expect(unknown.code == "teams-unknown")
  }

  @Test(.tags(.wc27)) func `begin a season that fell into a downtime once, and keep the old one`() async throws {
    let installation = try await ClubHost.installation()
    let person = try await RunningHost.run(installation, clock: "2026-12-31T23:00:00Z") { host in
      let person = try await host.guest()
      try await host.walk(person, 7)
      try await host.kill()
      return person
    }
    for (instant, total) in [("2027-01-02T00:00:00Z", 5), ("2027-01-03T00:00:00Z", 10)] {
      try await RunningHost.run(installation, clock: instant) { host in
        try await host.walk(person, 5)
        let now = try await host.steps(as: person)
        #expect(now["season"] == "2027")
        #expect(now["me"]?["score"]?.int == total)
        #expect(try await host.steps("?season=2026", as: person)["me"]?["score"] == 7)
        try await host.kill()
      }
    }
  }

  @Test(arguments: [false, true])
  func `lose a person who is erased, also when the host is killed at once`(killed: Bool) async throws {
    let installation = try await ClubHost.installation()
    let people = try await RunningHost.run(installation, clock: Self.summer) { host in
      let people = [try await host.guest(), try await host.guest()]
      for person in people { try await host.walk(person, 9) }
      let reply = try await host.call("DELETE", "/v1/me", as: people[0].token)
      #expect((200..<300).contains(reply.status), "\(reply.json)")
      if killed { try await host.kill() } else { try await leave(host, people) }
      return people
    }
    try await RunningHost.run(installation, clock: Self.summer) { host in
      try await leave(host, people)
      #expect(try await host.walkers("?partition=club/ajax") == [people[1].id])
    }
  }

  /// Waits until only the second person is on the board.
  private func leave(_ host: RunningHost, _ people: [Person]) async throws {
    for _ in 0..<500 {
      if try await host.walkers() == [people[1].id] { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await host.walkers() == [people[1].id])
  }
}
