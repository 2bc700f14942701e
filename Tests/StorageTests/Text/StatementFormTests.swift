internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

/// What SQLite 3.40 and PostgreSQL 15 do with the same text was found out by giving it to both without anything in between.
@Suite("Forms of statements that engines read each in its way", .storageWorld)
struct StatementFormTests {
  /// Answered by SQLite, and by PostgreSQL refused or answered otherwise.
  private static let ofSQLite: [SQL] = [
    "select id 'name' from players", "select id as 'name' from players", "select 'a' 'b'", "select 'a'\n'b'",
    "select count(*) day from players", "select shirt year from players", "select shirt hour, id from players",
    "update players set shirt = 1 returning shirt minute", "select id from players where pace not null",
    "delete from clubs where founded not null", "select id from players where club in ()",
    "delete from players where not club in ()", "select shirt as shirtNumber from players",
    "update players set shirt = 1 returning shirt as newShirt", "select shirt % .5 from players", "select 1.5 % 1",
    "select avg(shirt) % 2 from players", "insert into clubs values ('greens', .5)",
    "insert into clubs values ('greens', 19e-1)", "update clubs set founded = 1.9e+0",
    "select pace as club, count(*) from players group by club",
    "select substr(id, 1, 1) as club, count(*) from players group by club",
    "select 1 /* one /* two */ + 1 --*/",
    "select 1 -- one \r + 1",
  ]

  /// Answered by PostgreSQL, and refused by SQLite.
  private static let ofPostgreSQL: [SQL] = [
    "select id into others from players", "with gone as (delete from players returning id) select id from gone",
    "with new as (insert into clubs values ('x', 1) returning id) select id from new",
    "with changed as (update players set shirt = 1 returning id) select id from changed",
    "select id from players except all select id from clubs",
    "select id from clubs intersect all select club from players",
    "select id from players where shirt = all (select 7)", "select id from players where shirt <> all (select 7)",
    "select id from players where shirt = any (select 7)", "select current_schema", "select current_catalog",
    "select id from players where shirt between symmetric 9 and 7",
    "select id from players where (shirt, club) is not null", "select (1, 2)", "select date '2026-05-01'",
    "select id from players where id like 'a' escape ''", "values (1), (2) order by 1", "values (2) limit 1",
    "select 1 union values (2) order by 1", "insert into clubs values ('x', default)",
    "update players set club = default", "select id from players offset 1", "select id from players offset 1 limit 1",
    "select id from players limit all",
  ]

  @Test func `are refused by both where one alone reads them, and nothing is changed`() async throws {
    let counting: SQL =
      "select (select count(*) from players), (select count(*) from clubs), (select max(shirt) from players)"
    let answers = try await SharedSQLTableTests.answers(Self.ofSQLite + Self.ofPostgreSQL + [counting])
    for (statement, answer) in zip(Self.ofSQLite + Self.ofPostgreSQL, answers) {
      #expect(answer.sqlite == "refused storage-statement", "SQLite: \(statement.text): \(answer.sqlite)")
      #expect(answer.server == "refused storage-statement", "PostgreSQL: \(statement.text): \(answer.server)")
    }
    let last = try #require(answers.last)
    let expected = "answered [\"\([SQLValue.integer(4), .integer(2), .integer(10)])\"]"
    #expect(last.sqlite == expected && last.server == expected)
  }

  /// Their neighbours.
  private static let shared: [(SQL, [[SQLValue]])] = [
    ("select count(*) as day from players where shirt > 8", [[.integer(2)]]),
    ("select 'a' || 'b', 'it''s', 'c' as \"d\"", [[.text("ab"), .text("it's"), .text("c")]]),
    ("select id from players where club in (null)", []),
    ("select id from players where pace is not null and shirt = 7", [[.text("ann")]]),
    ("select .5 + .25, 2.5e-1, 25E-2", [[.real(0.75), .real(0.25), .real(0.25)]]),
    ("select id from players where pace > 1.5e+0 order by id", [[.text("Bob")], [.text("dan")]]),
    ("select shirt/1e-1 from players where id = 'ann'", [[.real(70)]]),
    ("select id from players where (shirt, club) = (7, 'reds')", [[.text("ann")]]),
    ("select column1 from (values (2), (1)) as x order by column1", [[.integer(1)], [.integer(2)]]),
    ("select id from players order by id limit 1 offset 2", [[.text("cat")]]),
    ("select id from players where id like 'a!nn' escape '!'", [[.text("ann")]]),
    (
      "select id || club as both_names, count(*) from players where shirt > 9 group by both_names",
      [[.text("catblues"), .integer(1)]]
    ),
    (
      "select coalesce(club, '-'), sum(shirt) as n from players group by 1 order by n",
      [[.text("-"), .integer(-3)], [.text("blues"), .integer(10)], [.text("reds"), .integer(16)]]
    ),
    (
      "select p.club as club, max(shirt) from players p where shirt < 9 group by club order by club nulls first",
      [[.null, .integer(-3)], [.text("reds"), .integer(7)]]
    ),
    ("select sum(shirt) % 5, 7 % 4 from players", [[.integer(3), .integer(3)]]),
    ("select 1 /*/ + 1 */", [[.integer(1)]]), ("select 1 -- one\r\n + 1 --\n -- two", [[.integer(2)]]),
    ("select 1 /* '; */ + /**/ 2 /***/", [[.integer(3)]]),
  ]

  @Test(arguments: EngineKind.available)
  func `are answered where both read them`(on kind: EngineKind) async throws {
    let storage = try await SharedSQLTableTests.filled(kind)
    for (statement, expected) in Self.shared {
      let rows = try await storage.read { try await $0.query(statement).map(\.values) }
      #expect(rows == expected, "\(statement.text)")
    }
    let columns = try await storage.read { try await $0.query("select shirt \"shirtNumber\", id as day from players") }
    #expect(columns.first?.columns.names == ["shirtNumber", "day"])
  }

  /// PostgreSQL takes `%-` and `!=-` for operators of their own (chapter 4.1.3 of its manual).
  @Test(arguments: EngineKind.available)
  func `have signs at operators as well as apart from them`(on kind: EngineKind) async throws {
    let storage = try await SharedSQLTableTests.filled(kind)
    let signs: SQL =
      "select shirt%-4, shirt&-2, shirt|-8, shirt!=-7, shirt%+4, shirt=-7, shirt<>+7, shirt<-7, shirt>=-7, shirt*-1, shirt/-2, shirt-+1 from players where id = 'ann'"
    let row = try await storage.read { try await $0.first(signs) }
    #expect(row?.values == [3, 6, -1, 1, 3, 0, 0, 0, 1, -7, -3, 6].map { SQLValue.integer($0) })
    // So often that the server is asked with what is foretold.
    for _ in 0..<20 {
      #expect(try await storage.execute("update clubs set founded = founded%-5 where id = 'reds'") == 1)
    }
    #expect(try await storage.value("select founded from clubs where id = 'reds'") == 1901 % 5)
  }
}
