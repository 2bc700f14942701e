import FieldhouseKit
import Testing

@testable import FieldhouseRights

@Suite struct `Rights asked from memory` {
  private static let declaration = RightsDeclaration(
    scopes: [ScopeDeclaration(kind: "card", title: "Card"), ScopeDeclaration(kind: "team", title: "Team")],
    permissions: [
      PermissionDeclaration(name: "see", title: "See a card", in: "card"),
      PermissionDeclaration(name: "score", title: "Enter scores", in: "card"),
      PermissionDeclaration(name: "edit", title: "Edit a team", in: "team"),
      PermissionDeclaration(name: "publish", title: "Publish courses"),
    ],
    roles: [
      RoleDeclaration(name: "spectator", title: "Spectator", in: "card", permissions: ["see"]),
      RoleDeclaration(name: "scorer", title: "Scorer", in: "card", permissions: ["see", "score"]),
      RoleDeclaration(name: "captain", title: "Captain", in: "team", permissions: ["edit"]),
      RoleDeclaration(name: "marshal", title: "Marshal", permissions: ["see", "publish"]),
      RoleDeclaration(name: "honorary", title: "Honorary member", in: "team", permissions: []),
    ])
  private static let card = Scope("card", "c1")
  private static let other = Scope("card", "c2")
  private static let team = Scope("team", "c1")

  private let ledger = Ledger()
  private let uptime = Uptime()
  private let book: RightsBook
  private let ada = AccountID("ada")

  init() {
    let uptime = uptime
    book = RightsBook(Self.declaration, source: ledger, capacity: 10, uptime: { uptime.now })
  }

  private func standing(_ permission: String, _ scope: Scope) async throws -> Access.Standing {
    try await book.standing(of: ada, permission, in: scope)
  }

  @Test func `a role counts in the scope it is held in, and in no other`() async throws {
    ledger.commit("spectator", "ada", in: Self.card)
    #expect(try await standing("see", Self.card) == .holder)
    #expect(try await standing("score", Self.card) == .member)
    #expect(try await standing("see", Self.other) == .stranger)
    #expect(try await standing("edit", Self.team) == .stranger, "things of two kinds may share an id")
    #expect(try await standing("publish", .host) == .stranger)
    #expect(try await book.has("see", ada, in: Self.card))
    #expect(try await !book.has("score", ada, in: Self.card))
    #expect(try await !book.has("see", AccountID("bo"), in: Self.card))
  }

  @Test func `a role held in the whole host counts in every scope`() async throws {
    ledger.commit("marshal", "ada", in: .host)
    for scope in [Self.card, Self.other] {
      #expect(try await standing("see", scope) == .holder)
      #expect(try await standing("score", scope) == .member, "who sees every card is no stranger to any")
    }
    #expect(try await standing("publish", .host) == .holder)
    #expect(try await standing("edit", Self.team) == .stranger)
  }

  @Test func `several roles add up, and one without permissions makes a member`() async throws {
    for role in ["spectator", "scorer"] { ledger.commit(role, "ada", in: Self.card) }
    ledger.commit("honorary", "ada", in: Self.team)
    #expect(try await standing("score", Self.card) == .holder)
    #expect(try await standing("edit", Self.team) == .member)
    #expect(try await standing("edit", Scope("team", "c2")) == .stranger)
  }

  @Test func `what the manifest no longer declares brings nothing`() async throws {
    ledger.commit("referee", "ada", in: Self.card)
    ledger.commit("captain", "ada", in: Self.card)
    ledger.commit("scorer", "ada", in: .host)
    #expect(try await standing("score", Self.card) == .stranger)
  }

  @Test(arguments: [("sea", Self.card), ("see", .host), ("see", Self.team), ("publish", Self.card)])
  func `a permission that is not declared for such scopes is a mistake of the plugin`(
    permission: String, scope: Scope
  ) async throws {
    let problem = await #expect(throws: Problem.self) { try await standing(permission, scope) }
    #expect(problem?.status == 500)
    #expect(problem?.code == "permission-unknown")
    let place = scope == .host ? "for the whole host" : "in a '\(scope.kind)'"
    #expect(problem?.detail == "The plugin's manifest declares no permission '\(permission)' \(place).")
  }

  @Test func `the kind of a thing follows from the permission`() async throws {
    ledger.commit("spectator", "ada", in: Self.card)
    #expect(try await book.standing(of: ada, "see", thing: "c1") == .holder)
    #expect(try await book.standing(of: ada, "see", thing: "c2") == .stranger)
    #expect(try await book.standing(of: ada, "publish", thing: nil) == .stranger)
    await #expect(throws: Problem.self) { try await book.standing(of: ada, "publish", thing: "c1") }
    await #expect(throws: Problem.self) { try await book.standing(of: ada, "see", thing: nil) }
  }
}

