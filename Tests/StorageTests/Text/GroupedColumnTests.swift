internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

/// The rule of the standard (SQL-92, 7.9): beside groups each column is grouped by, or inside an aggregate.
@Suite("What is selected where rows are grouped")
struct GroupedColumnTests {
  /// The column that is refused; nil where none is.
  private func refused(_ text: String) -> String? {
    do throws(StorageError) {
      try SQLGrouping.check(SQLScanner.tokens(of: text)[...])
      return nil
    } catch {
      return error.message.split(separator: "'").first.map(String.init)
    }
  }

  @Test(arguments: [
    "select club, count(*) from w group by club", "select club || '!', max(steps) from w group by club",
    "select w.club, sum(w.steps) from w group by w.club",
    "select club as c, sum(steps) from w group by club order by c",
    "select count(*) n, sum(steps) + 1 as m from w", "select count(*) filter (where pace > 1) from w",
    "select steps / 10, count(*) from w group by steps / 10 order by steps / 10 desc nulls last",
    "select club from w group by club having count(*) > 1 and club <> 'x' order by max(steps)",
    "select club, sum(steps) over (partition by club) from w", "select club, pace from w",
    "select (select max(pace) from v), club from w group by club", "select x.n from (select count(*) as n from w) x",
    "select club, count(*) from w group by club union all select id, pace from v",
    "select cast(club as text), case when club = 'a' then 1 else 0 end, count(*) from w group by club",
    "select club, day, count(*) from w group by day, club", "select 'x', 1, ?1, null, count(*) from w",
    "insert into v (id, n) select club, count(*) from w group by club on conflict (id) do update set n = excluded.n",
    "insert into v (id, n) select club, max(steps) from w group by club returning id",
    "select (select count(*) from v), club from w",
    "select substr(day, 1, 7) as month, sum(steps) from w group by month",
    "select club || '!' c, count(*) from w group by c order by c", "select club || '!', count(*) from w group by 1",
    "select max(steps), pace / 2, day as d from w group by 2, d having max(steps) > 1",
    "select club, (with a as (select count(*) as n from v) select n from a) from w",
  ])
  func `is one value for each group`(_ text: String) { #expect(refused(text) == nil) }

  @Test(arguments: [
    ("select club, max(steps) from w", "club"), ("select *, count(*) from w", "*"),
    ("select w.*, count(*) from w", "*"), ("select club c, count(*) from w", "club"),
    ("select club, pace from w group by club", "pace"), ("select club, pace + 1 as p from w group by club", "pace"),
    ("select club from w group by club order by pace", "pace"), ("select count(*) from w order by club", "club"),
    ("select club from w group by club having pace > 1", "pace"), ("select sum(steps), (pace) from w", "pace"),
    ("select case when pace > 1 then 1 end, count(*) from w", "pace"), ("select \"club\", min(steps) from w", "club"),
    ("select x.club from (select club, count(*) from w) x", "club"),
    ("select steps + 1, count(*) from w group by steps + 2", "steps"),
    ("select id from v where id = (select club from w group by day)", "club"),
    ("select club from w group by day union select id from v", "club"),
    ("select coalesce(max(steps), pace) from w", "pace"), ("select count(*) from w having pace > 1", "pace"),
    ("with a as (select pace, count(*) from w) select 1", "pace"),
    ("select (select max(pace) from v) + count(*), club from w", "club"),
    ("select max((select pace from v)), club from w", "club"),
    ("select steps + pace, count(*) from w group by pace", "steps"),
    ("select club || '!' as c, pace, count(*) from w group by 1", "pace"),
    ("insert into v select pace, count(*) from w group by club on conflict (id) do nothing", "pace"),
  ])
  func `is no column of single rows`(_ text: String, _ column: String) { #expect(refused(text) == column) }
}

@Suite("Groups that are inserted", .storageWorld)
struct InsertedGroupTests {
  private static let statements: [(SQL, [[SQLValue]])] = [
    (
      "insert into totals (club, n) select club, count(*) from walks group by club on conflict (club) do update set n = excluded.n returning club, n",
      [[.text("a"), .integer(2)], [.text("b"), .integer(1)]]
    ),
    (
      "insert into totals (club, n) select club || '!' as c, max(steps) as m from walks group by c on conflict (club) do nothing returning club, n",
      [[.text("a!"), .integer(5)], [.text("b!"), .integer(7)]]
    ),
    (
      "insert into totals (club, n) select 'all', sum(steps) from walks where steps > 3 on conflict (club) do nothing returning n",
      [[.integer(12)]]
    ),
  ]

  @Test(arguments: EngineKind.available)
  func `take the place of those before`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(
      kind,
      """
      create table walks (club text, steps integer); create table totals (club text primary key, n integer);
      insert into walks values ('a', 5), ('a', 3), ('b', 7); insert into totals values ('a', 9)
      """)
    for (statement, expected) in Self.statements {
      let rows = try await storage.write { try await $0.query(statement).map(\.values) }
      #expect(rows.sorted { "\($0)" < "\($1)" } == expected, "\(statement.text)")
    }
    await expectStorageError(.statement) {
      try await storage.write { try await $0.query("select (select max(n) from totals) + count(*), club from walks") }
    }
  }
}
