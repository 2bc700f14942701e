extension JSONParser {
  /// Reads a number whose sign or first digit is at the position.
  mutating func parseNumber() throws(JSONFault) -> JSON {
    let start = position
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var mantissa: UInt64 = 0
    let whole = try parseWhole(&mantissa)
    let isWhole = current != UInt8(ascii: ".") && current | 0x20 != UInt8(ascii: "e")
    if isWhole, whole <= 18, !(isNegative && mantissa == 0) {
      return .integer(isNegative ? -Int64(mantissa) : Int64(mantissa))
    }
    return try parseRest(from: start, isNegative: isNegative, isWhole: isWhole, whole: whole, mantissa: mantissa)
  }

  /// Reads the digits before the point and returns how many there are.
  private mutating func parseWhole(_ mantissa: inout UInt64) throws(JSONFault) -> Int {
    let count = parseDigits(&mantissa)
    guard count > 0 else { throw expected("a digit") }
    if count > 1, base[position - count] == UInt8(ascii: "0") {
      position -= count - 1
      throw expected("no digit after a leading zero")
    }
    return count
  }

  @inline(__always)
  private mutating func parseDigits(_ mantissa: inout UInt64) -> Int {
    let start = position
    while position < end {
      let digit = base[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position += 1
    }
    return position - start
  }

  private mutating func parseRest(
    from start: Int, isNegative: Bool, isWhole: Bool, whole: Int, mantissa: UInt64
  ) throws(JSONFault) -> JSON {
    var mantissa = mantissa
    var fraction = 0
    if current == UInt8(ascii: ".") {
      position += 1
      fraction = parseDigits(&mantissa)
      guard fraction > 0 else { throw expected("a digit after the decimal point") }
    }
    let exponent = try parseExponent()
    let text = UnsafeBufferPointer(start: base + start, count: position - start)
    if isWhole, let value = Int64(String(decoding: text, as: UTF8.self)), !(isNegative && value == 0) {
      return .integer(value)
    }
    if whole + fraction <= 15, let value = Self.exact(mantissa, exponent - fraction) {
      return .number(isNegative ? -value : value)
    }
    return .number(try nearest(text, at: start))
  }

  /// The exponent, held within what can matter.
  private mutating func parseExponent() throws(JSONFault) -> Int {
    guard current | 0x20 == UInt8(ascii: "e") else { return 0 }
    position += 1
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { position += 1 }
    let start = position
    var value = 0
    while position < end, case let digit = base[position] &- UInt8(ascii: "0"), digit <= 9 {
      value = min(value * 10 + Int(digit), 1_000_000)
      position += 1
    }
    guard position > start else { throw expected("a digit in the exponent") }
    return isNegative ? -value : value
  }

  private static let powers: [Double] = (0...22).map { power in (0..<power).reduce(1.0) { value, _ in value * 10 } }

  /// A mantissa below 2^53 times or over a power of ten up to 10^22: both are exact doubles, so that one
  /// rounding gives the nearest double (W. D. Clinger, "How to read floating point numbers accurately", 1990).
  private static func exact(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    guard abs(exponent) <= 22 else { return nil }
    return exponent < 0 ? Double(mantissa) / powers[-exponent] : Double(mantissa) * powers[exponent]
  }

  private func nearest(_ text: UnsafeBufferPointer<UInt8>, at start: Int) throws(JSONFault) -> Double {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw fault("json-number-range", "The number is too large; at most about 1.8e308 is possible.", at: start)
    }
    return value
  }
}
