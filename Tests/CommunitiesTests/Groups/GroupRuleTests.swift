@testable import FieldhouseCommunities
import FieldhouseKit
import Testing

@Suite struct `What a manifest says of groups` {
  private static func kind(_ name: String, _ change: (inout GroupKind) -> Void) -> GroupKind {
    var kind = GroupKind(kind: name, title: name, member: "member", admin: "admin")
    change(&kind)
    return kind
  }

  private static let rules = GroupRules(
    area: "clubs", name: "Clubs",
    kinds: [
      kind("club") {
        $0.actions = ["admit": "keep-door", "contacts": "reach", "review": "nobody-has-it"]
        $0.name = GroupKind.NameRule(longest: 25, isUnique: true)
        ($0.visibility, $0.admission, $0.capacity) = ([.listed, .public], [.request, .open], 100)
      },
      kind("squad") { ($0.in, $0.actions) = ("club", ["admit": "keep-door"]) },
    ], feeds: [FeedKind("stadium", page: "/stadiums/{thing}/seats"), FeedKind("match", page: nil)],
    rights: RightsDeclaration(
      roles: [
        RoleDeclaration(name: "member", title: "", in: "club", permissions: []),
        RoleDeclaration(name: "steward", title: "", in: "club", permissions: ["keep-door"]),
        RoleDeclaration(name: "coach", title: "", in: "club", permissions: ["reach"]),
        RoleDeclaration(name: "scout", title: "", in: "squad", permissions: ["keep-door"]),
        RoleDeclaration(name: "porter", title: "", permissions: ["keep-door"]),
      ]))

  private static func mistakes(_ draft: GroupDraft) -> [String] {
    do {
      _ = try rules.checked(draft)
      return []
    } catch { return (error as? Problem)?.errors.map { "\($0.pointer) \($0.code)" } ?? ["\(error)"] }
  }

  @Test func `fills in what a draft leaves out with the first that its kind allows, and folds the name`() throws {
    let draft = try Self.rules.checked(GroupDraft(kind: "club", name: "\u{3000}Lions \t of\u{A0}Ulm\n"))
    #expect(draft.name == "Lions of Ulm")
    #expect(draft.visibility == .listed && draft.admission == .request && draft.capacity == 100)
    let said = try Self.rules.checked(
      GroupDraft(kind: "club", name: "Bears", visibility: .public, admission: .open, capacity: 1))
    #expect(said.visibility == .public && said.admission == .open && said.capacity == 1)
  }

  @Test(
    arguments: [
      (String(repeating: "🇩🇪", count: 25), true), (String(repeating: "🇩🇪", count: 26), false),
      (String(repeating: "e\u{301}", count: 25), true), (String(repeating: "e\u{301}", count: 26), false),
      ("  " + String(repeating: "n", count: 25) + "\n", true), ("\u{2003}", false),
    ])
  func `counts the characters of a name as people do`(name: String, isOne: Bool) {
    #expect(Self.mistakes(GroupDraft(kind: "club", name: name)) == (isOne ? [] : ["/name group-name"]))
  }

  @Test func `bounds description and places, and says where a group lies`() {
    let (most, family) = (String(repeating: "a", count: 499) + "👩‍👧", "👩‍👧")
    #expect(Self.mistakes(GroupDraft(kind: "club", name: "A", about: most)).isEmpty)
    #expect(Self.mistakes(GroupDraft(kind: "club", name: "A", about: most + family)) == ["/about group-about"])
    for (capacity, isOne) in [(0, false), (1, true), (100, true), (101, false), (-1, false)] {
      let found = Self.mistakes(GroupDraft(kind: "club", name: "A", capacity: capacity))
      #expect(found == (isOne ? [] : ["/capacity group-capacity"]), "\(capacity)")
    }
    #expect(Self.mistakes(GroupDraft(kind: "club", name: "A", parent: "x")) == ["/parent group-parent"])
    #expect(Self.mistakes(GroupDraft(kind: "squad", name: "A")) == ["/parent group-parent"])
    #expect(Self.mistakes(GroupDraft(kind: "squad", name: "A", parent: "x")).isEmpty)
    #expect(
      Self.mistakes(GroupDraft(kind: "club", name: "", visibility: .private, admission: .invitation)) == [
        "/name group-name", "/visibility group-visibility", "/admission group-admission",
      ])
  }

  @Test func `knows no other kinds`() {
    let problem = #expect(throws: Problem.self) { try Self.rules.checked(GroupDraft(kind: "band", name: "B")) }
    #expect(problem?.status == 500 && problem?.code == "group-kind-unknown")
  }

  /// Each role of a club with what it brings, by the permissions above.
  @Test(
    arguments: [
      (["admin"], Set(GroupAction.allCases)), (["steward"], [.admit]), (["coach"], [.contacts]),
      (["coach", "steward"], [.admit, .contacts]), (["member"], []), ([], []), (["scout"], []), (["porter"], []),
      (["king"], []),
    ] as [([String], Set<GroupAction>)])
  func `lets a role do what its permissions are for, in groups of its own kind alone`(
    roles: [String], actions: Set<GroupAction>
  ) throws {
    let club = try Self.rules.kind("club")
    #expect(Set(GroupAction.allCases.filter { Self.rules.allow($0, roles, in: club) }) == actions)
  }

  @Test func `tells nobody how to reach members where no permission is named for that, admins included`() throws {
    let squad = try Self.rules.kind("squad")
    let all = Set(GroupAction.allCases).subtracting([.contacts])
    #expect(Self.rules.everything(in: squad) == all)
    #expect(Set(GroupAction.allCases.filter { Self.rules.allow($0, ["admin"], in: squad) }) == all)
    #expect(Self.rules.everything(in: try Self.rules.kind("club")) == Set(GroupAction.allCases))
  }

  @Test func `leads to the page of a thing where the plugin has one`() {
    #expect(
      Self.rules.home(of: FeedPlace(kind: "stadium", thing: "a b/c?")).link == "/clubs/stadiums/a%20b%2Fc%3F/seats")
    #expect(Self.rules.home(of: FeedPlace(kind: "match", thing: "m1")).link == nil)
    #expect(Self.rules.home(of: FeedPlace(kind: "match", thing: "m1")).name == "Clubs")
  }
}

@Suite struct `The name of a group` {
  @Test(
    arguments: [
      ("St. Pauli-Fans e.V. 1910!", ["st", "pauli", "fans", "e", "v", "1910"]), ("Löwen  LÖWEN", ["lowen"]),
      ("ЛЬВЫ Киева", ["львы", "киева"]), ("🦁🦁 !?", []), ("O'Neill's", ["o", "neill", "s"]),
    ] as [(String, Set<String>)])
  func `is found by its words, case, accents and signs aside`(name: String, words: Set<String>) {
    #expect(GroupName.words(name) == words)
  }

  @Test func `is kept apart within its kind and the group that it lies in, where the kind says so`() {
    var kind = GroupKind(kind: "club", title: "", member: "m", admin: "a")
    #expect(GroupName.key("Lions", kind, in: nil) == nil)
    kind.name.isUnique = true
    let key = GroupName.key("Löwen  Ulm", kind, in: "x")
    #expect(key != nil && GroupName.key("LOWEN ulm", kind, in: "x") == key)
    #expect(GroupName.key("Löwen Ulm", kind, in: "y") != key && GroupName.key("Löwen Ulm", kind, in: nil) != key)
    #expect(GroupName.key("Löwenulm", kind, in: "x") != key)
    kind.kind = "squad"
    #expect(GroupName.key("Löwen Ulm", kind, in: "x") != key)
  }
}
