internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  func foundingRoutes(_ routes: inout Routes) {
    routes.post(
      "/", "Found a group", access: .account,
      problems: [GroupProblem.nameTaken, Problem.forbidden(), Problem.unknownGroup]
    ) { (input: FoundingInput, call, transaction) in
      let ledger = try Self.ledger(transaction)
      guard let caller = call.principal else { throw Problem.unauthenticated() }
      guard ledger.rules.kinds.contains(where: { $0.kind == input.kind }) else {
        throw Problem.invalid("/kind", "group-kind-unknown", "There are no groups of this kind.")
      }
      let gate = GroupGate(rules: ledger.rules, rows: ledger.tables, now: call.now)
      try await gate.checkFounder(caller, input.draft)
      let isOperators = try ledger.rules.kind(input.kind).founders == .operators
      let group = try await ledger.found(input.draft, by: isOperators || caller.isOperator ? nil : caller.account.id)
      let standing = try await gate.standing(of: call.principal, in: group)
      return GroupView(group, me: StandingView(standing, hasAsked: false))
    }
    routes.patch(
      "/{group}", "Change a group", access: .guest,
      problems: Self.guarded + [GroupProblem.changed, GroupProblem.nameTaken, GroupProblem.archived]
    ) { [self] (input: EditInput, call) in
      try await change(input.group, .edit, call) { ledger, group, me in
        if let version = input.version, version != group.version { throw GroupProblem.changed }
        try await ledger.edit(group.id, input.edit, by: me.id)
      }
      return try await view(input.group, call)
    }
    routes.put("/{group}/archive", "Archive a group", access: .guest, problems: Self.guarded) {
      [self] (input: GroupInput, call) in
      _ = try await change(input.group, .archive, call) { try await $0.archive($1.id, by: $2.id) }
      return try await view(input.group, call)
    }
    routes.delete(
      "/{group}/archive", "Let an archived group live again", access: .guest,
      problems: Self.guarded + [GroupProblem.nameTaken, GroupProblem.parentArchived]
    ) { [self] (input: GroupInput, call) in
      try await change(input.group, .archive, call) { ledger, group, me in
        try await Self.checkTaken(group, ledger)
        _ = try await ledger.restore(group.id, by: me.id)
        return NoContent()
      }
    }
  }

  /// What moderators have taken away they bring back by deciding so, which also ends what was reported until then.
  /// - Throws: ``Problem`` 403 `forbidden`.
  private static func checkTaken(_ group: Group, _ ledger: GroupLedger) async throws {
    let place = ReportPlace(kind: ReportableGroup.kind, group: group.id, thing: "")
    guard group.archivedAt != nil, try await ledger.tables.report(of: place)?.isHidden == true else { return }
    throw Problem.forbidden("Moderators have archived this group. It lives again when they decide so about its report.")
  }
}
