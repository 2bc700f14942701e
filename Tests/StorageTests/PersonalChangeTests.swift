internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What happens to people, in a namespace", .storageWorld)
struct PersonalChangeTests {
  private static let boards = [
    BoardDeclaration(id: "best", title: "Best", tieBreaks: [.init(column: "exact")]),
    BoardDeclaration(id: "fewest", title: "Fewest", order: .ascending),
    BoardDeclaration(id: "latest", title: "Latest", operator: .latest),
    BoardDeclaration(id: "sum", title: "Sum", operator: .sum),
    BoardDeclaration(id: "manual", title: "Manual", seasons: .manual),
  ]
  private static let rights = RightsDeclaration(
    scopes: [ScopeDeclaration(kind: "card", title: "Card")],
    roles: [RoleDeclaration(name: "player", title: "Player", in: "card", permissions: [])])
  private static let keptAnswers = HostStatement(
    "select key from fieldhouse_replies where length(body) > 0 order by key")
  private let ada = AccountID("ada")
  private let bo = AccountID("bo")

  private func open(_ kind: EngineKind, _ engine: (any StorageEngine)? = nil) async throws -> any NamespaceStorage {
    let table = Migration(id: "1", sql: "create table calls (number integer primary key, text text not null)")
    let storage = try await (engine ?? StorageWorld.current.engine(kind)).open(
      Namespace(id: "club", migrations: [table], boards: Self.boards, rights: Self.rights))
    try await storage.migrate()
    return storage
  }

  private func erase(_ account: AccountID, at sequence: Int64) -> PersonalChange {
    PersonalChange(sequence: sequence, work: .erase(account))
  }

  private func calls(_ storage: any NamespaceStorage) async throws -> [String] {
    try await storage.read { try await $0.query("select text from calls order by number").map { try $0[0] } }
  }

  private static func note(_ text: String) -> @Sendable (any Transaction) async throws -> Void {
    { try await $0.execute("insert into calls (text) values (\(text))") }
  }

  private func submit(
    _ storage: any NamespaceStorage, _ board: String, _ account: AccountID, _ score: Int64, at time: Int64,
    ties: [Int64] = [], details: JSON? = nil, season: String? = nil
  ) async throws {
    let change = ScoreChange(
      board: board, account: account, score: score, achievedAt: Date(millisecondsSince1970: time),
      tieBreaks: ties, details: details, season: season)
    try await storage.write { try await $0.submit(change) }
  }

  private func shown(_ storage: any NamespaceStorage, _ account: AccountID) async throws -> [String] {
    try await storage.boardEntries(of: account).map { position, entry in
      "\(position.board) \(position.season) \(entry.score) \(entry.tieBreaks) \(entry.detailsText ?? "-")"
    }
  }

