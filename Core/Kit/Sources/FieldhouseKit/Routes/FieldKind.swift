/// How the text of a parameter becomes a JSON value, as its schema says.
indirect enum FieldKind: Sendable {
  case text, integer, number, boolean
  case list(FieldKind)

  /// The kinds of an object schema's fields.
  static func fields(of schema: Schema) -> [String: FieldKind] {
    guard let properties = schema.json["properties"]?.object else { return [:] }
    return Dictionary(properties.map { ($0.key, FieldKind($0.value)) }, uniquingKeysWith: { first, _ in first })
  }

  private init(_ schema: JSON) {
    let types = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
    switch types.first(where: { $0 != "null" }) {
    case "integer": self = .integer
    case "number": self = .number
    case "boolean": self = .boolean
    case "array": self = .list(schema["items"].map(FieldKind.init) ?? .text)
    default: self = .text
    }
  }

  /// The value of a parameter's text; a text that does not fit stays text, and the schema refuses it.
  func value(of text: String) -> JSON {
    switch self {
    case .text: .string(text)
    case .integer: Int64(text).map(JSON.integer) ?? .string(text)
    case .number: Double(text).flatMap { $0.isFinite ? JSON.number($0) : nil } ?? .string(text)
    case .boolean: text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
    case .list(let item): .array([item.value(of: text)])
    }
  }
}
