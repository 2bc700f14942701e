import FieldhouseCommunities
import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage

extension GroupService {
  /// What looks after the groups and feeds that a plugin declares; nil when it declares none.
  /// - Parameter groups: what changes them; nil where only their tables are needed.
  init?(_ contributions: Contributions, _ groups: PluginGroups?) {
    guard contributions.hasCommunities else { return nil }
    self.init(
      kinds: contributions.groups,
      tables: GroupSchema.tables.map { ReservedTable($0.sql, isClustered: $0.isClustered) },
      changes: { groups?.changes(HostedTables(base: $0)) ?? NoGroups() },
      erase: { try await groups?.erase($0, HostedTables(base: $1)) },
      merge: { try await groups?.merge($0, into: $1, HostedTables(base: $2)) })
  }
}

/// The tables of groups in a transaction of a plugin.
private struct HostedTables: GroupTables {
  let base: any ServiceTransaction

  var transaction: any Transaction { base.transaction }

  func rows(_ sql: SQL) async throws -> [Row] { try await base.rows(sql) }

  func give(_ role: String, to account: AccountID, in scope: Scope) async throws -> Bool {
    try await base.give(role, to: account, in: scope)
  }

  func take(_ role: String, from account: AccountID, in scope: Scope) async throws -> Bool {
    try await base.take(role, from: account, in: scope)
  }
}

/// The tables of groups outside of transactions.
struct StoredGroups: GroupRows {
  let storage: any NamespaceStorage

  func rows(_ sql: SQL) async throws -> [Row] { try await storage.reservedRows(sql) }
}
