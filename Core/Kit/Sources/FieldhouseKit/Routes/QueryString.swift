/// The `name=value` pairs of a query.
enum QueryString {
  /// - Throws: ``Problem`` 400 `query-malformed`.
  static func parse(_ query: String) throws -> [(name: String, value: String)] {
    var query = query
    return try query.withUTF8 { bytes in
      var pairs: [(name: String, value: String)] = []
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
        if end > start { pairs.append(try pair(bytes[start..<end])) }
        start = end + 1
      }
      return pairs
    }
  }

  private static func pair(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws -> (name: String, value: String) {
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (try decode(bytes), "") }
    return (try decode(bytes[..<sign]), try decode(bytes[(sign + 1)...]))
  }

  private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws -> String {
    let isPlain = bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
    guard !isPlain else { return String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(JSONText.hexValue),
          let low = iterator.next().flatMap(JSONText.hexValue)
        else { throw malformed }
        result.append(high << 4 | low)
      default: result.append(byte)
      }
    }
    guard let text = String(validating: result, as: UTF8.self) else { throw malformed }
    return text
  }

  private static var malformed: Problem {
    Problem.badRequest("query-malformed", "The query is not percent-encoded UTF-8.")
  }
}
