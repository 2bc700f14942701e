import FieldhouseKit

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

  /// A finite number.
  mutating func append(_ number: Double) {
    if number.magnitude < 1e15, let whole = Int64(exactly: number), !(whole == 0 && number.sign == .minus) {
      append(whole)
    } else {
      JSON.number(number).append(to: &bytes)
    }
  }

  /// A string: quoted and escaped.
  mutating func append(quoted text: String) {
    var plain = text
    let isPlain = plain.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      guard isPlain else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: utf8)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isPlain { JSON.string(text).append(to: &bytes) }
  }
}
