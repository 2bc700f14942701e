internal import FieldhouseKit
internal import Foundation

// Who has agreed to be reached by those who look after a group.
extension GroupLedger {
  /// Notes that somebody agrees; agreeing again changes nothing.
  func agree(_ account: AccountID, in group: String) async throws {
    _ = try await tables.rows(
      """
      insert into fieldhouse_group_consents (group_id, account, at) values (\(group), \(account), \(now))
      on conflict (group_id, account) do nothing returning account
      """)
  }

  /// Takes back what somebody has agreed to.
  func disagree(_ account: AccountID, in group: String) async throws {
    _ = try await tables.rows(
      """
      delete from fieldhouse_group_consents where group_id = \(group) and account = \(account) returning account
      """)
  }

  /// Takes back what those have agreed to who are no members: they have asked to become some.
  func forgetConsentsOfStrangers(in group: String) async throws {
    _ = try await tables.rows(
      """
      delete from fieldhouse_group_consents where group_id = \(group) and not exists (
        select 1 from fieldhouse_group_members m
        where m.group_id = fieldhouse_group_consents.group_id and m.account = fieldhouse_group_consents.account)
      returning account
      """)
  }

  /// Has who wants to come into a group that reaches its members say so first.
  /// - Throws: ``Problem`` 409 `group-consent-needed`.
  func checkConsent(_ isGiven: Bool?, _ account: AccountID, _ group: Group) async throws {
    guard try rules.kind(group.kind).reachesMembers, try await !isMember(account, of: group.id) else { return }
    guard isGiven == true else { throw GroupProblem.consentNeeded }
    try await agree(account, in: group.id)
  }
}

extension GroupRows {
  /// Since when somebody agrees to be reached; nil for who does not.
  func consent(of account: AccountID, in group: String) async throws -> Date? {
    try await rows("select at from fieldhouse_group_consents where group_id = \(group) and account = \(account)")
      .first?["at"]
  }

  /// The members of a group who agree, by their ids.
  func reachable(in group: String, after: AccountID?, limit: Int) async throws -> [(account: AccountID, since: Date)] {
    try await rows(
      """
      select c.account, c.at from fieldhouse_group_consents c
      join fieldhouse_group_members m on m.group_id = c.group_id and m.account = c.account
      where c.group_id = \(group) and c.account > \(after?.text ?? "") order by c.account limit \(limit)
      """
    ).map { (try $0["account"], try $0["at"]) }
  }
}

extension GroupKind {
  /// Whether somebody is told how to reach the members, who agree to that when they come.
  var reachesMembers: Bool { actions[GroupAction.contacts.rawValue] != nil }
}
