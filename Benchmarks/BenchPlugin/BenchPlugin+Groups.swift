import FieldhouseKit

/// How many people are put into a group, and how often it is then asked whether they are in it.
struct MemberAsking: RouteInput {
  var people: Int
  var times: Int
}

extension BenchPlugin {
  func groupRoutes(_ routes: inout Routes) {
    routes.action("/memberships", "Asks who is in a group", access: .everyone) { [host] (asking: MemberAsking, _) in
      let people = (0..<asking.people).map { AccountID("m\($0)") }
      let crew = try await host.storage.write { transaction in
        let crew = try await transaction.groups.found(GroupDraft(kind: "crew", name: "Asked"), by: nil)
        for account in people { try await transaction.groups.add(account, to: crew.id, by: nil) }
        return crew
      }
      // Once for each, so that all are remembered.
      for account in people { try await Self.expect(host.groups, account, crew.scope) }
      let start = ContinuousClock.now
      for number in 0..<asking.times {
        try await Self.expect(host.groups, people[number % people.count], crew.scope)
      }
      let elapsed = ContinuousClock.now - start
      return AskingTime(microseconds: elapsed / .microseconds(asking.times))
    }
  }

  private static func expect(_ groups: any Groups, _ account: AccountID, _ scope: Scope) async throws {
    guard try await groups.isMember(account, of: scope) else { throw Problem.forbidden() }
  }
}
