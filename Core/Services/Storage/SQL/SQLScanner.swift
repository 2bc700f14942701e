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
    case _ where Self.isDigit(byte):
      skip { Self.isWordByte($0) || $0 == UInt8(ascii: ".") }
      let text = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      return SQLToken(kind: .number, range: start..<position, text: text)
    case _ where Self.isWordByte(byte):
      skip(Self.isWordByte)
      let text = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
      return SQLToken(kind: .word, range: start..<position, text: text)
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
        skip { $0 != 0x0A }
      } else if starts(with: "/*") {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(StorageError) {
    while !starts(with: "*/") {
      position += 1
      guard position < bytes.count else { throw .malformed("A comment does not end.") }
    }
    position += 2
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
          return SQLToken(kind: kind, range: start..<position, text: String(decoding: content, as: UTF8.self))
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

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
  }
}
