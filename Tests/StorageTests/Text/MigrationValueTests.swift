internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Values in migrations", .storageWorld)
struct MigrationValueTests {
  private static let earlier = [
    "create table clubs (id text primary key, founded integer); create table old (a text)",
    """
    alter table clubs rename column founded to since; alter table clubs add column title text;
    drop table old; create table old (a integer); alter table old rename to new
    """,
  ]

  /// Statements after ``earlier``, and what is said of them.
  private static let refused = [
    ("insert into clubs values (1, 2, 'a')", "'id' holds a text and is given a number."),
    ("insert into clubs (id, since) values ('a', 'x')", "'since' holds a number and is given the text 'x'."),
    ("update clubs set title = since", "'title' holds a text and is given a number."),
    ("insert into new values ('x')", "'a' holds a number and is given the text 'x'."),
    ("delete from clubs where since = 'long ago'", "'since' holds a number and is compared with the text 'long ago'."),
    ("create table t (a integer default 'x')", "'a' holds a number and is given the text 'x'."),
    ("alter table clubs add column b text default 7", "'b' holds a text and is given a number."),
    ("create table t (a integer default (1.5))", "'a' holds whole numbers and is given 1.5. Round it before."),
    (
      "update clubs set since = 1 where since",
      "A condition is a comparison and here is a number. Write '… = 1', or the like."
    ),
    (
      "insert into clubs select title, sum(title), title from clubs group by title",
      "'sum' takes a number and is given a text."
    ),
    ("update clubs set since = since / 0", "What is divided by is 0."),
    (
      "create table t (a integer check (a))",
      "A condition is a comparison and here is a number. Write '… = 1', or the like."
    ),
    (
      "create index i on clubs (id) where since",
      "A condition is a comparison and here is a number. Write '… = 1', or the like."
    ),
    (
      "create view v as select coalesce(since, title) as a from clubs",
      "'coalesce' chooses between a number and a text. Give it one type."
    ),
  ]

  @Test(arguments: refused)
  func `are refused by check where it can be seen`(_ statement: String, _ message: String) throws {
    let faults = MigrationReview.faults(in: "select 1;\n" + statement, after: Self.earlier)
    #expect(faults.map(\.error.message) == [message])
    #expect(faults.map(\.line) == [2])
  }

  @Test(arguments: refused.indices.flatMap { index in EngineKind.available.map { (index, $0) } })
  func `are refused when they run, and nothing is changed`(_ index: Int, on kind: EngineKind) async throws {
    let (statement, message) = Self.refused[index]
    let texts = Self.earlier + ["insert into clubs values ('a', 1, 'A'); " + statement]
    let namespace = Namespace(
      id: "club", migrations: texts.enumerated().map { Migration(id: "\($0 + 1)", sql: $1) })
    let storage = try await StorageWorld.current.engine(kind).open(namespace)
    let error = await #expect(throws: StorageError.self) { try await storage.migrate() }
    #expect(error?.code == .migrationFailed)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(try await storage.read { try await $0.query("select * from clubs") }.isEmpty)
  }

  @Test(arguments: EngineKind.available)
  func `are those of the columns as they are by then`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind, "create table old (a text default 'x', b integer not null default -1, c real default 2)",
      "insert into old (a) values ('y')", "drop table old; create table old (a integer)", "insert into old values (7)")
    #expect(try await storage.read { try await $0.first("select a from old") }?.values == [.integer(7)])
  }
}
