internal import FieldhouseKit
internal import Foundation

/// The columns of a group.
let groupColumns: SQL = """
  g.id, g.kind, g.parent, g.name, g.about, g.picture, g.visibility, g.admission, g.capacity, g.members, g.version,
  g.created_at, g.archived_at,
  (select o.country from fieldhouse_organisations o where o.group_id = g.id) as country
  """

/// The group ?1: asked for with very much of what people do, and written once.
private let groupByID = "select \(groupColumns.text) from fieldhouse_groups g where g.id = ?1"

/// Where a list of groups goes on.
struct GroupPlace: Sendable, Comparable {
  let name: String
  let id: String
  static let start = GroupPlace(name: "", id: "")

  static func < (left: GroupPlace, right: GroupPlace) -> Bool { (left.name, left.id) < (right.name, right.id) }
}

/// A group with the name under which it was found.
struct FoundGroup: Sendable {
  let group: Group
  let place: GroupPlace
}

// What the tables say.
extension GroupRows {
  func group(_ id: String) async throws -> Group? {
    try await rows(SQL(text: groupByID, values: [id.sqlValue])).first.map(Group.init)
  }

  func group(code: String) async throws -> Group? {
    try await rows("select \(groupColumns) from fieldhouse_groups g where g.code = \(code)").first.map(Group.init)
  }

  func code(of group: String) async throws -> String? {
    try await rows("select code from fieldhouse_groups where id = \(group)").first?["code"]
  }

  /// The groups that somebody is in and that live, by kind, name and id.
  func groups(of account: AccountID, kind: String?) async throws -> [Group] {
    var groups: [Group] = []
    var rest = try await memberships(of: account, kind: kind)[...]
    while !rest.isEmpty {
      groups += try await self.groups(Array(rest.prefix(Self.portion)))
      rest = rest.dropFirst(Self.portion)
    }
    return groups.sorted {
      ($0.kind, GroupName.fold($0.name), $0.id) < ($1.kind, GroupName.fold($1.name), $1.id)
    }
  }

  /// So many groups are asked for with one statement at most.
  private static var portion: Int { 64 }

  /// Groups by their ids, in any order. Some are asked for with their ids written out: a server that joins them with the memberships may
  /// read every group there is.
  /// - Parameter ids: one to as many as a portion holds.
  private func groups(_ ids: [String]) async throws -> [Group] {
    var asked = ids
    // The last one again until they are as many as a power of two: so there are few statements.
    while asked.count & (asked.count - 1) != 0 { asked.append(ids[ids.count - 1]) }
    return try await rows("select \(groupColumns) from fieldhouse_groups g where g.id in (\(list: asked))").map(
      Group.init)
  }

  /// The ids of these groups.
  func memberships(of account: AccountID, kind: String?) async throws -> [String] {
    try await rows(
      """
      select group_id from fieldhouse_group_members
      where account = \(account) and is_archived = 0 and (kind = \(kind ?? "") or \(kind ?? "") = '')
      order by group_id limit \(GroupLedger.mostMemberships)
      """
    ).map { try $0["group_id"] }
  }

  /// Groups of a kind that everybody may find, by name.
  func directory(kind: String, after: GroupPlace, limit: Int) async throws -> [FoundGroup] {
    try await rows(
      """
      select \(groupColumns), g.found_as from fieldhouse_groups g
      where g.kind = \(kind) and (g.found_as, g.id) > (\(after.name), \(after.id))
      order by g.found_as, g.id limit \(limit)
      """
    ).map(FoundGroup.init)
  }

  /// Groups that lie in a group and that everybody may find, by name.
  /// - Parameter kind: only those of this kind; nil for all.
  func directory(
    in parent: String, kind: String?, after: GroupPlace, limit: Int
  ) async throws -> [FoundGroup] {
    let among: SQL = kind.map { " and g.kind = \($0)" } ?? ""
    return try await rows(
      """
      select \(groupColumns), g.found_as from fieldhouse_groups g
      where g.parent = \(parent)\(among) and (g.found_as, g.id) > (\(after.name), \(after.id))
      order by g.found_as, g.id limit \(limit)
      """
    ).map(FoundGroup.init)
  }

