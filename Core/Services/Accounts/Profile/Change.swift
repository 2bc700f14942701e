/// What a PATCH says about a field: nothing, that it be cleared (`null`), or a new value.
enum Change<Value: Sendable>: Sendable {
  case keep
  case clear
  case set(Value)

  /// Whether nothing is said.
  var isKept: Bool {
    if case .keep = self { true } else { false }
  }

  /// Applies the change to an optional field.
  func apply(to field: inout Value?) {
    switch self {
    case .keep: break
    case .clear: field = nil
    case .set(let value): field = value
    }
  }
}

extension KeyedDecodingContainer {
  /// The change of a field.
  func change<Value: Decodable & Sendable>(_ key: Key, _ type: Value.Type = Value.self) throws -> Change<Value> {
    guard contains(key) else { return .keep }
    return try decodeNil(forKey: key) ? .clear : .set(try decode(Value.self, forKey: key))
  }
}
