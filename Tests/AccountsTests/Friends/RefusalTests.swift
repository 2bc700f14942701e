@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A refused friendship` {
  private static let (ann, bob) = (AccountID("ann"), AccountID("bob"))

  /// What somebody does about another one.
  private enum Deed: CaseIterable { case ask, end, block, unblock }

  /// Two people and what lies between them, as storage keeps it.
  private struct Pair {
    var friendship: Friendship?
    var blocks: Set<AccountID> = []
    var news: [Friendship.News] = []
    private var now = Date(timeIntervalSince1970: 0)

    mutating func run(_ deed: Deed, by me: AccountID) {
      let other = me == ann ? bob : ann
      now.addTimeInterval(1)
      switch deed {
      case .ask:
        // Whom one has blocked one cannot ask.
        guard !blocks.contains(me) else { return }
        let step = Friendship.asking(me, other, known: friendship, isUnwanted: blocks.contains(other), at: now)
        (friendship, news) = (step.friendship, news + [step.news].compactMap { $0 })
      case .end: friendship = friendship?.ended(by: me, at: now).friendship
      case .block:
        guard blocks.insert(me).inserted else { return }
        friendship = friendship?.blocked(by: me, at: now).friendship
      case .unblock: blocks.remove(me)
      }
    }

    func state(_ person: AccountID) -> FriendshipState { friendship?.state(for: person) ?? .none }
  }

  @Test(.tags(.fs109, .pl38), arguments: 1...60) func `is not asked for again, whatever who was refused does`(
    seed: Int
  ) {
    var random = SeededRandom(seed: UInt64(seed))
    var pair = Pair()
    pair.run(.ask, by: Self.ann)
    pair.run(.end, by: Self.bob)
    #expect(pair.news == [.request(to: Self.bob)])
    for _ in 0..<20 {
      pair.run(Deed.allCases[random.next(below: 4)], by: Self.ann)
      #expect(pair.state(Self.bob) == .none, "Bob sees nothing of it")
    }
    #expect(pair.news == [.request(to: Self.bob)], "and hears nothing")
    pair.blocks = []
    pair.run(.ask, by: Self.ann)
    #expect(pair.state(Self.ann) == .requested)
    pair.run(.ask, by: Self.bob)
    #expect(pair.state(Self.ann) == .friends && pair.state(Self.bob) == .friends, "who refused can still say yes")
  }

  @Test(.tags(.pl37, .pl38), arguments: 100...160) func `or any other is seen from both sides as it is`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var pair = Pair()
    for step in 0..<60 {
      let (me, before) = (random.next(below: 2) == 0 ? Self.ann : Self.bob, pair)
      let (deed, other) = (Deed.allCases[random.next(below: 4)], me == Self.ann ? Self.bob : Self.ann)
      pair.run(deed, by: me)
      let (mine, theirs) = (pair.state(me), pair.state(other))
      #expect((mine == .friends) == (theirs == .friends), "\(step)")
      if mine == .received { #expect(theirs == .requested) }
      if theirs == .received { #expect(mine == .requested) }
      if deed == .ask, !before.blocks.contains(me) { #expect(mine == .requested || mine == .friends) }
      if deed == .end || deed == .block { #expect(mine == .none || before.blocks.contains(me)) }
      // Nobody's list changes by what the other does but for a request, its end and an answer to one's own.
      if before.state(other) == .requested { #expect(theirs == .requested || theirs == .friends) }
      let news = pair.news.dropFirst(before.news.count)
      if before.blocks.contains(other) { #expect(news.isEmpty, "who has blocked somebody is told nothing") }
      if theirs == .friends, before.state(other) != .friends { #expect(Array(news) == [.acceptance(to: other)]) }
    }
  }

  @Test(.tags(.fs109, .pl38)) func `stays refused for who blocks and unblocks the other`() async throws {
    try await World.with { world in
      let (a, b) = (try await world.person(1), try await world.person(2))
      let (friend, block) = ("/me/friends/\(b.accountID)", "/me/blocked/\(b.accountID)")
      #expect(try await world.call(.put, friend, token: a.token).status == 204)
      #expect(try await world.call(.delete, "/me/friends/\(a.accountID)", token: b.token).status == 204)
      #expect(try await world.call(.put, block, token: a.token).status == 204)
      #expect(try await world.call(.get, "/me/friends", token: a.token).body["items"] == [])
      #expect(try await world.call(.delete, block, token: a.token).status == 204)
      world.clock.advance(86_400)
      #expect(try await world.call(.put, friend, token: a.token).status == 204)
      let mine = try await world.call(.get, "/me/friends", token: a.token).body["items"]
      #expect(mine?[0]?["state"] == "requested")
      #expect(try await world.call(.get, "/me/friends", token: b.token).body["items"] == [])
      let told = try await world.storage.pendingEffects(after: 0, limit: 100).compactMap { effect -> String? in
        guard case .notification(_, let request) = effect else { return nil }
        return request.kind
      }
      #expect(told == ["friend-request"])
    }
  }
}
