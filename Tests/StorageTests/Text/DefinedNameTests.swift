internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Names that migrations make", .storageWorld)
struct DefinedNameTests {
  /// Reserved by one engine at least (appendix C of the manual of PostgreSQL 15; "SQLite Keywords" of sqlite.org).
  @Test(arguments: [
    "create table t (end integer)", "create table t (a integer, index text)", "create table left (a integer)",
    "create table if not exists user_roles (binary integer)", "alter table clubs add fetch integer",
    "alter table clubs add column only text", "alter table clubs rename to transaction",
    "alter table clubs rename column title to window", "alter table clubs rename title to both",
    "create table t (Steps integer)", "create table Walks (a integer)", "create table \"Walks\" (a integer)",
    "create table t (\"totalSteps\" integer)", "alter table clubs rename title to \"Title\"",
    "alter table clubs add column Title2 text",
  ])
  func `are refused by check where one engine would not take or keep them`(_ statement: String) throws {
    let faults = MigrationReview.faults(in: statement, after: ["create table clubs (id text primary key, title text)"])
    #expect(faults.map(\.error.code) == [.statement])
    #expect(faults.first?.error.message.contains("' ") == true)
  }

  private static let names = [
    "day", "month", "year", "hour", "key", "value", "position", "date", "time", "level", "role", "type", "rank",
    "start",
    "plan", "match", "action", "number", "count", "sum", "language", "state", "name", "text", "first", "last", "over",
  ]

  @Test(arguments: EngineKind.available)
  func `may be words that both engines know and do not need`(on kind: EngineKind) async throws {
    let columns = Self.names.map { "\($0) integer" } + ["\"end\" integer", "\"order\" integer"]
    let storage = try await StorageWorld.current.open(
      kind, "CREATE TABLE t (\(columns.joined(separator: ", ")))", "alter table t rename column day to days")
    try await storage.execute("insert into t (days, year, \"end\") values (1, 2, 3)")
    for name in Self.names.dropFirst() + ["days", "\"end\"", "\"order\""] {
      let row = try await storage.read { try await $0.first(SQL(text: "SELECT \(name) FROM t", values: [])) }
      #expect(row?.columns.names == [name.filter { $0 != "\"" }])
    }
  }

  @Test(arguments: EngineKind.available)
  func `a key of one whole number numbers itself, wherever it is said`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind,
      """
      create table a (id integer, name text, primary key (id));
      create table b (name text, id integer not null, constraint b_key primary key ("id"), check (id > 0));
      create table c (id integer, part integer, name text, primary key (id, part));
      create table d (id text, name text, primary key (id))
      """)
    for table in ["a", "b"] {
      for expected in 1...2 {
        let sql = SQL(text: "insert into \(table) (name) values (?1) returning id", values: [.text("x")])
        #expect(try await storage.write { try await $0.query(sql) }.map(\.values) == [[.integer(Int64(expected))]])
      }
    }
    for table in ["c", "d"] {
      await expectStorageError(.constraint) {
        try await storage.execute(SQL(text: "insert into \(table) (name) values ('x')", values: []))
      }
    }
  }

  @Test func `are found in definitions however these are written`() throws {
    func columns(_ statements: String...) -> [String: [String]] {
      let tables = DeclaredTables(statements)
      return Dictionary(
        uniqueKeysWithValues: ["a", "b"].compactMap { name in
          tables.columns(of: name).map { (name, $0.map { "\($0.name) \($0.type)" }) }
        })
    }
    let first = "CREATE TABLE IF NOT EXISTS a (\"id\" integer primary key, note text default 'x, y (', check (id > 0))"
    #expect(columns(first) == ["a": ["id integer", "note text"]])
    #expect(columns(first, "create table if not exists a (other text)") == ["a": ["id integer", "note text"]])
    #expect(columns(first, "drop table if exists a; create table a (other blob)") == ["a": ["other blob"]])
    #expect(
      columns(first, "alter table a add b real; alter table a drop column note") == ["a": ["id integer", "b real"]])
    #expect(
      columns(first, "alter table a rename to b; alter table b rename note to words") == [
        "b": ["id integer", "words text"]
      ])
    #expect(
      columns(first, "create view b as select id from a; create index i on a (note)") == [
        "a": ["id integer", "note text"]
      ])
    #expect(columns(first, "drop table a", "select 'open") == [:])
  }
}
