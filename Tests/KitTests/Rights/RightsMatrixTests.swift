import FieldhouseKit
import Testing

@Suite struct `The rights that a manifest declares, in every scope` {
  private static let kinds = ["", "card", "team"]
  private static let ids = ["", "1", String(repeating: "x", count: 200), String(repeating: "x", count: 201)]

  /// Two roles and two permissions of the same names for each kind, and one that only the whole host has.
  private static let declaration = RightsDeclaration(
    scopes: ["card", "team"].map { ScopeDeclaration(kind: $0, title: $0) },
    permissions: [
      PermissionDeclaration(name: "score", title: "Score", in: "card"),
      PermissionDeclaration(name: "pick", title: "Pick", in: "team"),
      PermissionDeclaration(name: "rule", title: "Rule"),
    ],
    roles: [
      RoleDeclaration(name: "captain", title: "Captain", in: "team", permissions: ["pick"]),
      RoleDeclaration(name: "owner", title: "Owner", in: "card", permissions: ["score"]),
      RoleDeclaration(name: "owner", title: "Owner of a team", in: "team", permissions: ["pick"]),
      RoleDeclaration(name: "judge", title: "Judge", permissions: ["score", "pick", "rule"]),
    ])
  private static let homes = ["captain": ["team"], "owner": ["card", "team"], "judge": [""], "score": ["card"]]
    .merging(["pick": ["team"], "rule": [""], "nothing": []]) { first, _ in first }

  private static func problem(_ body: () throws -> Void) -> Problem? {
    do { try body() } catch { return error as? Problem ?? Problem(status: 0, code: "other", detail: "\(error)") }
    return nil
  }

  private static func place(_ scope: Scope) -> String {
    scope == .host ? "for the whole host" : "in a '\(scope.kind)'"
  }

  private static var scopes: [Scope] { kinds.flatMap { kind in ids.map { Scope(kind, $0) } } }

  @Test(arguments: ["captain", "owner", "judge", "nothing"]) func `hold a role where it has its home`(role: String) {
    for scope in Self.scopes {
      let isAtHome = Self.homes[role]?.contains(scope.kind) == true
      let isWhole = scope.kind.isEmpty ? scope.id.isEmpty : (1...200).contains(scope.id.count)
      let expected =
        !isAtHome
        ? Problem(
          status: 500, code: "role-unknown",
          detail: "The plugin's manifest declares no role '\(role)' \(Self.place(scope)).")
        : isWhole
          ? nil
          : Problem(status: 500, code: "scope-malformed", detail: "The id of a scope has 1 to 200 characters.")
      #expect(Self.problem { try Self.declaration.check(role: role, in: scope) } == expected, "\(role) in \(scope)")
      #expect((Self.declaration.role(role, heldIn: scope.kind) != nil) == isAtHome)
    }
  }

  @Test(arguments: ["score", "pick", "rule", "nothing"]) func `ask for a permission where it applies`(name: String) {
    for scope in Self.scopes {
      let applies = Self.homes[name]?.contains(scope.kind) == true && scope.kind.isEmpty == scope.id.isEmpty
      let expected = Problem(
        status: 500, code: "permission-unknown",
        detail: "The plugin's manifest declares no permission '\(name)' \(Self.place(scope)).")
      let found = Self.problem { try Self.declaration.check(permission: name, in: scope) }
      #expect(found == (applies ? nil : expected), "\(name) in \(scope)")
    }
  }

  @Test func `find the role of the kind of thing that is asked for`() {
    #expect(Self.declaration.role("owner", heldIn: "team")?.permissions == ["pick"])
    #expect(Self.declaration.role("owner", heldIn: "card")?.permissions == ["score"])
    #expect(Self.declaration.role("owner", heldIn: "") == nil)
    #expect(Self.declaration.permission("pick")?.title == "Pick" && Self.declaration.permission("Pick") == nil)
    #expect(RightsDeclaration() == RightsDeclaration(scopes: [], permissions: [], roles: []))
  }

  @Test func `count the characters of an id as a table does, not as people see them`() {
    let marked = { (marks: Int) in
      Scope("card", String(String.UnicodeScalarView(["e"] + Array(repeating: "\u{301}", count: marks))))
    }
    #expect(Self.problem { try Self.declaration.check(role: "owner", in: marked(199)) } == nil)
    #expect(Self.problem { try Self.declaration.check(role: "owner", in: marked(200)) }?.code == "scope-malformed")
  }

  @Test func `are written and read as manifests do`() throws {
    let role = RoleDeclaration(name: "owner", title: "Owner", in: "card", permissions: ["score"])
    #expect(
      try JSON(encoding: role) == ["name": "owner", "title": "Owner", "in": "card", "permissions": ["score"]])
    let host: JSON = ["name": "rule", "title": "Rule"]
    let permission = try JSONValueDecoder().decode(PermissionDeclaration.self, from: host)
    #expect(permission == PermissionDeclaration(name: "rule", title: "Rule") && permission.in == nil)
    #expect(try JSON(encoding: permission) == host)
    #expect(
      try JSONValueDecoder().decode(ScopeDeclaration.self, from: ["kind": "card", "title": "Card"])
        == ScopeDeclaration(kind: "card", title: "Card"))
    #expect(throws: JSONDecodingError.self) { try JSONValueDecoder().decode(RoleDeclaration.self, from: host) }
  }
}
