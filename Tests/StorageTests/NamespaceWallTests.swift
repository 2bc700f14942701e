internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("The wall around a namespace", .storageWorld)
struct NamespaceWallTests {
  private static let table = "create table mine (id integer not null primary key, name text)"

  /// What a plugin, or text injected into one, might try.
  static let attacks = [
    "attach database '/tmp/other.sqlite' as other", "attach 'other.sqlite' as o", "detach main",
    "pragma writable_schema = on", "pragma journal_mode = off", "pragma_table_info", "vacuum into '/tmp/stolen'",
    "select * from sqlite_master", "select * from main.sqlite_schema", "select load_extension('/tmp/x.so')",
    "update sqlite_master set sql = ''", "delete from sqlite_schema", "select * from pragma_database_list()",
    "select readfile('/etc/passwd')", "select writefile('/tmp/x', 'y')", "select fts3_tokenizer('x')",
    "select * from fieldhouse_replies", "delete from fieldhouse_outbox",
    "update fieldhouse_board_entries set score = 1", "select * from fieldhouse_grants",
    "insert into fieldhouse_grants values ('ada', '', '', 'marshal')", "delete from fieldhouse_grant_changes",
    "select * from \"fieldhouse_state\"", "select * from FIELDHOUSE_STATE",
    "insert into \"FieldHouse_State\" values ('a', 1)",
    "select * from mine union select key from fieldhouse_state",
    "with x as (select * from fieldhouse_replies) select * from x",
    "update mine set name = (select body from fieldhouse_outbox)",
    "select 1; delete from mine", "select 1; attach database 'x' as y", "begin", "commit", "rollback", "savepoint a",
    "end", "set role postgres", "set session authorization postgres", "reset role", "set search_path = public",
    "select set_config('role', 'postgres', false)", "select SET_CONFIG('search_path', 'public', false)",
    "select \"set_config\"('role', 'none', false)", "select pg_catalog.set_config('role', 'none', false)",
    "select query_to_xml('select set_config(''role'',''none'',false)', true, true, '')", "select ts_stat('select 1')",
    "copy mine to program 'id'", "copy mine from '/etc/passwd'", "do $$ begin end $$", "call x()", "execute s1",
    "prepare s as select 1", "deallocate all", "listen x", "notify x", "lock table mine", "truncate mine",
    "select pg_read_file('/etc/passwd')", "select * from pg_shadow", "select lo_import('/etc/passwd')",
    "select * from information_schema.tables", "select dblink('', 'select 1')", "grant all on mine to public",
    "create function f() returns integer language sql as 'select 1'", "create table t (id integer)", "drop table mine",
    "alter table mine add column x integer", "create trigger t after insert on mine begin select 1; end",
    "create temp table t (id integer)", "create extension dblink", "create role x", "explain select 1",
    "select U&\"set\\005fconfig\"('role', 'none', false)", "select * from [sqlite_master]",
    "select * from `sqlite_master`",
    "select nextval('fieldhouse_effects')", "select E'\\x'", "",
  ]

