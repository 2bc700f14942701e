internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G6: changes committed together on PostgreSQL", .storageWorld)
struct ServerBatchTests {
  private static let tables = """
    create table counter (id integer not null primary key, n integer not null);
    insert into counter values (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0);
    create table done (id integer not null primary key, note text);
    create table card (
      id integer not null primary key, owner integer references counter (id) deferrable initially deferred)
    """

  private func add(_ number: Int, to id: Int = 1) -> SQL { "update counter set n = n + \(number) where id = \(id)" }
  private func insert(_ id: Int) -> SQL { "insert into done (id) values (\(id))" }
  private func card(_ id: Int, of owner: Int) -> SQL { "insert into card values (\(id), \(owner))" }

  /// A namespace whose statements are so well known that they are predicted.
  private func open(_ engine: any StorageEngine) async throws -> ServerNamespace {
    let space = Namespace(id: "club", migrations: [Migration(id: "1", sql: Self.tables)])
    let storage = try #require(try await engine.open(space) as? ServerNamespace)
    try await storage.migrate()
    for number in 1...9 {
      try await storage.execute(add(1, to: 10))
      try await storage.execute("update counter set n = n * \(2) where id = \(9)")
      try await storage.execute(insert(Int.random(in: .min..<0)))
      try await storage.execute(card(-Int.random(in: 1...Int.max), of: number))
    }
    return storage
  }

  private func open() async throws -> ServerNamespace {
    try await open(StorageWorld.current.engine(.postgresql, connections: 16))
  }

  private func promises(_ statements: [SQL], _ storage: ServerNamespace) throws -> [PredictedChange] {
    try statements.map {
      PredictedChange(sql: $0, prediction: try #require(storage.predictions.prediction(of: $0.text)))
    }
  }

  private func outcomes(_ statements: [SQL], _ storage: ServerNamespace) async throws -> [String] {
    await storage.commitTogether(try promises(statements, storage).map(Promise.change)).map { "\($0)" }
  }

  @Test(.enabled(if: EngineKind.available.contains(.postgresql)))
  func `a transaction that has changed nothing leaves no record of its commit`() async throws {
    let world = StorageWorld.current
    let storage = try await world.open(.postgresql, "create table t (id integer)", id: "plugin")
    try await storage.execute("insert into t (id) values (1)")
    let records = { () throws -> [String] in
      Superuser(try TestPostgreSQL.address()).run(
        "select count(*) || ' ' || coalesce(max(number), 0) from \"\(world.prefix)_plugin\".fieldhouse_commits")
    }
    let before = try records()
    for _ in 0..<3 {
      let changed = try await storage.write { transaction in
        let rows = try await transaction.query("select id from t")
        let changed = try await transaction.execute("update t set id = 3 where id = 2")
        return rows.count + changed
      }
      #expect(changed == 1)
    }
    #expect(try records() == before)
    try await storage.write { transaction in
      let rows = try await transaction.query("select id from t")
      try await transaction.execute("update t set id = \(rows.count + 4) where id = 1")
    }
    #expect(try records() != before)
    #expect(try await storage.value("select id from t") == 5)
  }

  @Test func `have the effect of transactions in their order`() async throws {
    let storage = try await open()
    let statements: [SQL] = [add(3), "update counter set n = n * \(2) where id = \(1)", add(4), insert(1), insert(2)]
    #expect(try await outcomes(statements, storage) == [String](repeating: "committed", count: 5))
    #expect(try await storage.value("select n from counter where id = 1") == 10)
    #expect(try await storage.column("select id from done where id > 0 order by id") == [1, 2])
  }

  @Test func `are left out when they fail, and the others are committed`() async throws {
    let storage = try await open()
    let statements = [insert(1), insert(1), add(1), add(1, to: 77), card(1, of: 1), card(2, of: 99), insert(2)]
    let expected = ["committed", "mispredicted", "committed", "mispredicted", "committed", "mispredicted", "committed"]
    #expect(try await outcomes(statements, storage) == expected)
    #expect(try await storage.column("select id from done where id > 0 order by id") == [1, 2])
    #expect(try await storage.column("select id from card where id > 0") == [1])
    #expect(try await storage.value("select n from counter where id = 1") == 1)
  }

  @Test func `that fail one after the other do not keep the rest for long`() async throws {
    let storage = try await open()
    try await storage.execute(insert(1))
    let found = try await outcomes([Int](repeating: 1, count: 20).map(insert) + [add(1)], storage)
    #expect(found.filter { $0 == "mispredicted" }.count == 4)
    #expect(found.filter { $0 == "again" }.count == 17)
  }

  @Test func `each succeed or fail for themselves, many at once, and share commits`() async throws {
    let storage = try await open()
    let clients = 24
    let times = Guarantee.size(40, full: 1_000)
    let before: Int = try await storage.value("select sum(n) from counter where id < 9")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<clients {
        group.addTask { try await work(client, times, storage) }
      }
      try await group.waitForAll()
    }
    let kept = (0..<clients * times).filter { $0 % 10 != 7 && $0 % 10 != 9 }
    #expect(try await storage.column("select id from done where id >= 0 order by id") == kept)
    #expect(try await storage.value("select sum(n) from counter where id < 9") == before + clients * times)
    let commits: Int = try await inspect(storage, "select max(number) from fieldhouse_commits")
    #expect(commits < clients * times)
  }

