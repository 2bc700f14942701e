internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Rights in a transaction", .storageWorld)
struct GrantTests {
  private static let rights = RightsDeclaration(
    scopes: [ScopeDeclaration(kind: "card", title: "Card")],
    permissions: [
      PermissionDeclaration(name: "see", title: "See", in: "card"),
      PermissionDeclaration(name: "score", title: "Enter scores", in: "card"),
      PermissionDeclaration(name: "publish", title: "Publish"),
    ],
    roles: [
      RoleDeclaration(name: "player", title: "Player", in: "card", permissions: ["see"]),
      RoleDeclaration(name: "scorer", title: "Scorer", in: "card", permissions: ["see", "score"]),
      RoleDeclaration(name: "marshal", title: "Marshal", permissions: ["see", "publish"]),
    ])
  private let ada = AccountID("ada")
  private let bo = AccountID("bo")
  private let card = Scope("card", "c1")

  private func open(_ kind: EngineKind, _ engine: (any StorageEngine)? = nil) async throws -> any NamespaceStorage {
    let table = Migration(id: "1", sql: "create table cards (id text not null primary key)")
    let storage = try await (engine ?? StorageWorld.current.engine(kind)).open(
      Namespace(id: "club", migrations: [table], rights: Self.rights))
    try await storage.migrate()
    return storage
  }

