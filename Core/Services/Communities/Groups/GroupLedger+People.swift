internal import FieldhouseKit
internal import Foundation

// What happens to people.
extension GroupLedger {
  /// Takes somebody who is erased out of every group, and out of what is written down.
  func erase(_ account: AccountID) async throws {
    for id in try await everyGroup(of: account) {
      guard let group = try await tables.group(id) else { continue }
      if group.archivedAt == nil {
        try await drop(account, from: group, by: nil, isForced: true)
      } else {
        try await dropFromArchive(account, group)
      }
    }
    for statement in Self.erasure(of: account) { _ = try await tables.rows(statement) }
  }

  /// Makes everything that somebody has in groups another's. Where both are in a group, the other stays what it is and
  /// gets the roles besides; where the other may not be in it, nobody is.
  func merge(_ account: AccountID, into other: AccountID) async throws {
    for id in try await everyGroup(of: account) {
      guard let group = try await tables.group(id) else { continue }
      try await move(account, to: other, in: group)
    }
    for statement in Self.handover(of: account, to: other) { _ = try await tables.rows(statement) }
  }

  private func move(_ account: AccountID, to other: AccountID, in group: Group) async throws {
    let kind = try rules.kind(group.kind)
    let isIn = try await isMember(other, of: group.id)
    if !isIn, try await mayHold(other, group, kind) {
      let roles = try await tables.roles(of: account, in: group.scope)
      _ = try await tables.rows(
        """
        update fieldhouse_group_members set account = \(other)
        where group_id = \(group.id) and account = \(account) returning account
        """)
      for role in roles {
        _ = try await tables.take(role, from: account, in: group.scope)
        _ = try await tables.give(role, to: other, in: group.scope)
      }
      return
    }
    guard group.archivedAt == nil else { return try await dropFromArchive(account, group) }
    if isIn {
      for role in try await tables.roles(of: account, in: group.scope) {
        _ = try await tables.give(role, to: other, in: group.scope)
      }
    }
    try await drop(account, from: group, by: nil, isForced: true)
  }

  private func mayHold(_ account: AccountID, _ group: Group, _ kind: GroupKind) async throws -> Bool {
    guard try await !tables.isBanned(account, from: group.id) else { return false }
    guard let most = kind.memberships else { return true }
    return try await tables.groups(of: account, kind: kind.kind).count < most
  }

  private func everyGroup(of account: AccountID) async throws -> [String] {
    try await tables.rows(
      "select group_id from fieldhouse_group_members where account = \(account) order by group_id"
    ).map { try $0["group_id"] }
  }

  /// In an archived group nothing changes but who has left for good.
  private func dropFromArchive(_ account: AccountID, _ group: Group) async throws {
    try await end(account, try await tables.roles(of: account, in: group.scope), in: group)
  }

  private static func erasure(of account: AccountID) -> [SQL] {
    [
      "delete from fieldhouse_group_requests where account = \(account) returning account",
      "delete from fieldhouse_group_invitations where account = \(account) returning account",
      "update fieldhouse_group_invitations set inviter = '' where inviter = \(account) returning account",
      "delete from fieldhouse_group_bans where account = \(account) returning account",
      "update fieldhouse_group_bans set actor = '' where actor = \(account) returning account",
      "update fieldhouse_group_history set account = '' where account = \(account) returning id",
      "update fieldhouse_group_history set actor = '' where actor = \(account) returning id",
    ]
  }

  private static func handover(of account: AccountID, to other: AccountID) -> [SQL] {
    [
      """
      update fieldhouse_group_requests set account = \(other) where account = \(account)
      and not exists (select 1 from fieldhouse_group_requests o
        where o.group_id = fieldhouse_group_requests.group_id and o.account = \(other))
      and not exists (select 1 from fieldhouse_group_members m
        where m.group_id = fieldhouse_group_requests.group_id and m.account = \(other)) returning account
      """,
      """
      update fieldhouse_group_invitations set account = \(other) where account = \(account)
      and not exists (select 1 from fieldhouse_group_invitations o
        where o.group_id = fieldhouse_group_invitations.group_id and o.account = \(other))
      and not exists (select 1 from fieldhouse_group_members m
        where m.group_id = fieldhouse_group_invitations.group_id and m.account = \(other)) returning account
      """,
      "update fieldhouse_group_invitations set inviter = \(other) where inviter = \(account) returning account",
      """
      update fieldhouse_group_bans set account = \(other) where account = \(account)
      and not exists (select 1 from fieldhouse_group_bans o
        where o.group_id = fieldhouse_group_bans.group_id and o.account = \(other))
      and not exists (select 1 from fieldhouse_group_members m
        where m.group_id = fieldhouse_group_bans.group_id and m.account = \(other)) returning account
      """,
      "update fieldhouse_group_bans set actor = \(other) where actor = \(account) returning account",
      "update fieldhouse_group_history set account = \(other) where account = \(account) returning id",
      "update fieldhouse_group_history set actor = \(other) where actor = \(account) returning id",
    ] + erasure(of: account)
  }
}
