internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

private let players =
  "create table players (id integer not null primary key, name text not null unique, score real, photo blob)"

@Suite("A transaction", .storageWorld)
struct TransactionTests {
  @Test(arguments: EngineKind.available)
  func `what a write did is seen by the next read`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    let changed = try await storage.execute("insert into players (id, name) values (1, \("Ada")), (2, \("Bo"))")
    #expect(changed == 2)
    #expect(try await storage.column("select name from players order by id") == ["Ada", "Bo"])
  }

  @Test(arguments: EngineKind.available)
  func `nothing of a body that throws is kept`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    await #expect(throws: Deliberate.self) {
      try await storage.write { transaction in
        try await transaction.execute("insert into players (id, name) values (1, \("Ada"))")
        throw Deliberate()
      }
    }
    #expect(try await storage.value("select count(*) from players") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `a write answers with what its body returns`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    let id: Int = try await storage.write { transaction in
      try await transaction.query("insert into players (name) values (\("Ada")) returning id")[0]["id"]
    }
    #expect(try await storage.value("select name from players where id = \(id)") == "Ada")
  }

  @Test(arguments: EngineKind.available)
  func `a statement with another number of values than of placeholders is a mistake, and no trouble of the database`(
    on kind: EngineKind
  ) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    for (text, values, told) in [
      ("select ?1 as a", [], "1 placeholder and 0 values"),
      ("select ?1 as a, ?2 as b", [.integer(1)], "2 placeholders and 1 value"),
      ("select 1 as a", [.integer(1)], "0 placeholders and 1 value"),
    ] as [(String, [SQLValue], String)] {
      let error = await #expect(throws: StorageError.self) {
        try await storage.read { try await $0.query(SQL(text: text, values: values)) }
      }
      #expect(error?.code == .statement)
      #expect(error?.message == "The statement has \(told).")
    }
    let twice = SQL(text: "select ?1 as a, ?1 + 1 as b", values: [.integer(1)])
    let row = try await storage.read { try await $0.query(twice)[0].values }
    #expect(row == [.integer(1), .integer(2)])
  }

  @Test(arguments: EngineKind.available)
  func `every kind of value comes back as it was stored`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind, "create table v (n integer not null primary key, i integer, r real, t text, b blob)")
    let rows: [[SQLValue]] = [
      [.integer(.max), .real(0.1), .text(""), .blob([])],
      [.integer(.min), .real(-1e300), .text("Käse, 足球, 👩‍👩‍👧, ' \" \\ %"), .blob([0, 255, 92, 120])],
      [.integer(0), .real(.leastNonzeroMagnitude), .text("a\nb\tc"), .blob(Array(0...255))],
      [.null, .null, .null, .null],
    ]
    for (number, row) in rows.enumerated() {
      try await storage.execute("insert into v values (\(number), \(row[0]), \(row[1]), \(row[2]), \(row[3]))")
    }
    let found = try await storage.read { try await $0.query("select i, r, t, b from v order by n").map(\.values) }
    #expect(found == rows)
  }

  @Test(arguments: EngineKind.available)
  func `numbers, comparisons and sums have the same kinds on every engine`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, "create table v (i integer not null, r real not null)")
    try await storage.execute("insert into v values (7, 1.5), (3, 2.5)")
    let row = try await storage.read {
      try await $0.query(
        """
        select sum(i), avg(i), sum(r), count(*), max(i), 7 / 2, max(i) > 100, cast('12' as integer), cast(min(i) as real), \(5) + \(6)
        from v
        """)
    }
    #expect(
      row[0].values == [
        .integer(10), .real(5), .real(4), .integer(2), .integer(7), .integer(3), .integer(0), .integer(12), .real(3),
        .integer(11),
      ])
  }

  @Test(arguments: EngineKind.available)
  func `text is ordered byte by byte and like tells upper from lower case`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    for (id, name) in ["b", "a", "B", "ä", "Z", "_"].enumerated() {
      try await storage.execute("insert into players (id, name) values (\(id), \(name))")
    }
    #expect(try await storage.column("select name from players order by name") == ["B", "Z", "_", "a", "b", "ä"])
    #expect(try await storage.column("select name from players where name like 'b%'") == ["b"])
  }

  @Test(arguments: EngineKind.available)
  func `a broken constraint fails with its code and the transaction with it`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    try await storage.execute("insert into players (id, name) values (1, \("Ada"))")
    await expectStorageError(.constraint) {
      try await storage.write { transaction in
        try await transaction.execute("insert into players (id, name) values (2, \("Bo"))")
        _ = try? await transaction.execute("insert into players (id, name) values (3, \("Ada"))")
      }
    }
    #expect(try await storage.value("select count(*) from players") == 1)
    await expectStorageError(.constraint) {
      try await storage.execute("insert into players (id, name) values (2, null)")
    }
  }

  @Test(arguments: EngineKind.available)
  func `after a failed statement every further one repeats the failure`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    await expectStorageError(.constraint) {
      try await storage.write { transaction in
        _ = try? await transaction.execute("insert into players (id, name) values (1, null)")
        await expectStorageError(.constraint) { try await transaction.query("select 1") }
      }
    }
  }

  @Test(
    arguments: EngineKind.available,
    ["selct 1", "select nothing from players", "select * from nowhere", "insert into players (id) values (1, 2)"])
  func `a statement that cannot be prepared says so`(on kind: EngineKind, sql: String) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    await #expect(throws: StorageError.self) {
      try await storage.write { try await $0.execute(SQL(text: sql, values: [])) }
    }
    #expect(try await storage.value("select count(*) from players") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `a column holds only values of its type`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    await expectStorageError(.statement) {
      try await storage.execute("insert into players (id, name) values (\("one"), \("Ada"))")
    }
  }

  @Test(arguments: EngineKind.available)
  func `text with NUL is refused`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    await expectStorageError(.statement) {
      try await storage.execute("insert into players (id, name) values (1, \("a\0b"))")
    }
  }

  @Test(arguments: EngineKind.available)
  func `a reference to a row that is missing fails at the latest when the transaction ends`(on kind: EngineKind)
    async throws
  {
    let storage = try await StorageWorld.current.open(
      kind, players,
      """
      create table cards (
        player integer not null references players (id), later integer references players (id) deferrable initially deferred)
      """)
    await expectStorageError(.constraint) { try await storage.execute("insert into cards (player) values (9)") }
    try await storage.write { transaction in
      try await transaction.execute("insert into players (id, name) values (1, \("Ada"))")
      try await transaction.execute("insert into cards values (1, 2)")
      try await transaction.execute("insert into players (id, name) values (2, \("Bo"))")
    }
    await expectStorageError(.constraint) { try await storage.execute("insert into cards values (1, 7)") }
    #expect(try await storage.value("select count(*) from cards") == 1)
  }

  @Test(arguments: EngineKind.available)
  func `a transaction is of no use outside its closure`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    let leaked = try await storage.write { $0 }
    await #expect(throws: StorageError.self) {
      try await leaked.execute("insert into players (id, name) values (1, 'x')")
    }
    let reading = try await storage.read { $0 }
    await #expect(throws: StorageError.self) { try await reading.query("select 1") }
    #expect(try await storage.value("select count(*) from players") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `a read cannot write`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, players)
    for sql: SQL in [
      "insert into players (id, name) values (1, 'x') returning id", "delete from players returning id",
      "with x as (select 1) insert into players (id, name) values (1, 'x') returning id",
    ] {
      await #expect(throws: StorageError.self) { try await storage.read { try await $0.query(sql) } }
    }
    #expect(try await storage.value("select count(*) from players") == 0)
  }
}
