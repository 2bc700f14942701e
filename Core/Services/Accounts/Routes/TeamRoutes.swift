internal import FieldhouseKit

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

/// The routes for what team admins may do with the profiles of their members.
struct TeamRoutes: RouteGroup {
  let biographies: Biographies

  func declare(_ routes: inout Routes) {
    routes.put(
      "/teams/{team}/members/{id}/bio", "Write the biography of a member of my team",
      access: .permission(Biographies.editRoster, scope: "team"), problems: [Biographies.unknownMember]
    ) { [biographies] (input: MemberBiographyInput, call) in
      try await biographies.write(input.bio, of: AccountID(input.id), in: input.team, by: AccountID(call.actor))
      return NoContent()
    }
  }
}
