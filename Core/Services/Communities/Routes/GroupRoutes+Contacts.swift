internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  /// The routes of groups whose kind says who is told how to reach the members; none where no kind does.
  func contactRoutes(_ routes: inout Routes) {
    guard groups.rules.kinds.contains(where: \.reachesMembers) else { return }
    routes.get(
      "/{group}/contacts", "How to reach the members who agree to that, for those who may", access: .guest,
      problems: Self.guarded
    ) { [self] (input: GroupListInput, call) in try await contacts(input, call) }
    routes.put(
      "/{group}/consent", "Agree to be reached by those who look after the group", access: .guest,
      problems: Self.unknown + [GroupProblem.notReached, GroupProblem.memberNeeded]
    ) { [self] (input: GroupInput, call) in try await consent(input.group, call) { try await $0.agree($1, in: $2) } }
    routes.delete(
      "/{group}/consent", "Do not agree any more", access: .guest,
      problems: Self.unknown + [GroupProblem.notReached, GroupProblem.memberNeeded]
    ) { [self] (input: GroupInput, call) in try await consent(input.group, call) { try await $0.disagree($1, in: $2) } }
  }

  private func consent(
    _ group: String, _ call: Call,
    _ body: @escaping @Sendable (GroupLedger, AccountID, String) async throws -> Void
  ) async throws -> NoContent {
    try await visit(group, call) { ledger, standing, me in
      guard try ledger.rules.kind(standing.group.kind).reachesMembers else { throw GroupProblem.notReached }
      guard standing.member != nil else { throw GroupProblem.memberNeeded }
      try await body(ledger, me.id, standing.group.id)
      return NoContent()
    }
  }

  private func contacts(_ input: GroupListInput, _ call: Call) async throws -> Page<ContactView> {
    let group = try await gate(call).demand(.contacts, of: call.principal, in: input.group)
    let limit = input.limit ?? 20
    let after = try input.after.map { AccountID(try GroupCursor.parts($0).0) }
    let found = try await rows.reachable(in: group.id, after: after, limit: limit + 1)
    let ids = found.prefix(limit).map(\.account)
    let (accounts, emails) = (try await people.accounts(ids), try await services.emails(ids))
    let usernames = try await services.usernames(ids)
    let hidden = try await ids.isEmpty ? [] : people.blocks(between: call.account.id, and: ids)
    let items = found.prefix(limit).compactMap { one -> ContactView? in
      guard let account = accounts[one.account], !hidden.contains(account.id) else { return nil }
      let person = PersonView(account, username: usernames[account.id])
      return ContactView(person: person, email: emails[account.id], since: one.since)
    }
    return Page(items: items, next: found.count > limit ? ids.last.map { GroupCursor.text([$0.text, ""]) } : nil)
  }
}

/// How a member is reached.
struct ContactView: RouteOutput, Decodable {
  /// With the user name, where there is one, to whomever else it is shown, and what the person shows to everybody.
  let person: PersonView
  /// The e-mail address; left out where there is none.
  let email: String?
  /// Since when the person agrees.
  let since: Date
}

/// Joining a group.
struct JoinInput: RouteInput {
  let group: String
  let sharesContact: Bool?
  static var schema: Schema { .object([("group", Fields.id), Fields.sharesContact], required: ["group"]) }
}