  func membership(of account: AccountID, in group: Group) async throws -> GroupMember? {
    try await membership(of: account, in: group.id)
  }

  /// A membership says of what kind its group is.
  func membership(of account: AccountID, in group: String) async throws -> GroupMember? {
    let found = try await rows(
      """
      select m.account, m.since, r.role from fieldhouse_group_members m
      left join fieldhouse_grants r on r.account = m.account and r.kind = m.kind and r.thing = m.group_id
      where m.group_id = \(group) and m.account = \(account) order by r.role
      """)
    return try GroupMember.list(found).first
  }

  /// The roles that somebody holds in a group.
  func roles(of account: AccountID, in scope: Scope) async throws -> [String] {
    try await rows(
      """
      select role from fieldhouse_grants
      where account = \(account) and kind = \(scope.kind) and thing = \(scope.id) order by role
      """
    ).map { try $0["role"] }
  }

  /// Members, those of longest standing first.
  func members(of group: Group, after: GroupMember?, limit: Int) async throws -> [GroupMember] {
    let since = after?.since.millisecondsSince1970 ?? Int64.min
    let found = try await rows(
      """
      select m.account, m.since, r.role from (
        select group_id, account, since from fieldhouse_group_members
        where group_id = \(group.id) and (since, account) > (\(since), \(after?.account.text ?? ""))
        order by since, account limit \(limit)) m
      left join fieldhouse_grants r on r.account = m.account and r.kind = \(group.kind) and r.thing = m.group_id
      order by m.since, m.account, r.role
      """)
    return try GroupMember.list(found)
  }

  func isBanned(_ account: AccountID, from group: String) async throws -> Bool {
    let found = try await rows(
      "select 1 as is_banned from fieldhouse_group_bans where group_id = \(group) and account = \(account)")
    return !found.isEmpty
  }

  /// Whether somebody is invited by name, at an instant.
  func isInvited(_ account: AccountID, to group: String, at now: Date) async throws -> Bool {
    let found = try await rows(
      """
      select 1 as is_invited from fieldhouse_group_invitations
      where group_id = \(group) and account = \(account) and expires_at > \(now)
      """)
    return !found.isEmpty
  }

  func hasAsked(_ account: AccountID, for group: String) async throws -> Bool {
    let found = try await rows(
      "select 1 as has_asked from fieldhouse_group_requests where group_id = \(group) and account = \(account)")
    return !found.isEmpty
  }
}

extension FoundGroup {
  init(_ row: Row) throws {
    group = try Group(row)
    place = GroupPlace(name: try row["found_as"], id: group.id)
  }
}

extension Group {
  init(_ row: Row) throws {
    self.init(
      id: try row[0], kind: try row[1], parent: try row[2], name: try row[3], about: try row[4], picture: try row[5],
      visibility: try Self.choice(row, 6), admission: try Self.choice(row, 7), capacity: try row[8],
      members: try row[9], version: try row[10], createdAt: try row[11], archivedAt: try row[12])
    country = try row[13]
  }

  private static func choice<Choice: RawRepresentable<String>>(_ row: Row, _ index: Int) throws -> Choice {
    let name: String = try row[index]
    guard let choice = Choice(rawValue: name) else {
      throw StorageError(.corrupt, "'\(name)' is no \(Choice.self). Restore the namespace from a backup.")
    }
    return choice
  }
}

extension GroupMember {
  /// The members of rows with account, since and role, of which each member has one or more in a row.
  fileprivate static func list(_ rows: [Row]) throws -> [GroupMember] {
    var members: [GroupMember] = []
    for row in rows {
      let account: AccountID = try row["account"]
      if members.last?.account != account {
        members.append(GroupMember(account: account, since: try row["since"], roles: []))
      }
      if let role: String = try row["role"] { members[members.count - 1].roles.append(role) }
    }
    return members
  }
}
