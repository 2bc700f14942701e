internal import FieldhouseKit
internal import Foundation

/// Somebody who asks to become a member.
struct GroupRequest: Sendable {
  let account: AccountID
  let message: String
  let at: Date
}

/// Somebody who is invited by name.
struct GroupInvitation: Sendable {
  let account: AccountID
  let inviter: AccountID?
  let at: Date
  let expiresAt: Date
}

/// Somebody whom a group does not want.
struct GroupBan: Sendable {
  let account: AccountID
  let actor: AccountID?
  let at: Date
}

// How people come in, and who may not.
extension GroupLedger {
  /// How long an invitation by name holds.
  static let invitationDays = 30
  /// How many invitations by name, and how many requests, a group has at most at once.
  static let mostWaiting = 1_000

  /// Joins somebody who wants to.
  /// - Parameters:
  ///   - hasKey: whether it comes with the group's code or a link.
  ///   - agrees: to be reached by those who look after the group.
  /// - Returns: whether that is new.
  /// - Throws: as ``add(_:to:by:)``; ``Problem`` 403 `group-invitation-needed`, 409 `group-consent-needed`.
  func join(_ account: AccountID, _ group: Group, hasKey: Bool = false, agrees: Bool?) async throws -> Bool {
    let isInvited = try await tables.isInvited(account, to: group.id, at: now)
    guard hasKey || isInvited || group.admission == .open else {
      guard try await !isMember(account, of: group.id) else { return false }
      throw GroupProblem.invitationNeeded
    }
    try await checkConsent(agrees, account, group)
    return try await add(account, to: group.id, by: account)
  }

  /// Asks on behalf of somebody; asking again replaces the message.
  /// - Throws: ``Problem`` 403 `group-banned`, `group-invitation-needed`; 409 `group-member-already`, `group-archived`,
  ///   `group-requests-many`, `group-consent-needed`.
  func ask(_ person: Account, _ group: Group, message: String, agrees: Bool?) async throws {
    let account = person.id
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    guard try await !isMember(account, of: group.id) else { throw GroupProblem.isMember }
    guard try await !tables.isBanned(account, from: group.id) else { throw GroupProblem.banned }
    guard group.admission == .request else { throw GroupProblem.invitationNeeded }
    try await checkConsent(agrees, account, group)
    try await checkWaiting(
      """
      select count(*) as count from fieldhouse_group_requests where group_id = \(group.id) and account <> \(account)
      """, Problem.conflict("group-requests-many", "Too many people wait for an answer. Try again later."))
    _ = try await tables.rows(
      """
      insert into fieldhouse_group_requests (group_id, account, message, at)
      values (\(group.id), \(account), \(message), \(now))
      on conflict (group_id, account) do update set message = excluded.message returning account
      """)
    try await tellAdmins(of: group, "group-requested", about: person)
  }

  private func checkWaiting(_ count: SQL, _ problem: Problem) async throws {
    let waiting: Int = try await tables.rows(count)[0]["count"]
    guard waiting < Self.mostWaiting else { throw problem }
  }

  /// Takes a request away.
  /// - Returns: whether there was one.
  func forgetRequest(of account: AccountID, for group: String) async throws -> Bool {
    let gone = try await tables.rows(
      "delete from fieldhouse_group_requests where group_id = \(group) and account = \(account) returning account")
    return !gone.isEmpty
  }

  /// Invites somebody by name; inviting again lets the invitation hold longer.
  /// - Throws: ``Problem`` 403 `group-banned`; 409 `group-member-already`, `group-archived`, `group-invitations-many`.
  func invite(_ account: AccountID, to group: Group, by inviter: Account) async throws {
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    guard try await !isMember(account, of: group.id) else { throw GroupProblem.isMember }
    guard try await !tables.isBanned(account, from: group.id) else { throw GroupProblem.banned }
    try await checkWaiting(
      """
      select count(*) as count from fieldhouse_group_invitations
      where group_id = \(group.id) and account <> \(account) and expires_at > \(now)
      """, Problem.conflict("group-invitations-many", "Too many invitations are open. Wait until some are answered."))
    let expiresAt = now.addingTimeInterval(Double(Self.invitationDays) * 86_400)
    _ = try await tables.rows(
      """
      insert into fieldhouse_group_invitations (group_id, account, inviter, at, expires_at)
      values (\(group.id), \(account), \(inviter.id), \(now), \(expiresAt))
      on conflict (group_id, account) do update
      set inviter = excluded.inviter, at = excluded.at, expires_at = excluded.expires_at returning account
      """)
    try await tell([account], "group-invited", group, about: inviter)
  }

