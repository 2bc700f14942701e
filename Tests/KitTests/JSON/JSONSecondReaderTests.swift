import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// JSON read a second time, character by character as RFC 8259 writes the grammar down, without care for speed.
private struct SecondReader {
  private struct Refused: Error {}
  private var rest: Substring.UnicodeScalarView

  static func read(_ bytes: [UInt8]) -> JSON? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = SecondReader(rest: text[...].unicodeScalars)
    guard let value = try? reader.element(), reader.rest.isEmpty else { return nil }
    return value
  }

  private mutating func element() throws -> JSON {
    space()
    defer { space() }
    return try value()
  }

  private mutating func space() { while let next = rest.first, " \t\r\n".unicodeScalars.contains(next) { take() } }

  @discardableResult private mutating func take() -> Unicode.Scalar? { rest.popFirst() }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func need(_ text: String) throws { guard skip(text) else { throw Refused() } }

  private mutating func value() throws -> JSON {
    if skip("null") { return .null }
    if skip("true") { return true }
    if skip("false") { return false }
    if skip("\"") { return .string(try string()) }
    if skip("[") { return .array(try list("]") { try $0.element() }) }
    guard skip("{") else { return try number() }
    let members = try list("}") { reader in
      reader.space()
      try reader.need("\"")
      let name = try reader.string()
      reader.space()
      try reader.need(":")
      return (name, try reader.element())
    }
    guard Set(members.map(\.0)).count == members.count else { throw Refused() }
    return .object(JSONObject(members))
  }

  private mutating func list<Item>(_ end: String, _ item: (inout SecondReader) throws -> Item) throws -> [Item] {
    space()
    if skip(end) { return [] }
    var items = [try item(&self)]
    space()
    while skip(",") {
      items.append(try item(&self))
      space()
    }
    try need(end)
    return items
  }

  private mutating func string() throws -> String {
    var units: [UInt16] = []
    while !skip("\"") {
      guard let next = take(), next.value >= 0x20 else { throw Refused() }
      guard next == "\\" else { units += Array(UTF16.encode(next)!); continue }
      let plain: [Unicode.Scalar: UInt16] = [
        "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
      ]
      guard let letter = take() else { throw Refused() }
      if let unit = plain[letter] { units.append(unit); continue }
      let digits = String(String.UnicodeScalarView(rest.prefix(4)))
      guard letter == "u", digits.utf8.count == 4, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
        let unit = UInt16(digits, radix: 16)
      else { throw Refused() }
      rest.removeFirst(4)
      units.append(unit)
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw Refused() }
    return text
  }

  private mutating func number() throws -> JSON {
    let grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
    let text = String(String.UnicodeScalarView(rest.prefix { "+-.eE0123456789".unicodeScalars.contains($0) }))
    guard text.wholeMatch(of: grammar) != nil else { throw Refused() }
    rest.removeFirst(text.unicodeScalars.count)
    if text != "-0", let whole = Int64(text) { return .integer(whole) }
    let number = strtod(text, nil)
    guard number.isFinite else { throw Refused() }
    return .number(number)
  }
}

@Suite struct `The JSON parser, held against a second reader` {
  /// Pieces that documents are made of, whole and broken.
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\"", "\"\"", "1", "0", "-", ".", "e", "E+", "12.5", "true",
    "false",
    "null", " ", "\n", "\t", "\\", "\\u00", "\\ud83d", "\\ude00", "\\n", "é", "\u{1}", "/", "nul", "-0", "1e400",
    "9223372036854775808", "\"\\u0041\"", "\"k\":", "[]", "{}", "[1,2]",
  ]

  private func agree(_ bytes: [UInt8]) {
    let ours = try? JSON(parsing: bytes)
    #expect(ours == SecondReader.read(bytes), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(arguments: 401...404) func `agrees about documents put together from pieces`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<5_000 {
      let text = (0...random.next(below: 8)).map { _ in Self.pieces[random.next(below: Self.pieces.count)] }.joined()
      agree(Array(text.utf8))
    }
  }

  @Test(arguments: 411...414) func `agrees about documents in which bytes were changed, lost and doubled`(seed: UInt64)
  {
    var source = RandomJSON(seed: seed)
    var random = SeededRandom(seed: seed)
    for _ in 0..<700 {
      var bytes = Array(source.value(depth: 3).serialized(pretty: random.next(below: 2) == 0).utf8)
      agree(bytes)
      for _ in 0...random.next(below: 2) where !bytes.isEmpty {
        let place = random.next(below: bytes.count)
        switch random.next(below: 4) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(bytes[random.next(below: bytes.count)], at: place)
        case 2: bytes[place] ^= 1 << UInt8(random.next(below: 8))
        default: bytes.insert(contentsOf: Self.pieces[random.next(below: Self.pieces.count)].utf8, at: place)
        }
      }
      agree(bytes)
    }
  }
}
