@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A second factor for those who look after a group` {
  private static let weak = Principal(account: Account("ada"), session: "weak")
  private static let strong = Principal(account: Account("ada"), session: "strong")

  private static func demand(_ permissions: Set<String>) -> SecondFactorDemand {
    SecondFactorDemand(permissions: permissions) { $0.session == "strong" }
  }

  private static func isRefused(_ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch { return (error as? Problem)?.status == 403 && (error as? Problem)?.code == "second-factor-required" }
  }

  /// Those whom actions are left to: the roster's keeper one, who is guarded, the door's keeper one, who is not.
  private static var kind: GroupKind {
    var kind = GroupKind(kind: "team", title: "", member: "m", admin: "a")
    kind.actions = ["remove": "edit-roster", "admit": "keep-door"]
    return kind
  }

  @Test(.tags(.pl18)) func `is asked for where the permission is guarded, in a session without it`() async {
    let demand = Self.demand(["edit-roster"])
    for (permission, isGuarded) in [("edit-roster", true), ("keep-door", false), ("", false)] {
      #expect(await Self.isRefused { try await demand.check(permission, of: Self.weak) } == isGuarded)
      #expect(await !Self.isRefused { try await demand.check(permission, of: Self.strong) })
    }
  }

  @Test(.tags(.pl18))
  func `is asked for what only admins do when anything is guarded, and for nothing when nothing is`()
    async
  {
    for (permissions, guarded) in [
      (["edit-roster"], Set(GroupAction.allCases).subtracting([.admit])),
      (["edit-roster", "keep-door"], Set(GroupAction.allCases)), ([], []),
    ] as [(Set<String>, Set<GroupAction>)] {
      let demand = Self.demand(permissions)
      for action in GroupAction.allCases {
        let isRefused = await Self.isRefused { try await demand.check(action, in: Self.kind, of: Self.weak) }
        #expect(isRefused == guarded.contains(action), "\(permissions) \(action)")
        #expect(await !Self.isRefused { try await demand.check(action, in: Self.kind, of: Self.strong) })
      }
    }
  }
}
