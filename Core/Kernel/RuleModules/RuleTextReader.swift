internal import FieldhouseKit

/// Reads texts out of a result buffer.
enum RuleTextReader {
  static func text(in bytes: some Collection<UInt8>) throws(RuleError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .result("its text is not UTF-8") }
    guard !text.utf8.contains(0) else { throw .result("its text holds a NUL") }
    return text
  }

  /// Texts that follow each other, each ended by a NUL.
  static func texts(in bytes: UnsafeRawBufferPointer, count: Int) throws(RuleError) -> [String] {
    var rest = bytes[...]
    var texts: [String] = []
    for _ in 0..<count {
      guard let end = rest.firstIndex(of: 0) else { throw .result("a text is not ended by a NUL") }
      texts.append(try text(in: rest[..<end]))
      rest = rest[(end + 1)...]
    }
    return texts
  }
}
