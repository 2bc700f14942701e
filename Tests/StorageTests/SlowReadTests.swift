internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Reads that take long", .storageWorld)
struct SlowReadTests {
  private static let table = "create table t (id integer not null primary key)"
  /// Far more rows than any machine counts in the time that reads have here.
  private static let endless: SQL =
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < 900000000000) select count(*) from n"

  // One engine after the other: sixteen that count without end would leave the quick ones no processor.
  @Test(.serialized, arguments: EngineKind.available)
  func `do not hold up a plugin's quick ones, however many there are`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(60), total: .seconds(30))
    // As many as there are connections: on the server few, so that all have begun long before the first one ends.
    let count = kind == .postgresql ? 2 : 8
    let storage = try await StorageWorld.current.engine(kind, limits: limits, connections: count)
      .open(Namespace(id: "club", migrations: [Migration(id: "1", sql: Self.table)]))
    try await storage.migrate()
    try await storage.execute("insert into t values (1)")
    let (ended, began) = (Counter(), Counter())
    let slow = (0..<count).map { _ in
      Task {
        defer { ended.next() }
        _ = try await storage.read { reading in
          began.next()
          return try await reading.query(Self.endless)
        }
      }
    }
    try await eventually { began.count == count }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await storage.value("select count(*) from t") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [Int](repeating: 1, count: 20))
    #expect(ended.count == 0)
    for task in slow { await expectStorageError(.timeout) { try await task.value } }
    #expect(try await storage.value("select count(*) from t") == 1)
  }

  @Test func `run on threads of their own, and the answer is the same`() async throws {
    let storage = try await StorageWorld.current.open(.sqlite, Self.table)
    let sql: SQL =
      "with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*), max(i) from n"
    let row = try await storage.read { try await $0.query(sql) }
    #expect(try row[0][0] as Int == 3_000_000)
    #expect(try row[0][1] as Int == 3_000_000)
  }

  @Test func `keep their snapshot when they go on elsewhere`() async throws {
    let storage = try await StorageWorld.current.open(.sqlite, Self.table)
    try await storage.execute("insert into t values (1)")
    let counts = try await storage.read { reading -> [Int] in
      let before: Int = try await reading.query("select count(*) from t")[0][0]
      try await storage.execute("insert into t values (2)")
      _ = try await reading.query(
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) from n")
      let after: Int = try await reading.query("select count(*) from t")[0][0]
      return [before, after]
    }
    #expect(counts == [1, 1])
    #expect(try await storage.value("select count(*) from t") == 2)
  }

  /// Runs a reading that has no threads to go to.
  private func reading(
    _ reads: SlowReads, _ body: @Sendable (SQLiteReadTransaction) async throws -> Void
  ) async throws {
    let storage = try #require(try await StorageWorld.current.open(.sqlite, Self.table) as? SQLiteNamespace)
    try await storage.onSnapshot(as: .reading) { session in
      try await body(
        SQLiteReadTransaction(
          session: session, meter: AnswerMeter("club", QueryLimits()), slowReads: reads, lend: {}))
    }
  }

  private static func numbers(_ count: Int) -> SQL {
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < \(count)) select i from n"
  }

  private static func counting(_ count: Int) -> SQL { "select count(*) from (\(numbers(count))) n" }

  @Test func `are those that take longer than a moment or hand over many rows`() async throws {
    let none = SlowReads(namespace: "club", largest: 0)
    try await reading(none) { reading in
      let rows = Counter()
      try await reading.forEach(Self.numbers(100)) { _ in rows.next() }
      #expect(rows.count == 100)
      #expect(try await reading.query(Self.numbers(101)).count == 101)
      await expectStorageError(.unavailable) { try await reading.forEach(Self.numbers(101)) { _ in } }
    }
    try await reading(none) { reading in
      await expectStorageError(.unavailable) { try await reading.query(Self.endless) }
    }
  }

  @Test func `go where they belong at once the next time, until they are quick again`() async throws {
    let reads = SlowReads(namespace: "club")
    let text = Self.counting(1).text
    reads.statements.add(text)
    try await reading(reads) { reading in
      _ = try await reading.query(Self.counting(3_000_000))
      #expect(reading.session.isLent)
    }
    #expect(reads.statements.contains(text))
    // On a busy machine the moment may be over before a quick one had its turn.
    try await eventually {
      try await reading(reads) { _ = try await $0.query(Self.counting(1)) }
      return !reads.statements.contains(text)
    }
    try await eventually {
      let wasLent = Counter()
      try await reading(reads) { reading in
        _ = try await reading.query(Self.counting(1))
        if reading.session.isLent { wasLent.next() }
      }
      return wasLent.count == 0
    }
  }

  @Test func `are remembered up to a number`() {
    let statements = SlowStatements()
    #expect(!statements.contains("0"))
    for number in 0..<300 { statements.add("\(number)") }
    #expect(statements.contains("299"))
    #expect((0..<300).count { statements.contains("\($0)") } <= 256)
    statements.remove("299")
    #expect(!statements.contains("299"))
  }

  @Test func `wait for one another, and too many are refused`() async throws {
    let reads = SlowReads(namespace: "club", threads: 1, largest: 2)
    let latch = Latch()
    let running = Counter()
    let first = Task {
      try await reads.run {
        _ = running.next(); await latch.wait()
      }
    }
    try await eventually { running.count == 1 }
    let second = Task { try await reads.run { _ = running.next() } }
    try await eventually { reads.size == 2 }
    await expectStorageError(.unavailable) { try await reads.run {} }
    #expect(running.count == 1)
    latch.open()
    try await first.value
    try await second.value
    #expect(running.count == 2)
    try await reads.run { _ = running.next() }
    #expect(running.count == 3)
  }

  @Test func `a failure in them frees their place`() async throws {
    let reads = SlowReads(namespace: "club", threads: 1, largest: 1)
    for _ in 0..<5 { await #expect(throws: Deliberate.self) { try await reads.run { throw Deliberate() } } }
    #expect(reads.size == 0)
  }

  @Test func `a pool gives the place of a connection that is kept for long to another`() async throws {
    let storage = try #require(try await StorageWorld.current.open(.sqlite, Self.table) as? SQLiteNamespace)
    let pool = ReaderPool(file: storage.file, largest: 1)
    let first = try await pool.acquire()
    let waiting = Task { try await pool.acquire() }
    pool.lend()
    let second = try await waiting.value
    #expect(first !== second)
    pool.release(first, isUsable: true, isLent: true)
    pool.release(second, isUsable: true)
    let third = try await pool.acquire()
    #expect(third === second)
    pool.release(third, isUsable: true)
    pool.close()
    await expectStorageError(.unavailable) { try await pool.acquire() }
  }

  @Test func `a connection that broke leaves its place to who waits`() async throws {
    let storage = try #require(try await StorageWorld.current.open(.sqlite, Self.table) as? SQLiteNamespace)
    let pool = ReaderPool(file: storage.file, largest: 1)
    let first = try await pool.acquire()
    let waiting = Task { try await pool.acquire() }
    pool.release(first, isUsable: false)
    #expect(try await waiting.value !== first)
  }
}
