internal import FieldhouseKit
internal import Foundation

/// A member of a team and what is said of it.
struct MemberBiographyInput: RouteInput {
  /// The scope that the team's roles are held in.
  let team: String
  let id: String
  let bio: String?

  static var schema: Schema {
    .object(
      [
        ("team", .string(minLength: 1, maxLength: 200)), ("id", .string(minLength: 1, maxLength: 64)),
        ("bio", .nullable(ProfileInput.biography)),
      ], required: ["team", "id", "bio"])
  }
}

extension Accounts {
  /// What team admins may do with the profiles of their members.
  func teamRoutes(_ routes: inout Routes) {
    routes.put(
      "/teams/{team}/members/{id}/bio", "Write the biography of a member of my team",
      access: .permission(Self.editRoster, scope: "team"), problems: [Self.unknownMember]
    ) { [self] (input: MemberBiographyInput, call) in
      try await writeBiography(input, by: AccountID(call.actor))
      return NoContent()
    }
  }

  private static let editRoster = "team.edit-roster"

  /// The teams of a person whose roster somebody else may edit.
  func biographyTeams(of person: AccountID, by editor: Principal?) async throws -> [String] {
    guard let editor, editor.account.id != person, let writer = try await parts.directory.member(editor.account.id),
      let grants = try await parts.directory.member(person)?.grants
    else { return [] }
    let counting = writer.grants.filter { !editor.withheldRoles.contains($0.role) }
    let teams = Set(grants.filter { RoleCatalogue.membership.contains($0.role) && !$0.scope.isEmpty }.map(\.scope))
    return teams.filter { parts.roles.allows(Self.editRoster, in: $0, grants: counting) }.sorted()
  }

  private func writeBiography(_ input: MemberBiographyInput, by writer: AccountID) async throws {
    let member = AccountID(input.id)
    let text = input.bio?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try await context.storage.write { [context] transaction in
      guard var person = try await PersonStore.find(member, in: transaction), person.isOpen,
        try await GrantStore.isMember(member, of: input.team, in: transaction)
      else { throw Self.unknownMember }
      person.bio = text.isEmpty ? nil : text
      try await PersonStore.update(person, in: transaction)
      try await AuditLog(context: context).append(
        "biography.changed", by: writer, on: member.text, detail: input.team, in: transaction)
    }
  }

  /// The answer for everybody who is not in the team, so that nobody learns who else there is.
  static let unknownMember = Problem.notFound("member-unknown", "There is no such member in this team.")
}
