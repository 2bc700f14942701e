import FieldhouseKit
import Synchronization
import Testing

@Suite struct `Admission to a route` {
  private static func principal(
    _ kind: Account.Kind = .user, roles: Set<String> = [], withheld: Set<String> = [], isOperator: Bool = false
  ) -> Principal {
    Principal(
      account: Account(id: AccountID("a"), kind: kind, name: "A"), session: "s", roles: roles, isOperator: isOperator,
      withheldRoles: withheld)
  }

  private static let callers: [(name: String, principal: Principal?)] = [
    ("nobody", nil), ("guest", principal(.guest)), ("account", principal()),
    ("admin", principal(roles: ["super-admin"])), ("withheld", principal(withheld: ["super-admin"])),
    ("club admin", principal(roles: ["club-admin"])), ("token", principal(isOperator: true)),
  ]

  /// The code of the refusal for each caller, in their order; nil where the caller passes.
  private static let expected: [(access: Access, codes: [String?])] = [
    (.everyone, [nil, nil, nil, nil, nil, nil, nil]),
    (.guest, ["unauthenticated", nil, nil, nil, nil, nil, nil]),
    (.account, ["unauthenticated", "account-needed", nil, nil, nil, nil, nil]),
    (
      .operators,
      ["unauthenticated", "account-needed", "forbidden", nil, "second-factor-required", "forbidden", nil]
    ),
  ]

  private static func code(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch { return (error as? Problem).map { "\($0.status) \($0.code)" } ?? "\(error)" }
  }

  @Test func `is decided by its access alone, and no permission is asked for`() async {
    for (access, codes) in Self.expected {
      for (caller, expected) in zip(Self.callers, codes) {
        let code = await Self.code {
          try await access.admit(caller.principal, parameters: [:]) { _, _, _ in
            Issue.record("\(access) asked for a permission")
            return .stranger
          }
        }
        #expect(code?.split(separator: " ").last.map(String.init) == expected, "\(access) for \(caller.name)")
      }
    }
  }

  @Test(
    arguments: [
      (.permission("edit", in: "team"), .holder, nil), (.permission("edit", in: "team"), .member, "403 forbidden"),
      (.permission("edit", in: "team"), .stranger, "404 not-found"), (.permission("edit"), .holder, nil),
      (.permission("edit"), .member, "403 forbidden"), (.permission("edit"), .stranger, "403 forbidden"),
    ] as [(Access, Access.Standing, String?)])
  func `is decided by what the caller is to the thing that the path names`(
    access: Access, standing: Access.Standing, expected: String?
  ) async throws {
    let asked = Mutex<[String]>([])
    let code = await Self.code {
      try await access.admit(Self.principal(), parameters: ["team": "t1", "other": "t2"]) { caller, permission, thing in
        asked.withLock { $0.append("\(caller.account.id.text) \(permission) \(thing ?? "host")") }
        return standing
      }
    }
    #expect(code == expected)
    #expect(asked.withLock { $0 } == [access.scopeParameter == nil ? "a edit host" : "a edit t1"])
  }

  @Test func `a permission in the whole host is asked neither of guests nor of the operator's token`() async {
    for (principal, expected) in [
      (nil, "401 unauthenticated"), (Self.principal(.guest), "403 account-needed"),
      (Self.principal(isOperator: true), nil),
    ] as [(Principal?, String?)] {
      let code = await Self.code {
        try await Access.permission("p").admit(principal, parameters: [:]) { _, _, _ in
          Issue.record("asked")
          return .holder
        }
      }
      #expect(code == expected)
    }
  }

  @Test func `a guest passes who has a permission for the thing`() async {
    let access = Access.permission("score", in: "card")
    for (standing, expected) in [(.holder, nil), (.stranger, "404 not-found")] as [(Access.Standing, String?)] {
      let code = await Self.code {
        try await access.admit(Self.principal(.guest), parameters: ["card": "c1"]) { _, _, _ in standing }
      }
      #expect(code == expected)
    }
    let nobody = await Self.code { try await access.admit(nil, parameters: ["card": "c1"]) { _, _, _ in .holder } }
    #expect(nobody == "401 unauthenticated")
  }

  @Test func `what the question throws is what the caller is told`() async {
    for access in [Access.permission("p"), .permission("p", in: "card")] {
      let code = await Self.code {
        try await access.admit(Self.principal(), parameters: [:]) { _, _, _ in throw Problem.secondFactorRequired() }
      }
      #expect(code == "403 second-factor-required")
    }
  }

  @Test func `is described with what it asks for`() {
    #expect(Access.permission("score", in: "card").description == "permission score in {card}")
    #expect(Access.permission("score").description == "permission score")
    #expect(Access.permission("score", in: "card").permission == "score")
    #expect(Access.permission("score").scopeParameter == nil)
  }
}
