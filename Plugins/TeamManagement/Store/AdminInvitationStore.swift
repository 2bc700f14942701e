import FieldhouseKit
import Foundation

/// Who is asked to look after a team. Whoever accepts is an admin in the same transaction, and the invitation is done with.
enum AdminInvitationStore {
  /// What those who look after a team are to it, by its name in the manifest.
  static let role = "admin"
  /// How long an invitation holds, in seconds: 30 days, as the host's invitations by name do.
  static let lasting: TimeInterval = 30 * 86_400
  /// How many are open on a team at most.
  static let most = 100

  struct Invitation: Sendable {
    let team: String
    let account: AccountID
    let inviter: AccountID
    let invitedAt: Date
    let expiresAt: Date
    /// Whether it is of an operator, who needs no right on the team.
    let isOperators: Bool

    init(_ row: Row) throws {
      (team, account, inviter) = (try row["team"], try row["account"], try row["inviter"])
      (invitedAt, expiresAt) = (try row["invited_at"], try row["expires_at"])
      isOperators = try row["by_operator"]
    }
  }

  private static let columns: SQL = "team, account, inviter, invited_at, expires_at, by_operator"

  /// Those that are open on a team.
  static func all(of team: String, at now: Date, in transaction: any ReadTransaction) async throws -> [Invitation] {
    try await transaction.query(
      """
      select \(columns) from admin_invitations where team = \(team) and expires_at > \(now) order by invited_at, account
      """
    ).map(Invitation.init)
  }

  /// Those that somebody can answer.
  static func all(
    for account: AccountID, at now: Date, in transaction: any ReadTransaction
  ) async throws -> [Invitation] {
    try await transaction.query(
      """
      select \(columns) from admin_invitations where account = \(account) and expires_at > \(now)
      order by invited_at, team
      """
    ).map(Invitation.init)
  }

  /// The one that somebody can answer on a team.
  static func find(
    _ account: AccountID, in team: String, at now: Date, _ transaction: any ReadTransaction
  ) async throws -> Invitation? {
    try await transaction.first(
      """
      select \(columns) from admin_invitations
      where team = \(team) and account = \(account) and expires_at > \(now)
      """
    ).map(Invitation.init)
  }

  /// - Parameter isOperators: whether the inviter needs no right on the team.
  /// - Returns: whether that is new; one that is open stays as it is.
  /// - Throws: ``Problem`` 409 `admin-invitations-full`.
  static func add(
    _ account: AccountID, to team: String, by inviter: AccountID, isOperators: Bool = false, at now: Date,
    _ transaction: any Transaction
  ) async throws -> Bool {
    // The one of before makes room, however many others have ended.
    try await transaction.execute(
      "delete from admin_invitations where team = \(team) and account = \(account) and expires_at <= \(now)")
    // Nothing is kept for long of those that have ended.
    for row in try await transaction.query(
      "select team, account from admin_invitations where expires_at <= \(now) order by expires_at limit 100")
    { try await forget(try row["account"], in: try row["team"], transaction) }
    let open = try await all(of: team, at: now, in: transaction)
    guard !open.contains(where: { $0.account == account }) else { return false }
    guard open.count < most else { throw Problem.adminInvitationsFull }
    return try await transaction.execute(
      """
      insert into admin_invitations (team, account, inviter, invited_at, expires_at, by_operator)
      values (\(team), \(account), \(inviter), \(now), \(now.addingTimeInterval(lasting)), \(isOperators))
      on conflict do nothing
      """) == 1
  }

  /// - Returns: whether there was one to be accepted; of several at once one is told so.
  static func accept(
    _ account: AccountID, in team: String, at now: Date, _ transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      """
      update admin_invitations set accepted_at = \(now)
      where team = \(team) and account = \(account) and expires_at > \(now) and accepted_at is null
      """) == 1
  }

  /// Whether somebody has just accepted, in this transaction.
  static func isAccepted(
    by account: AccountID, in team: String, _ transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first(
      """
      select accepted_at from admin_invitations
      where team = \(team) and account = \(account) and accepted_at is not null
      """) != nil
  }

  /// - Returns: whether one was open.
  static func end(
    _ account: AccountID, in team: String, at now: Date, _ transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute(
      "delete from admin_invitations where team = \(team) and account = \(account) and expires_at > \(now)") == 1
  }

  /// Nobody is invited any more who is an admin, or may not be on the team.
  static func forget(_ account: AccountID, in team: String, _ transaction: any Transaction) async throws {
    try await transaction.execute("delete from admin_invitations where team = \(team) and account = \(account)")
  }

  /// What somebody has promised who may not promise it any more does not count.
  static func forgetAll(by inviter: AccountID, in team: String, _ transaction: any Transaction) async throws {
    try await transaction.execute("delete from admin_invitations where team = \(team) and inviter = \(inviter)")
  }

  /// Gives what is asked of somebody, and what somebody has asked, to another account of the same person, whose own
  /// stays. Nobody invites oneself, and nobody is asked who is an admin.
  static func merge(
    _ account: AccountID, into other: AccountID, at now: Date, _ transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      delete from admin_invitations where (account = \(account) and inviter = \(other))
        or (account = \(other) and inviter = \(account))
      """)
    // What has ended is not in the way of what is open.
    try await transaction.execute(
      """
      delete from admin_invitations where (account = \(account) or account = \(other)) and expires_at <= \(now)
      """)
    let teams: [String] = try await transaction.query(
      "select distinct team from admin_invitations where account = \(account) or account = \(other) order by team"
    ).map { try $0["team"] }
    for team in teams {
      for one in [account, other] {
        guard try await transaction.groups.membership(of: one, in: team)?.roles.contains(role) == true else { continue }
        for person in [account, other] { try await forget(person, in: team, transaction) }
      }
    }
    for statement: SQL in [
      """
      delete from admin_invitations where account = \(account)
        and team in (select team from admin_invitations where account = \(other))
      """,
      "update admin_invitations set account = \(other) where account = \(account)",
      "update admin_invitations set inviter = \(other) where inviter = \(account)",
    ] { try await transaction.execute(statement) }
  }

  /// Ends what is open between two people.
  /// - Returns: the teams concerned.
  static func end(
    between one: AccountID, and other: AccountID, _ transaction: any Transaction
  ) async throws -> [String] {
    let teams: [String] = try await transaction.query(
      """
      select team from admin_invitations where (account = \(one) and inviter = \(other))
        or (account = \(other) and inviter = \(one)) order by team
      """
    ).map { try $0["team"] }
    try await transaction.execute(
      """
      delete from admin_invitations where (account = \(one) and inviter = \(other))
        or (account = \(other) and inviter = \(one))
      """)
    return teams
  }
}
