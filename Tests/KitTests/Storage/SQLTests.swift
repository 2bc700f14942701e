import FieldhouseKit
import Foundation
import Testing

@Suite struct `A statement` {
  @Test func `binds every interpolated value and pastes none`() {
    let name = "'; drop table players; --"
    let missing: String? = nil
    let sql: SQL = "insert into players values (\(name), \(7), \(1.5), \(true), \(missing), \([1, 2] as [UInt8]))"
    #expect(sql.text == "insert into players values (?1, ?2, ?3, ?4, ?5, ?6)")
    #expect(sql.values == [.text(name), .integer(7), .real(1.5), .integer(1), .null, .blob([1, 2])])
  }

  @Test func `binds each value of a list, and knows an empty one`() {
    let sql: SQL = "select 1 where a in (\(list: [1, 2, 3])) and b in (\(list: [] as [String])) and c = \("x")"
    #expect(sql.text == "select 1 where a in (?1, ?2, ?3) and b in (null) and c = ?4")
    #expect(sql.values == [.integer(1), .integer(2), .integer(3), .text("x")])
  }

  @Test func `takes in another one with its values behind its own`() {
    let part: SQL = "a = \(1) and b = \(2)"
    let whole: SQL = "select * from t where c = \(0) and (\(part)) or (\(part)) limit \(9)"
    #expect(whole.text == "select * from t where c = ?1 and (a = ?2 and b = ?3) or (a = ?4 and b = ?5) limit ?6")
    #expect(whole.values == [0, 1, 2, 1, 2, 9].map { .integer($0) })
  }

  @Test(arguments: [1, 9, 10, 11, 99, 100]) func `renumbers the placeholders of another one whatever their number`(
    count: Int
  ) {
    let part: SQL = "x in (\(list: 1...count))"
    let whole: SQL = "\(0) \(part)"
    let expected = (2...(count + 1)).map { "?\($0)" }.joined(separator: ", ")
    #expect(whole.text == "?1 x in (\(expected))")
    #expect(whole.values.count == count + 1)
  }

  @Test func `without values takes another one in as it stands`() {
    let columns: SQL = "a, b"
    let whole: SQL = "select \(columns) from t where a = \(1)"
    #expect(whole.text == "select a, b from t where a = ?1")
    #expect(SQL(text: "select ?1", values: [.null]).values == [.null])
  }
}

@Suite struct `A value of a column` {
  @Test(arguments: [Int64.min, -1, 0, 1, .max]) func `is a whole number`(number: Int64) {
    #expect(Int64(sqlValue: number.sqlValue) == number)
    #expect(Int(sqlValue: Int(number).sqlValue) == Int(number))
    #expect(Double(sqlValue: .integer(number)) == Double(number))
    #expect(String(sqlValue: .integer(number)) == nil)
  }

  @Test(
    arguments: [
      (SQLValue.integer(0), false), (.integer(1), true), (.integer(-7), true), (.text("1"), nil), (.null, nil),
    ] as [(SQLValue, Bool?)])
  func `is a truth value when it is a whole number`(value: SQLValue, expected: Bool?) {
    #expect(Bool(sqlValue: value) == expected)
  }

  @Test(arguments: [0, 1, -1, 1_755_259_200.123, -62_135_596_800, 253_402_300_799.999])
  func `is an instant in whole milliseconds`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    guard case .integer(let milliseconds) = date.sqlValue else {
      Issue.record("an instant is no integer")
      return
    }
    #expect(Double(milliseconds) == (seconds * 1000).rounded())
    let back = try #require(Date(sqlValue: date.sqlValue))
    #expect(abs(back.timeIntervalSince1970 - seconds) < 0.0006)
  }

  @Test func `of another kind is not taken for it`() {
    let values: [SQLValue] = [.null, .integer(1), .real(1.5), .text("x"), .blob([1])]
    func kinds<Value: SQLConvertible>(_ type: Value.Type) -> [Bool] { values.map { Value(sqlValue: $0) != nil } }
    #expect(kinds(Int.self) == [false, true, false, false, false])
    #expect(kinds(Int64.self) == [false, true, false, false, false])
    #expect(kinds(Double.self) == [false, true, true, false, false])
    #expect(kinds(String.self) == [false, false, false, true, false])
    #expect(kinds([UInt8].self) == [false, false, false, false, true])
    #expect(kinds(Date.self) == [false, true, false, false, false])
    #expect(kinds(AccountID.self) == [false, false, false, true, false])
    #expect(kinds(SQLValue.self) == [true, true, true, true, true])
  }

  @Test func `that may be missing is null or its value`() throws {
    let row = Row(columns: RowColumns(names: ["a", "b"]), values: [.null, .text("x")])
    #expect(try row["a"] as String? == nil)
    #expect(try row["b"] as String? == "x")
    #expect((String?.none).sqlValue == .null)
    #expect((String?.some("x")).sqlValue == .text("x"))
  }
}

@Suite struct `A row` {
  private let row = Row(
    columns: RowColumns(names: ["id", "name", "id"]), values: [.integer(1), .text("Ann"), .integer(2)])

  @Test func `is read by name, the first of equal names, and by position`() throws {
    #expect(try row["id"] as Int == 1)
    #expect(try row["name"] as String == "Ann")
    #expect(try row[2] as Int == 2)
  }

  @Test(arguments: ["Id", "names", ""]) func `says which column is missing`(name: String) {
    let error = #expect(throws: StorageError.self) { try row[name] as Int }
    #expect(error?.code == .columnMissing)
    #expect(error?.message == "The result has no column '\(name)'. Name it in the select list.")
  }

  @Test(arguments: [-1, 3]) func `says which position is missing`(position: Int) {
    let error = #expect(throws: StorageError.self) { try row[position] as Int }
    #expect(error?.code == .columnMissing)
    #expect(error?.message.contains("'#\(position)'") == true)
  }

  @Test func `says what a column holds that is of another type`() {
    let values: [SQLValue] = [.null, .integer(1), .real(0.5), .text("secret"), .blob([])]
    let row = Row(columns: RowColumns(names: ["a", "b", "c", "d", "e"]), values: values)
    let kinds = ["null", "an integer", "a real", "text", "a blob"]
    for (position, kind) in kinds.enumerated() {
      let error = #expect(throws: StorageError.self) {
        position == 4 ? try row[position] as String as Any : try row[position] as [UInt8] as Any
      }
      #expect(error?.code == .columnType)
      #expect(error?.message.contains("holds \(kind), which is no ") == true)
      #expect(error?.message.contains("secret") == false)
    }
  }
}
