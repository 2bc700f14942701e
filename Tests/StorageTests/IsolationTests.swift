internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Transactions side by side", .storageWorld)
struct IsolationTests {
  private static let table = "create table seats (id integer not null primary key, taken integer not null)"

  @Test(arguments: EngineKind.available)
  func `a read keeps the snapshot it began with`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await storage.execute("insert into seats values (1, 0)")
    let seen = try await storage.read { reading in
      let before: Int = try await reading.query("select taken from seats")[0][0]
      try await storage.execute("update seats set taken = 1")
      let after: Int = try await reading.query("select taken from seats")[0][0]
      return [before, after]
    }
    #expect(seen == [0, 0])
    #expect(try await storage.value("select taken from seats") == 1)
  }

  @Test(arguments: EngineKind.available)
  func `no increment is lost when twenty count at once`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await storage.execute("insert into seats values (1, 0)")
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          for _ in 0..<10 {
            try await storage.write { transaction in
              let taken: Int = try await transaction.query("select taken from seats where id = 1")[0][0]
              try await transaction.execute("update seats set taken = \(taken + 1) where id = 1")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await storage.value("select taken from seats") == 200)
  }

  @Test(arguments: EngineKind.available)
  func `exactly as many get a seat as there are seats`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for person in 0..<60 {
        group.addTask {
          try await storage.write { transaction in
            let count: Int = try await transaction.query("select count(*) from seats")[0][0]
            guard count < 11 else { return false }
            try await transaction.execute("insert into seats values (\(person), 1)")
            return true
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 11)
    #expect(try await storage.value("select count(*) from seats") == 11)
  }

  @Test(arguments: EngineKind.available)
  func `of transactions committed together each succeeds or fails for itself`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await storage.write { transaction in
              try await transaction.execute("insert into seats values (\(number), 0)")
              if number % 3 == 0 { throw Deliberate() }
              if number % 7 == 0 { try await transaction.execute("insert into seats values (\(number), 0)") }
            }
            #expect(number % 3 != 0 && number % 7 != 0)
          } catch is Deliberate {
            #expect(number % 3 == 0)
          } catch let error as StorageError {
            #expect(number % 7 == 0 && error.code == .constraint)
          }
        }
      }
      try await group.waitForAll()
    }
    let expected = (0..<200).filter { $0 % 3 != 0 && $0 % 7 != 0 }
    #expect(try await storage.column("select id from seats order by id") == expected)
  }

  @Test(arguments: EngineKind.available)
  func `a body that hangs is rolled back and the others go on`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(3), total: .seconds(60))
    let storage = try await StorageWorld.current.open(kind, Self.table, limits: limits)
    let (inside, outside) = (Latch(), Latch())
    let hanging = Task {
      try await storage.write { transaction in
        try await transaction.execute("insert into seats values (1, 0)")
        inside.open()
        await outside.wait()
        try await transaction.execute("insert into seats values (2, 0)")
      }
    }
    await inside.wait()
    try await storage.execute("insert into seats values (3, 0)")
    if kind == .postgresql { try await Self.waitForIdleLimit(limits) }
    outside.open()
    await expectStorageError(.timeout) { try await hanging.value }
    #expect(try await storage.column("select id from seats") == [3])
  }

  /// Others do not wait for a body that hangs on PostgreSQL, so that their success does not tell that its time is over.
  private static func waitForIdleLimit(_ limits: TransactionLimits) async throws {
    let end = Monotonic.now &+ limits.idle.nanoseconds
    try await eventually { Monotonic.now > end }
  }

  @Test(arguments: EngineKind.available)
  func `a statement that runs too long is stopped`(on kind: EngineKind) async throws {
    let limits = TransactionLimits(idle: .seconds(5), total: .milliseconds(1_500))
    let storage = try await StorageWorld.current.open(kind, Self.table, limits: limits)
    let endless: SQL = """
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000000) select max(i) from n
      """
    await expectStorageError(.timeout) { try await storage.read { try await $0.query(endless) } }
    await expectStorageError(.timeout) {
      try await storage.write { transaction in
        try await transaction.execute("insert into seats values (1, 0)")
        _ = try await transaction.query(endless)
      }
    }
    try await storage.execute("insert into seats values (2, 0)")
    #expect(try await storage.column("select id from seats") == [2])
  }

  @Test(arguments: EngineKind.available)
  func `a large result is handed over row by row and may be left early`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await storage.execute(
      """
      insert into seats (id, taken)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000) select i, i % 10 from n
      """)
    let counter = Counter()
    try await storage.read { reading in
      try await reading.forEach("select id from seats where taken <> \(11) order by id") { row in
        let id: Int = try row[0]
        #expect(id == counter.next())
      }
    }
    #expect(counter.count == 5_000)
    await #expect(throws: Deliberate.self) {
      try await storage.read { try await $0.forEach("select id from seats") { _ in throw Deliberate() } }
    }
    #expect(try await storage.value("select count(*) from seats") == 5_000)
  }

  @Test(arguments: EngineKind.available)
  func `two calls of one transaction at the same time are refused`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let results = try? await storage.write { transaction in
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<50 {
          group.addTask {
            await Task.detached { (try? await transaction.execute("insert into seats values (\(number), 0)")) != nil }
              .value
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    let kept: Int = try await storage.value("select count(*) from seats")
    #expect(kept == 0 || results?.filter { $0 }.count == kept)
  }
}
