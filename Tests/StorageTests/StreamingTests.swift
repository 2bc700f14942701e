internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A large result", .storageWorld)
struct StreamingTests {
  private static let table = "create table players (id integer not null primary key, name text)"
  /// More rows than any machine could keep.
  private static let endless: SQL = """
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000000) select i from n
    """

  @Test(arguments: EngineKind.available)
  func `is not read further than it is wanted, and the snapshot goes on`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await storage.execute("insert into players values (1, 'Ada')")
    let counter = Counter()
    let name: String = try await storage.read { reading in
      for wanted in [1, 32, 1_500] {
        let start = counter.count
        await #expect(throws: Deliberate.self) {
          try await reading.forEach(Self.endless) { row in
            let number: Int = try row[0]
            #expect(number == counter.next() - start)
            if counter.count - start == wanted { throw Deliberate() }
          }
        }
        #expect(counter.count == start + wanted)
      }
      return try await reading.query("select name from players")[0][0]
    }
    #expect(name == "Ada")
  }

  @Test(arguments: EngineKind.available)
  func `is left in the middle of a write that is kept`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await storage.write { transaction in
      try await transaction.execute("insert into players values (1, 'Ada')")
      try? await transaction.forEach(Self.endless) { _ in throw Deliberate() }
      try await transaction.execute("insert into players values (2, 'Bo')")
    }
    #expect(try await storage.column("select name from players order by id") == ["Ada", "Bo"])
  }

  @Test(arguments: EngineKind.available)
  func `of large rows comes a few at a time`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let text = String(repeating: "x", count: 100_000)
    for id in 0..<25 { try await storage.execute("insert into players values (\(id), \(text))") }
    let counter = Counter()
    try await storage.read { reading in
      try await reading.forEach("select id, name from players order by id") { row in
        let (id, name): (Int, String) = (try row[0], try row[1])
        #expect(id == counter.next() - 1)
        #expect(name.utf8.count == 100_000)
      }
    }
    #expect(counter.count == 25)
  }

  @Test(arguments: EngineKind.available)
  func `that fails in the middle hands over what came before and says so`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let failing: SQL = """
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
      select abs(case when i = 1200 then -9223372036854775807 - 1 else i end) from n
      """
    let counter = Counter()
    await expectStorageError(.statement) {
      try await storage.read { reading in
        do {
          try await reading.forEach(failing) { row in
            let number: Int = try row[0]
            #expect(number == counter.next())
          }
        } catch {
          await expectStorageError(.statement) { try await reading.query("select 1") }
          throw error
        }
      }
    }
    #expect((1..<1_200).contains(counter.count))
    await expectStorageError(.statement) {
      try await storage.write { transaction in
        try await transaction.execute("insert into players values (1, 'Ada')")
        try? await transaction.forEach(failing) { _ in }
      }
    }
    #expect(try await storage.value("select count(*) from players") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `that takes longer than allowed is stopped, however fast its rows come`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(5), total: .milliseconds(700))
    let storage = try await StorageWorld.current.open(kind, Self.table, limits: limits)
    let counter = Counter()
    await expectStorageError(.timeout) {
      try await storage.read { try await $0.forEach(Self.endless) { _ in counter.next() } }
    }
    #expect(counter.count > 0)
    await expectStorageError(.timeout) {
      try await storage.write { transaction in
        try await transaction.execute("insert into players values (1, 'Ada')")
        try await transaction.forEach(Self.endless) { _ in counter.next() }
      }
    }
    #expect(try await storage.value("select count(*) from players") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `of a change that takes longer than allowed is rolled back, and others go on`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(5), total: .milliseconds(700))
    let storage = try await StorageWorld.current.open(kind, Self.table, limits: limits)
    await expectStorageError(.timeout) {
      try await storage.execute(
        """
        insert into players (id) with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000000)
        select max(i) from n
        """)
    }
    try await storage.execute("insert into players values (7, 'Bo')")
    #expect(try await storage.column("select id from players") == [7])
  }
}
