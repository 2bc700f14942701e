internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

/// By its record the fate of a commit is known whose answer was lost; without one it would be taken for what it was not.
@Suite("What a commit leaves", .storageWorld, .enabled(if: EngineKind.available.contains(.postgresql)))
struct CommitRecordTests {
  private static let tables = """
    create table teams (id integer not null primary key, answers integer not null);
    create table answers (team integer not null, person integer not null, reply integer not null,
      primary key (team, person));
    """
  private static let boards = [
    BoardDeclaration(id: "best", title: "Best"), BoardDeclaration(id: "sum", title: "Sum", operator: .sum),
  ]

  private func open() async throws -> any NamespaceStorage {
    let storage = try await StorageWorld.current.open(.postgresql, Self.tables, boards: Self.boards)
    for team in 0..<4 { try await storage.execute("insert into teams values (\(team), 0)") }
    return storage
  }

  /// Has the server write down every transaction that changes a row of the namespace, and every one that leaves a record.
  private func watch() throws -> Superuser {
    let (superuser, schema) = (Superuser(try TestPostgreSQL.address()), "\(StorageWorld.current.prefix)_club")
    superuser.run(
      """
      set search_path = "\(schema)";
      create table noted (recorded boolean, transaction xid8);
      create function note() returns trigger language plpgsql security definer set search_path from current as $$ begin
        insert into noted values (tg_table_name = 'fieldhouse_commits', pg_current_xact_id()); return null; end $$;
      do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = '\(schema)' and tablename <> 'noted' loop
          execute format('create trigger noting after insert or update or delete on %I for each row execute function note()',
            name);
        end loop; end $$
      """)
    return superuser
  }

  private func score(_ board: String, _ person: Int, _ score: Int) -> ScoreChange {
    ScoreChange(
      board: board, account: AccountID("p\(person)"), score: Int64(score), achievedAt: Date(millisecondsSince1970: 0))
  }

  /// Everything that people do at once, each in its own way of committing.
  private func crowd(_ person: Int, _ storage: any NamespaceStorage) async throws {
    for round in 0..<6 {
      try await storage.write { transaction in
        try await transaction.execute("update teams set answers = answers + 1 where id = \(person % 4)")
        try await transaction.execute(
          """
          insert into answers values (\(person % 4), \(person), \(round))
          on conflict (team, person) do update set reply = excluded.reply
          """)
        if round % 2 == 0 { try await transaction.publish("teams/\(person % 4)", LiveEvent("answers", .integer(1))) }
      }
      try await storage.execute("update teams set answers = answers + 1 where id = \(person % 4)")
      try await storage.write { try await $0.submit(score("best", person, round)) }
      try await storage.write { transaction in
        for board in ["best", "sum"] { try await transaction.submit(score(board, person, round + 10)) }
        _ = try await transaction.query("select id from teams")
      }
      try await storage.write { try await $0.publish("teams/1", LiveEvent("told", .null)) }
      try await storage.write { transaction in
        try await transaction.submit(
          ScoreQuery(
            board: "sum",
            query: "select 'q' || person as account, reply as score from answers where person = \(person)",
            achievedAt: Date(millisecondsSince1970: 0)))
      }
      // Looked at, and found to be so already.
      try await storage.write { transaction in
        _ = try await transaction.query("select id from teams")
        try await transaction.execute("update teams set answers = 0 where id = 99")
      }
    }
  }

  @Test func `is its record wherever it has changed anything, whatever way it was committed`() async throws {
    let storage = try await open()
    let superuser = try watch()
    try await withThrowingTaskGroup { group in
      for person in 0..<12 { group.addTask { try await crowd(person, storage) } }
      try await group.waitForAll()
    }
    try await crowd(100, storage)
    let noted = { (condition: String) in
      let schema = "\"\(StorageWorld.current.prefix)_club\".noted"
      return superuser.run(
        "select count(distinct transaction) from \(schema) as n where not recorded and \(condition) exists "
          + "(select 1 from \(schema) as r where r.recorded and r.transaction = n.transaction)")
    }
    #expect(noted("not") == ["0"])
    #expect(try #require(Int(noted("").first ?? "")) > 30)
  }
}
