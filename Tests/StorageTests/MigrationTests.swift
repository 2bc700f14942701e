internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Migrations", .storageWorld)
struct MigrationTests {
  private static let first = Migration(
    id: "0001-players", sql: "create table players (id integer primary key, name text not null)")
  private static let second = Migration(
    id: "0002-shirts",
    sql: """
      -- a number; not 'the' number
      alter table players add column shirt integer;
      create unique index players_by_shirt on players (shirt);
      insert into players (name, shirt) values ('semi;colon', 1);
      create view keepers as select name from players where shirt = 1;
      """)

  private func space(_ migrations: Migration...) -> Namespace { Namespace(id: "club", migrations: migrations) }

  @Test(arguments: EngineKind.available)
  func `run in order, once, and are planned before`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    #expect(try await world.engine(kind).plan(space(Self.first)).pending.map(\.id) == ["0001-players"])
    let engine = try world.engine(kind)
    let storage = try await engine.open(space(Self.first))
    #expect(try await storage.migrate() == ["0001-players"])
    #expect(try await storage.migrate() == [])
    await engine.close()

    let later = try await world.engine(kind).open(space(Self.first, Self.second))
    let plan = try await later.plan()
    #expect(plan.applied == ["0001-players"])
    #expect(plan.pending == [Self.second])
    #expect(try await later.migrate() == ["0002-shirts"])
    #expect(try await later.value("select name from keepers") == "semi;colon")
  }

  @Test(arguments: EngineKind.available)
  func `planning creates nothing`(on kind: EngineKind) async throws {
    let engine = try StorageWorld.current.engine(kind)
    _ = try await engine.plan(space(Self.first))
    #expect(try await engine.namespaces() == [])
  }

  @Test(arguments: EngineKind.available)
  func `that have run may be neither changed nor removed nor preceded`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let engine = try world.engine(kind)
    try await engine.open(space(Self.first, Self.second)).migrate()
    await engine.close()
    var changed = Self.first
    changed.sql += " "
    let cases: [(Namespace, StorageError.Code, String)] = [
      (space(changed, Self.second), .migrationChanged, "0001-players"),
      (space(Self.first), .migrationRemoved, "0002-shirts"),
      (space(Self.second, Self.first), .migrationRemoved, "0001-players"),
      (space(Migration(id: "0000", sql: "select 1"), Self.first, Self.second), .migrationRemoved, "0001-players"),
      (space(Self.first, Self.second, Self.second), .migrationChanged, "0002-shirts"),
    ]
    for (namespace, code, name) in cases {
      let error = await #expect(throws: StorageError.self) { try await world.engine(kind).plan(namespace) }
      #expect(error?.code == code)
      #expect(error?.message.contains("'\(name)'") == true)
    }
  }

  @Test(arguments: EngineKind.available, 1...4)
  func `that fail at any statement leave nothing and run when they are mended`(on kind: EngineKind, at failing: Int)
    async throws
  {
    let world = StorageWorld.current
    var statements = [
      "create table a (id integer not null primary key)", "insert into a values (1)",
      "create table b (id integer not null primary key)",
    ]
    let good = Migration(id: "1", sql: statements.joined(separator: ";\n"))
    statements.insert("insert into nowhere values (1)", at: failing - 1)
    let bad = Migration(id: "1", sql: statements.joined(separator: ";\n"))

    let engine = try world.engine(kind)
    let storage = try await engine.open(space(bad))
    let error = await #expect(throws: StorageError.self) { try await storage.migrate() }
    #expect(error?.code == .migrationFailed)
    #expect(error?.message.contains("Statement \(failing) of the migration '1'") == true)
    for table in ["a", "b"] {
      await #expect(throws: StorageError.self) {
        try await storage.read { try await $0.query(SQL(text: "select * from \(table)", values: [])) }
      }
    }
    await engine.close()

    let mended = try await world.engine(kind).open(space(good))
    #expect(try await mended.migrate() == ["1"])
    #expect(try await mended.value("select count(*) from a") == 1)
    #expect(try await mended.value("select count(*) from b") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `run once when two processes start together`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let one = try await world.engine(kind).open(space(Self.first, Self.second))
    let other = try await world.engine(kind).open(space(Self.first, Self.second))
    async let left = one.migrate()
    async let right = other.migrate()
    let ran = try await left + right
    #expect(ran.sorted() == ["0001-players", "0002-shirts"])
    #expect(try await other.value("select count(*) from players") == 1)
  }

  @Test(
    arguments: EngineKind.available,
    [
      "create table a (id bigint)", "create table a (id)", "create table a as select 1", "create table a (id serial)",
      "create table a (id integer primary key autoincrement)", "create table a (id integer) strict",
      "alter table a add column b jsonb",
    ])
  func `use the shared column types only`(on kind: EngineKind, sql: String) async throws {
    let storage = try await StorageWorld.current.engine(kind).open(space(Migration(id: "1", sql: sql)))
    let error = await #expect(throws: StorageError.self) { try await storage.migrate() }
    #expect(error?.code == .migrationFailed)
  }

  @Test(arguments: EngineKind.available)
  func `leave room beside rows that will change, where the engine needs it`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let room = Migration(id: "0002-room", sql: "alter table players set (fillfactor = 50);")
    let storage = try await world.engine(kind).open(space(Self.first, room))
    #expect(try await storage.migrate() == ["0001-players", "0002-room"])
    try await storage.execute("insert into players (name) values ('ada')")
    #expect(try await storage.value("select name from players") == "ada")
    guard kind == .postgresql else { return }
    let found = Superuser(try TestPostgreSQL.address()).run(
      "select reloptions from pg_class where oid = '\"\(world.prefix)_club\".players'::regclass")
    #expect(found == ["{fillfactor=50}"])
  }

  @Test(arguments: EngineKind.available)
  func `an integer primary key numbers itself`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.first.sql)
    let ids: [Int] = try await storage.write { transaction in
      try await transaction.query("insert into players (name) values ('a'), ('b') returning id").map { try $0[0] }
    }
    #expect(ids == [1, 2])
  }

  @Test(
    arguments: EngineKind.available,
    ["", "Club", "1club", "club_a", "a b", "../x", "a.b", String(repeating: "a", count: 41)])
  func `a namespace's id is checked`(on kind: EngineKind, id: String) async throws {
    await expectStorageError(.namespace) { try await StorageWorld.current.engine(kind).open(Namespace(id: id)) }
  }

  @Test(arguments: EngineKind.available)
  func `a namespace is opened once`(on kind: EngineKind) async throws {
    let engine = try StorageWorld.current.engine(kind)
    _ = try await engine.open(Namespace(id: "club"))
    await expectStorageError(.namespace) { try await engine.open(Namespace(id: "club")) }
    #expect(try await engine.namespaces() == ["club"])
  }
}
