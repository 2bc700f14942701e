internal import FieldhouseKit
internal import Foundation

// What happens to people.
extension GroupLedger {
  /// Takes somebody who is erased out of every group, and out of what is written down.
  func erase(_ account: AccountID) async throws {
    for id in try await everyGroup(of: account) {
      // Who loses a membership has lost those within it, too.
      guard try await isMember(account, of: id), let group = try await tables.group(id) else { continue }
      if group.archivedAt == nil {
        try await drop(account, from: group, by: nil, isForced: true)
      } else {
        try await dropFromArchive(account, group)
      }
    }
    try await ReportLedger.eraseWords(about: account, in: tables)
    for statement in Self.erasure(of: account) { _ = try await tables.rows(statement) }
    try await touchFeeds()
  }

  /// Makes everything that somebody has in groups another's. Where both are in a group, the other stays what it is and
  /// gets the roles besides; where the other may not be in it, nobody is.
  func merge(_ account: AccountID, into other: AccountID) async throws {
    _ = try await tables.rows(
      "update fieldhouse_organisations set contact = \(other) where contact = \(account) returning group_id")
    for group in try await outermostFirst(try await everyGroup(of: account)) {
      // Who loses a membership has lost those within it, too.
      guard try await isMember(account, of: group.id), let current = try await tables.group(group.id) else { continue }
      try await move(account, to: other, in: current)
    }
    for statement in Self.handover(of: account, to: other) { _ = try await tables.rows(statement) }
    try await touchFeeds()
  }

  /// Says to all who remember feeds that any may be another one now.
  private func touchFeeds() async throws {
    guard let feed = rules.everyFeed else { return }
    try await FeedLedger(ledger: self).touch(feed)
  }

  private func move(_ account: AccountID, to other: AccountID, in group: Group) async throws {
    let kind = try rules.kind(group.kind)
    let isIn = try await isMember(other, of: group.id)
    if !isIn, try await mayHold(other, group, kind) {
      let roles = try await tables.roles(of: account, in: group.scope)
      if try await tables.consent(of: account, in: group.id) != nil { try await agree(other, in: group.id) }
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
    if isIn {
      for role in try await tables.roles(of: account, in: group.scope) {
        _ = try await tables.give(role, to: other, in: group.scope)
      }
    } else {
      try await forgetContact(other, of: group, kind)
    }
    guard group.archivedAt == nil else { return try await dropFromArchive(account, group) }
    try await drop(account, from: group, by: nil, isForced: true)
  }

  /// Groups before those that lie in them.
  private func outermostFirst(_ ids: [String]) async throws -> [Group] {
    var groups: [(group: Group, depth: Int)] = []
    for id in ids {
      guard let group = try await tables.group(id) else { continue }
      groups.append((group, try depth(of: group.kind)))
    }
    return groups.sorted { ($0.depth, $0.group.id) < ($1.depth, $1.group.id) }.map(\.group)
  }

  /// How many kinds the groups of a kind lie in.
  private func depth(of kind: String) throws -> Int {
    var (depth, next) = (0, try rules.kind(kind).in)
    while let outer = next, depth < rules.kinds.count {
      depth += 1
      next = try rules.kind(outer).in
    }
    return depth
  }

  /// Whether somebody may have a membership of another's: in an archived group nothing is counted.
  private func mayHold(_ account: AccountID, _ group: Group, _ kind: GroupKind) async throws -> Bool {
    guard try await !tables.isBanned(account, from: group.id) else { return false }
    guard group.archivedAt == nil else { return true }
    if kind.isWithin, let parent = group.parent, try await !isMember(account, of: parent) { return false }
    return try await hasRoom(account, for: kind)
  }

  private func everyGroup(of account: AccountID) async throws -> [String] {
    try await tables.rows(
      "select group_id from fieldhouse_group_members where account = \(account) order by group_id"
    ).map { try $0["group_id"] }
  }

  /// In an archived group nothing changes but who has left for good.
  private func dropFromArchive(_ account: AccountID, _ group: Group) async throws {
    let left = try await end(account, try await tables.roles(of: account, in: group.scope), in: group)
    if left == 0, group.picture != nil { try await replacePicture(nil, of: group) }
  }

  private static func erasure(of account: AccountID) -> [SQL] {
    [
      "delete from fieldhouse_group_requests where account = \(account) returning account",
      "delete from fieldhouse_group_invitations where account = \(account) returning account",
      "update fieldhouse_group_invitations set inviter = '' where inviter = \(account) returning account",
      "delete from fieldhouse_group_consents where account = \(account) returning group_id",
      "delete from fieldhouse_group_link_uses where account = \(account) returning link",
      "update fieldhouse_organisations set contact = '' where contact = \(account) returning group_id",
      "update fieldhouse_group_links set maker = '' where maker = \(account) returning id",
      "delete from fieldhouse_group_bans where account = \(account) returning account",
      "update fieldhouse_group_bans set actor = '' where actor = \(account) returning account",
      "update fieldhouse_group_history set account = '' where account = \(account) returning id",
      "update fieldhouse_group_history set actor = '' where actor = \(account) returning id",
    ] + ChatLedger.erasure(of: account) + FeedLedger.erasure(of: account) + ReportLedger.erasure(of: account)
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
      // Whom a group does not want has asked for nothing there, and is not invited.
      """
      delete from fieldhouse_group_requests where account = \(other) and exists (select 1 from fieldhouse_group_bans b
        where b.group_id = fieldhouse_group_requests.group_id and b.account = \(other)) returning account
      """,
      """
      delete from fieldhouse_group_invitations where account = \(other) and exists (select 1 from fieldhouse_group_bans b
        where b.group_id = fieldhouse_group_invitations.group_id and b.account = \(other)) returning account
      """,
      "update fieldhouse_group_links set maker = \(other) where maker = \(account) returning id",
      """
      update fieldhouse_group_link_uses set account = \(other) where account = \(account)
      and not exists (select 1 from fieldhouse_group_link_uses o
        where o.link = fieldhouse_group_link_uses.link and o.account = \(other)) returning link
      """,
      "update fieldhouse_group_bans set actor = \(other) where actor = \(account) returning account",
      "update fieldhouse_group_history set account = \(other) where account = \(account) returning id",
      "update fieldhouse_group_history set actor = \(other) where actor = \(account) returning id",
    ] + ChatLedger.handover(of: account, to: other) + FeedLedger.handover(of: account, to: other)
      + ReportLedger.handover(of: account, to: other)
      + erasure(of: account)
  }
}
