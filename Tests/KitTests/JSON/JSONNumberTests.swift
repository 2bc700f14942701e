import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A number in JSON` {
  @Test(
    arguments: [
      ("0", 0), ("-1", -1), ("9007199254740993", 9_007_199_254_740_993),
      ("999999999999999999", 999_999_999_999_999_999),
      ("1000000000000000000", 1_000_000_000_000_000_000), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("-9223372036854775807", -9_223_372_036_854_775_807),
    ] as [(String, Int64)])
  func `without fraction and exponent is exact when it fits 64 bits`(text: String, expected: Int64) throws {
    guard case .integer(let found) = try JSON(parsing: text) else {
      Issue.record("\(text) is no integer")
      return
    }
    #expect(found == expected)
    #expect(JSON.integer(found).serialized() == text)
  }

  @Test(
    arguments: [
      "9223372036854775808", "-9223372036854775809", "18446744073709551616", "-0", "1.0", "1e0",
      "100000000000000000000",
    ])
  func `is else the nearest double`(text: String) throws {
    guard case .number(let found) = try JSON(parsing: text) else {
      Issue.record("\(text) is no double")
      return
    }
    #expect(found.bitPattern == Double(text)?.bitPattern)
  }

  /// Where a careless reading rounds wrongly: ties, the edges of the subnormal numbers, long digits (after W. D. Clinger
  /// and R. Bryant's test numbers).
  @Test(
    arguments: [
      "0.1", "0.2", "0.3", "1e23", "9007199254740993.0", "9007199254740992.5", "4503599627370496.5", "8.5e15",
      "1.7976931348623157e308",
      "1.7976931348623158e308", "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9406564584124654e-324",
      "2.4703282292062328e-324",
      "2.4703282292062327e-324", "1e-400", "-1e-400", "123456789012345e7", "123456789012345e8", "999999999999999e22",
      "999999999999999e23", "5e-20", "7450580596923828125e-27",
      "0.500000000000000166533453693773481063544750213623046875",
      "3.518437208883201171875e13", "62.5364939768271845828", "8.10109172351e-10", "1.50000000000000011102230246251565",
      "0.000001",
      "100000000000000016777215", "100000000000000016777216", "358416272e-33", "9214843084008499e-0",
    ])
  func `is rounded as the C library rounds it`(text: String) throws {
    #expect(try JSON(parsing: text).double?.bitPattern == strtod(text, nil).bitPattern)
  }

  @Test func `of any digits is rounded as the C library rounds it`() throws {
    var random = SeededRandom(seed: 71)
    for _ in 0..<20_000 {
      let digits = (0..<(1 + random.next(below: 20))).map { _ in String(random.next(below: 10)) }.joined()
      let fraction = (0..<random.next(below: 12)).map { _ in String(random.next(below: 10)) }.joined()
      let whole = String(Int(digits.prefix(17)) ?? 0)
      var text = (random.next(below: 2) == 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
      if random.next(below: 2) == 0 { text += "e\(random.next(below: 640) - 330)" }
      let expected = strtod(text, nil)
      guard expected.isFinite else {
        #expect(throws: JSONParseError.self, "\(text)") { try JSON(parsing: text) }
        continue
      }
      #expect(try JSON(parsing: text).double?.bitPattern == (text == "-0" ? -0.0 : expected).bitPattern, "\(text)")
    }
  }

  @Test func `of any bits is written so that it reads back the same, and no longer than Swift prints it`() throws {
    var random = SeededRandom(seed: 72)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let text = JSON.number(number).serialized()
      #expect(try JSON(parsing: text).double?.bitPattern == number.bitPattern)
      #expect(text.utf8.count <= max(number.description.utf8.count, 16))
    }
  }

  @Test(arguments: ["1e309", "-1e309", "1e99999999999999999999", "179769313486231570000e290", "1.8e308"])
  func `that is too large for a double is refused`(text: String) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: "[0,\(text)]") }
    #expect(error?.code == "json-number-range")
    #expect(error?.offset == 3)
    #expect(error?.pointer == ["1"])
  }

  @Test(
    arguments: [
      (1, 1.0, true), (0, -0.0, true), (.max, 9_223_372_036_854_775_807.0, false),
      (.min, -9_223_372_036_854_775_808.0, true),
      (9_007_199_254_740_993, 9_007_199_254_740_992.0, false), (1, 1.5, false),
    ] as [(Int64, Double, Bool)])
  func `equals another when the values are equal, and hashes like it`(whole: Int64, real: Double, isEqual: Bool) {
    #expect((JSON.integer(whole) == .number(real)) == isEqual)
    #expect((JSON.number(real) == .integer(whole)) == isEqual)
    if isEqual { #expect(JSON.integer(whole).hashValue == JSON.number(real).hashValue) }
  }

  @Test(
    arguments: [
      (3, 3, 3.0), (3.0, 3, 3.0), (3.5, nil, 3.5), (1e19, nil, 1e19), ("3", nil, nil), (true, nil, nil),
      (.null, nil, nil),
    ] as [(JSON, Int?, Double?)])
  func `is read as a whole number and as a double`(value: JSON, whole: Int?, real: Double?) {
    #expect(value.int == whole)
    #expect(value.double == real)
  }
}
