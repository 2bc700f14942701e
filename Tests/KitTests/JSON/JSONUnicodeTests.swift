import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// The standard library's own decoding of UTF-8 and UTF-16 is the judge of what a text is.
@Suite struct `A text in JSON, held against Unicode` {
  private static let longer = Array("plain text, longer than a word, with é, € and 😀 in it".utf8)

  private func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }

  private func escape(_ unit: UInt16, upper: Bool = false) -> String {
    let digits = String(unit, radix: 16, uppercase: upper)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  @Test(arguments: longer.indices) func `is refused exactly when one byte makes it invalid`(place: Int) throws {
    for byte in UInt8(0x20)...0xFF where byte != 0x22 && byte != 0x5C {
      var bytes = Self.longer
      bytes[place] = byte
      let expected = String(validating: bytes, as: UTF8.self)
      let found = Result { () throws(JSONParseError) in try JSON(parsing: quoted(bytes)) }
      switch found {
      case .success(let value): #expect(value.string.map { Array($0.utf8) } == bytes && expected != nil)
      case .failure(let error):
        #expect(expected == nil)
        #expect(error.code == "json-utf8")
        #expect(error.offset == validLength(bytes) + 1, "0x\(String(byte, radix: 16)) at \(place)")
      }
    }
  }

  /// How many bytes come before the first that no longer belongs to a text.
  private func validLength(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { length += UTF8.width(scalar) }
    return length
  }

  @Test func `has every scalar of the first plane as an escape, in small and capital digits`() throws {
    for unit in UInt16.min...UInt16.max {
      let expected = Unicode.Scalar(unit).map { String(Character($0)) }
      for text in ["\"\(escape(unit))\"", "\"\(escape(unit, upper: true))\""] {
        let found = try? JSON(parsing: text).string
        #expect(found == expected && found?.utf8.count == expected?.utf8.count, "\(text)")
      }
    }
  }

  private static let edges: [UInt16] = [
    0x0000, 0x0041, 0xD7FF, 0xD800, 0xD801, 0xDBFE, 0xDBFF, 0xDC00, 0xDC01, 0xDFFE, 0xDFFF, 0xE000, 0xFFFF,
  ]

  @Test(arguments: edges) func `has pairs of escapes exactly where UTF-16 has them`(first: UInt16) {
    for second in Self.edges {
      let expected = String(validating: [first, second], as: UTF16.self)
      let found = try? JSON(parsing: "\"\(escape(first))\(escape(second))\"").string
      #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(escape(first))\(escape(second))")
    }
  }

  @Test func `has every scalar beyond the first plane as a pair, and as itself`() throws {
    var random = SeededRandom(seed: 301)
    for _ in 0..<5_000 {
      guard let scalar = Unicode.Scalar(0x10000 + UInt32(random.next(below: 0x100000))) else { continue }
      let text = String(Character(scalar))
      let pair = text.utf16.map { escape($0) }.joined()
      #expect(try JSON(parsing: "\"\(pair)\"") == .string(text))
      #expect(try JSON(parsing: "\"\(text)\"") == .string(text))
    }
  }

  @Test(arguments: ["\\uD83D\\uDE00", "a\\u00e9", "\\n\\uFFFF"])
  func `is no text when an escape is cut off anywhere`(inside: String) throws {
    let bytes = Array("\"\(inside)\"".utf8)
    _ = try JSON(parsing: bytes)
    for length in 1..<bytes.count {
      #expect(throws: JSONParseError.self) { try JSON(parsing: bytes[..<length]) }
    }
  }

  @Test(arguments: 0...24) func `is found to its end at every length, with the special character at every place`(
    length: Int
  ) throws {
    let plain = [UInt8](repeating: 0x61, count: length)
    #expect(try JSON(parsing: quoted(plain)).string?.utf8.count == length)
    for place in 0..<length {
      var escaped = plain
      escaped.replaceSubrange(place...place, with: Array("\\n".utf8))
      let read = try JSON(parsing: quoted(escaped))
      #expect(read.string.map { Array($0.utf8) } == plain[..<place] + [0x0A] + plain[(place + 1)...])
      #expect(read.serialized().utf8.elementsEqual(quoted(escaped)))
      var broken = plain
      broken[place] = 0x1F
      let error = #expect(throws: JSONParseError.self) { try JSON(parsing: quoted(broken)) }
      #expect(error?.offset == place + 1)
    }
  }

  @Test func `counts a repeated name by canonical equivalence, among few and among many`() {
    for others in [0, 11, 12, 40] {
      let fillers = (0..<others).map { "\"k\($0)\":0," }.joined()
      let error = #expect(throws: JSONParseError.self) {
        try JSON(parsing: "{\"\u{E9}\":1,\(fillers)\"e\u{301}\":2}")
      }
      #expect(error?.code == "json-duplicate-key")
      #expect(error?.pointer == ["e\u{301}"])
    }
  }
}
