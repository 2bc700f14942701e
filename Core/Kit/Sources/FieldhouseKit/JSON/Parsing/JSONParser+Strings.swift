extension JSONParser {
  /// Reads the string whose opening quote is at the position.
  mutating func parseString() throws(JSONFault) -> String {
    let start = position + 1
    var upper: UInt64 = 0
    position = JSONText.plainEnd(base, from: start, to: end, upper: &upper)
    guard current == UInt8(ascii: "\"") else { return try parseEscapedString(from: start) }
    let text = UnsafeBufferPointer(start: base + start, count: position - start)
    if upper & JSONText.upperBits != 0 { try validate(text, at: start) }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func parseEscapedString(from start: Int) throws(JSONFault) -> String {
    var bytes: [UInt8] = []
    var plainStart = start
    while true {
      let plain = UnsafeBufferPointer(start: base + plainStart, count: position - plainStart)
      try validate(plain, at: plainStart)
      bytes.append(contentsOf: plain)
      switch current {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try parseEscape(into: &bytes)
      default: throw unfinishedString()
      }
      plainStart = position
      var upper: UInt64 = 0
      position = JSONText.plainEnd(base, from: position, to: end, upper: &upper)
    }
  }

  private func unfinishedString() -> JSONFault {
    guard position < end else { return expected("`\"` at the end of the string") }
    return fault("json-syntax", "A control character inside a string is written as an escape such as `\\n`.")
  }

  private func validate(_ text: UnsafeBufferPointer<UInt8>, at start: Int) throws(JSONFault) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: text.span)
    } catch {
      throw fault("json-utf8", "The text is not valid UTF-8.", at: start + error.byteOffsets.lowerBound)
    }
  }

  private mutating func parseEscape(into bytes: inout [UInt8]) throws(JSONFault) {
    position += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(current)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): return bytes.append(contentsOf: UTF8.encode(try parseScalar())!)
    default: throw expected("one of `\" \\ / b f n r t u` after the backslash")
    }
    position += 1
  }

  /// Reads `uXXXX`, and for a high surrogate the low one that must follow it.
  private mutating func parseScalar() throws(JSONFault) -> Unicode.Scalar {
    let start = position - 1
    let unit = try parseFourDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, current == UInt8(ascii: "\\"), position + 1 < end, base[position + 1] == UInt8(ascii: "u")
    else { throw loneSurrogate(at: start) }
    position += 1
    let low = try parseFourDigits()
    guard (0xDC00...0xDFFF).contains(low) else { throw loneSurrogate(at: start) }
    return Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))!
  }

  private func loneSurrogate(at offset: Int) -> JSONFault {
    fault(
      "json-surrogate", "The escape names half of a surrogate pair; a high half must be followed by a low half.",
      at: offset)
  }

  /// Reads four hexadecimal digits after the `u` at the position.
  private mutating func parseFourDigits() throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      position += 1
      guard let digit = JSONText.hexValue(current) else { throw expected("four hexadecimal digits after `\\u`") }
      unit = unit << 4 | UInt16(digit)
    }
    position += 1
    return unit
  }
}
