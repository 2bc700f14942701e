import Foundation

/// Values that are kept in a column as JSON, which nothing searches in.
enum JSONText {
  /// - Throws: `DecodingError` when the text is something else.
  static func decode<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  /// Reads a list of texts, of which there are very many that are empty or hold one.
  /// - Throws: `DecodingError` when the text is something else.
  static func list(_ text: String) throws -> [String] {
    if text == "[]" { return [] }
    guard text.hasPrefix("[\""), text.hasSuffix("\"]"), !text.utf8.contains(UInt8(ascii: "\\")) else {
      return try decode(text)
    }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    let isList = parts.count > 2 && stride(from: 2, to: parts.count - 1, by: 2).allSatisfy { parts[$0] == "," }
    guard isList else { return try decode(text) }
    return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
  }

  /// - Throws: `EncodingError`.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
