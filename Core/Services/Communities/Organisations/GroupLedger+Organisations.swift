internal import FieldhouseKit
internal import Foundation

// What operators do with the groups that they look after.
extension GroupLedger {
  /// Says in which country an organisation is, and tells the plugin.
  func setCountry(_ country: String?, of group: String) async throws {
    _ = try await tables.rows(
      """
      insert into fieldhouse_organisations (group_id, country, contact) values (\(group), \(country), '')
      on conflict (group_id) do update set country = excluded.country returning group_id
      """)
    guard country != nil, let changed = try await tables.group(group) else { return }
    try await hook?(GroupChange(.edited, of: changed), tables.transaction)
  }

  /// Makes somebody responsible for an organisation, as an admin of it, in place of who was before; that one stays a member. The
  /// host mails the new one how to sign in once it is committed.
  /// - Throws: as ``add(_:to:by:)``.
  func setContact(_ account: AccountID, of group: Group, by actor: AccountID?) async throws {
    let (admin, before) = (try rules.kind(group.kind).admin, try await tables.organisation(group.id)?.contact)
    guard account != before else { return }
    try await add(account, to: group.id, by: actor)
    try await appoint(admin, account, in: try await living(group.id), by: actor)
    _ = try await tables.rows(
      """
      insert into fieldhouse_organisations (group_id, contact) values (\(group.id), \(account))
      on conflict (group_id) do update set contact = excluded.contact returning group_id
      """)
    if let before, try await isMember(before, of: group.id) {
      try await dismiss(admin, before, in: group.id, by: actor)
    }
    try await tellHowToSignIn(account, group, by: actor)
  }

  func tellHowToSignIn(_ account: AccountID, _ group: Group, by actor: AccountID?) async throws {
    try await tables.transaction.emit(
      GroupResponsible(account: account, name: group.name, by: actor ?? AccountID("operator")).event)
  }

  /// Who is no admin of an organisation any more is not responsible for it.
  func forgetContact(_ account: AccountID, of group: Group, _ kind: GroupKind) async throws {
    guard rules.isOrganisation(kind) else { return }
    _ = try await tables.rows(
      """
      update fieldhouse_organisations set contact = '' where group_id = \(group.id) and contact = \(account)
      returning group_id
      """)
  }
}
