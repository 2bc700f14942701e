import FieldhouseKit
import Foundation

// Nobody is made an admin without being asked: an admin invites, and whoever is invited accepts or declines. Only who
// hands the team over, or leaves it with a successor, names another member without asking.
extension TeamManagement {
  func adminRoutes(_ routes: inout Routes) {
    routes.get(
      "/teams/{team}/admin-invitations", "Who is invited to be an admin, and until when",
      access: .permission(Permission.notify, in: "team")
    ) { (input: TeamInput, call) in Page(items: try await adminInvitations(of: input.team, at: call.now)) }
    routes.put(
      "/teams/{team}/admin-invitations/{account}", "Invite somebody to be an admin, who need not be on the team",
      access: .permission(Permission.notify, in: "team"),
      problems: [
        .teamArchived, .personUnknown, .adminAlready, .adminInvitationsFull, .adminInvitationUnknown, .banned, .full,
        .tooManyGroups,
      ]
    ) { (input: MemberInput, call) in
      let (caller, me) = (try call.caller, try call.account)
      guard let person = try await host.authentication.account(input.account),
        try await !host.authentication.blocks(between: me.id, and: person.id)
      else { throw Problem.personUnknown }
      try await checkDoor(person.id, of: input.team, by: me.id)
      return try await host.storage.write { transaction in
        try await invite(person, to: input.team, by: caller, at: call.now, in: transaction)
      }
    }
    routes.delete(
      "/teams/{team}/admin-invitations/{account}", "Take an invitation to be an admin back, also that of another admin",
      access: .permission(Permission.notify, in: "team"), problems: [.adminInvitationUnknown]
    ) { (input: MemberInput, call, transaction) in
      guard try await AdminInvitationStore.end(input.account, in: input.team, at: call.now, transaction) else {
        throw Problem.adminInvitationUnknown
      }
      try await TeamLog.note(
        .adminWithdrawn, in: input.team, by: try call.account.id, of: input.account, at: call.now, transaction)
      try await publish("roster", of: input.team, in: transaction)
      return NoContent()
    }
    answeringAdminRoutes(&routes)
  }

  private func answeringAdminRoutes(_ routes: inout Routes) {
    routes.get("/me/admin-invitations", "The teams that invite me to be an admin", access: .guest) {
      (_: NoInput, call) in
      Page(items: try await adminInvitations(for: try call.account.id, at: call.now))
    }
    routes.put(
      "/me/admin-invitations/{team}", "Accept to be an admin of a team, which makes me a member, too", access: .guest,
      problems: [.adminInvitationUnknown, .teamArchived, .banned, .full, .tooManyGroups]
    ) { (input: TeamInput, call, transaction) in
      try await accept(input.team, as: try call.account, at: call.now, in: transaction)
      return TeamName(team: input.team)
    }
    routes.delete(
      "/me/admin-invitations/{team}", "Decline to be an admin of a team", access: .guest,
      problems: [.adminInvitationUnknown]
    ) { (input: TeamInput, call, transaction) in
      let me = try call.account
      guard try await AdminInvitationStore.end(me.id, in: input.team, at: call.now, transaction),
        let group = try await transaction.groups.group(input.team)
      else { throw Problem.adminInvitationUnknown }
      try await TeamLog.note(.adminDeclined, in: input.team, by: me.id, at: call.now, transaction)
      try await tellAdmins("admin-declined", about: me, of: group, in: transaction)
      try await publish("roster", of: input.team, in: transaction)
      return NoContent()
    }
  }

  private struct Undone: Error {}

  /// Whoever is not on the team must be able to join it: they join, and that is undone.
  /// - Throws: as ``GroupChanges/add(_:to:by:)``; ``Problem`` 404, 409 `team-archived`.
  private func checkDoor(_ account: AccountID, of team: String, by admin: AccountID) async throws {
    do {
      try await host.storage.write { transaction in
        _ = try await TeamStore.livingGroup(team, in: transaction)
        if try await transaction.groups.add(account, to: team, by: admin) { throw Undone() }
      }
    } catch is Undone {}
  }

  /// - Throws: ``Problem`` 403 `forbidden` for who may not invite any more; 404, 409 `team-archived`, `admin-already`,
  ///   `admin-invitations-full`.
  func invite(
    _ person: Account, to team: String, by caller: Principal, at now: Date, in transaction: any Transaction
  ) async throws -> AdminInvitationOutput {
    try await checkStill(caller, Permission.notify, on: team, in: transaction)
    let admin = caller.account
    let isOperators = try await !transaction.has(Permission.notify, admin.id, in: Team.scope(team))
    let group = try await TeamStore.livingGroup(team, in: transaction)
    guard try await !isAdmin(person.id, of: team, in: transaction) else { throw Problem.adminAlready }
    let isNew = try await AdminInvitationStore.add(
      person.id, to: team, by: admin.id, isOperators: isOperators, at: now, transaction)
    if isNew {
      try await TeamLog.note(.adminInvited, in: team, by: admin.id, of: person.id, at: now, transaction)
      var request = NotificationRequest(
        recipients: [person.id], about: [admin.id], kind: "admin-invited", text: "admin-invited",
        arguments: ["name": admin.name, "team": group.name], link: Team.page(team))
      request.until = now.addingTimeInterval(AdminInvitationStore.lasting)
      try await transaction.notify(request)
      try await publish("roster", of: team, in: transaction)
    }
    guard let open = try await AdminInvitationStore.find(person.id, in: team, at: now, transaction) else {
      throw Problem.adminInvitationUnknown
    }
    return AdminInvitationOutput(open, person, by: try await host.authentication.account(open.inviter))
  }