  @Test(arguments: EngineKind.available)
  func `are committed with the change that gives them, and rolled back with it`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        try await transaction.execute("insert into cards values ('c1')")
        #expect(try await transaction.grant("scorer", to: ada, in: card))
        #expect(try await transaction.has("score", ada, in: card))
        throw Deliberate()
      }
    }
    #expect(try await storage.grants(of: ada) == [])
    try await storage.write { transaction in
      try await transaction.execute("insert into cards values ('c1')")
      try await transaction.grant("scorer", to: ada, in: card)
    }
    #expect(try await storage.grants(of: ada) == [Grant("scorer", to: ada, in: card)])
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        #expect(try await transaction.revoke("scorer", from: ada, in: card))
        throw Deliberate()
      }
    }
    #expect(try await storage.grants(of: ada).count == 1)
  }

  @Test(arguments: EngineKind.available)
  func `are given once and taken once, and each says whether it did anything`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await storage.write { (transaction) async throws in
      #expect(try await transaction.grant("player", to: ada, in: card))
      #expect(try await !transaction.grant("player", to: ada, in: card))
      #expect(try await transaction.grant("player", to: ada, in: Scope("card", "c2")))
      #expect(try await transaction.revoke("player", from: ada, in: card))
      #expect(try await !transaction.revoke("player", from: ada, in: card))
      #expect(try await !transaction.revoke("scorer", from: ada, in: Scope("card", "c2")))
    }
    #expect(try await storage.grants(of: ada) == [Grant("player", to: ada, in: Scope("card", "c2"))])
  }

  @Test(arguments: EngineKind.available)
  func `are asked with what the transaction has done so far`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await storage.write { transaction in
      #expect(try await !transaction.has("see", ada, in: card))
      try await transaction.grant("player", to: ada, in: card)
      #expect(try await transaction.has("see", ada, in: card))
      #expect(try await !transaction.has("score", ada, in: card))
      #expect(try await !transaction.has("see", bo, in: card))
      #expect(try await !transaction.has("see", ada, in: Scope("card", "c2")))
      try await transaction.grant("marshal", to: bo, in: .host)
      #expect(try await transaction.has("see", bo, in: card))
      #expect(try await transaction.has("publish", bo, in: .host))
      #expect(try await !transaction.has("publish", ada, in: .host))
      try await transaction.revoke("player", from: ada, in: card)
      #expect(try await !transaction.has("see", ada, in: card))
    }
  }

  @Test(arguments: EngineKind.available)
  func `are listed by role and account, page by page`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let all = try await storage.write { transaction in
      for name in ["d", "b", "c"] { try await transaction.grant("player", to: AccountID(name), in: card) }
      try await transaction.grant("scorer", to: AccountID("a"), in: card)
      try await transaction.grant("player", to: AccountID("z"), in: Scope("card", "c2"))
      try await transaction.grant("marshal", to: AccountID("m"), in: .host)
      return try await transaction.holders(in: card)
    }
    #expect(all.map { "\($0.role) \($0.account)" } == ["player b", "player c", "player d", "scorer a"])
    #expect(try await storage.holders(in: card, after: nil, limit: 1_000) == all)
    var pages: [[Grant]] = []
    while pages.isEmpty || pages.last?.isEmpty == false {
      pages.append(try await storage.holders(in: card, after: pages.last?.last, limit: 3))
    }
    #expect(pages.map(\.count) == [3, 1, 0] && pages.flatMap(\.self) == all)
    #expect(try await storage.holders(in: .host, after: nil, limit: 10).map(\.account.text) == ["m"])
    #expect(try await storage.holders(in: card, after: nil, limit: 0).count == 1, "a page has at least one")
  }

  @Test(arguments: EngineKind.available)
  func `go with the thing they are held in`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await storage.write { transaction in
      for account in [ada, bo] { try await transaction.grant("player", to: account, in: card) }
      try await transaction.grant("scorer", to: ada, in: card)
      try await transaction.grant("player", to: ada, in: Scope("card", "c2"))
    }
    let counts = try await storage.write { transaction in
      [try await transaction.revokeAll(in: card), try await transaction.revokeAll(in: card)]
    }
    #expect(counts == [3, 0])
    #expect(try await storage.grants(of: ada) == [Grant("player", to: ada, in: Scope("card", "c2"))])
    #expect(try await storage.grants(of: bo) == [])
  }

  @Test(arguments: EngineKind.available)
  func `that the manifest does not declare are refused`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let calls: [@Sendable (any Transaction) async throws -> Void] = [
      { try await $0.grant("referee", to: AccountID("ada"), in: Scope("card", "c1")) },
      { try await $0.grant("player", to: AccountID("ada"), in: .host) },
      { try await $0.grant("player", to: AccountID("ada"), in: Scope("card", "")) },
      { try await $0.revoke("referee", from: AccountID("ada"), in: .host) },
      { _ = try await $0.has("sea", AccountID("ada"), in: Scope("card", "c1")) },
      { _ = try await $0.has("see", AccountID("ada"), in: .host) },
    ]
    for call in calls {
      let problem = await #expect(throws: Problem.self) { try await storage.write { try await call($0) } }
      #expect(problem?.status == 500)
    }
    #expect(try await storage.grants(of: ada) == [])
  }

  @Test(arguments: EngineKind.available)
  func `are told to the hook once they are committed, and only then`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let heard = Collector<Int>()
    storage.onCommit { effects in
      for case .grants(let part) in effects { heard.add(part) }
    }
    _ = try? await storage.write { transaction in
      try await transaction.grant("player", to: ada, in: card)
      throw Deliberate()
    }
    #expect(heard.items == [])
    try await storage.write { transaction in
      try await transaction.grant("player", to: ada, in: card)
      #expect(heard.items == [])
    }
    #expect(heard.items == [GrantPart.of(ada)])
    try await storage.write { try await $0.grant("player", to: ada, in: card) }
    #expect(heard.items.count == 1, "nothing has changed")
    try await storage.follow(PersonalChange(sequence: 1, work: .erase(ada)), nil)
    #expect(try await storage.grants(of: ada) == [])
    #expect(heard.items.count == 2)
  }

  @Test(arguments: EngineKind.available)
  func `changed by any process are told to every other one`(on kind: EngineKind) async throws {
    let (storage, other) = (try await open(kind), try await open(kind, StorageWorld.current.engine(kind)))
    let start = try await storage.grantChanges(since: nil)
    #expect(start.parts == [])
    try await other.write { try await $0.grant("player", to: ada, in: card) }
    let first = try await storage.grantChanges(since: start.mark)
    #expect(first.parts == [GrantPart.of(ada)])
    try await storage.write { try await $0.grant("player", to: bo, in: card) }
    try await other.write { try await $0.revoke("player", from: ada, in: card) }
    let second = try await storage.grantChanges(since: first.mark)
    #expect(second.parts == [GrantPart.of(ada), GrantPart.of(bo)])
    #expect(try await other.grantChanges(since: start.mark).parts == second.parts)
    // What was told once may be told again while a transaction runs anywhere on the server.
    if kind == .sqlite { #expect(try await storage.grantChanges(since: second.mark).parts == []) }
    #expect(try await storage.grants(of: ada) == [])
    #expect(try await storage.grants(of: bo) == [Grant("player", to: bo, in: card)])
  }

  @Test(arguments: EngineKind.available)
  func `are there again after a restart, also in a namespace from before there were any`(on kind: EngineKind)
    async throws
  {
    let world = StorageWorld.current
    let before = try world.engine(kind)
    let storage = try await before.open(Namespace(id: "club"))
    try await storage.migrate()
    try await dropTables(of: storage, before)
    await before.close()
    let second = try world.engine(kind)
    let now = try await open(kind, second)
    try await now.write { try await $0.grant("player", to: ada, in: card) }
    await second.close()
    #expect(try await open(kind, world.engine(kind)).grants(of: ada) == [Grant("player", to: ada, in: card)])
  }

  /// Makes a namespace one of before.
  private func dropTables(of storage: any NamespaceStorage, _ engine: any StorageEngine) async throws {
    let tables = ["fieldhouse_grants", "fieldhouse_grant_changes"]
    if let server = engine as? PostgreSQLEngine {
      let names = tables.map { "\"\(server.schema(of: "club"))\".\($0)" }
      Superuser(try TestPostgreSQL.address()).run("drop table \(names.joined(separator: ", "))")
    } else if let storage = storage as? any NamespaceEngine {
      // Both are kept until the end: a connection knows its prepared statements by their identity.
      let drops = tables.map { HostStatement("drop table \($0)") }
      try await storage.perform(as: .host, limits: .unlimited) { transaction in
        for drop in drops { _ = try await transaction.run(drop, []) }
      }
    }
  }

  @Test(arguments: EngineKind.available)
  func `of those who are erased go, in every scope, and nobody else's`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let people = (0..<150).map { AccountID("person-\($0)") }
    try await storage.write { transaction in
      for person in people.prefix(100) { try await transaction.grant("player", to: person, in: card) }
      try await transaction.grant("marshal", to: people[0], in: .host)
      try await transaction.grant("player", to: ada, in: card)
    }
    func held() async throws -> Int {
      var count = 0
      for person in people { count += try await storage.grants(of: person).count }
      return count
    }
    #expect(try await held() == 101)
    for (number, person) in people.enumerated() {
      try await storage.follow(PersonalChange(sequence: Int64(number) + 1, work: .erase(person)), nil)
    }
    #expect(try await held() == 0)
    #expect(try await storage.holders(in: card, after: nil, limit: 10).map(\.account) == [ada])
    #expect(try await storage.holders(in: .host, after: nil, limit: 10) == [])
  }

  @Test(arguments: EngineKind.available)
  func `that many give at once are all given`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let start = try await storage.grantChanges(since: nil).mark
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          try await storage.write { try await $0.grant("player", to: AccountID("p\(number)"), in: Scope("card", "c")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await storage.holders(in: Scope("card", "c"), after: nil, limit: 100).count == 40)
    let parts = Set((0..<40).map { GrantPart.of(AccountID("p\($0)")) })
    #expect(try await storage.grantChanges(since: start).parts == parts)
  }

  @Test func `are spread over the parts evenly`() {
    var counts: [Int: Int] = [:]
    for number in 0..<65_536 { counts[GrantPart.of(AccountID("person-\(number)")), default: 0] += 1 }
    #expect(counts.keys.allSatisfy { (0..<GrantPart.count).contains($0) })
    #expect(counts.count > 38_000 && (counts.values.max() ?? 0) < 16)
  }
}
