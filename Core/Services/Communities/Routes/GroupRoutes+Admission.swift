internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  static let entering = [
    GroupProblem.full, GroupProblem.banned, GroupProblem.archived, GroupProblem.parentNeeded,
    GroupProblem.invitationNeeded, GroupProblem.consentNeeded,
  ]

  func admissionRoutes(_ routes: inout Routes) {
    routes.post(
      "/{group}/join", "Join, or accept an invitation", access: .guest, problems: Self.unknown + Self.entering
    ) { [self] (input: JoinInput, call, transaction) in
      let (ledger, gate) = try Self.open(transaction, call)
      let standing = try await gate.standing(of: call.principal, in: input.group)
      _ = try await ledger.join(try call.account.id, standing.group, agrees: input.sharesContact)
      return try await joined(input.group, call, ledger)
    }
    routes.post(
      "/{group}/leave", "Leave", access: .guest,
      problems: Self.unknown + [GroupProblem.lastAdmin, GroupProblem.memberNeeded, Problem.forbidden()]
    ) {
      (input: LeaveInput, call, transaction) in
      let (ledger, gate) = try Self.open(transaction, call)
      let standing = try await gate.standing(of: call.principal, in: input.group)
      let me = try call.account.id
      let admin = try ledger.rules.kind(standing.group.kind).admin
      guard input.successor == nil || standing.member?.roles.contains(admin) == true else {
        throw Problem.forbidden("Only an admin of the group names who follows.")
      }
      if input.successor != nil { try await gate.demand(.appoint, of: call.principal, in: input.group) }
      _ = try await ledger.remove(me, from: standing.group.id, successor: input.successor, by: me)
      return NoContent()
    }
    requestRoutes(&routes)
    invitationRoutes(&routes)
    codeRoutes(&routes)
  }

  /// A group that somebody has just joined, as the transaction sees it.
  func joined(_ group: String, _ call: Call, _ ledger: GroupLedger) async throws -> GroupView {
    let gate = GroupGate(rules: ledger.rules, rows: ledger.tables, now: call.now)
    let standing = try await gate.standing(of: call.principal, in: group)
    return GroupView(standing.group, me: StandingView(standing, hasAsked: false))
  }

  private func requestRoutes(_ routes: inout Routes) {
    routes.post(
      "/{group}/requests", "Ask to become a member", access: .account, status: 202,
      problems: Self.unknown + [
        GroupProblem.banned, GroupProblem.isMember, GroupProblem.invitationNeeded, GroupProblem.consentNeeded,
      ]
    ) { (input: AskInput, call, transaction) in
      let (ledger, gate) = try Self.open(transaction, call)
      let standing = try await gate.standing(of: call.principal, in: input.group)
      try await ledger.ask(try call.account, standing.group, message: input.message ?? "", agrees: input.sharesContact)
      return GroupView(standing.group, me: StandingView(standing, hasAsked: true))
    }
    routes.get("/{group}/requests", "Who asks", access: .guest, problems: Self.guarded) {
      [self] (input: GroupListInput, call) in
      try await list(input, .admit, call) { lists, group, after, limit in
        let found = try await lists.requests(for: group.id, after: after, limit: limit)
        return found.map { request in
          (request.account, { RequestView(person: $0, message: request.message, at: request.at) })
        }
      }
    }
    routes.delete("/{group}/requests/{account}", "Refuse or withdraw a request", access: .guest, problems: Self.guarded)
    {
      [self] (input: GroupPersonInput, call) in
      try await takeBack(input, .admit, call) { ledger, account, group in
        guard try await ledger.forgetRequest(of: account, for: group) else { return false }
        try await ledger.disagree(account, in: group)
        return true
      }
    }
  }

  private func invitationRoutes(_ routes: inout Routes) {
    routes.put(
      "/{group}/invitations/{account}", "Invite a person", access: .account,
      problems: Self.guarded + [GroupProblem.banned, GroupProblem.isMember, GroupProblem.archived]
    ) { [self] (input: GroupPersonInput, call) in
      let person = try await person(input.account, for: call)
      return try await change(input.group, .invite, call) { ledger, group, me in
        try await ledger.invite(person.id, to: group, by: me)
        return NoContent()
      }
    }
    routes.get("/{group}/invitations", "Who is invited", access: .guest, problems: Self.guarded) {
      [self] (input: GroupListInput, call) in
      try await list(input, .invite, call) { lists, group, after, limit in
        let found = try await lists.invitations(to: group.id, after: after, limit: limit)
        return found.map { invitation in
          (
            invitation.account,
            {
              InvitationView(
                person: $0, by: invitation.inviter, at: invitation.at, expiresAt: invitation.expiresAt)
            }
          )
        }
      }
    }
    routes.delete(
      "/{group}/invitations/{account}", "Withdraw or refuse an invitation", access: .guest, problems: Self.guarded
    ) { [self] (input: GroupPersonInput, call) in
      try await takeBack(input, .invite, call) { try await $0.forgetInvitation(of: $1, to: $2) }
    }
  }

  /// Takes away what waits for somebody, who may do so; others need the right.
  private func takeBack(
    _ input: GroupPersonInput, _ action: GroupAction, _ call: Call,
    _ body: @escaping @Sendable (GroupLedger, AccountID, String) async throws -> Bool
  ) async throws -> NoContent {
    if input.account == call.principal?.account.id {
      return try await visit(input.group, call) { ledger, standing, me in
        _ = try await body(ledger, me.id, standing.group.id)
        return NoContent()
      }
    }
    return try await change(input.group, action, call) { ledger, group, _ in
      _ = try await body(ledger, input.account, group.id)
      return NoContent()
    }
  }

  private func codeRoutes(_ routes: inout Routes) {
    routes.get("/{group}/code", "The code that people join with", access: .guest, problems: Self.guarded) {
      [self] (input: GroupInput, call) in
      let group = try await gate(call).demand(.invite, of: call.principal, in: input.group)
      return CodeView(code: try await rows.code(of: group.id))
    }
    routes.put("/{group}/code", "Give the group a new code", access: .guest, problems: Self.guarded) {
      [self] (input: GroupInput, call) in
      try await change(input.group, .invite, call) { ledger, group, _ in
        CodeView(code: try await ledger.renewCode(of: group))
      }
    }
    routes.delete("/{group}/code", "Let nobody join by code", access: .guest, problems: Self.guarded) {
      [self] (input: GroupInput, call) in
      try await change(input.group, .invite, call) { ledger, group, _ in
        try await ledger.removeCode(of: group.id)
        return NoContent()
      }
    }
  }

  func declareCodes(_ routes: inout Routes) {
    routes.get("/{code}", "The group that a code is for", access: .guest, problems: [GroupProblem.codeUnknown]) {
      [self] (input: CodeInput, call) in
      guard let group = try await rows.group(code: input.normal) else { throw GroupProblem.codeUnknown }
      return try await GroupDoor.offer(group, .code, to: call.principal, groups.rules.area, gate(call))
    }
    routes.post("/{code}", "Join with a code", access: .guest, problems: [GroupProblem.codeUnknown] + Self.entering) {
      [self] (input: CodeJoinInput, call, transaction) in
      let ledger = try Self.ledger(transaction)
      guard let group = try await ledger.tables.group(code: CodeInput.normal(input.code)) else {
        throw GroupProblem.codeUnknown
      }
      _ = try await ledger.join(try call.account.id, group, hasKey: true, agrees: input.sharesContact)
      return try await joined(group.id, call, ledger)
    }
  }

  /// A list of people who stand in some relation to a group, ordered by their ids.
  func list<View: RouteOutput>(
    _ input: GroupListInput, _ action: GroupAction, _ call: Call,
    _ find: @escaping @Sendable (GroupLists, Group, AccountID?, Int) async throws -> [(AccountID, (PersonView) -> View)]
  ) async throws -> Page<View> {
    let group = try await gate(call).demand(action, of: call.principal, in: input.group)
    let limit = input.limit ?? 20
    let lists = GroupLists(rows: rows, now: call.now)
    let found = try await find(lists, group, input.after.map { AccountID($0) }, limit + 1)
    let shown = found.prefix(limit)
    let accounts = try await people.accounts(shown.map(\.0))
    let items = shown.compactMap { account, view in accounts[account].map { view(PersonView($0)) } }
    return Page(items: items, next: found.count > limit ? shown.last?.0.text : nil)
  }
}