  @Test(arguments: EngineKind.available)
  func `is followed once, whatever fails or asks again, and across a restart`(on kind: EngineKind) async throws {
    let engine = try StorageWorld.current.engine(kind)
    let storage = try await open(kind, engine)
    #expect(try await storage.personalPosition() == nil)
    try await storage.beginFollowingPeople(at: 5)
    try await storage.beginFollowingPeople(at: 9)
    #expect(try await storage.personalPosition() == PersonalPosition(inTables: 5, inHooks: 5))
    try await storage.follow(erase(ada, at: 5), Self.note("before the beginning"))
    await #expect(throws: Deliberate.self) {
      try await storage.follow(erase(ada, at: 6)) { transaction in
        try await Self.note("rolled back")(transaction)
        throw Deliberate()
      }
    }
    #expect(try await storage.personalPosition() == PersonalPosition(inTables: 5, inHooks: 5))
    try await storage.follow(erase(ada, at: 6), nil)
    #expect(try await storage.personalPosition() == PersonalPosition(inTables: 6, inHooks: 5))
    for _ in 1...3 { try await storage.follow(erase(ada, at: 6), Self.note("six")) }
    await engine.close()
    let again = try await open(kind, StorageWorld.current.engine(kind))
    try await again.follow(erase(ada, at: 6), Self.note("six"))
    try await again.follow(PersonalChange(sequence: 7, work: .none), Self.note("seven"))
    #expect(try await calls(again) == ["six", "seven"])
    #expect(try await again.personalPosition() == PersonalPosition(inTables: 7, inHooks: 7))
  }

  @Test(arguments: EngineKind.available)
  func `is followed once when several ask for it at the same moment`(on kind: EngineKind) async throws {
    let storages = [try await open(kind), try await open(kind)]
    let told = kind == .postgresql ? storages : [storages[0]]
    try await storages[0].beginFollowingPeople(at: 0)
    try await withThrowingTaskGroup { group in
      for sequence in 1...10 as ClosedRange<Int64> {
        for storage in told + told {
          group.addTask { try await storage.follow(erase(ada, at: sequence), Self.note("\(sequence)")) }
        }
        try await group.waitForAll()
      }
    }
    #expect(try await calls(storages[0]) == (1...10).map { "\($0)" })
  }

  @Test(arguments: EngineKind.available)
  func `takes scores, roles and stored answers of somebody who has left, and of nobody else`(on kind: EngineKind)
    async throws
  {
    let storage = try await open(kind)
    try await storage.beginFollowingPeople(at: 0)
    for account in [ada, bo] {
      try await submit(storage, "sum", account, 3, at: 1, details: ["n": 1])
      try await submit(storage, "manual", account, 3, at: 1, season: "s1")
      try await storage.write { try await $0.grant("player", to: account, in: Scope("card", "c1")) }
    }
    let parts = Mutex<[Int]>([])
    storage.onCommit { effects in
      for case .grants(let part) in effects { parts.withLock { $0.append(part) } }
    }
    var unasked = erase(bo, at: 1)
    unasked.mayHaveScores = false
    try await storage.follow(unasked, nil)
    #expect(try await shown(storage, bo).count == 2, "who is known to have none is not looked for")
    try await storage.follow(erase(ada, at: 2), nil)
    #expect(try await shown(storage, ada).isEmpty)
    #expect(try await storage.grants(of: ada).isEmpty)
    #expect(parts.withLock { $0 } == [GrantPart.of(bo), GrantPart.of(ada)])
  }

  /// What a plugin keeps of a person goes with its hook, and until then new answers and events may hold it.
  @Test(arguments: EngineKind.available)
  func `takes all live events and stored answers when somebody is erased, and again with a hook that comes later`(
    on kind: EngineKind
  ) async throws {
    let storage = try await open(kind)
    try await storage.beginFollowingPeople(at: 0)
    func speak(_ name: String) async throws {
      let key = IdempotencyKey(account: "bo", route: "r", key: name)
      let reply = StoredReply(status: 201, contentType: "text/plain", body: Array("ada".utf8))
      _ = try await storage.writeOnce(key, fingerprint: "f") { transaction in
        try await transaction.publish("news", LiveEvent("said", "ada"))
        return reply
      }
    }
    func kept() async throws -> [String] {
      let answers = try await (storage as? any NamespaceEngine)?.rows(Self.keptAnswers, [])
      let events = try await storage.liveEvents(after: 0, limit: 10).events
      return try (answers ?? []).map { try $0[0] } + events.map(\.payload)
    }
    let publishing: @Sendable (any Transaction) async throws -> Void = { transaction in
      try await transaction.publish("news", LiveEvent("gone", "somebody"))
    }
    try await speak("1")
    try await storage.follow(PersonalChange(sequence: 1, work: .merge(ada, into: bo)), nil)
    try await storage.follow(PersonalChange(sequence: 2, work: .none), nil)
    #expect(try await kept() == ["1", #""ada""#])
    await #expect(throws: Deliberate.self) {
      try await storage.follow(erase(ada, at: 3)) { _ in throw Deliberate() }
    }
    #expect(try await kept() == ["1", #""ada""#])
    try await storage.follow(erase(ada, at: 3), nil)
    #expect(try await kept() == [])
    try await speak("2")
    try await storage.follow(erase(ada, at: 3), nil)
    #expect(try await kept() == ["2", #""ada""#], "it was followed already")
    let place = try await storage.liveLog().last
    try await storage.follow(erase(ada, at: 3), publishing)
    #expect(try await kept() == [#""somebody""#], "what the hook tells itself is told")
    #expect(try await storage.liveEvents(after: 0, limit: 10).floor == place)
    try await speak("3")
    try await storage.follow(erase(ada, at: 3), publishing)
    #expect(try await kept().count == 3)
    await #expect(throws: ForgottenReply.self) { try await speak("2") }
  }

  @Test func `leaves nothing in the log of a file, once nobody reads an older state of it`() async throws {
    let storage = try #require(try await open(.sqlite) as? SQLiteNamespace)
    try await storage.beginFollowingPeople(at: 0)
    let words = "quixotic zephyrs vex"
    @Sendable func isInLog() throws -> Bool {
      try Data(contentsOf: URL(filePath: storage.path + "-wal")).range(of: Data(words.utf8)) != nil
    }
    try await storage.write { try await Self.note(words)($0) }
    #expect(try isInLog())
    try await storage.read { reading in
      #expect(try await reading.query("select text from calls").count == 1)
      try await storage.follow(erase(ada, at: 1)) { try await $0.execute("delete from calls") }
      #expect(try isInLog())
      #expect(try await reading.query("select text from calls").count == 1, "nobody is disturbed")
      try await storage.execute("insert into calls (text) values ('others go on')")
    }
    try await eventually { try !isInLog() }
    #expect(try await calls(storage) == ["others go on"])
  }

  @Test func `leaves nothing on pages of a file that are free now`() async throws {
    let storage = try #require(try await open(.sqlite) as? SQLiteNamespace)
    try await storage.beginFollowingPeople(at: 0)
    let words = "quixotic zephyrs vex"
    @Sendable func isIn(_ suffix: String) throws -> Bool {
      try Data(contentsOf: URL(filePath: storage.path + suffix)).range(of: Data(words.utf8)) != nil
    }
    // Longer than a page, and many: whole pages are freed.
    let long = String(repeating: words, count: 500)
    try await storage.write { transaction in for _ in 1...20 { try await Self.note(long)(transaction) } }
    try await storage.follow(PersonalChange(sequence: 1, work: .none), nil)
    try await storage.follow(erase(ada, at: 2)) { try await $0.execute("delete from calls") }
    try await eventually { try !isIn("-wal") }
    #expect(try !isIn(""))
  }

  @Test(arguments: EngineKind.available)
  func `gives scores to another as each board combines them, and roles`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    try await storage.beginFollowingPeople(at: 0)
    try await submit(storage, "best", ada, 9, at: 5, ties: [1], details: ["of": "ada"])
    try await submit(storage, "best", bo, 7, at: 6, ties: [2], details: ["of": "bo"])
    try await submit(storage, "latest", ada, 1, at: 5, details: ["of": "ada"])
    try await submit(storage, "latest", bo, 2, at: 6, details: ["of": "bo"])
    try await submit(storage, "fewest", ada, 3, at: 5, details: ["of": "ada"])
    try await submit(storage, "fewest", bo, 3, at: 4, details: ["of": "bo"])
    try await submit(storage, "sum", ada, 10, at: 5, details: ["of": "ada"])
    try await submit(storage, "sum", bo, 5, at: 6, details: ["of": "bo"])
    try await submit(storage, "manual", ada, 4, at: 5, details: ["of": "ada"], season: "s1")
    try await storage.write { transaction in
      for card in ["c1", "c2"] { try await transaction.grant("player", to: ada, in: Scope("card", card)) }
      try await transaction.grant("player", to: bo, in: Scope("card", "c1"))
    }
    try await storage.follow(PersonalChange(sequence: 1, work: .merge(ada, into: bo)), Self.note("merged"))
    try await storage.follow(PersonalChange(sequence: 1, work: .merge(ada, into: bo)), Self.note("merged"))
    #expect(try await shown(storage, ada).isEmpty)
    let given = try await shown(storage, bo)
    #expect(
      given == [
        #"best all 9 [1] {"of":"ada"}"#, #"fewest all 3 [] {"of":"bo"}"#, #"latest all 2 [] {"of":"bo"}"#,
        #"manual s1 4 [] {"of":"ada"}"#,
        #"sum all 15 [] {"of":"bo"}"#,
      ])
    #expect(try await storage.grants(of: ada).isEmpty)
    #expect(try await storage.grants(of: bo).map(\.scope.id) == ["c1", "c2"])
    #expect(try await calls(storage) == ["merged"])
  }
}
