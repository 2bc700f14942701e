@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Friends` {
  private static func put(_ world: World, _ path: String, _ other: Answer, as person: Answer) async throws -> Answer {
    try await world.call(.put, "/me/\(path)/\(other.accountID)", token: person.token)
  }

  private static func end(_ world: World, _ other: Answer, as person: Answer) async throws {
    let answer = try await world.call(.delete, "/me/friends/\(other.accountID)", token: person.token)
    #expect(answer.status == 204)
  }

  private static func list(_ world: World, _ person: Answer, _ query: String = "") async throws -> [String] {
    let page = try await world.call(.get, "/me/friends\(query)", token: person.token).body
    return page["items"]?.array?.compactMap { item in
      item["state"]?.string.map { "\($0) \(item["account"]?["id"]?.string ?? "?")" }
    } ?? []
  }

  /// Who was told what: kind and recipient of each notification.
  private static func told(_ world: World) async throws -> [String] {
    try await world.storage.pendingEffects(after: 0, limit: 1_000).compactMap { effect in
      guard case .notification(_, let request) = effect else { return nil }
      return "\(request.kind) \(request.recipients.map(\.text).joined())"
    }
  }

  @Test(.tags(.pl37, .fs108, .fs110, .fs117, .fs126)) func `ask, are told, accept and are on each other's list`()
    async throws
  {
    try await World.with { world in
      let (a, b) = (try await world.person(1, name: "Ann"), try await world.person(2))
      #expect(try await Self.put(world, "friends", b, as: a).status == 204)
      #expect(try await Self.put(world, "friends", b, as: a).status == 204)
      #expect(try await Self.list(world, a) == ["requested \(b.accountID)"])
      #expect(try await Self.list(world, b) == ["received \(a.accountID)"])
      #expect(try await Self.told(world) == ["friend-request \(b.accountID)"])
      #expect(try await Self.put(world, "friends", a, as: b).status == 204)
      #expect(try await Self.list(world, a) == ["friends \(b.accountID)"])
      #expect(try await Self.list(world, b) == ["friends \(a.accountID)"])
      #expect(try await Self.told(world) == ["friend-request \(b.accountID)", "friend-accepted \(a.accountID)"])
      try await Self.end(world, a, as: b)
      #expect(try await Self.list(world, a).isEmpty)
      #expect(try await Self.list(world, b).isEmpty)
      #expect(try await Self.told(world).count == 2, "nobody is told of the end")
    }
  }

  @Test(.tags(.fs109, .pl37)) func `refuse without the asker's knowing, who cannot come again`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      _ = try await Self.put(world, "friends", b, as: a)
      try await Self.end(world, a, as: b)
      #expect(try await Self.list(world, a) == ["requested \(b.accountID)"], "as if nobody had answered")
      #expect(try await Self.list(world, b).isEmpty)
      let seen = try await world.call(.get, "/people/\(b.accountID)", token: a.token).body
      #expect(seen["relation"]?["friendship"] == "requested")
      try await Self.end(world, b, as: a)
      #expect(try await Self.list(world, a).isEmpty)
      world.clock.advance(86_400)
      _ = try await Self.put(world, "friends", b, as: a)
      #expect(try await Self.list(world, a) == ["requested \(b.accountID)"])
      #expect(try await Self.list(world, b).isEmpty)
      #expect(try await Self.told(world) == ["friend-request \(b.accountID)"])
      _ = try await Self.put(world, "friends", a, as: b)
      #expect(try await Self.list(world, b) == ["friends \(a.accountID)"], "who refused can still say yes")
    }
  }

  @Test(.tags(.pl37)) func `withdraw, and tell once a day however often they ask`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      for _ in 0..<3 {
        _ = try await Self.put(world, "friends", b, as: a)
        try await Self.end(world, b, as: a)
      }
      #expect(try await Self.list(world, b).isEmpty)
      let keys = try await world.storage.pendingEffects(after: 0, limit: 100).compactMap { effect in
        if case .notification(_, let request) = effect { request.deduplicationKey } else { nil }
      }
      #expect(keys.count == 3 && Set(keys) == ["\(a.accountID)/2025-08-15"], "the inbox takes one of them")
    }
  }

  @Test(.tags(.pl37, .pl38))
  func `end with a block and do not begin behind one, and the blocked one sees no difference`()
    async throws
  {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      _ = try await Self.put(world, "friends", b, as: a)
      _ = try await Self.put(world, "friends", a, as: b)
      _ = try await Self.put(world, "friends", a, as: c)
      for other in [b, c] { #expect(try await Self.put(world, "blocked", other, as: a).status == 204) }
      #expect(try await Self.list(world, a).isEmpty)
      #expect(try await Self.list(world, b).isEmpty)
      #expect(try await Self.list(world, c) == ["requested \(a.accountID)"])
      let before = try await Self.told(world)
      #expect(try await Self.put(world, "friends", a, as: b).status == 204)
      #expect(try await Self.list(world, b) == ["requested \(a.accountID)"])
      #expect(try await Self.list(world, a).isEmpty)
      #expect(try await Self.told(world) == before)
      #expect(try await Self.put(world, "friends", b, as: a).code == "person-blocked")
      #expect(try await world.accounts.friends(of: a.accountID).isEmpty)
    }
  }

  @Test(.tags(.pl37)) func `are friends once when both ask at the same time`() async throws {
    try await World.with { world in
      for round in 0..<8 {
        let (a, b) = (try await world.person(2 * round), try await world.person(2 * round + 1))
        try await withThrowingTaskGroup(of: Int.self) { group in
          for (me, other) in [(a, b), (b, a), (a, b), (b, a)] {
            group.addTask { try await Self.put(world, "friends", other, as: me).status }
          }
          for try await status in group { #expect(status == 204) }
        }
        #expect(try await Self.list(world, a) == ["friends \(b.accountID)"])
        #expect(try await Self.list(world, b) == ["friends \(a.accountID)"])
        let told = try await Self.told(world).filter { $0.contains(a.accountID.text) || $0.contains(b.accountID.text) }
        #expect(told.map { $0.split(separator: " ")[0] } == ["friend-request", "friend-accepted"], "\(told)")
      }
    }
  }

  @Test(.tags(.pl37)) func `are listed by state, in pages that follow on each other`() async throws {
    try await World.with { world in
      let me = try await world.person(0)
      var ids: [[String]] = [[], [], []]
      for number in 1...9 {
        let other = try await world.person(number)
        world.clock.advance(number % 2 == 0 ? 0 : 1)
        let kind = number % 3
        if kind != 1 { _ = try await Self.put(world, "friends", other, as: me) }
        if kind != 0 { _ = try await Self.put(world, "friends", me, as: other) }
        ids[kind].append(other.accountID.text)
      }
      for (state, wanted) in [("requested", ids[0]), ("received", ids[1]), ("friends", ids[2])] {
        let all = try await Self.pages(world, me, "state=\(state)&limit=2")
        #expect(all.allSatisfy { $0.hasPrefix("\(state) ") } && Set(all) == Set(wanted.map { "\(state) \($0)" }))
        #expect(all.count == 3)
      }
      let all = try await Self.pages(world, me, "limit=4")
      #expect(all.count == 9 && Set(all).count == 9)
      let bad = [("state=none", 422), ("state=all", 422), ("limit=0", 422), ("limit=101", 422), ("after=AAAA", 422)]
      for (query, status) in bad {
        #expect(try await world.call(.get, "/me/friends?\(query)", token: me.token).status == status, "\(query)")
      }
      let guest = try await world.guestToken()
      #expect(try await world.call(.get, "/me/friends", token: guest).code == "account-needed")
    }
  }

  private static func pages(_ world: World, _ person: Answer, _ query: String) async throws -> [String] {
    var (all, next): ([String], String?) = ([], nil)
    repeat {
      let page = try await world.call(
        .get, "/me/friends?\(query)\(next.map { "&after=\($0)" } ?? "")", token: person.token
      ).body
      all += page["items"]?.array?.map { "\($0["state"]?.string ?? "") \($0["account"]?["id"]?.string ?? "")" } ?? []
      next = page["next"]?.string
    } while next != nil
    return all
  }

  @Test(.tags(.pl37)) func `are asked so often and no more, and no more requests wait than may`() async throws {
    var settings = AccountsSettings()
    settings.limits[.friendRequestsPerAccount] = LimitRule(2, every: 600)
    try await World.with(settings: settings) { world in
      let me = try await world.person(0)
      let others = [try await world.person(1), try await world.person(2), try await world.person(3)]
      var statuses: [Int] = []
      for other in others { statuses.append(try await Self.put(world, "friends", other, as: me).status) }
      #expect(statuses == [204, 204, 429])
      #expect(try await Self.put(world, "friends", others[0], as: me).status == 204, "that is no new request")
      _ = try await Self.put(world, "friends", me, as: others[2])
      #expect(try await Self.put(world, "friends", others[2], as: me).status == 204, "nor is accepting one")
      world.clock.advance(600)
      try await Self.fill(world, Friendship.mostRequested - 1, from: me.accountID, isAccepted: false)
      let late = try await world.person(4)
      #expect(try await Self.put(world, "friends", late, as: me).status == 409)
      #expect(try await Self.put(world, "friends", late, as: me).code == "friend-requests-many")
      try await Self.end(world, others[0], as: me)
      #expect(try await Self.put(world, "friends", late, as: me).code == "friend-requests-many", "one too many still")
      try await Self.end(world, others[1], as: me)
      #expect(try await Self.put(world, "friends", late, as: me).status == 204)
    }
  }

  /// Requests or friendships with people whom nobody knows.
  private static func fill(
    _ world: World, _ count: Int, from me: AccountID? = nil, to other: AccountID? = nil, isAccepted: Bool
  ) async throws {
    try await world.storage.write { [clock = world.clock] transaction in
      for number in 0..<count {
        let stranger = AccountID("~\(number)")
        let friendship = Friendship(
          requester: me ?? stranger, addressee: other ?? stranger, createdAt: clock.now,
          acceptedAt: isAccepted ? clock.now : nil)
        try await FriendStore.keep(friendship, of: me ?? stranger, other ?? stranger, in: transaction)
      }
    }
  }

  @Test(.tags(.pl37)) func `are no more than may be, and nobody is buried in requests`() async throws {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      try await Self.fill(world, Friendship.mostReceived, to: b.accountID, isAccepted: false)
      #expect(try await Self.put(world, "friends", b, as: a).code == "friend-requests-waiting")
      try await Self.fill(world, Friendship.mostFriends - 1, from: c.accountID, isAccepted: true)
      #expect(try await Self.put(world, "friends", c, as: a).status == 204)
      #expect(try await Self.put(world, "friends", c, as: b).status == 204)
      #expect(try await Self.put(world, "friends", a, as: c).status == 204)
      #expect(try await Self.put(world, "friends", b, as: c).code == "friends-many")
      #expect(try await world.accounts.friends(of: c.accountID).count == Friendship.mostFriends)
    }
  }

  @Test(.tags(.pl37)) func `requests that nobody answers are forgotten, and look like those that were refused`()
    async throws
  {
    try await World.with { world in
      let (a, b, c) = (try await world.person(1), try await world.person(2), try await world.person(3))
      for other in [b, c] { _ = try await Self.put(world, "friends", other, as: a) }
      try await Self.end(world, a, as: c)
      world.clock.advance(Double(Friendship.requestDays) * 86_400 - 1)
      let again = try await world.signIn(phone: "491511000001")
      try await world.accounts.upkeep.settle()
      #expect(try await Self.list(world, again).count == 2)
      world.clock.advance(1)
      try await world.accounts.upkeep.settle()
      #expect(try await Self.list(world, again).isEmpty)
    }
  }
}
