/// The plugin's settings: the operator's values over the defaults of the manifest's schema, checked against it.
public protocol Settings: Sendable {
  /// All values.
  var values: JSON { get }
}

extension Settings {
  /// The values as the plugin's own type.
  /// - Throws: `DecodingError` when type and schema of the plugin do not fit.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONValueDecoder().decode(type, from: values)
  }
}
