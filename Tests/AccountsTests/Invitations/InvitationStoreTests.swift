@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Invitations in storage` {
  private static let (ann, bob) = (AccountID("ann"), AccountID("bob"))

  private static func invitation(
    _ id: String, of inviter: AccountID = ann, places: Int = 2, ends seconds: Double, in world: World
  ) -> Invitation {
    let now = world.clock.now
    return Invitation(
      id: id, inviter: inviter, kind: Invitation.friend, subject: "", remaining: places, createdAt: now,
      expiresAt: now.addingTimeInterval(seconds))
  }

  /// Who has joined through which, as it is kept.
  private static func uses(_ world: World) async throws -> [String] {
    try await world.storage.read {
      try await $0.query("select invitation, account from invitation_uses order by invitation, account")
    }.map { "\(try $0[0] as String) \(try $0[1] as String)" }
  }

  @Test(.tags(.pl40, .pl70)) func `forget who joined when they are ended or over, each by itself`() async throws {
    try await World.with { world in
      let now = world.clock.now
      try await world.storage.write { transaction in
        for (id, inviter, seconds) in [("a", Self.ann, 60.0), ("b", Self.ann, 120), ("c", Self.bob, 60)] {
          let one = Self.invitation(id, of: inviter, ends: seconds, in: world)
          try await InvitationStore.insert(one, secret: InvitationSecret(text: id), in: transaction)
          for account in ["x", "y"] {
            #expect(try await InvitationStore.use(one, by: AccountID(account), now: now, in: transaction))
            #expect(try await !InvitationStore.use(one, by: AccountID(account), now: now, in: transaction), "once")
          }
          let full = await #expect(throws: Problem.self) {
            try await InvitationStore.use(one, by: AccountID("z"), now: now, in: transaction)
          }
          #expect(full?.code == "invitation-ended")
        }
      }
      #expect(try await Self.uses(world) == ["a x", "a y", "b x", "b y", "c x", "c y"])
      let removed = try await world.storage.write { transaction in
        [
          try await InvitationStore.remove("c", of: Self.ann, in: transaction),
          try await InvitationStore.remove("a", of: Self.ann, in: transaction),
          try await InvitationStore.remove("a", of: Self.ann, in: transaction),
        ]
      }
      #expect(removed == [false, true, false])
      #expect(try await Self.uses(world) == ["b x", "b y", "c x", "c y"])
      world.clock.advance(60)
      let later = world.clock.now
      let expired = try await world.storage.write {
        try await InvitationStore.removeExpired(now: later, most: 10, in: $0)
      }
      #expect(expired == 1)
      #expect(try await Self.uses(world) == ["b x", "b y"])
      let left = try await world.storage.read { try await InvitationStore.list(of: Self.ann, now: later, in: $0) }
      #expect(left.map { "\($0.invitation.id) \($0.joined) \($0.invitation.remaining)" } == ["b 2 0"])
    }
  }
}
