import FieldhouseKit

/// How many people are given a role, each on a card of their own, and how often it is then asked who may do what.
struct Asking: RouteInput {
  var people: Int
  var times: Int
}

/// How long one question took on average, in microseconds.
struct AskingTime: RouteOutput, Decodable {
  var microseconds: Double
}

extension BenchPlugin {
  func rightsRoutes(_ routes: inout Routes) {
    routes.action("/questions", "Asks who may do what", access: .everyone) { [host] (asking: Asking, _) in
      let people = (0..<asking.people).map { (AccountID("p\($0)"), Scope("card", "c\($0)")) }
      try await host.storage.write { transaction in
        for (account, scope) in people { try await transaction.grant("scorer", to: account, in: scope) }
      }
      // Once for each, so that all are remembered.
      for (account, scope) in people { try await Self.expect(host.rights, account, scope) }
      let start = ContinuousClock.now
      for number in 0..<asking.times {
        let (account, scope) = people[number % people.count]
        try await Self.expect(host.rights, account, scope)
      }
      let elapsed = ContinuousClock.now - start
      return AskingTime(microseconds: elapsed / .microseconds(asking.times))
    }
  }

  private static func expect(_ rights: any Rights, _ account: AccountID, _ scope: Scope) async throws {
    guard try await rights.has("enter-scores", account, in: scope) else { throw Problem.forbidden() }
  }
}
