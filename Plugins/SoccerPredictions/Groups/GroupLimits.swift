import FieldhouseKit

/// What the members of a group may not do.
struct GroupLimitsOutput: RouteOutput, Decodable {
  /// Whether only admins change the group's name and picture; else every member does.
  var onlyAdminsEdit: Bool
}

/// What the members of a group may do no longer, or again.
struct GroupLimitsInput: RouteInput {
  var group: String
  var onlyAdminsEdit: Bool

  static var schema: Schema {
    .object(
      [("group", .string(minLength: 1, maxLength: 100)), ("onlyAdminsEdit", .boolean())],
      required: ["group", "onlyAdminsEdit"])
  }
}

extension SoccerPredictions {
  private static var adminsAlone: Problem {
    .forbidden("Only the admins of this group change its name and picture.")
  }

  func groupLimitRoutes(_ routes: inout Routes) {
    routes.get(
      "/groups/{group}/limits", "What members of a group may not do", access: .permission("see-leagues", in: "group")
    ) { (input: GroupInput, _) in
      GroupLimitsOutput(
        onlyAdminsEdit: try await host.storage.read { try await Self.isLimited(input.group, in: $0) })
    }
    routes.put(
      "/groups/{group}/limits", "Say whether only admins change a group's name and picture",
      access: .permission("manage-leagues", in: "group")
    ) { (input: GroupLimitsInput, call, transaction) in
      guard try await Self.isLimited(input.group, in: transaction) != input.onlyAdminsEdit else { return NoContent() }
      if input.onlyAdminsEdit {
        try await transaction.execute("insert into group_limits (team) values (\(input.group)) on conflict do nothing")
      } else {
        try await transaction.execute("delete from group_limits where team = \(input.group)")
      }
      try await tellChanged(input.group, by: call.principal?.account.id, in: transaction)
      return NoContent()
    }
  }

  private static func isLimited(_ group: String, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first("select team from group_limits where team = \(group)") != nil
  }

  /// Refuses what a member changes of a group whose admins keep that to themselves; operators, who are no members, are not bound by it.
  func checkLimits(_ change: GroupChange, in transaction: any Transaction) async throws {
    guard let by = change.by, try await Self.isLimited(change.group.id, in: transaction) else { return }
    let scope = change.group.scope
    guard try await transaction.has("edit-group", by, in: scope) else { return }
    guard try await transaction.has("manage-leagues", by, in: scope) else { throw Self.adminsAlone }
  }
}
