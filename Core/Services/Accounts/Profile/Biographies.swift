internal import FieldhouseKit
internal import Foundation

/// The biographies of a team's members, which its admins may write.
struct Biographies: Sendable {
  /// The permission to write them, in the team's scope.
  static let editRoster = "team.edit-roster"

  let context: AccountsContext
  let directory: Directory
  let roles: RoleCatalogue

  /// The teams of a person whose roster somebody else may edit.
  func teams(of person: AccountID, by editor: Principal?) async throws -> [String] {
    guard let editor, editor.account.id != person, let writer = try await directory.member(editor.account.id),
      let grants = try await directory.member(person)?.grants
    else { return [] }
    let counting = writer.grants.filter { !editor.withheldRoles.contains($0.role) }
    let teams = Set(grants.filter { RoleCatalogue.membership.contains($0.role) && !$0.scope.isEmpty }.map(\.scope))
    return teams.filter { roles.allows(Self.editRoster, in: $0, grants: counting) }.sorted()
  }

  /// Writes what a team says of a member; nil or nothing but blanks removes it.
  /// - Throws: ``unknownMember``.
  func write(_ biography: String?, of member: AccountID, in team: String, by writer: AccountID) async throws {
    let text = biography?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try await context.storage.write { transaction in
      guard var person = try await PersonStore.find(member, in: transaction), person.isOpen,
        try await GrantStore.isMember(member, of: team, in: transaction)
      else { throw Self.unknownMember }
      person.bio = text.isEmpty ? nil : text
      try await PersonStore.update(person, in: transaction)
      try await AuditLog(context: context).append(
        "biography.changed", by: writer, on: member.text, detail: team, in: transaction)
    }
  }

  /// The answer for everybody who is not in the team, so that nobody learns who else there is.
  static let unknownMember = Problem.notFound("member-unknown", "There is no such member in this team.")
}
