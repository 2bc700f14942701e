import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A statement in another` {
  /// Behind one value, so that every placeholder gets another number.
  private func nested(_ text: String, _ values: [SQLValue] = [.null]) -> String {
    let part = SQL(text: text, values: values)
    let whole: SQL = "\(true)|\(part)"
    return String(whole.text.dropFirst(3))
  }

  @Test(
    arguments: [
      "note = 'what?'", "note = '?1'", "note = 'it''s ?1'", "note = '?", "\"why?\" = 1", "\"?1\" = 1", "a = 1 -- ?1",
      "a = 1 /* ?1 */", "/* ?1", "/**/", "/*?1*//*?2*/", "-", "/", "'", "", "?", "??", "a ? b", "?9223372036854775807",
    ])
  func `keeps what is quoted, what comments say and what is no placeholder`(text: String) {
    #expect(nested(text) == text)
  }

  @Test(
    arguments: [
      ("?1", "?2"), ("'?1' = ?1", "'?1' = ?2"), ("'it''s ?1' = ?1", "'it''s ?1' = ?2"), ("\"?1\" = ?1", "\"?1\" = ?2"),
      ("-- ?1\n?1", "-- ?1\n?2"), ("/* ?1 */?1", "/* ?1 */?2"), ("/**/?1", "/**/?2"), ("/*/?1*/?1", "/*/?1*/?2"),
      ("?1-?2", "?2-?3"), ("?2 - -?1", "?3 - -?2"), ("?1/?2", "?2/?3"), ("?1?2", "?2?3"), ("?9 ?10", "?10 ?11"),
      ("?99,?100", "?100,?101"), ("'é'||?1", "'é'||?2"), ("?1二", "?2二"), ("?1٣", "?2٣"), ("?1\u{301}", "?2\u{301}"),
      ("'\r\n'=?1\r\n", "'\r\n'=?2\r\n"),
    ])
  func `counts its placeholders on, wherever they stand`(text: String, expected: String) {
    #expect(nested(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test func `stands beside others as a row, with a comma between`() {
    let rows: [SQL] = ["(\(1), 'a?1')", "(\(2), \("b"))", "(null, '')"]
    let whole: SQL = "insert into marks values \(rows: rows) returning \(3)"
    #expect(whole.text == "insert into marks values (?1, 'a?1'), (?2, ?3), (null, '') returning ?4")
    #expect(whole.values == [.integer(1), .integer(2), .text("b"), .integer(3)])
    let one: SQL = "values \(rows: rows.prefix(1))"
    #expect(one.text == "values (?1, 'a?1')")
  }

  @Test func `without a value before it, or without values, stays as it is written`() {
    let part = SQL(text: "a = ?1 and b = '?1'", values: [.integer(1)])
    let first: SQL = "\(part) or c = \(2)"
    #expect(first.text == "a = ?1 and b = '?1' or c = ?2")
    #expect(nested("a = ?1", []) == "a = ?1")
  }

  @Test func `may be nested deep, and each value stays with its own placeholder`() {
    var sql: SQL = "x = \(0)"
    for depth in 1...200 { sql = "y = \(depth) and (\(sql)) and z = \("\(-depth)")" }
    #expect(sql.values.count == 401)
    #expect(sql.values.first == .integer(200) && sql.values.last == .text("-200"))
    #expect(sql.values[200] == .integer(0))
    #expect(sql.text.hasPrefix("y = ?1 and (y = ?2 and (") && sql.text.hasSuffix(") and z = ?400) and z = ?401"))
    #expect(sql.text.contains("(x = ?201)"))
  }

  @Test func `of any pieces is the same as the pieces written down at once`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let (sql, plain) = pieces(&random, depth: 3)
      let (text, values) = numbered(plain)
      #expect(sql == SQL(text: text, values: values))
    }
  }

  @Test(arguments: ["'; drop table t; --", "?1", "' or '1'='1", "\u{0}", "a\\'b", "/*", "\"", "$1", "?"])
  func `never has a value in its text`(value: String) {
    let part: SQL = "name = \(value) and other in (\(list: [value, value]))"
    let whole: SQL = "select \(value) where \(part)"
    #expect(whole.text == "select ?1 where name = ?2 and other in (?3, ?4)")
    #expect(whole.values == Array(repeating: .text(value), count: 4))
  }

  private enum Piece { case text(String), value(Int) }

  /// A random statement, and its pieces one after the other.
  private func pieces(_ random: inout SeededRandom, depth: Int) -> (SQL, [Piece]) {
    var builder = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    var plain: [Piece] = []
    for _ in 0..<(1 + random.next(below: 4)) {
      switch random.next(below: depth > 0 ? 3 : 2) {
      case 0:
        let text = ["a = ", " and ", "'?7'", " ", "\"b?\""][random.next(below: 5)]
        builder.appendLiteral(text)
        plain.append(.text(text))
      case 1:
        let value = random.next(below: 1_000)
        builder.appendInterpolation(value)
        plain.append(.value(value))
      default:
        let (inner, parts) = pieces(&random, depth: depth - 1)
        builder.appendInterpolation(inner)
        plain += parts
      }
    }
    return (SQL(stringInterpolation: builder), plain)
  }

  private func numbered(_ pieces: [Piece]) -> (String, [SQLValue]) {
    var (text, values): (String, [SQLValue]) = ("", [])
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let value):
        values.append(.integer(Int64(value)))
        text += "?\(values.count)"
      }
    }
    return (text, values)
  }
}
