internal import FieldhouseKit
internal import Foundation

/// Who wants to join a group, is invited or kept out, each by the accounts' ids.
struct GroupLists: Sendable {
  let rows: any GroupRows
  let now: Date

  func requests(for group: String, after: AccountID?, limit: Int) async throws -> [GroupRequest] {
    try await rows.rows(
      """
      select account, message, at from fieldhouse_group_requests
      where group_id = \(group) and account > \(after?.text ?? "") order by account limit \(limit)
      """
    ).map { GroupRequest(account: try $0["account"], message: try $0["message"], at: try $0["at"]) }
  }

  func invitations(to group: String, after: AccountID?, limit: Int) async throws -> [GroupInvitation] {
    try await rows.rows(
      """
      select account, inviter, at, expires_at from fieldhouse_group_invitations
      where group_id = \(group) and account > \(after?.text ?? "") and expires_at > \(now)
      order by account limit \(limit)
      """
    ).map {
      GroupInvitation(
        account: try $0["account"], inviter: try $0.account("inviter"), at: try $0["at"],
        expiresAt: try $0["expires_at"])
    }
  }

  func bans(from group: String, after: AccountID?, limit: Int) async throws -> [GroupBan] {
    try await rows.rows(
      """
      select account, actor, at from fieldhouse_group_bans
      where group_id = \(group) and account > \(after?.text ?? "") order by account limit \(limit)
      """
    ).map { GroupBan(account: try $0["account"], actor: try $0.account("actor"), at: try $0["at"]) }
  }
}
