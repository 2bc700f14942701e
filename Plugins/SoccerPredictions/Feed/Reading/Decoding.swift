import Foundation

extension KeyedDecodingContainer {
  /// The text at `key`, turned into a value; `expected` describes what it should have been.
  func parse<Value>(_ key: Key, _ expected: String, _ make: (String) -> Value?) throws -> Value {
    let text = try decode(String.self, forKey: key)
    guard let value = make(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "found \"\(text)\", expected \(expected)")
    }
    return value
  }

  /// As `parse`, or nil when the key is absent or null.
  func parseIfPresent<Value>(_ key: Key, _ expected: String, _ make: (String) -> Value?) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try parse(key, expected, make)
  }
}

extension FeedProblem {
  /// The problem that a decoder found, with its JSON pointer.
  static func decoding(_ error: any Error) -> FeedProblem {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      FeedProblem(
        place: pointer(context.codingPath), code: "missing-field", detail: "add the field \"\(key.stringValue)\"")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      FeedProblem(place: pointer(context.codingPath), code: "wrong-type", detail: "expected a value of type \(type)")
    case .dataCorrupted(let context):
      FeedProblem(place: pointer(context.codingPath), code: "invalid-value", detail: context.debugDescription)
    default: FeedProblem(code: "invalid-json", detail: "the file is not JSON: \(error)")
    }
  }
}

/// The JSON pointer (RFC 6901) of a coding path.
func pointer(_ path: [any CodingKey]) -> String {
  path.map { key in
    key.intValue.map { "/\($0)" }
      ?? "/" + key.stringValue.replacing("~", with: "~0").replacing("/", with: "~1")
  }.joined()
}
