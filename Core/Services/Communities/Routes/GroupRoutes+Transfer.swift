internal import FieldhouseKit

extension GroupRoutes {
  func transferRoutes(_ routes: inout Routes) {
    routes.action(
      "/{group}/transfer", "Hand a group over to another member, who becomes admin in my place", access: .account,
      status: 204,
      problems: Self.guarded + [GroupProblem.memberNeeded, GroupProblem.archived, Self.proofNeeded]
    ) { [self] (input: TransferInput, call) in
      let me = try call.account
      guard input.account != me.id else {
        throw Problem.invalid("/account", "group-transfer-oneself", "You cannot hand the group over to yourself.")
      }
      let group = try await gate(call).demand(.appoint, of: call.principal, in: input.group)
      let kind = try groups.rules.kind(group.kind)
      guard try await rows.roles(of: me.id, in: group.scope).contains(kind.admin) else {
        throw Problem.forbidden("Only an admin of the group can hand it over.")
      }
      try await services.prove(call)
      let successor = try await person(input.account, for: call)
      return try await change(input.group, .appoint, call) { ledger, group, me in
        try await ledger.transfer(group, from: me, to: successor)
        return NoContent()
      }
    }
  }

  private static let proofNeeded = Problem(
    status: 403, code: "step-up-needed",
    detail: "Show once more that it is you, then repeat this: POST /v1/me/step-up.")
}

/// Handing a group over.
struct TransferInput: RouteInput {
  let group: String
  let account: AccountID
  static var schema: Schema {
    .object([("group", Fields.id), ("account", Fields.id)], required: ["group", "account"])
  }
}
