import FieldhouseKit

// People are invited to a team by e-mail with the platform's invitations, of the kind `team-management/team`.
extension TeamManagement {
  static let invitation = "team-management/team"

  /// Whoever has accepted an invitation to a team is a member of it, provided that the inviter may invite then. Nothing comes
  /// of one to a team that is full, archived or gone, or from which the person is banned.
  func joined(_ event: Event, in transaction: any Transaction) async throws {
    let payload = event.payload
    guard payload["kind"]?.string == Self.invitation, let team = payload["subject"]?.string,
      let inviter = payload["inviter"]?.string.map(AccountID.init),
      let account = payload["account"]?.string.map(AccountID.init)
    else { return }
    guard let group = try await transaction.groups.group(team), group.kind == Team.kind,
      try await transaction.has(Permission.joinRequests, inviter, in: Team.scope(team))
    else { return }
    do {
      try await transaction.groups.add(account, to: team, by: inviter)
    } catch let problem as Problem where problem.status < 500 {
      host.log.info("Nobody joins a team by an invitation.", ["code": problem.code])
    }
  }
}
