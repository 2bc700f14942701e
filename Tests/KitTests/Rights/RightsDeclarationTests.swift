import FieldhouseKit
import Testing

@Suite struct `The rights of a manifest` {
  private static let declaration = RightsDeclaration(
    scopes: [ScopeDeclaration(kind: "card", title: "Card")],
    permissions: [
      PermissionDeclaration(name: "score", title: "Enter scores", in: "card"),
      PermissionDeclaration(name: "publish", title: "Publish courses"),
    ],
    roles: [
      RoleDeclaration(name: "scorer", title: "Scorer", in: "card", permissions: ["score"]),
      RoleDeclaration(name: "marshal", title: "Marshal", permissions: ["score", "publish"]),
    ])

  private static func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? Problem).map { "\($0.status) \($0.code): \($0.detail)" } ?? "\(error)" }
  }

  @Test(
    arguments: [
      ("scorer", Scope("card", "c1"), nil), ("marshal", .host, nil),
      ("scorer", .host, "500 role-unknown: The plugin's manifest declares no role 'scorer' for the whole host."),
      (
        "marshal", Scope("card", "c1"),
        "500 role-unknown: The plugin's manifest declares no role 'marshal' in a 'card'."
      ),
      ("judge", .host, "500 role-unknown: The plugin's manifest declares no role 'judge' for the whole host."),
      ("scorer", Scope("card", ""), "500 scope-malformed: The id of a scope has 1 to 200 characters."),
      ("scorer", Scope("card", String(repeating: "ü", count: 200)), nil),
      ("marshal", Scope("", "c1"), "500 scope-malformed: The id of a scope has 1 to 200 characters."),
      (
        "scorer", Scope("card", String(repeating: "c", count: 201)),
        "500 scope-malformed: The id of a scope has 1 to 200 characters."
      ),
    ] as [(String, Scope, String?)])
  func `say where a role is held`(role: String, scope: Scope, refusal: String?) {
    let code = Self.code { try Self.declaration.check(role: role, in: scope) }
    #expect(code == refusal)
  }

  @Test(
    arguments: [
      ("score", Scope("card", "c1"), nil), ("publish", .host, nil),
      (
        "score", .host,
        "500 permission-unknown: The plugin's manifest declares no permission 'score' for the whole host."
      ),
      (
        "publish", Scope("card", "c1"),
        "500 permission-unknown: The plugin's manifest declares no permission 'publish' in a 'card'."
      ),
    ] as [(String, Scope, String?)])
  func `say what a permission applies to`(permission: String, scope: Scope, refusal: String?) {
    let code = Self.code { try Self.declaration.check(permission: permission, in: scope) }
    #expect(code == refusal)
  }
}

@Suite struct `A scope` {
  @Test(arguments: [("", Scope.host), ("card/c1", Scope("card", "c1")), ("team/a/b", Scope("team", "a/b"))])
  func `is read from what describes it`(text: String, scope: Scope) {
    #expect(Scope(text) == scope)
    #expect(scope.description == text)
  }

  @Test(arguments: ["card", "card/", "/c1", "/"])
  func `is not read from anything else`(text: String) {
    #expect(Scope(text) == nil)
  }
}