  /// Takes an invitation by name away.
  /// - Returns: whether there was one.
  func forgetInvitation(of account: AccountID, to group: String) async throws -> Bool {
    let gone = try await tables.rows(
      """
      delete from fieldhouse_group_invitations where group_id = \(group) and account = \(account) returning account
      """)
    guard !gone.isEmpty else { return false }
    // Who has become a member sees the group all the same.
    if try await !isMember(account, of: group), let group = try await tables.group(group) {
      try await bidFarewell(to: account, from: group)
    }
    return true
  }

  /// Takes away what somebody has asked for or was offered.
  func forgetWishes(of account: AccountID, for group: String) async throws {
    _ = try await forgetRequest(of: account, for: group)
    _ = try await forgetInvitation(of: account, to: group)
  }

  /// Keeps somebody out: a membership, a request and an invitation end.
  /// - Returns: whether that is new.
  func ban(_ account: AccountID, from group: Group, by actor: AccountID) async throws -> Bool {
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    _ = try await remove(account, from: group.id, successor: nil, by: actor)
    try await forgetWishes(of: account, for: group.id)
    try await disagree(account, in: group.id)
    let added = try await tables.rows(
      """
      insert into fieldhouse_group_bans (group_id, account, actor, at)
      values (\(group.id), \(account), \(actor), \(now)) on conflict (group_id, account) do nothing returning account
      """)
    guard !added.isEmpty else { return false }
    try await note(GroupChange(.banned, of: group, account: account, by: actor))
    return true
  }

  /// Lets somebody in again who wants to.
  /// - Returns: whether there was a ban.
  func unban(_ account: AccountID, from group: Group, by actor: AccountID) async throws -> Bool {
    let lifted = try await tables.rows(
      "delete from fieldhouse_group_bans where group_id = \(group.id) and account = \(account) returning account")
    guard !lifted.isEmpty else { return false }
    try await note(GroupChange(.unbanned, of: group, account: account, by: actor))
    return true
  }

  /// Gives a group a code that people join with, in place of the one before.
  func renewCode(of group: Group) async throws -> String {
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    for _ in 0..<8 {
      let code = GroupID.code()
      guard try await tables.group(code: code) == nil else { continue }
      _ = try await tables.rows("update fieldhouse_groups set code = \(code) where id = \(group.id) returning id")
      return code
    }
    throw Problem.unavailable("group-code", "No free code was found. Try again.")
  }

  /// Lets nobody join by code any more.
  func removeCode(of group: String) async throws {
    _ = try await tables.rows("update fieldhouse_groups set code = null where id = \(group) returning id")
  }

  /// Sends people a notification about a group, once a day: who does a thing again and again is not heard each time.
  /// - Parameter mark: tells apart what is told on the same day.
  func tell(
    _ people: [AccountID], _ kind: String, _ group: Group, about person: Account, mark: String = ""
  ) async throws {
    guard !people.isEmpty else { return }
    let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
    let key = [kind, group.id, person.id.text, mark, "\(day)"].joined(separator: "/")
    try await tables.transaction.notify(
      NotificationRequest(
        recipients: people, about: [person.id], kind: kind, text: "communities.\(kind)",
        arguments: ["group": group.name, "name": person.name],
        link: "/groups/\(rules.area)/\(group.id)", deduplicationKey: key))
  }

  private func tellAdmins(of group: Group, _ kind: String, about person: Account) async throws {
    let admin = try rules.kind(group.kind).admin
    let admins: [AccountID] = try await tables.rows(
      """
      select account from fieldhouse_grants
      where kind = \(group.kind) and thing = \(group.id) and role = \(admin) order by account limit 100
      """
    ).map { try $0["account"] }
    try await tell(admins, kind, group, about: person)
  }
}

extension GroupChange.Kind {
  /// Somebody is kept out from now on.
  static var banned: GroupChange.Kind { GroupChange.Kind("banned") }
  /// Somebody is not kept out any more.
  static var unbanned: GroupChange.Kind { GroupChange.Kind("unbanned") }
}

extension Row {
  /// An account; nil where nobody is named.
  func account(_ column: String) throws -> AccountID? {
    let text: String = try self[column]
    return text.isEmpty ? nil : AccountID(text)
  }
}
