/// How the text of a parameter becomes a JSON value, as its schema says.
indirect enum FieldKind: Sendable {
  case text, integer, number, boolean
  case list(FieldKind)

  /// The kinds of an object schema's fields.
  static func fields(of schema: Schema) -> [String: FieldKind] {
    let reader = FieldKindReader(root: schema.json)
    guard let properties = reader.target(of: schema.json)["properties"]?.object else { return [:] }
    return Dictionary(
      properties.map { ($0.key, reader.kind(of: $0.value) ?? .text) }, uniquingKeysWith: { first, _ in first })
  }

  /// The value of a parameter's text; a text that does not fit stays text, and the schema refuses it. Numbers are
  /// written as in JSON.
  func value(of text: String) -> JSON {
    switch self {
    case .text: .string(text)
    case .integer, .number: Self.number(text) ?? .string(text)
    case .boolean: text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
    case .list(let item): .array([item.value(of: text)])
    }
  }

  private static func number(_ text: String) -> JSON? {
    guard let first = text.utf8.first, let last = text.utf8.last else { return nil }
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard isDigit(first) || first == UInt8(ascii: "-"), isDigit(last) else { return nil }
    return try? JSON(parsing: text)
  }
}