extension `Rights asked from memory` {
  @Test func `are read once, and forgotten with the commit that changes them`() async throws {
    for _ in 0..<100 { #expect(try await standing("see", Self.card) == .stranger) }
    #expect(ledger.readings == 1 && ledger.looks == 1)
    book.forget(part: ledger.commit("scorer", "ada", in: Self.card))
    #expect(try await standing("score", Self.card) == .holder)
    book.forget(part: ledger.commit("scorer", "ada", in: Self.card, isHeld: false))
    #expect(try await standing("see", Self.card) == .stranger)
    #expect(ledger.readings == 3 && ledger.looks == 1)
  }

  @Test func `what was read before a commit is not remembered after it`() async throws {
    _ = try await standing("see", Self.other)
    let (book, ledger) = (book, ledger)
    book.forget(part: ledger.part(of: ada))
    ledger.beforeAnswer { book.forget(part: ledger.commit("spectator", "ada", in: Self.card)) }
    #expect(try await standing("see", Self.card) == .stranger, "the snapshot was older")
    #expect(try await standing("see", Self.card) == .holder)
  }

  @Test func `what another process changes counts within a second`() async throws {
    #expect(try await standing("see", Self.card) == .stranger)
    ledger.commit("spectator", "ada", in: Self.card)
    uptime.advance(.milliseconds(199))
    #expect(try await standing("see", Self.card) == .stranger)
    uptime.advance(.milliseconds(1))
    #expect(try await standing("see", Self.card) == .holder)
    ledger.commit("spectator", "ada", in: Self.card, isHeld: false)
    uptime.advance(.milliseconds(600))
    #expect(try await standing("see", Self.card) == .stranger)
    #expect(ledger.looks == 3)
  }

  @Test func `a change by another process leaves alone what others hold`() async throws {
    _ = try await standing("see", Self.card)
    ledger.commit("spectator", "bo", in: Self.card)
    uptime.advance(.seconds(1))
    _ = try await standing("see", Self.card)
    #expect(ledger.readings == 1)
    #expect(try await book.has("see", AccountID("bo"), in: Self.card))
  }

  @Test func `are refused rather than answered from what may be old`() async throws {
    ledger.commit("spectator", "ada", in: Self.card)
    #expect(try await standing("see", Self.card) == .holder)
    ledger.setReachable(false)
    #expect(try await standing("see", Self.card) == .holder)
    uptime.advance(.seconds(1))
    for _ in 0..<2 {
      await #expect(throws: Ledger.Unreachable.self) { try await standing("see", Self.card) }
    }
    ledger.setReachable(true)
    #expect(try await standing("see", Self.card) == .holder)
    #expect(ledger.readings == 1)
  }

  @Test func `are remembered of so many accounts and no more`() async throws {
    let accounts = (0..<30).map { AccountID(String(UnicodeScalar(UInt8(97 + $0)))) }
    for account in accounts { _ = try await book.has("see", account, in: Self.card) }
    #expect(ledger.readings == 30)
    for account in accounts { _ = try await book.has("see", account, in: Self.card) }
    #expect(ledger.readings >= 50, "at most 10 of 30 were remembered")
    let last = accounts[29]
    let before = ledger.readings
    _ = try await book.has("see", last, in: Self.card)
    #expect(ledger.readings == before)
  }
}

@Suite struct `What is remembered of grants` {
  private static let nothing = Holdings([], PermissionCatalogue(RightsDeclaration()))
  private let ada = AccountID("ada")
  private let bo = AccountID("bo")

  @Test func `is what the newest reading found`() {
    var memory = GrantMemory(capacity: 10)
    let first = memory.beginReading(ada, in: 1)
    let second = memory.beginReading(ada, in: 1)
    memory.remember(Self.nothing, of: ada, in: 1, reading: first)
    #expect(memory.holdings(ada, in: 1) == nil)
    memory.remember(Self.nothing, of: ada, in: 1, reading: second)
    #expect(memory.holdings(ada, in: 1) != nil && memory.count == 1)
  }

  @Test func `is nothing after a reading that failed`() {
    var memory = GrantMemory(capacity: 10)
    memory.remember(nil, of: ada, in: 1, reading: memory.beginReading(ada, in: 1))
    #expect(memory.holdings(ada, in: 1) == nil && memory.count == 0)
  }

  @Test func `is forgotten by parts`() {
    var memory = GrantMemory(capacity: 10)
    for (account, part) in [(ada, 1), (bo, 2)] {
      memory.remember(Self.nothing, of: account, in: part, reading: memory.beginReading(account, in: part))
    }
    let reading = memory.beginReading(ada, in: 1)
    memory.forget([1, 3])
    #expect(memory.holdings(ada, in: 1) == nil && memory.holdings(bo, in: 2) != nil && memory.count == 1)
    memory.remember(Self.nothing, of: ada, in: 1, reading: reading)
    #expect(memory.holdings(ada, in: 1) == nil, "it was read before the change")
  }
}
