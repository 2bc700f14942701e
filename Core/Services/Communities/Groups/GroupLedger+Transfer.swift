internal import FieldhouseKit
internal import Foundation

// Handing a group over.
extension GroupLedger {
  /// Makes a member an admin in place of another one, who stays a member.
  /// - Throws: ``Problem`` 409 `group-archived`, `group-member-needed`; 403 `forbidden` when `admin` is none (any more).
  func transfer(_ group: Group, from admin: Account, to successor: Account) async throws {
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    guard try await isMember(successor.id, of: group.id) else { throw GroupProblem.memberNeeded }
    let role = try rules.kind(group.kind).admin
    // Of two who hand over at once one row decides. It is handed on by who does not hold it any more.
    guard try await tables.take(role, from: admin.id, in: group.scope) else {
      throw Problem.forbidden("Only an admin of the group can hand it over.")
    }
    try await appoint(role, successor.id, in: group, by: admin.id)
    try await forgetContact(admin.id, of: group, try rules.kind(group.kind))
    try await note(GroupChange(.dismissed, of: group, account: admin.id, role: role, by: admin.id))
    let mark = "\(now.timeIntervalSince1970)"
    try await tell([successor.id], "group-handed", group, about: admin, mark: mark)
    try await tell([admin.id], "group-handed-over", group, about: successor, mark: mark)
  }
}
