extension JSONByteSink {
  /// Writes a quoted and escaped string.
  @inline(__always)
  func append(string: String) {
    var string = string
    string.withUTF8 { appendQuoted($0) }
  }

  func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    if let base = text.baseAddress { appendEscaped(base, text.count) }
    append(UInt8(ascii: "\""))
  }

  private func appendEscaped(_ text: UnsafePointer<UInt8>, _ length: Int) {
    var start = 0
    var upper: UInt64 = 0
    while true {
      let stop = JSONText.plainEnd(text, from: start, to: length, upper: &upper)
      append(text + start, stop - start)
      guard stop < length else { return }
      appendEscape(of: text[stop])
      start = stop + 1
    }
  }

  private func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append("\\u00")
      append(Self.hexDigit(byte >> 4))
      append(Self.hexDigit(byte & 15))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Writes `true` or `false`.
  @inline(__always)
  func append(bool: Bool) {
    if bool { append("true") } else { append("false") }
  }

  /// Writes a whole number.
  @inline(__always)
  func append(integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    append(magnitude: integer.magnitude)
  }

  func append(magnitude: UInt64) {
    let length = Self.digits(of: magnitude)
    let out = reserve(length)
    var rest = magnitude
    for position in stride(from: length - 1, through: 0, by: -1) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      out[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    advance(length)
  }

  private static func digits(of magnitude: UInt64) -> Int {
    var length = 1
    var bound: UInt64 = 10
    while magnitude >= bound {
      length += 1
      if length == 20 { break }
      bound *= 10
    }
    return length
  }

  /// Writes the shortest decimal that reads back as the same double; `null` for infinities and NaN, which
  /// JSON cannot express.
  func append(double: Double) {
    guard double.isFinite else { return append("null") }
    if double.magnitude < 1e15, let whole = Int64(exactly: double), !(whole == 0 && double.sign == .minus) {
      return append(integer: whole)
    }
    append(decimal: double.description)
  }

  /// Writes what Swift prints for a finite floating-point number, without a fraction of zero.
  func append(decimal: String) {
    var decimal = decimal
    decimal.withUTF8 { text in
      let isWhole =
        text.count > 2 && text[text.count - 1] == UInt8(ascii: "0") && text[text.count - 2] == UInt8(ascii: ".")
      append(text.baseAddress!, isWhole ? text.count - 2 : text.count)
    }
  }
}
