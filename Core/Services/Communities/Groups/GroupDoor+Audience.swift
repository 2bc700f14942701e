public import FieldhouseKit

/// Groups as audiences.
extension GroupDoor {
  /// What a group is called; nil when there is none of that id, or it is archived.
  /// - Throws: ``StorageError``.
  public func name(of group: String, in area: String) async throws -> String? {
    guard let group = try await source(of: area)?.rows.group(group), group.archivedAt == nil else { return nil }
    return group.name
  }

  /// The kind of a group; nil when there is none of that id.
  /// - Throws: ``StorageError``.
  public func kind(of group: String, in area: String) async throws -> String? {
    try await source(of: area)?.rows.group(group)?.kind
  }

  /// Whether somebody looks after a group: holds the role of its admins, or may do everything.
  /// - Throws: ``StorageError``.
  public func looksAfter(_ caller: Principal, _ group: String, in area: String) async throws -> Bool {
    guard let source = source(of: area), let group = try await source.rows.group(group) else { return false }
    if GroupGate.mayDoEverything(caller) { return true }
    let admin = try source.groups.rules.kind(group.kind).admin
    return try await source.rows.roles(of: caller.account.id, in: group.scope).contains(admin)
  }

  /// Members of a group, by their ids.
  /// - Parameter after: the last one of the page before.
  /// - Throws: ``StorageError``.
  public func members(of group: String, in area: String, after: AccountID?, limit: Int) async throws -> [AccountID] {
    guard let rows = source(of: area)?.rows else { return [] }
    return try await rows.rows(
      """
      select account from fieldhouse_group_members
      where group_id = \(group) and account > \(after?.text ?? "") order by account limit \(limit)
      """
    ).map { try $0["account"] }
  }

  private func source(of area: String) -> Source? { sources.first { $0.groups.rules.area == area } }
}