  /// Adds to a counter and inserts a row; of ten rows one is there already and one is not wanted after all.
  private func work(_ client: Int, _ times: Int, _ storage: ServerNamespace) async throws {
    for number in (0..<times).map({ client * times + $0 }) {
      try await storage.execute(add(1, to: 1 + number % 8))
      switch number % 10 {
      case 7: await expectStorageError(.constraint) { try await storage.execute(card(1, of: -number - 1)) }
      case 9:
        await #expect(throws: Deliberate.self) {
          try await storage.write { transaction in
            try await transaction.execute(insert(number))
            throw Deliberate()
          }
        }
      default: #expect(try await storage.execute(insert(number)) == 1)
      }
    }
  }

  private func inspect(_ storage: ServerNamespace, _ text: String) async throws -> Int {
    try await storage.inspect { try await $0.run(HostStatement(text), [])[0][0] }
  }

  @Test func `on one row by two hosts are all there, and nobody waits for ever`() async throws {
    let world = StorageWorld.current
    let first = try await open()
    let second = try await open(world.engine(.postgresql, connections: 16))
    let before: Int = try await first.value("select sum(n) from counter where id < 9")
    try await withThrowingTaskGroup { group in
      for client in 0..<24 {
        group.addTask { [storage = client % 2 == 0 ? first : second] in
          for number in 0..<30 { try await storage.execute(add(1, to: 1 + (client + number) % 4)) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await first.value("select sum(n) from counter where id < 9") == before + 24 * 30)
  }

  @Test func `do not wait for one whose row is locked`() async throws {
    let patient = TransactionLimits(idle: .seconds(300), total: .seconds(300))
    let storage = try await open(StorageWorld.current.engine(.postgresql, limits: patient, connections: 16))
    let (locked, lock) = AsyncStream<Void>.makeStream()
    let (release, open) = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await storage.write { transaction in
        _ = try await transaction.query("select 1")
        try await transaction.execute("update counter set n = 100 where id = 1")
        lock.finish()
        for await _ in release {}
      }
    }
    for await _ in locked {}
    let waiting = Task { try await storage.execute(add(1)) }
    try await withThrowingTaskGroup { group in
      for number in 0..<20 { group.addTask { try await storage.execute(insert(number)) } }
      try await group.waitForAll()
    }
    #expect(try await outcomes([add(1), add(1, to: 2)], storage) == ["alone", "committed"])
    open.finish()
    try await holder.value
    #expect(try await waiting.value == 1)
    #expect(try await storage.value("select n from counter where id = 1") == 101)
  }

  @Test func `do not suffer when the client of one of them goes away`() async throws {
    let world = StorageWorld.current
    _ = try await open()
    let address = try TestPostgreSQL.address()
    var parts = try #require(URLComponents(string: address))
    let proxy = CuttingProxy(to: UInt16(parts.port ?? 5_432), cutPercent: 5, seed: 11)
    defer { proxy.close() }
    (parts.host, parts.port) = ("127.0.0.1", Int(proxy.port))
    let storage = try await open(world.engine(.postgresql, address: parts.string))
    let tasks = (0..<300).map { number in Task { try await storage.execute(insert(number)) } }
    for number in stride(from: 0, to: 300, by: 3) { tasks[number].cancel() }
    var acknowledged: [Int] = []
    for (number, task) in tasks.enumerated() {
      switch await task.result {
      case .success: acknowledged.append(number)
      case .failure(let error): #expect(error is CancellationError && number % 3 == 0, "\(number): \(error)")
      }
    }
    let stored: [Int] = try await storage.column("select id from done where id >= 0")
    #expect(Set(acknowledged).subtracting(stored).isEmpty)
    #expect(acknowledged.count >= 200)
  }

  @Test func `of a text that cannot be stored say so, however well the statement is known`() async throws {
    let storage = try await open()
    for number in 0..<9 { try await storage.execute("insert into done values (\(number), \("note"))") }
    await expectStorageError(.statement) { try await storage.execute("insert into done values (\(10), \("a\0b"))") }
    #expect(try await storage.value("select count(*) from done where id >= 0") == 9)
  }

  @Test func `stay in their namespace`() async throws {
    let engine = try StorageWorld.current.engine(.postgresql)
    let migration = Migration(id: "1", sql: "create table mine (id integer not null primary key)")
    var spaces: [any NamespaceStorage] = []
    for id in ["one", "two"] {
      spaces.append(try await engine.open(Namespace(id: id, migrations: [migration])))
      try await spaces.last?.migrate()
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<400 {
        group.addTask { [space = spaces[number % 2]] in
          try await space.execute("insert into mine values (\(number))")
        }
      }
      try await group.waitForAll()
    }
    for (remainder, space) in spaces.enumerated() {
      let expected = (0..<400).filter { $0 % 2 == remainder }
      #expect(try await space.column("select id from mine order by id") == expected)
    }
  }
}
