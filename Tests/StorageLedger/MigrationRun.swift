internal import FieldhouseStorage
internal import Foundation
internal import Synchronization

/// Runs migrations of several statements, one of them repeated.
struct MigrationRun {
  private static let migrations = [
    Migration(
      id: "1",
      sql: """
        create table people (id integer not null primary key, name text not null);
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 4500)
        insert into people (id, name) select i, 'somebody' from n;
        create index people_by_name on people (name);
        create view everybody as select id from people
        """),
    Migration(
      id: "2",
      sql: """
        alter table people add column shirt integer;
        create table shirts (number integer not null primary key);
        insert into shirts (number) values (1), (2)
        """),
    Migration(
      id: "3",
      sql:
        "update people set shirt = id % 99 where id in (select id from people where shirt is null order by id limit ?1)"
    ),
    Migration(id: "4", sql: "drop view everybody; delete from shirts where number = 1"),
  ]

  let engine: any StorageEngine

  /// Migrates; at the step of that number, from 1, the process kills itself.
  func run(stoppingAt stop: Int) async throws {
    let step = Mutex(0)
    let storage = try await engine.open(Namespace(id: "ledger", migrations: Self.migrations))
    try await storage.migrate { _ in
      let number = step.withLock {
        $0 += 1
        return $0
      }
      if number == stop { kill(getpid(), SIGKILL) }
    }
    await engine.close()
  }
}