  @Test(arguments: EngineKind.available)
  func `withstands every attack of the list`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    try await storage.execute("insert into mine values (1, 'kept')")
    for attack in Self.attacks {
      let sql = SQL(text: attack, values: [])
      await #expect(throws: StorageError.self, "\(attack) in a read") {
        try await storage.read { try await $0.query(sql) }
      }
      await #expect(throws: StorageError.self, "\(attack) in a write") {
        try await storage.write { try await $0.query(sql) }
      }
      await #expect(throws: StorageError.self, "\(attack) as a change") {
        try await storage.write { try await $0.execute(sql) }
      }
      await #expect(throws: StorageError.self, "\(attack) row by row") {
        try await storage.read { try await $0.forEach(sql) { _ in } }
      }
    }
    #expect(try await storage.column("select name from mine") == ["kept"])
  }

  @Test(
    arguments: EngineKind.available,
    [
      "drop table fieldhouse_outbox", "create table fieldhouse_mine (id integer)",
      "alter table fieldhouse_state add column x integer",
      "create index i on fieldhouse_outbox (kind)", "create view v as select * from fieldhouse_replies",
      "create trigger t after insert on a begin select 1; end", "create virtual table v using fts5(x)",
      "insert into fieldhouse_migrations values (9, 'x', 'y', 0)", "create table x.y (id integer)",
      "create temporary table t (id integer)", "alter index i rename to fieldhouse_i", "drop schema public cascade",
    ])
  func `holds in migrations too`(on kind: EngineKind, sql: String) async throws {
    let engine = try StorageWorld.current.engine(kind)
    let storage = try await engine.open(Namespace(id: "club", migrations: [Migration(id: "1", sql: sql)]))
    await expectStorageError(.migrationFailed) { try await storage.migrate() }
    #expect(try await storage.pendingEffects(after: 0, limit: 10).isEmpty)
  }

  @Test(arguments: EngineKind.available)
  func `keeps one namespace out of another`(on kind: EngineKind) async throws {
    let world = StorageWorld.current
    let engine = try world.engine(kind)
    let migration = Migration(id: "1", sql: Self.table)
    let other = try await engine.open(Namespace(id: "other", migrations: [migration]))
    try await other.migrate()
    let storage = try await engine.open(Namespace(id: "club", migrations: [migration]))
    try await storage.migrate()
    for table in ["other.mine", "\(world.prefix)_other.mine", "\"\(world.prefix)_other\".mine", "public.mine"] {
      await #expect(throws: StorageError.self) {
        try await storage.write { try await $0.execute(SQL(text: "insert into \(table) values (1, 'x')", values: [])) }
      }
      await #expect(throws: StorageError.self) {
        try await storage.read { try await $0.query(SQL(text: "select * from \(table)", values: [])) }
      }
    }
    #expect(try await other.value("select count(*) from mine") == 0)
  }

  @Test(
    arguments: [
      "select * from fieldhouse_state", "attach database 'x' as y", "select * from sqlite_master",
      "select * from pragma_table_info('mine')", "pragma writable_schema = on", "select load_extension('x')",
      "insert into fieldhouse_state values ('a', 1)", "create table t (id integer)", "drop table mine", "savepoint x",
    ])
  func `stands in SQLite itself behind the reading of the text`(sql: String) async throws {
    let connection = try await SQLiteWall.connection()
    #expect(throws: StorageError.self) { try connection.prepareUnread(sql, as: .writing) }
    #expect(throws: StorageError.self) { try connection.prepareUnread(sql, as: .reading) }
  }

  @Test func `stands in PostgreSQL's privileges behind the reading of the text`() async throws {
    let address = try TestPostgreSQL.address()
    let world = StorageWorld.current
    _ = try await world.open(.postgresql, Self.table)
    Superuser(address).run(
      "create schema \"\(world.prefix)_victim\"; create role \"\(world.prefix)_victim\"; create table \"\(world.prefix)_victim\".t (id integer)"
    )
    let storage = try #require(try await world.engine(.postgresql).open(Namespace(id: "club")) as? any NamespaceEngine)
    for sql in [
      "select * from \"\(world.prefix)_victim\".t", "create table \"\(world.prefix)_victim\".u (id integer)",
      "drop table fieldhouse_outbox", "create role x", "copy mine to program 'id'",
      "select pg_read_file('/etc/passwd')",
      "select * from pg_authid", "create schema s", "alter table fieldhouse_state add x integer",
    ] {
      let error = await #expect(throws: StorageError.self, "\(sql)") {
        try await storage.perform(as: .host, limits: .unlimited) { try await $0.query(SQL(text: sql, values: [])) }
      }
      #expect(error?.code == .forbidden, "\(sql)")
    }
  }
}

private enum SQLiteWall {
  static func connection() async throws -> SQLiteConnection {
    let storage = try await StorageWorld.current.open(.sqlite, "create table mine (id integer not null primary key)")
    let namespace = try #require(storage as? SQLiteNamespace)
    return try SQLiteConnection(path: namespace.path, role: .writer)
  }
}
