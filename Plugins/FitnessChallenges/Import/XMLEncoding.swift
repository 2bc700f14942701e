/// Turns the bytes of a document into UTF-8, piece by piece: of UTF-8, UTF-16, ISO 8859-1 or US-ASCII, with or without a byte order mark.
struct XMLEncoding: Codable, Sendable {
  private enum Form: String, Codable, Sendable {
    case utf8, utf16Little, utf16Big, latin
  }

  private var form: Form?
  /// What has not been read yet: the beginning, or a part of a character.
  private var carried = XMLTokenizer.XMLBytes()
  /// How much is looked at to find out the encoding.
  private static let looked = 256

  /// - Returns: UTF-8. Of a document that is in it the bytes stay as they are: what is no UTF-8 is read as U+FFFD.
  /// - Throws: ``ImportRefusal`` for another encoding, and for what is no UTF-16 where that is said.
  mutating func decode(_ input: [UInt8]) throws(ImportRefusal) -> [UInt8] {
    var bytes = carried.bytes + input
    carried.bytes = []
    if form == nil {
      guard bytes.count >= Self.looked || bytes.contains(UInt8(ascii: ">")) else {
        carried.bytes = bytes
        return []
      }
      bytes.removeFirst(try detect(bytes))
    }
    switch form ?? .utf8 {
    case .utf8: return bytes
    case .latin:
      return bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
    case .utf16Little: return try wide(bytes, high: 1)
    case .utf16Big: return try wide(bytes, high: 0)
    }
  }

  /// Finds out the encoding.
  /// - Returns: how many bytes the mark has.
  private mutating func detect(_ bytes: [UInt8]) throws(ImportRefusal) -> Int {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      form = .utf8
      return 3
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      form = bytes[0] == 0xFF ? .utf16Little : .utf16Big
      return 2
    }
    if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C]) {
      form = bytes[0] == 0x3C ? .utf16Little : .utf16Big
      return 0
    }
    form = try Self.named(bytes)
    return 0
  }

  private static func named(_ bytes: [UInt8]) throws(ImportRefusal) -> Form {
    let head = String(decoding: bytes.prefix(looked), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>"),
      let key = head[..<end.lowerBound].firstRange(of: "encoding")
    else { return .utf8 }
    let parts = head[key.upperBound..<end.lowerBound].split(whereSeparator: { "\"' \t\r\n=".contains($0) })
    let name = parts.first.map { $0.lowercased() } ?? "utf-8"
    switch name {
    case "utf-8", "utf8", "us-ascii", "ascii": return .utf8
    case "iso-8859-1", "latin1", "iso8859-1": return .latin
    default:
      throw ImportRefusal(
        "encoding-unknown", "The file is encoded as \(name.prefix(40)), which is not read: use UTF-8.")
    }
  }

  private mutating func wide(_ bytes: [UInt8], high: Int) throws(ImportRefusal) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for place in stride(from: 0, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[place + high]) << 8 | UInt16(bytes[place + 1 - high]))
    }
    var rest = bytes.count % 2
    if let last = units.last, (0xD800...0xDBFF).contains(last) {
      units.removeLast()
      rest += 2
    }
    carried.bytes = Array(bytes.suffix(rest))
    guard let text = String(validating: units, as: UTF16.self) else {
      throw ImportRefusal("encoding-broken", "The file says that it is UTF-16, and is not.")
    }
    return Array(text.utf8)
  }
}
