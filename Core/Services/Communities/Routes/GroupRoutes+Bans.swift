internal import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  func banRoutes(_ routes: inout Routes) {
    routes.get("/{group}/bans", "Who is kept out", access: .guest, problems: Self.guarded) {
      [self] (input: GroupListInput, call) in
      try await list(input, .remove, call) { lists, group, after, limit in
        let found = try await lists.bans(from: group.id, after: after, limit: limit)
        return found.map { ban in (ban.account, { BanView(person: $0, by: ban.actor, at: ban.at) }) }
      }
    }
    routes.put(
      "/{group}/bans/{account}", "Keep a person out", access: .guest,
      problems: Self.guarded + [GroupProblem.lastAdmin, GroupProblem.archived]
    ) { [self] (input: GroupPersonInput, call) in
      guard let person = try await people.account(input.account) else {
        throw Problem.notFound("person-unknown", "There is no such person.")
      }
      return try await change(input.group, .remove, call) { ledger, group, me in
        guard person.id != me.id else {
          throw Problem.invalid("/account", "group-ban-oneself", "You cannot keep yourself out. Leave instead.")
        }
        try await Self.checkRemoval(of: person.id, from: group, ledger, call)
        _ = try await ledger.ban(person.id, from: group, by: me.id)
        return NoContent()
      }
    }
    routes.delete("/{group}/bans/{account}", "Let a person in again", access: .guest, problems: Self.guarded) {
      [self] (input: GroupPersonInput, call) in
      try await change(input.group, .remove, call) { ledger, group, me in
        _ = try await ledger.unban(input.account, from: group, by: me.id)
        return NoContent()
      }
    }
  }
}