  /// Membership, rights and what is told of them are committed together. Accepting again changes nothing.
  private func accept(_ team: String, as me: Account, at now: Date, in transaction: any Transaction) async throws {
    let open = try await AdminInvitationStore.find(me.id, in: team, at: now, transaction)
    guard let open, try await AdminInvitationStore.accept(me.id, in: team, at: now, transaction) else {
      if try await isAdmin(me.id, of: team, in: transaction) { return }
      throw Problem.adminInvitationUnknown
    }
    guard try await !host.authentication.blocks(between: me.id, and: open.inviter) else {
      throw Problem.adminInvitationUnknown
    }
    // What somebody has promised who may not promise it any more does not count.
    if !open.isOperators, try await !transaction.has(Permission.notify, open.inviter, in: Team.scope(team)) {
      throw Problem.adminInvitationUnknown
    }
    let group = try await TeamStore.livingGroup(team, in: transaction)
    try await transaction.groups.add(me.id, to: team, by: open.inviter)
    try await transaction.groups.appoint(AdminInvitationStore.role, me.id, in: team, by: open.inviter)
    try await AdminInvitationStore.forget(me.id, in: team, transaction)
    try await TeamLog.note(.adminAccepted, in: team, by: me.id, at: now, transaction)
    try await tellAdmins("admin-accepted", about: me, of: group, in: transaction)
  }

  private func isAdmin(_ account: AccountID, of team: String, in transaction: any Transaction) async throws -> Bool {
    let member = try await transaction.groups.membership(of: account, in: team)
    return member?.roles.contains(AdminInvitationStore.role) == true
  }

  private func tellAdmins(
    _ text: String, about person: Account, of group: Group, in transaction: any Transaction
  ) async throws {
    let admins = try await TeamStore.admins(of: group.id, in: transaction).filter { $0 != person.id }
    guard !admins.isEmpty else { return }
    try await transaction.notify(
      NotificationRequest(
        recipients: admins, about: [person.id], kind: "admin-answered", text: text,
        arguments: ["name": person.name, "team": group.name], link: "\(Team.page(group.id))/roster"))
  }

  private func adminInvitations(of team: String, at now: Date) async throws -> [AdminInvitationOutput] {
    let open = try await host.storage.read { try await AdminInvitationStore.all(of: team, at: now, in: $0) }
    let people = try await host.authentication.accounts(Array(Set(open.flatMap { [$0.account, $0.inviter] })))
    return open.compactMap { one in
      people[one.account].map { AdminInvitationOutput(one, $0, by: people[one.inviter]) }
    }
  }

  private func adminInvitations(for account: AccountID, at now: Date) async throws -> [OwnAdminInvitationOutput] {
    let open = try await host.storage.read { try await AdminInvitationStore.all(for: account, at: now, in: $0) }
    let people = try await host.authentication.accounts(Array(Set(open.map(\.inviter))))
    var result: [OwnAdminInvitationOutput] = []
    for one in open {
      guard let group = try await host.groups.group(one.team), group.archivedAt == nil,
        try await !host.rights.has(Permission.notify, account, in: Team.scope(one.team))
      else { continue }
      result.append(
        OwnAdminInvitationOutput(
          team: one.team, name: group.name, by: people[one.inviter].map(PersonOutput.init),
          isMember: try await host.groups.isMember(account, of: Team.scope(one.team)), expiresAt: one.expiresAt))
    }
    return result
  }
}

// What becomes of invitations when the team changes.
extension TeamManagement {
  /// An admin makes nobody an admin who has not accepted, except by handing the team over and by leaving it with a
  /// successor: whoever does so has given the role up by then. What the host does by itself, such as finding a
  /// successor, and operators are not concerned.
  /// - Throws: ``Problem`` 409 `admin-consent-needed`.
  func checkConsent(_ change: GroupChange, in transaction: any Transaction) async throws {
    guard change.kind == .appointed, change.role == AdminInvitationStore.role, let account = change.account,
      let actor = change.by, actor != account,
      try await transaction.has(Permission.notify, actor, in: Team.scope(change.group.id)),
      try await !AdminInvitationStore.isAccepted(by: account, in: change.group.id, transaction)
    else { return }
    throw Problem.adminConsentNeeded
  }

  func endAdminInvitations(after change: GroupChange, in transaction: any Transaction) async throws {
    guard let account = change.account else { return }
    let team = change.group.id
    switch change.kind.name {
    case "appointed" where change.role == AdminInvitationStore.role, "banned":
      try await AdminInvitationStore.forget(account, in: team, transaction)
    case "dismissed" where change.role == AdminInvitationStore.role:
      try await AdminInvitationStore.forgetAll(by: account, in: team, transaction)
    case "left":
      try await AdminInvitationStore.forget(account, in: team, transaction)
      try await AdminInvitationStore.forgetAll(by: account, in: team, transaction)
    default: break
    }
  }
}

/// Somebody who is invited to be an admin.
struct AdminInvitationOutput: RouteOutput, Decodable {
  var person: PersonOutput
  /// Who invites; nil for who is no person of the host.
  var by: PersonOutput?
  var invitedAt: Date
  /// From when on it cannot be accepted any more.
  var expiresAt: Date

  init(_ invitation: AdminInvitationStore.Invitation, _ person: Account, by inviter: Account?) {
    (self.person, by) = (PersonOutput(person), inviter.map(PersonOutput.init))
    (invitedAt, expiresAt) = (invitation.invitedAt, invitation.expiresAt)
  }
}

/// A team that invites me to be an admin.
struct OwnAdminInvitationOutput: RouteOutput, Decodable {
  /// The id of the team.
  var team: String
  /// What it is called.
  var name: String
  /// Who invites; nil for who is no person of the host.
  var by: PersonOutput?
  /// Whether I am on the team already.
  var isMember: Bool
  /// From when on I cannot accept it any more.
  var expiresAt: Date
}
