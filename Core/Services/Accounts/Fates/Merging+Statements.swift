internal import FieldhouseKit

extension Merging {
  /// What becomes of the ways in and of what was granted.
  static func ways(_ account: AccountID, _ other: AccountID) -> [SQL] {
    [
      ChallengeStore.removal(of: account),
      "delete from provider_attempts where account = \(account)", "delete from undos where account = \(account)",
      "delete from sessions where account = \(account)",
      // A password that was mailed and that nobody has chosen does not become the other account's.
      """
      update people set password_hash = null
      where id = \(account) and exists (select 1 from provisional_passwords where account = \(account))
      """,
      ProvisionalStore.removal(of: account),
      "update identifiers set account = \(other) where account = \(account)",
      """
      insert into known_devices (account, device_hash, seen_at)
      select cast(\(other) as text), device_hash, seen_at from known_devices where account = \(account)
      on conflict (account, device_hash) do nothing
      """, "delete from known_devices where account = \(account)",
      """
      update recovery_codes set account = \(other) where account = \(account)
      and not exists (select 1 from second_factors where account = \(other))
      """, "delete from recovery_codes where account = \(account)",
      """
      update second_factors set account = \(other) where account = \(account)
      and not exists (select 1 from second_factors mine where mine.account = \(other))
      """, "delete from second_factors where account = \(account)",
      """
      insert into grants (account, role, scope, granted_by, granted_at)
      select cast(\(other) as text), role, scope, granted_by, granted_at from grants where account = \(account)
      on conflict (account, role, scope) do nothing
      """, "delete from grants where account = \(account)",
      Protection.merging(account, into: other),
      """
      insert into consents (account, document, version, accepted_at)
      select cast(\(other) as text), document, version, accepted_at from consents where account = \(account)
      on conflict (account, document, version) do nothing
      """, "delete from consents where account = \(account)",
    ]
  }

  /// What becomes of whom the account follows, has befriended or blocked. Whom one of the two has blocked, or who has
  /// blocked one of them, is nothing else to the other.
  static func ties(_ account: AccountID, _ other: AccountID) -> [SQL] {
    [
      """
      insert into blocks (blocker, blocked, created_at)
      select cast(\(other) as text), blocked, created_at from blocks where blocker = \(account) and blocked <> \(other)
      on conflict (blocker, blocked) do nothing
      """,
      """
      insert into blocks (blocker, blocked, created_at)
      select blocker, cast(\(other) as text), created_at from blocks where blocked = \(account) and blocker <> \(other)
      on conflict (blocker, blocked) do nothing
      """, "delete from blocks where blocker = \(account)", "delete from blocks where blocked = \(account)",
      """
      insert into follows (follower, followed, created_at)
      select cast(\(other) as text), followed, created_at from follows
      where follower = \(account) and followed <> \(other) on conflict (follower, followed) do nothing
      """,
      """
      insert into follows (follower, followed, created_at)
      select follower, cast(\(other) as text), created_at from follows
      where followed = \(account) and follower <> \(other) on conflict (follower, followed) do nothing
      """, "delete from follows where follower = \(account)", "delete from follows where followed = \(account)",
      "delete from follows where follower = \(other) and \(isBlocked("follows.followed", other))",
      "delete from follows where followed = \(other) and \(isBlocked("follows.follower", other))",
    ] + friendships(account, other)
  }

  /// Of what the two are to the same person a friendship stays, else what the other is. Pairs are looked up one by one: for
  /// `exists` PostgreSQL may read all friendships there are.
  private static func friendships(_ account: AccountID, _ other: AccountID) -> [SQL] {
    let sides: [(own: SQL, theirs: SQL)] = [("requester", "addressee"), ("addressee", "requester")]
    return ["delete from friendships where pair = \(Friendship.pair(account, other))"]
      + sides.map { own, theirs in
        """
        delete from friendships where \(own) = \(other) and accepted_at is null and (
        select gone.accepted_at from friendships gone
        where gone.pair = \(pair(account, "friendships.\(theirs)"))) is not null
        """
      }
      + sides.map { own, theirs in
        """
        update friendships set \(own) = \(other), pair = \(pair(other, theirs)) where \(own) = \(account)
        and (select mine.pair from friendships mine where mine.pair = \(pair(other, "friendships.\(theirs)"))) is null
        """
      }
      + sides.flatMap { own, theirs -> [SQL] in
        [
          "delete from friendships where \(own) = \(account)",
          "delete from friendships where \(own) = \(other) and \(isBlocked("friendships.\(theirs)", other))",
        ]
      }
  }

  /// The pair of an account and the person in a column, see ``Friendship/pair(_:_:)``.
  private static func pair(_ account: AccountID, _ column: SQL) -> SQL {
    """
    case when cast(\(account) as text) < \(column) then cast(\(account) as text) || '/' || \(column)
    else \(column) || '/' || cast(\(account) as text) end
    """
  }

  /// Whether the person in a column and an account have blocked each other, on either side.
  private static func isBlocked(_ column: SQL, _ account: AccountID) -> SQL {
    """
    (exists (select 1 from blocks where blocker = \(account) and blocked = \(column))
    or exists (select 1 from blocks where blocked = \(account) and blocker = \(column)))
    """
  }

  /// What becomes of invitations, reports and the body.
  static func traces(_ account: AccountID, _ other: AccountID) -> [SQL] {
    [
      "update invitations set inviter = \(other) where inviter = \(account)",
      """
      insert into invitation_uses (invitation, account, used_at)
      select invitation, cast(\(other) as text), used_at from invitation_uses where account = \(account)
      on conflict (invitation, account) do nothing
      """, "delete from invitation_uses where account = \(account)",
      """
      update bodies set account = \(other) where account = \(account)
      and not exists (select 1 from bodies mine where mine.account = \(other))
      """, "delete from bodies where account = \(account)",
      """
      update reports set reporter = \(other) where reporter = \(account) and reporter <> ''
      and subject_kind || '/' || subject not in (
      select subject_kind || '/' || subject from reports where reporter = \(other) and reporter <> '')
      """, "delete from reports where reporter = \(account) and reporter <> ''",
      """
      update reports set subject = \(other) where subject_kind = 'user' and subject = \(account)
      and not exists (select 1 from reports mine where mine.reporter = reports.reporter and mine.reporter <> ''
      and mine.subject_kind = 'user' and mine.subject = \(other))
      """, "delete from reports where subject_kind = 'user' and subject = \(account)",
    ]
  }
}
