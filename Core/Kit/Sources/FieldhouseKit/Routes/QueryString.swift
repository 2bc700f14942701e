/// The `name=value` pairs of a query.
enum QueryString {
  static func parse(_ query: String) throws -> [(name: String, value: String)] {
    try query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (try decode(parts[0]), try decode(parts.count > 1 ? parts[1] : [][...]))
    }
  }

  private static func decode(_ bytes: some Collection<UInt8>) throws -> String {
    var result: [UInt8] = []
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(hexDigit), let low = iterator.next().flatMap(hexDigit) else {
          throw malformed
        }
        result.append(high << 4 | low)
      default: result.append(byte)
      }
    }
    guard let text = String(validating: result, as: UTF8.self) else { throw malformed }
    return text
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }

  private static var malformed: Problem {
    Problem.badRequest("query-malformed", "The query is not percent-encoded UTF-8.")
  }
}
