import FieldhouseKit
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
    } catch { return (error as? Problem)?.code ?? "\(error)" }
  }

  @Test func `is decided by its access alone, and no permission is asked for`() async {
    for (access, codes) in Self.expected {
      for (caller, expected) in zip(Self.callers, codes) {
        let code = await Self.code {
          try await access.admit(caller.principal, parameters: [:]) { _, _, _ in
            Issue.record("\(access) asked for a permission")
            return false
          }
        }
        #expect(code == expected, "\(access) for \(caller.name)")
      }
    }
  }

  @Test(
    arguments: [
      ("team", ["team": "t1", "other": "t2"], "t1"), (nil, ["team": "t1"], ""), ("team", ["other": "t2"], ""),
    ] as [(String?, [String: String], String)])
  func `is decided by a permission in the scope that the path names`(
    parameter: String?, parameters: [String: String], scope: String
  ) async throws {
    let access = Access.permission("team.edit", scope: parameter)
    for holds in [true, false] {
      var asked: [String] = []
      let code = await Self.code {
        try await access.admit(Self.principal(), parameters: parameters) { principal, permission, scope in
          asked.append("\(principal.account.id.text) \(permission) \(scope)")
          return holds
        }
      }
      #expect(code == (holds ? nil : "forbidden"))
      #expect(asked == ["a team.edit \(scope)"])
    }
  }

  @Test func `a permission is asked neither of guests nor of the operator's token`() async {
    let access = Access.permission("p")
    for (principal, expected) in [
      (nil, "unauthenticated"), (Self.principal(.guest), "account-needed"), (Self.principal(isOperator: true), nil),
    ] as [(Principal?, String?)] {
      let code = await Self.code {
        try await access.admit(principal, parameters: [:]) { _, _, _ in
          Issue.record("asked")
          return true
        }
      }
      #expect(code == expected)
    }
  }

  @Test func `what the question throws is what the caller is told`() async {
    let code = await Self.code {
      try await Access.permission("p").admit(Self.principal(), parameters: [:]) { _, _, _ in
        throw Problem.secondFactorRequired()
      }
    }
    #expect(code == "second-factor-required")
  }
}
