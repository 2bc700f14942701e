/// Writes JSON for answers that are asked for very often, byte for byte as `JSONOutput` does.
struct JSONBytes {
  /// What has been written.
  private(set) var bytes: [UInt8] = []

  init(reserving count: Int) { bytes.reserveCapacity(count) }

  /// Text that is JSON already.
  mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// JSON in UTF-8.
  mutating func append(_ json: [UInt8]) { bytes.append(contentsOf: json) }

  /// A text that is JSON already.
  mutating func append(json text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// A whole number.
  mutating func append(_ number: some BinaryInteger) { append(json: String(Int64(number))) }

  /// A finite number: the shortest decimal that reads back the same, whole ones without a fraction.
  mutating func append(_ number: Double) {
    if number.magnitude < 1e15, let whole = Int64(exactly: number), !(whole == 0 && number.sign == .minus) {
      return append(whole)
    }
    let text = number.description
    append(json: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// A string: quoted and escaped.
  mutating func append(quoted text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: utf8)
      } else {
        for byte in utf8 { appendEscaped(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case ..<0x20:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      append(json: String(byte & 15, radix: 16))
    default: bytes.append(byte)
    }
  }
}
