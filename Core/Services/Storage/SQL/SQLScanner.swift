internal import FieldhouseKit

/// Splits the text of statements into tokens, as far as SQLite and PostgreSQL read it alike.
struct SQLScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// All tokens of a text.
  /// - Throws: ``StorageError`` `storage-statement` for an unfinished literal or comment, or a placeholder other
  ///   than `?1`.
  static func tokens(of text: String) throws(StorageError) -> [SQLToken] {
    var scanner = SQLScanner(text)
    var tokens: [SQLToken] = []
    while let token = try scanner.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() throws(StorageError) -> SQLToken? {
    try skipBlanks()
    guard position < bytes.count else { return nil }
    let start = position
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "'"): return try quoted(by: byte, from: start, as: .string)
    case UInt8(ascii: "\""): return try quoted(by: byte, from: start, as: .quotedName)
    case UInt8(ascii: "?"): return try placeholder(from: start)
    case _ where Self.isDigit(byte) || startsFraction:
      skipNumber()
      let text = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      return SQLToken(kind: .number, range: start..<position, text: text)
    case _ where Self.isWordByte(byte):
      skip(Self.isWordByte)
      let word = bytes[start..<position]
      return SQLToken(
        kind: .word, range: start..<position, text: String(decoding: word, as: UTF8.self).lowercased(),
        hasCapitals: word.contains(where: Self.isCapital))
    default:
      position += 1
      return SQLToken(kind: .symbol(byte), range: start..<position, text: "")
    }
  }

  private mutating func skipBlanks() throws(StorageError) {
    while position < bytes.count {
      if bytes[position] <= 0x20 {
        position += 1
      } else if starts(with: "--") {
        try skipLineComment()
      } else if starts(with: "/*") {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  /// SQLite ends a line at a line feed alone, PostgreSQL at a carriage return too.
  private mutating func skipLineComment() throws(StorageError) {
    skip { $0 != 0x0A && $0 != 0x0D }
    guard position + 1 >= bytes.count || bytes[position] == 0x0A || bytes[position + 1] == 0x0A else {
      throw .malformed("A comment has a carriage return in the middle. End its line with a line feed.")
    }
  }

  /// PostgreSQL counts comments inside of one another, SQLite does not.
  private mutating func skipBlockComment() throws(StorageError) {
    position += 2
    while !starts(with: "*/") {
      guard position < bytes.count else { throw .malformed("A comment does not end.") }
      guard !starts(with: "/*") else { throw .malformed("A comment begins inside another one. Take '/*' out of it.") }
      position += 1
    }
    position += 2
  }

  /// Whether a number begins here with its decimals.
  private var startsFraction: Bool {
    bytes[position] == UInt8(ascii: ".") && position + 1 < bytes.count && Self.isDigit(bytes[position + 1])
  }

  /// Goes behind a number. A sign behind the `e` of its exponent is a part of it.
  private mutating func skipNumber() {
    let start = position
    skip { Self.isWordByte($0) || $0 == UInt8(ascii: ".") }
    let isExponent = bytes[position - 1] | 0x20 == UInt8(ascii: "e")
    let isDecimal = bytes[start..<position - 1].allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
    guard isExponent, isDecimal, position + 1 < bytes.count, Self.isDigit(bytes[position + 1]),
      bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
    else { return }
    position += 1
    skip(Self.isWordByte)
  }

  private mutating func quoted(
    by quote: UInt8, from start: Int, as kind: SQLToken.Kind
  ) throws(StorageError) -> SQLToken {
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      if bytes[position] == quote {
        position += 1
        guard position < bytes.count, bytes[position] == quote else {
          return SQLToken(
            kind: kind, range: start..<position, text: String(decoding: content, as: UTF8.self),
            hasCapitals: content.contains(where: Self.isCapital))
        }
      }
      content.append(bytes[position])
      position += 1
    }
    throw .malformed("A literal or quoted name does not end.")
  }

  private mutating func placeholder(from start: Int) throws(StorageError) -> SQLToken {
    position += 1
    skip(Self.isDigit)
    guard let number = Int(String(decoding: bytes[start + 1..<position], as: UTF8.self)), number > 0 else {
      throw .malformed("Placeholders have a number: write ?1, or interpolate the value.")
    }
    return SQLToken(kind: .placeholder(number), range: start..<position, text: "")
  }

  private func starts(with text: StaticString) -> Bool {
    position + 1 < bytes.count && bytes[position] == text.utf8Start[0] && bytes[position + 1] == text.utf8Start[1]
  }

  private mutating func skip(_ isPart: (UInt8) -> Bool) {
    while position < bytes.count, isPart(bytes[position]) { position += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
  }
}
