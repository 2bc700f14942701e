extension SQL {
  /// The text with its placeholders behind as many others. What is quoted and what comments say stays as it is.
  func renumbered(from offset: Int) -> String {
    guard offset > 0, !values.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + values.count)
    var position = 0
    while position < bytes.count {
      let token = bytes[position..<Self.tokenEnd(bytes, position)]
      position = token.endIndex
      if token.first == UInt8(ascii: "?"), let number = Int32(String(decoding: token.dropFirst(), as: UTF8.self)) {
        result += "?\(Int(number) + offset)".utf8
      } else {
        result += token
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where the literal, quoted name, comment or placeholder that begins at a position ends; of all else one byte.
  private static func tokenEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    let rest = bytes[(start + 1)...]
    switch bytes[start] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return rest.firstIndex(of: bytes[start]).map { $0 + 1 } ?? bytes.count
    case UInt8(ascii: "-") where rest.first == UInt8(ascii: "-"): return rest.firstIndex(of: 0x0A) ?? bytes.count
    case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"):
      let end = zip(rest.dropFirst().indices, zip(rest.dropFirst(), rest.dropFirst(2))).first { _, pair in
        pair == (UInt8(ascii: "*"), UInt8(ascii: "/"))
      }
      return end.map { $0.0 + 2 } ?? bytes.count
    case UInt8(ascii: "?"): return rest.firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
    default: return start + 1
    }
  }
}
