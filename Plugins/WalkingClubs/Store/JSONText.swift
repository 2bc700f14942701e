import Foundation

/// Values that are kept in a column as JSON, which nothing searches in.
enum JSONText {
  /// - Throws: `DecodingError` when the text is something else.
  static func decode<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  /// - Throws: `EncodingError`.
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
