import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A scope as a text` {
  @Test(arguments: 1...4) func `is read back as it was, whatever its id`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let heads = ["", "/", "//", "\u{301}", "\u{338}", "\u{200D}", "é", "\r\n", "{", " "]
    for _ in 0..<200 {
      let id = heads[random.next(below: heads.count)] + random.text() + heads[random.next(below: heads.count)]
      let scope = id.isEmpty ? Scope.host : Scope("card", id)
      #expect(Array((Scope(scope.description)?.id ?? "nil").utf8) == Array(scope.id.utf8), "\(scope)")
      #expect(Scope(scope.description)?.kind == scope.kind)
      #expect(try JSONValueDecoder().decode(Scope.self, from: JSON(encoding: scope)) == scope)
    }
  }

  @Test func `tells kinds and ids apart`() {
    #expect(Scope("card", "1") != Scope("team", "1") && Scope("card", "1") != Scope("card", "2"))
    #expect(Scope("a/b", "c").description == Scope("a", "b/c").description)
    #expect(Scope("a/b/c") == Scope("a", "b/c"))
    #expect(Scope.host == Scope("", "") && Scope.host.description.isEmpty)
  }

  @Test(arguments: ["c", "/", "//", "/a", "a/", "a\u{301}", "card\u{338}"])
  func `is nothing without a kind and an id`(text: String) { #expect(Scope(text) == nil) }
}

@Suite struct `A grant` {
  private let grant = Grant("scorer", to: AccountID("ada"), in: Scope("card", "c1"))

  @Test func `is kept and sent as its parts`() throws {
    let json = try JSON(encoding: grant)
    #expect(json == ["account": "ada", "role": "scorer", "scope": ["kind": "card", "id": "c1"]])
    #expect(try JSONValueDecoder().decode(Grant.self, from: json) == grant)
  }

  @Test(arguments: [("account", "/account"), ("role", "/role"), ("scope", "/scope")])
  func `is nothing without one of them`(name: String, pointer: String) throws {
    var members = try #require(try JSON(encoding: grant).object)
    members[name] = nil
    let error = #expect(throws: JSONDecodingError.self) {
      try JSONValueDecoder().decode(Grant.self, from: .object(members))
    }
    #expect(error?.pointer.description == pointer && error?.code == "required")
  }

  @Test func `differs by account, role and scope`() {
    let others = [
      Grant("scorer", to: AccountID("bob"), in: grant.scope), Grant("owner", to: grant.account, in: grant.scope),
      Grant("scorer", to: grant.account, in: .host),
    ]
    #expect(Set(others + [grant]).count == 4)
  }
}
