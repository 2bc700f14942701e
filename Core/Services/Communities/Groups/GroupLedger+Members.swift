internal import FieldhouseKit
internal import Foundation

// Who is in a group, and what as.
extension GroupLedger {
  @discardableResult
  func add(_ account: AccountID, to group: String, by inviter: AccountID?) async throws -> Bool {
    let group = try await living(group)
    return try await enter(account, group, try rules.kind(group.kind), by: inviter)
  }

  /// Makes somebody a member.
  /// - Returns: whether that is new.
  @discardableResult
  func enter(_ account: AccountID, _ group: Group, _ kind: GroupKind, by actor: AccountID?) async throws -> Bool {
    guard try await !isMember(account, of: group.id) else { return false }
    guard try await !tables.isBanned(account, from: group.id) else { throw GroupProblem.banned }
    if let obstacle = try await obstacle(to: account, kind) { throw obstacle }
    if kind.isWithin, let parent = group.parent, try await !isMember(account, of: parent) {
      throw GroupProblem.parentNeeded
    }
    let counted = try await tables.rows(
      """
      update fieldhouse_groups set members = members + 1
      where id = \(group.id) and archived_at is null and members < capacity returning members
      """)
    guard let members = try counted.first.map({ try $0["members"] as Int }) else { throw GroupProblem.full }
    _ = try await tables.rows(
      """
      insert into fieldhouse_group_members (group_id, account, kind, since)
      values (\(group.id), \(account), \(group.kind), \(now)) returning account
      """)
    _ = try await tables.give(kind.member, to: account, in: group.scope)
    if kind.hasChat { try await tables.mark(try await tables.lastMessage(in: group.id), in: group.id, of: account) }
    var joined = group
    joined.members = members
    do {
      try await note(GroupChange(.joined, of: joined, account: account, by: actor))
    } catch let refusal as Problem {
      try await takeBack(account, group, kind)
      throw refusal
    }
    try await forgetWishes(of: account, for: group.id)
    return true
  }

  /// Has nothing stay of a membership that the plugin refuses: whoever hears the problem may go on in the same transaction.
  private func takeBack(_ account: AccountID, _ group: Group, _ kind: GroupKind) async throws {
    try await end(account, [kind.member], in: group)
    _ = try await tables.rows(
      """
      delete from fieldhouse_group_history
      where group_id = \(group.id) and account = \(account) and action = \(GroupChange.Kind.joined.name) and at = \(now)
      returning id
      """)
  }

  func isMember(_ account: AccountID, of group: String) async throws -> Bool {
    let found = try await tables.rows(
      "select account from fieldhouse_group_members where group_id = \(group) and account = \(account)")
    return !found.isEmpty
  }

  /// How many groups of a plugin that live somebody is in at most.
  static let mostMemberships = 1_000

  /// Whether somebody may be in one more group of a kind.
  func hasRoom(_ account: AccountID, for kind: GroupKind) async throws -> Bool {
    try await obstacle(to: account, kind) == nil
  }

  /// Why somebody may be in no more groups; nil where nothing is in the way.
  private func obstacle(to account: AccountID, _ kind: GroupKind) async throws -> Problem? {
    let counted = try await tables.rows(
      """
      select kind, count(*) as count from fieldhouse_group_members
      where account = \(account) and is_archived = 0 group by kind
      """)
    let counts = try counted.map { (kind: try $0["kind"] as String, count: try $0["count"] as Int) }
    if let most = kind.memberships, counts.contains(where: { $0.kind == kind.kind && $0.count >= most }) {
      return GroupProblem.tooMany(kind)
    }
    return counts.reduce(0) { $0 + $1.count } < Self.mostMemberships ? nil : GroupProblem.tooManyGroups
  }

  @discardableResult
  func remove(
    _ account: AccountID, from group: String, successor: AccountID?, by actor: AccountID?
  ) async throws -> Bool {
    let group = try await living(group)
    guard try await isMember(account, of: group.id) else { return false }
    if let successor {
      guard successor != account, try await isMember(successor, of: group.id) else { throw GroupProblem.memberNeeded }
      let role = try rules.kind(group.kind).admin
      // It is handed on by who does not hold it any more: nobody else is appointed.
      _ = try await tables.take(role, from: account, in: group.scope)
      try await appoint(role, successor, in: group, by: actor)
    }
    try await drop(account, from: group, by: actor, isForced: false)
    return true
  }

