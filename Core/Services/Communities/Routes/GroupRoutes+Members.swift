internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  func memberRoutes(_ routes: inout Routes) {
    let entering = [GroupProblem.full, GroupProblem.banned, GroupProblem.archived, GroupProblem.parentNeeded]
    routes.put(
      "/{group}/members/{account}", "Add a member, or accept a request", access: .guest,
      problems: Self.guarded + entering
    ) { [self] (input: GroupPersonInput, call) in
      let person = try await person(input.account, for: call)
      return try await change(input.group, .admit, call) { ledger, group, me in
        if try await ledger.add(person.id, to: group.id, by: me.id), person.id != me.id {
          try await ledger.tell([person.id], "group-accepted", group, about: me)
        }
        return NoContent()
      }
    }
    routes.delete(
      "/{group}/members/{account}", "Remove a member", access: .guest,
      problems: Self.guarded + [GroupProblem.lastAdmin, GroupProblem.archived]
    ) { [self] (input: GroupPersonInput, call) in
      try await change(input.group, .remove, call) { ledger, group, me in
        try await Self.checkRemoval(of: input.account, from: group, ledger, call)
        try await ledger.remove(input.account, from: group.id, successor: nil, by: me.id)
        return NoContent()
      }
    }
    routes.put(
      "/{group}/members/{account}/roles/{role}", "Give a member a role", access: .guest,
      problems: Self.guarded + [GroupProblem.memberNeeded]
    ) { [self] (input: GroupRoleInput, call) in
      try await change(input.group, .appoint, call) { ledger, group, me in
        try Self.check(input.role, group, ledger)
        if try await ledger.appoint(input.role, input.account, in: group.id, by: me.id), input.account != me.id {
          try await ledger.tell([input.account], "group-role", group, about: me, mark: input.role)
        }
        return NoContent()
      }
    }
    routes.delete(
      "/{group}/members/{account}/roles/{role}", "Take a role from a member", access: .guest,
      problems: Self.guarded + [GroupProblem.memberNeeded, GroupProblem.lastAdmin]
    ) { [self] (input: GroupRoleInput, call) in
      try await change(input.group, .appoint, call) { ledger, group, me in
        try Self.check(input.role, group, ledger)
        try await ledger.dismiss(input.role, input.account, in: group.id, by: me.id)
        return NoContent()
      }
    }
  }

  /// Whoever may send members away but give no roles sends no admin away: that would take the role from them, and might hand
  /// it to who is left.
  /// - Throws: ``Problem`` 403 `forbidden`.
  static func checkRemoval(
    of account: AccountID, from group: Group, _ ledger: GroupLedger, _ call: Call
  ) async throws {
    guard account != call.principal?.account.id,
      try await ledger.tables.roles(of: account, in: group.scope).contains(ledger.rules.kind(group.kind).admin)
    else { return }
    let gate = GroupGate(rules: ledger.rules, rows: ledger.tables, now: call.now)
    guard try await gate.standing(of: call.principal, in: group).actions.contains(.appoint) else {
      throw Problem.forbidden("Only who may appoint here sends an admin away.")
    }
  }

  /// A role that can be given to members of a group.
  /// - Throws: ``Problem`` 422 `role-unknown`.
  private static func check(_ role: String, _ group: Group, _ ledger: GroupLedger) throws {
    let kind = try ledger.rules.kind(group.kind)
    guard role != kind.member, ledger.rules.rights.role(role, heldIn: kind.kind) != nil else {
      throw Problem.invalid("/role", "role-unknown", "There is no such role in this group.")
    }
  }
}
