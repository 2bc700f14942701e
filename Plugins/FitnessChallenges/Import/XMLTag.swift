/// The tag with which an element begins.
struct XMLTag: Sendable {
  let name: String
  /// Whether the element ends with it.
  let isEmpty: Bool
  private let attributes: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)]

  /// The value of an attribute; nil without it.
  subscript(_ name: StaticString) -> String? {
    let found = attributes.first { attribute in
      name.withUTF8Buffer { $0.count == attribute.name.count && $0.elementsEqual(attribute.name) }
    }
    return found.map { String(decoding: $0.value, as: UTF8.self) }
  }

  /// Where the `>` stands that ends the tag from a place on; nil when there is none yet.
  /// - Throws: ``ImportRefusal`` for a `<` within it.
  static func end(_ bytes: [UInt8], _ start: Int) throws(ImportRefusal) -> Int? {
    var quote: UInt8?
    for place in start..<bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "<") {
        throw ImportRefusal("xml-malformed", "The file is no well-formed XML: there is a < within a tag.")
      }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
    }
    return nil
  }

  /// - Parameter bytes: what stands between `<` and `>`.
  /// - Throws: ``ImportRefusal``.
  init(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
    var rest = bytes
    isEmpty = rest.last == UInt8(ascii: "/")
    if isEmpty { rest = rest.dropLast() }
    name = XMLText.name(XMLTag.word(&rest))
    guard !name.isEmpty else {
      throw ImportRefusal("xml-malformed", "The file is no well-formed XML: there is a tag without a name.")
    }
    var found: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    while true {
      rest = rest.drop(while: XMLTokenizer.isSpace)
      if rest.isEmpty { break }
      let key = XMLText.local(XMLTag.word(&rest))
      rest = rest.drop(while: XMLTokenizer.isSpace)
      guard !key.isEmpty, rest.first == UInt8(ascii: "=") else { throw Self.malformed(name) }
      rest = rest.dropFirst().drop(while: XMLTokenizer.isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { throw Self.malformed(name) }
      found.append((key, try XMLText.plain(rest[(rest.startIndex + 1)..<end])))
      rest = rest[(end + 1)...]
    }
    attributes = found
  }

  private static func malformed(_ name: String) -> ImportRefusal {
    ImportRefusal("xml-malformed", "The file is no well-formed XML: an attribute of \(name) is not written as one.")
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let word = rest.prefix { !XMLTokenizer.isSpace($0) && $0 != UInt8(ascii: "=") }
    rest = rest[word.endIndex...]
    return word
  }
}

/// What stands between tags and in attributes.
enum XMLText {
  /// A name without its prefix and the white space behind it.
  static func name(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: local(bytes).prefix(200), as: UTF8.self) }

  /// The bytes of such a name.
  static func local(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let word = bytes.prefix { !XMLTokenizer.isSpace($0) }
    return word.lastIndex(of: UInt8(ascii: ":")).map { word[($0 + 1)...] } ?? word
  }

  /// A text with what its entities stand for.
  /// - Throws: ``ImportRefusal`` `xml-entity` for an entity that XML itself does not have.
  static func plain(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) -> ArraySlice<UInt8> {
    guard bytes.contains(UInt8(ascii: "&")) else { return bytes }
    var (result, rest) = ([UInt8](), bytes)
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      guard let end = rest[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = scalar(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
      else {
        throw ImportRefusal(
          "xml-entity", "The file names an entity that XML itself does not have; such files are not read.")
      }
      result += Array(String(character).utf8)
      rest = rest[(end + 1)...]
    }
    return (result + rest)[...]
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 ? Unicode.Scalar($0) : nil }
    }
  }
}

/// The declaration of a document's type, which is passed over. An export of Apple Health begins with a long one.
enum XMLDocumentType {
  /// Where it ends from a place on; nil when it has not ended yet.
  /// - Throws: ``ImportRefusal`` `xml-entity` when it declares an entity.
  static func end(_ bytes: [UInt8], _ start: Int) throws(ImportRefusal) -> Int? {
    var (place, depth) = (start, 0)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = bytes[(place + 1)...].firstIndex(of: bytes[place]) else { return nil }
        place = end
      case UInt8(ascii: "<"):
        if bytes.has("<!--", at: place) {
          guard let end = bytes.end(of: "-->", from: place + 4) else { return nil }
          place = end - 1
        } else if bytes.has("<!ENTITY", at: place) {
          throw ImportRefusal("xml-entity", "The file declares entities of its own; such files are not read.")
        } else if bytes.count - place < 8 {
          return nil
        } else {
          depth += 1
        }
      case UInt8(ascii: ">"):
        if depth == 0 { return place + 1 }
        depth -= 1
      default: break
      }
      place += 1
    }
    return nil
  }
}