  /// Ends a membership of a group that lives.
  /// - Parameter isForced: whether the group may be left without an admin if need be.
  func drop(_ account: AccountID, from group: Group, by actor: AccountID?, isForced: Bool) async throws {
    let kind = try rules.kind(group.kind)
    try await dropWithin(account, group, by: actor, isForced: isForced)
    let roles = try await tables.roles(of: account, in: group.scope)
    var left = group
    left.members = try await end(account, roles, in: group)
    try await note(GroupChange(.left, of: left, account: account, by: actor))
    try await bidFarewell(to: account, from: group)
    try await forgetContact(account, of: group, kind)
    if roles.contains(kind.admin) { try await succeed(left, kind, isForced: isForced) }
  }

  /// Takes a member with every role out of the tables.
  /// - Returns: how many members are left.
  @discardableResult
  func end(_ account: AccountID, _ roles: [String], in group: Group) async throws -> Int {
    for role in roles { _ = try await tables.take(role, from: account, in: group.scope) }
    try await tables.unmark(account, in: group.id)
    try await disagree(account, in: group.id)
    _ = try await tables.rows(
      """
      delete from fieldhouse_group_members where group_id = \(group.id) and account = \(account) returning account
      """)
    return try await tables.rows(
      "update fieldhouse_groups set members = members - 1 where id = \(group.id) returning members")[0]["members"]
  }

  /// Whoever leaves a group leaves those within it, too.
  private func dropWithin(_ account: AccountID, _ group: Group, by actor: AccountID?, isForced: Bool) async throws {
    let inner = Set(rules.kinds.filter { $0.isWithin && $0.in == group.kind }.map(\.kind))
    guard !inner.isEmpty else { return }
    for id in try await tables.memberships(of: account, kind: nil) {
      guard let child = try await tables.group(id), child.parent == group.id, inner.contains(child.kind) else {
        continue
      }
      try await drop(account, from: child, by: actor, isForced: isForced)
    }
  }

  /// Finds a group that has lost an admin another one where it has none left.
  private func succeed(_ group: Group, _ kind: GroupKind, isForced: Bool) async throws {
    guard try await admins(of: group, kind, most: 1).isEmpty else { return }
    guard kind.hasSuccession else {
      if isForced { return }
      throw GroupProblem.lastAdmin
    }
    if let next = try await tables.members(of: group, after: nil, limit: 1).first {
      try await appoint(kind.admin, next.account, in: group, by: nil)
    } else {
      _ = try await archive(group.id, by: nil)
    }
  }

  func admins(of group: Group, _ kind: GroupKind, most: Int) async throws -> [AccountID] {
    try await tables.rows(
      """
      select account from fieldhouse_grants
      where kind = \(kind.kind) and thing = \(group.id) and role = \(kind.admin) order by account limit \(most)
      """
    ).map { try $0["account"] }
  }

  @discardableResult
  func appoint(_ role: String, _ account: AccountID, in group: String, by actor: AccountID?) async throws -> Bool {
    let group = try await living(group)
    try checkRole(role, in: group)
    guard try await isMember(account, of: group.id) else { throw GroupProblem.memberNeeded }
    return try await appoint(role, account, in: group, by: actor)
  }

  /// Gives a member of a group that lives a role.
  @discardableResult
  func appoint(_ role: String, _ account: AccountID, in group: Group, by actor: AccountID?) async throws -> Bool {
    guard try await tables.give(role, to: account, in: group.scope) else { return false }
    try await note(GroupChange(.appointed, of: group, account: account, role: role, by: actor))
    return true
  }

  @discardableResult
  func dismiss(_ role: String, _ account: AccountID, in group: String, by actor: AccountID?) async throws -> Bool {
    let group = try await living(group)
    try checkRole(role, in: group)
    guard try await isMember(account, of: group.id) else { throw GroupProblem.memberNeeded }
    guard try await tables.take(role, from: account, in: group.scope) else { return false }
    let kind = try rules.kind(group.kind)
    if role == kind.admin {
      if try await admins(of: group, kind, most: 1).isEmpty { throw GroupProblem.lastAdmin }
      try await forgetContact(account, of: group, kind)
    }
    try await note(GroupChange(.dismissed, of: group, account: account, role: role, by: actor))
    return true
  }

  /// A role that can be given beside membership.
  private func checkRole(_ role: String, in group: Group) throws {
    let kind = try rules.kind(group.kind)
    guard role != kind.member, rules.rights.role(role, heldIn: kind.kind) != nil else {
      throw Problem(
        status: 500, code: "role-unknown",
        detail: "The plugin's manifest declares no role '\(role)' that members of a '\(kind.kind)' can be given.")
    }
  }
}
