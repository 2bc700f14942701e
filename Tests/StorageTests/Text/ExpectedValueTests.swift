internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Values that are bound")
struct ExpectedValueTests {
  private static let tables = DeclaredTables([
    "create table walks (id integer primary key, day text not null, steps integer, pace real, photo blob)"
  ])

  private func fits(_ text: String, _ values: [SQLValue]) throws -> Bool {
    let expected = try StatementTypes.expectedValues(of: SQLScanner.tokens(of: text), columns: Self.tables.columns)
    return (try? expected.forEach { try $0.check(values) }) != nil
  }

  private static let whole = "insert into walks (steps) values (?1)"
  private static let count = "select day from walks limit ?1"
  private static let cases: [(String, [SQLValue], Bool)] = [
    (whole, [.integer(.max)], true), (whole, [.real(-2)], true), (whole, [.real(2.5)], false),
    (whole, [.real(1e-9)], false), (whole, [.null], true), (whole, [.real(.nan)], true), (whole, [.text("2")], false),
    (whole, [.blob([])], false), ("update walks set pace = ?1", [.integer(3)], true),
    ("update walks set pace = ?1", [.real(0.5)], true), ("update walks set pace = ?1", [.text("0.5")], false),
    ("update walks set photo = ?1", [.text("")], false), ("update walks set photo = ?1", [.blob([1])], true),
    ("update walks as w set day = ?1 where w.steps > ?2", [.text("x"), .real(0.5)], true),
    ("update walks as w set day = ?1 where w.steps > ?2", [.text("x"), .text("1")], false),
    ("update walks set (day, steps) = (?2, ?1)", [.integer(1), .text("x")], true),
    ("update walks set (day, steps) = (?2, ?1)", [.text("x"), .integer(1)], false),
    ("insert into walks (steps, day) values (1, 'a'), (?2, ?1)", [.text("b"), .integer(2)], true),
    ("insert into walks (steps, day) values (1, 'a'), (?2, ?1)", [.integer(2), .text("b")], false),
    ("insert into walks values (?1, ?2, null, null, null)", [.integer(1), .text("a")], true),
    ("insert into walks values (?1, ?2, null, null, null)", [.text("a"), .text("a")], false),
    ("insert into walks (day) select ?1 from walks", [.integer(1)], false),
    ("insert into walks (id, day) values (1, 'a') on conflict (id) do update set day = ?1", [.integer(2)], false),
    ("insert into walks (id, day) values (1, 'a') on conflict (id) do update set day = ?1", [.text("b")], true),
    ("select id from walks where steps = ?1", [.real(2.5)], true),
    ("select id from walks where ?1 = day", [.real(2)], false),
    ("select id from walks where day in (?1, ?2)", [.text("a"), .null], true),
    ("select id from walks where day in (?1, ?2)", [.text("a"), .integer(1)], false),
    ("select id from walks where steps between ?1 and ?2", [.integer(1), .text("x")], false),
    ("select id from walks where not day like ?1", [.integer(1)], false),
    ("select id from walks where steps is not distinct from ?1", [.text("x")], false),
    ("select w.id from walks w where w.day = coalesce(?1, 'x')", [.integer(1)], false),
    ("select id from walks where length(day) = ?1", [.integer(1)], true),
    (count, [.integer(0)], true), (count, [.integer(-1)], false), (count, [.real(1)], false),
    (count, [.text("1")], false),
    (count, [.null], false), ("select day from walks limit 1 offset ?1", [.integer(-1)], false),
    ("select day from walks where id in (select id from walks limit ?1)", [.integer(-1)], false),
    ("select id from others where name = ?1", [.integer(1)], true),
  ]

  @Test func `are of the kind that their place takes, at both ends of it`() throws {
    for (text, values, expected) in Self.cases { #expect(try fits(text, values) == expected, "\(text): \(values)") }
  }

  @Test func `are named in the refusal, with what they are`() throws {
    func message(_ text: String, _ values: SQLValue...) throws -> String? {
      let expected = try StatementTypes.expectedValues(of: SQLScanner.tokens(of: text), columns: Self.tables.columns)
      let error = #expect(throws: StorageError.self) { try expected.forEach { try $0.check(values) } }
      return error?.message
    }
    #expect(try message(Self.whole, .real(2.5)) == "'steps' holds whole numbers and is given 2.5. Round it before.")
    #expect(
      try message("select id from walks where ?2 <> day and steps = ?1", .integer(1), .blob([]))
        == "'day' holds a text, and ?2 is a blob.")
    #expect(
      try message("select id from walks limit ?1 offset ?2", .integer(1), .null)
        == "'limit' and 'offset' take a whole number from 0, and ?2 is none.")
  }
}
