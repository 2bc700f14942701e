/// The value of a Host field: a name or address with an optional port (RFC 9110 § 7.2, RFC 3986 § 3.2).
enum HostField {
  /// The bytes of unreserved, percent-encoded and sub-delimiter characters, as a set of 128 bits.
  private static let name = ByteSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%!$&'()*+,;=")
  private static let literal = ByteSet("0123456789abcdefABCDEF:.")
  private static let digit = ByteSet("0123456789")

  static func isValid(_ value: Substring) -> Bool {
    let bytes = value.utf8
    if bytes.first == UInt8(ascii: "[") { return isValidLiteral(bytes.dropFirst()) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes.allSatisfy(name.contains) }
    return bytes[..<colon].allSatisfy(name.contains) && isValidPort(bytes[bytes.index(after: colon)...])
  }

  /// The host without its port, in lower case.
  static func hostName(of value: Substring) -> String {
    guard let colon = value.utf8.lastIndex(of: UInt8(ascii: ":")), value.utf8.last != UInt8(ascii: "]") else {
      return value.lowercased()
    }
    return value[..<colon].lowercased()
  }

  private static func isValidLiteral(_ bytes: some Collection<UInt8>) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let address = bytes[..<end]
    let rest = bytes[bytes.index(after: end)...]
    guard !address.isEmpty, address.allSatisfy(literal.contains) else { return false }
    return rest.isEmpty || rest.first == UInt8(ascii: ":") && isValidPort(rest.dropFirst())
  }

  private static func isValidPort(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count <= 5 && bytes.allSatisfy(digit.contains)
  }
}

/// A set of ASCII bytes.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: StaticString) {
    characters.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }
}
