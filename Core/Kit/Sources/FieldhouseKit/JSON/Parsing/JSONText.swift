/// What the parser and the writer both need to know about the bytes of a JSON string.
enum JSONText {
  static let upperBits: UInt64 = 0x8080_8080_8080_8080
  private static let lowBits: UInt64 = 0x0101_0101_0101_0101

  /// The position of the first quote, backslash or control character, or else the end. Bits of all bytes
  /// passed are gathered in `upper`, which tells whether one was outside ASCII.
  @inline(__always)
  static func plainEnd(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int, upper: inout UInt64) -> Int {
    var position = start
    while position + 8 <= end {
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      guard !hasSpecial(word) else { break }
      upper |= word
      position += 8
    }
    while position < end {
      let byte = base[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      upper |= UInt64(byte)
      position += 1
    }
    return position
  }

  /// Whether one of the eight bytes is a quote, a backslash or below 0x20.
  @inline(__always)
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let control = (word &- lowBits &* 0x20) & ~word
    let quote = word ^ (lowBits &* 0x22)
    let slash = word ^ (lowBits &* 0x5C)
    return (control | ((quote &- lowBits) & ~quote) | ((slash &- lowBits) & ~slash)) & upperBits != 0
  }

  @inline(__always)
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
