internal import FieldhouseKit
internal import Foundation

/// Invitations in storage.
enum InvitationStore {
  static func insert(
    _ invitation: Invitation, secret: InvitationSecret, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into invitations (id, secret_hash, inviter, kind, subject, remaining, created_at, expires_at) values
      (\(invitation.id), \(secret.hash), \(invitation.inviter), \(invitation.kind), \(invitation.subject),
      \(invitation.remaining), \(invitation.createdAt), \(invitation.expiresAt))
      """)
  }

  static func find(_ secret: InvitationSecret, in transaction: any ReadTransaction) async throws -> Invitation? {
    try await transaction.first("select * from invitations where secret_hash = \(secret.hash)").map(Invitation.init)
  }

  /// Somebody's links that are still open, the latest first, each with how many joined through it; codes that were shown
  /// end by themselves.
  static func list(
    of inviter: AccountID, now: Date, in transaction: any ReadTransaction
  ) async throws -> [(invitation: Invitation, joined: Int)] {
    try await transaction.query(
      """
      select i.*, (select count(*) from invitation_uses where invitation = i.id) as joined from invitations i
      where i.inviter = \(inviter) and i.expires_at > \(now) and i.kind <> \(Invitation.friendCode)
      order by i.created_at desc, i.id limit 100
      """
    ).map { (try Invitation($0), try $0["joined"]) }
  }

  /// Forgets who joined through somebody's invitations.
  static func forgetUses(ofThoseOf inviter: AccountID, in transaction: any Transaction) async throws {
    let ids: [String] = try await transaction.query("select id from invitations where inviter = \(inviter)").map {
      try $0["id"]
    }
    for id in ids { try await transaction.execute("delete from invitation_uses where invitation = \(id)") }
  }

  /// Whether somebody has joined through an invitation; nobody has who is not signed in.
  static func isUsed(
    _ invitation: String, by account: AccountID?, in transaction: any ReadTransaction
  ) async throws -> Bool {
    guard let account else { return false }
    return try await transaction.first(
      "select 1 from invitation_uses where invitation = \(invitation) and account = \(account)") != nil
  }

  /// Notes that somebody joins, at most once each and not more than may.
  /// - Returns: whether it is so now and was not before.
  /// - Throws: ``Problem`` 404 `invitation-ended` when all places are taken.
  static func use(
    _ invitation: Invitation, by account: AccountID, now: Date, in transaction: any Transaction
  ) async throws -> Bool {
    guard try await !isUsed(invitation.id, by: account, in: transaction) else { return false }
    let counted = try await transaction.execute(
      "update invitations set remaining = remaining - 1 where id = \(invitation.id) and remaining > 0")
    guard counted > 0 else { throw Invitations.ended }
    return try await transaction.execute(
      """
      insert into invitation_uses (invitation, account, used_at) values (\(invitation.id), \(account), \(now))
      on conflict (invitation, account) do nothing
      """) > 0
  }

  /// Ends one of somebody's invitations, and forgets who joined through it.
  /// - Returns: whether there was one.
  static func remove(_ id: String, of inviter: AccountID, in transaction: any Transaction) async throws -> Bool {
    let count = try await transaction.execute("delete from invitations where id = \(id) and inviter = \(inviter)")
    guard count > 0 else { return false }
    try await transaction.execute("delete from invitation_uses where invitation = \(id)")
    return true
  }

  /// Removes those that expired first, at most so many.
  /// - Returns: how many.
  static func removeExpired(now: Date, most: Int, in transaction: any Transaction) async throws -> Int {
    let ids: [String] = try await transaction.query(
      "select id from invitations where expires_at <= \(now) order by expires_at limit \(most)"
    ).map { try $0[0] }
    for id in ids {
      try await transaction.execute("delete from invitation_uses where invitation = \(id)")
      try await transaction.execute("delete from invitations where id = \(id)")
    }
    return ids.count
  }
}
