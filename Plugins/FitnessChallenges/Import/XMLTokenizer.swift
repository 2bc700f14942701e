/// Reads XML piece by piece: elements, attributes and text, checked to be nested well; what a document type declares is not read.
///
/// Names come without the prefix of their namespace. Entities beyond the five of XML are refused wherever they are declared or named, so
/// that nothing grows and nothing is fetched.
struct XMLTokenizer: Codable, Sendable {
  /// How long a tag, a comment or a text is at most, in bytes.
  static let longestPiece = 1 << 20
  static let deepest = 100

  /// What is open, from the root on.
  private(set) var path: [String] = []
  private var text = XMLBytes()
  private var carried = XMLBytes()
  /// How much has to be there before it is tried again, so that a long piece in small parts is not looked through at each part.
  private var enough = 0
  private var isBehindRoot = false

  /// What was carried because it has not ended yet.
  struct XMLBytes: Codable, Sendable {
    var bytes: [UInt8] = []

    init() {}

    init(from decoder: any Decoder) throws {
      bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8).hexDecoded
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(bytes.hexEncoded)
    }
  }

  /// Reads on.
  /// - Parameter input: UTF-8.
  /// - Throws: ``ImportRefusal``, and what the reader throws.
  mutating func read(_ input: [UInt8], _ reader: inout some XMLReader) throws(ImportRefusal) {
    carried.bytes += input
    if carried.bytes.count >= enough { try readCarried(&reader) }
  }

  /// Reads what is left.
  /// - Throws: ``ImportRefusal``, `file-cut` where something is open, and what the reader throws.
  mutating func end(_ reader: inout some XMLReader) throws(ImportRefusal) {
    try readCarried(&reader)
    if let open = path.last { throw .cut("the element \(open)") }
    guard isBehindRoot, carried.bytes.allSatisfy(Self.isSpace) else { throw .cut("its first element") }
  }

  private mutating func readCarried(_ reader: inout some XMLReader) throws(ImportRefusal) {
    let bytes = carried.bytes
    carried.bytes = []
    var place = 0
    while place < bytes.count {
      guard let next = try piece(bytes, place, &reader) else { break }
      place = next
    }
    guard bytes.count - place <= Self.longestPiece else {
      throw ImportRefusal("xml-piece-long", "A piece of the file is longer than a megabyte.")
    }
    carried.bytes = Array(bytes[place...])
    enough = carried.bytes.count * 3 / 2
  }

  /// Reads the piece that begins at a place.
  /// - Returns: where the next one begins; nil when it has not ended yet.
  private mutating func piece(
    _ bytes: [UInt8], _ place: Int, _ reader: inout some XMLReader
  ) throws(ImportRefusal) -> Int? {
    guard bytes[place] == UInt8(ascii: "<") else {
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
      try add(try XMLText.plain(bytes[place..<end]))
      return end
    }
    guard place + 1 < bytes.count else { return nil }
    switch bytes[place + 1] {
    case UInt8(ascii: "?"): return bytes.end(of: "?>", from: place + 2)
    case UInt8(ascii: "!"): return try declaration(bytes, place)
    case UInt8(ascii: "/"):
      guard let end = bytes[place...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
      try close(XMLText.name(bytes[(place + 2)..<end]), &reader)
      return end + 1
    default:
      guard let end = try XMLTag.end(bytes, place + 1) else { return nil }
      try open(try XMLTag(bytes[(place + 1)..<end]), &reader)
      return end + 1
    }
  }

  private mutating func declaration(_ bytes: [UInt8], _ place: Int) throws(ImportRefusal) -> Int? {
    let rest = bytes.count - place
    if bytes.has("<!--", at: place) { return bytes.end(of: "-->", from: place + 4) }
    if bytes.has("<![CDATA[", at: place) {
      guard let end = bytes.end(of: "]]>", from: place + 9) else { return nil }
      try add(bytes[(place + 9)..<(end - 3)])
      return end
    }
    if bytes.has("<!DOCTYPE", at: place) { return try XMLDocumentType.end(bytes, place + 9) }
    if rest < 9 { return nil }
    throw ImportRefusal(
      "xml-malformed", "The file is no well-formed XML: there is a declaration that XML does not have.")
  }

  private mutating func add(_ more: ArraySlice<UInt8>) throws(ImportRefusal) {
    if path.isEmpty {
      guard more.allSatisfy(Self.isSpace) else {
        throw ImportRefusal("xml-malformed", "The file is no well-formed XML: there is text outside of its elements.")
      }
      return
    }
    text.bytes += more
    guard text.bytes.count <= Self.longestPiece else {
      throw ImportRefusal("xml-piece-long", "A piece of the file is longer than a megabyte.")
    }
  }

  private mutating func open(_ tag: XMLTag, _ reader: inout some XMLReader) throws(ImportRefusal) {
    guard !isBehindRoot else {
      throw ImportRefusal("xml-malformed", "The file is no well-formed XML: it goes on behind its end.")
    }
    guard path.count < Self.deepest else {
      throw ImportRefusal("xml-deep", "The elements of the file are nested more than 100 deep.")
    }
    path.append(tag.name)
    text.bytes = []
    try reader.begin(tag, in: path)
    if tag.isEmpty { try close(tag.name, &reader) }
  }

  private mutating func close(_ name: String, _ reader: inout some XMLReader) throws(ImportRefusal) {
    guard let open = path.last, open == name else {
      throw ImportRefusal("xml-malformed", "The file is no well-formed XML: \(name) ends where it is not open.")
    }
    try reader.end(name, text: String(decoding: text.bytes, as: UTF8.self), in: path)
    text.bytes = []
    path.removeLast()
    if path.isEmpty { isBehindRoot = true }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}

/// What takes the elements of a document.
protocol XMLReader {
  /// - Parameter path: the names of what is open, the element's last.
  mutating func begin(_ tag: XMLTag, in path: [String]) throws(ImportRefusal)
  /// - Parameter text: what stands directly before the end, behind the last tag.
  mutating func end(_ name: String, text: String, in path: [String]) throws(ImportRefusal)
}

extension [UInt8] {
  /// Whether a text stands at a place.
  func has(_ text: StaticString, at place: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { self[place..<place + $0.count].elementsEqual($0) }
  }

  /// Where a text ends that is found at a place or behind it.
  func end(of text: StaticString, from start: Int) -> Int? {
    guard text.utf8CodeUnitCount > 0, start <= count else { return nil }
    let first = text.withUTF8Buffer { $0[0] }
    var place = start
    while let found = self[place...].firstIndex(of: first) {
      if has(text, at: found) { return found + text.utf8CodeUnitCount }
      place = found + 1
    }
    return nil
  }

  var hexEncoded: String {
    let digits = Array<UInt8>("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes of hexadecimal digits; what is none counts as 0.
  var hexDecoded: [UInt8] {
    func value(_ digit: UInt8) -> UInt8 {
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x57
      default: 0
      }
    }
    return stride(from: 0, to: count - 1, by: 2).map { value(self[$0]) << 4 | value(self[$0 + 1]) }
  }
}
