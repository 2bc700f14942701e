@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A friendship from both sides` {
  private static let (ann, bob) = (AccountID("ann"), AccountID("bob"))
  private static let (then, now) = (Date(timeIntervalSince1970: 1_000), Date(timeIntervalSince1970: 2_000))
  private static var request: Friendship { Friendship(requester: ann, addressee: bob, createdAt: then) }

  private static func changed(_ change: (inout Friendship) -> Void) -> Friendship {
    var friendship = request
    change(&friendship)
    return friendship
  }

  private static let accepted = changed { $0.acceptedAt = then }
  private static let refused = changed { $0.refusedAt = then }
  private static let withdrawn = changed { ($0.refusedAt, $0.isWithdrawn) = (then, true) }

  @Test(.tags(.fs109)) func `is one thing to who asked and another to who was asked, who alone knows of a refusal`() {
    let rows: [(Friendship, FriendshipState, FriendshipState)] = [
      (Self.request, .requested, .received), (Self.accepted, .friends, .friends), (Self.refused, .requested, .none),
      (Self.withdrawn, .none, .none),
    ]
    for (friendship, asker, asked) in rows {
      #expect(friendship.state(for: Self.ann) == asker, "\(friendship)")
      #expect(friendship.state(for: Self.bob) == asked, "\(friendship)")
      #expect(friendship.other(than: Self.ann) == Self.bob && friendship.other(than: Self.bob) == Self.ann)
    }
    #expect(Friendship.pair(Self.ann, Self.bob) == "ann/bob" && Friendship.pair(Self.bob, Self.ann) == "ann/bob")
  }

  @Test(.tags(.pl37)) func `begins with a request that the other is told of, unless it is unwanted`() {
    let asked = Friendship.asking(Self.ann, Self.bob, known: nil, at: Self.then)
    #expect(asked == .init(friendship: Self.request, news: .request(to: Self.bob), isRequest: true))
    let unwanted = Friendship.asking(Self.ann, Self.bob, known: nil, isUnwanted: true, at: Self.then)
    #expect(unwanted == .init(friendship: Self.refused, news: nil, isRequest: true))
    #expect(Friendship.asking(Self.ann, Self.bob, known: Self.request, at: Self.now).friendship == Self.request)
    #expect(Friendship.asking(Self.ann, Self.bob, known: Self.refused, at: Self.now) == .init(friendship: Self.refused))
  }

  @Test(.tags(.pl37, .fs108)) func `is accepted by asking back, also after a refusal`() {
    for known in [Self.request, Self.refused] {
      let step = Friendship.asking(Self.bob, Self.ann, known: known, at: Self.now)
      #expect(step == .init(friendship: Self.changed { $0.acceptedAt = Self.now }, news: .acceptance(to: Self.ann)))
    }
    for person in [Self.ann, Self.bob] {
      let other = person == Self.ann ? Self.bob : Self.ann
      #expect(
        Friendship.asking(person, other, known: Self.accepted, at: Self.now) == .init(friendship: Self.accepted))
    }
  }

  @Test(.tags(.fs109)) func `reaches nobody when it is asked for again behind a refusal`() {
    let again = Friendship.asking(Self.ann, Self.bob, known: Self.withdrawn, at: Self.now)
    let silent = Self.changed { ($0.refusedAt, $0.createdAt) = (Self.then, Self.now) }
    #expect(again == .init(friendship: silent, news: nil, isRequest: true))
    let turned = Friendship.asking(Self.bob, Self.ann, known: Self.withdrawn, at: Self.now)
    let fresh = Friendship(requester: Self.bob, addressee: Self.ann, createdAt: Self.now)
    #expect(turned == .init(friendship: fresh, news: .request(to: Self.ann), isRequest: true))
  }

  @Test(.tags(.pl37)) func `ends without a word, whoever ends it`() {
    #expect(Self.request.ended(by: Self.ann, at: Self.now) == .init())
    #expect(
      Self.request.ended(by: Self.bob, at: Self.now) == .init(friendship: Self.changed { $0.refusedAt = Self.now }))
    #expect(Self.refused.ended(by: Self.ann, at: Self.now) == .init(friendship: Self.withdrawn))
    #expect(Self.refused.ended(by: Self.bob, at: Self.now) == .init(friendship: Self.refused))
    #expect(Self.accepted.ended(by: Self.ann, at: Self.now) == .init())
    #expect(Self.accepted.ended(by: Self.bob, at: Self.now) == .init())
  }

  @Test(.tags(.pl38)) func `ends with a block; a request of the blocked one stays on that side alone`() {
    for person in [Self.ann, Self.bob] { #expect(Self.accepted.blocked(by: person, at: Self.now) == .init()) }
    #expect(Self.request.blocked(by: Self.ann, at: Self.now) == .init())
    #expect(
      Self.request.blocked(by: Self.bob, at: Self.now) == .init(friendship: Self.changed { $0.refusedAt = Self.now }))
  }
}
