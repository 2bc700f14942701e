internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What SQLite looks after")
struct StatementReaderTests {
  private static func guarded(_ text: String) throws -> String {
    let report = try StatementReader.read(try SQLScanner.tokens(of: text)) { _ in nil }
    return SQLGuard.applied(report.guards, to: text)
  }

  @Test(
    arguments: [
      ("select a / b / 2 from t", "select a / fieldhouse_divisor(b) / 2 from t"),
      ("select a / (b / c) from t", "select a / fieldhouse_divisor((b / fieldhouse_divisor(c))) from t"),
      ("select '7' < 8, 'a' < b from t", "select cast('7' as numeric) < 8, 'a' < b from t"),
      (
        "select (select a % b from t)",
        "select (with fieldhouse_rows_8 (c1) as (select a % fieldhouse_divisor(b) from t) "
          + "select fieldhouse_single(c1) from fieldhouse_rows_8)"
      ),
    ])
  func `is written around what only the data tell`(text: String, expected: String) throws {
    #expect(try Self.guarded(text) == expected)
  }

  @Test(
    arguments: [
      "select a / 2, a % 3 from t", "select (select max(a) from t)", "select (select a from t limit 1)",
      "select a from t where b in (select c from u) and exists (select d from u)", "select a from t where b = '7'",
      "select no, such form (of a) [statement]",
    ])
  func `leaves a statement alone otherwise`(text: String) throws {
    #expect(try Self.guarded(text) == text)
  }

  @Test func `types of bound values are looked at once for each statement`() throws {
    let connection = try SQLiteConnection(path: ":memory:", role: .writer)
    try connection.run("create table t (a integer) strict")
    for number in 1...3 { _ = try connection.query("select a + \(Int64(number)) from t", as: .reading) }
    let statement = try connection.begin("select a + \(7) from t", as: .reading)
    #expect(statement.fitting.count == 1)
    _ = try connection.query("select a + \(1.5) from t", as: .reading)
    #expect(statement.fitting.count == 2)
    #expect(throws: StorageError.self) { try connection.query("select a + \("x") from t", as: .reading) }
    #expect(statement.fitting.count == 2)
  }
}
