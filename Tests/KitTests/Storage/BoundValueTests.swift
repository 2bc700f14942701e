import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A value that is bound` {
  private func comesBack<Value: SQLConvertible & Equatable>(_ value: Value) -> Bool {
    Value(sqlValue: value.sqlValue) == value && Value?(sqlValue: Value?.some(value).sqlValue) == .some(value)
  }

  @Test func `comes back as it was, of every type`() {
    var random = SeededRandom(seed: 41)
    for _ in 0..<500 {
      let bits = random.next()
      #expect(comesBack(Int64(bitPattern: bits)) && comesBack(Int(bitPattern: UInt(bits))))
      #expect(comesBack(bits % 2 == 0) && comesBack(random.text()) && comesBack(AccountID(random.text())))
      let real = Double(bitPattern: bits)
      if !real.isNaN { #expect(comesBack(real)) }
      #expect(comesBack((0..<Int(bits % 9)).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * ($0 % 8))) }))
      let instant = Date(millisecondsSince1970: Int64(bits % 500_000_000_000_000) - 62_167_219_200_000)
      #expect(comesBack(instant))
    }
  }

  @Test(arguments: [0.0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .ulpOfOne])
  func `is the same double to the last bit`(value: Double) {
    #expect(Double(sqlValue: value.sqlValue)?.bitPattern == value.bitPattern)
  }

  @Test func `that is missing is null, and null is missing for every type`() {
    #expect(Int?.none.sqlValue == .null && Date?.none.sqlValue == .null && [UInt8]?.none.sqlValue == .null)
    #expect(Int?(sqlValue: .null) == .some(nil) && String?(sqlValue: .null) == .some(nil))
    #expect(Int?(sqlValue: .text("1")) == nil)
    #expect(Date?(sqlValue: .real(1)) == nil)
    #expect(Int??.some(nil).sqlValue == .null && Int??.some(3).sqlValue == .integer(3))
    #expect(Int(sqlValue: .null) == nil && Bool(sqlValue: .null) == nil && AccountID(sqlValue: .null) == nil)
  }

  @Test func `that may be missing is bound like any other`() {
    let (given, missing): (Double?, Double?) = (0.5, nil)
    let account: AccountID? = AccountID("a")
    let sql: SQL = "values (\(given), \(missing), \(account), \(SQLValue.null), \(SQLValue.text("t")))"
    #expect(sql.values == [.real(0.5), .null, .text("a"), .null, .text("t")])
    let list: SQL = "\(list: [1, nil, 3] as [Int?]) \(list: Set([true])) \(list: (1...2).lazy.map { Double($0) })"
    #expect(list.text == "?1, ?2, ?3 ?4 ?5, ?6")
    #expect(list.values == [.integer(1), .null, .integer(3), .integer(1), .real(1), .real(2)])
  }

  @Test func `of bytes is one value, not a list`() {
    let bytes: [UInt8] = [1, 2]
    let sql: SQL = "\(bytes) \(list: bytes.map { Int($0) })"
    #expect(sql.text == "?1 ?2, ?3")
    #expect(sql.values == [.blob([1, 2]), .integer(1), .integer(2)])
  }

  @Test(
    arguments: [
      (0.0004, 0), (0.0006, 1), (-0.0004, 0), (-0.0006, -1), (1.9996, 2_000), (-62_167_219_200, -62_167_219_200_000),
    ] as [(Double, Int64)])
  func `that is an instant is rounded to the nearest millisecond`(seconds: Double, milliseconds: Int64) {
    #expect(Date(timeIntervalSince1970: seconds).sqlValue == .integer(milliseconds))
  }

  @Test func `that is an instant farther away than can be counted is the last one, and none at all is null`() {
    for (seconds, expected) in [
      (1e300, Int64.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min), (9.3e15, .max), (-9.3e15, .min),
    ] as [(Double, Int64)] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(date.millisecondsSince1970 == expected)
      #expect(date.sqlValue == .integer(expected))
    }
    let never = Date(timeIntervalSince1970: .nan)
    #expect(never.sqlValue == .null && never.millisecondsSince1970 == 0)
    for date in [Date.distantPast, .distantFuture] { #expect(Date(sqlValue: date.sqlValue) == date) }
    #expect(Date(sqlValue: .integer(.max)) != nil && Date(sqlValue: .integer(.min)) != nil)
  }
}
