/// Reads the keywords of one schema.
struct SchemaKeywordReader {
  let keywords: JSONObject
  let place: SchemaCompiler.Place

  mutating func read(
    _ keyword: String, _ value: JSON, into node: inout SchemaNode, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) {
    if try readAssertion(keyword, value, &node) { return }
    if try readObjectKeyword(keyword, value, &node, &compiler) { return }
    if try readPart(keyword, value, &node, &compiler) { return }
    try readNote(keyword, value, &node, &compiler)
  }

  private func readAssertion(_ keyword: String, _ value: JSON, _ node: inout SchemaNode) throws(SchemaError) -> Bool {
    switch keyword {
    case "type": node.types = try types(value)
    case "enum": node.values = try list(value, keyword)
    case "const": node.constant = value
    case "minimum": node.numbers[or: .init()].minimum = try number(value, keyword)
    case "maximum": node.numbers[or: .init()].maximum = try number(value, keyword)
    case "exclusiveMinimum": node.numbers[or: .init()].exclusiveMinimum = try number(value, keyword)
    case "exclusiveMaximum": node.numbers[or: .init()].exclusiveMaximum = try number(value, keyword)
    case "multipleOf": node.numbers[or: .init()].multipleOf = try positive(value, keyword)
    case "minLength": node.strings[or: .init()].minLength = try count(value, keyword)
    case "maxLength": node.strings[or: .init()].maxLength = try count(value, keyword)
    case "pattern": node.strings[or: .init()].pattern = try pattern(try text(value, keyword), at: [keyword])
    case "format": try readFormat(try text(value, keyword), &node)
    case "minItems": node.arrays[or: .init()].minItems = try count(value, keyword)
    case "maxItems": node.arrays[or: .init()].maxItems = try count(value, keyword)
    case "uniqueItems": node.arrays[or: .init()].isUnique = try truth(value, keyword)
    case "required": node.objects[or: .init()].required = try names(value, keyword)
    case "minProperties": node.objects[or: .init()].minProperties = try count(value, keyword)
    case "maxProperties": node.objects[or: .init()].maxProperties = try count(value, keyword)
    default: return false
    }
    return true
  }

  private func readFormat(_ name: String, _ node: inout SchemaNode) throws(SchemaError) {
    guard let format = Schema.Format(rawValue: name) else {
      throw error("schema-format", ["format"], "The format `\(name)` is unknown; known are \(Self.formats).")
    }
    switch format {
    case .int32, .int64: node.numbers[or: .init()].format = SchemaFormat(kind: format)
    default: node.strings[or: .init()].format = SchemaFormat(kind: format)
    }
  }

  private static var formats: String { Schema.Format.allCases.map(\.rawValue).joined(separator: ", ") }

  private func types(_ value: JSON) throws(SchemaError) -> SchemaTypes {
    var all: SchemaTypes = []
    for item in value.array ?? [value] {
      guard let name = item.string, let type = SchemaTypes(name: name) else { throw wrongTypes }
      guard value.isOnce(item) else { throw wrong("type", "a list of types, each once") }
      all.formUnion(type)
    }
    guard !all.isEmpty else { throw wrongTypes }
    return all
  }

  private var wrongTypes: SchemaError {
    wrong("type", "one or several of \(SchemaTypes.all.joined(separator: ", "))")
  }

  private func readNote(
    _ keyword: String, _ value: JSON, _ node: inout SchemaNode, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) {
    switch keyword {
    case "$defs": _ = try schemas(value, keyword, &compiler)
    case "x-message": node.messages.general = try text(value, keyword)
    case "x-messages":
      for (code, message) in try object(value, keyword) { node.messages.byCode[code] = try text(message, keyword) }
    case Schema.underivableKeyword: throw error("schema-underivable", [], value.string ?? "")
    case "$schema" where place.pointer == .root, "$id" where place.pointer == .root: _ = try text(value, keyword)
    case _ where Self.notes.contains(keyword) || keyword.hasPrefix("x-"): break
    default: throw unsupported(keyword)
    }
  }

  private static let notes: Set<String> = [
    "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "contentEncoding",
    "contentMediaType", "$comment",
  ]

  private func unsupported(_ keyword: String) -> SchemaError {
    let hint = closestMatch(to: keyword, in: Self.known).map { " Did you mean `\($0)`?" } ?? ""
    return error("schema-keyword-unsupported", [keyword], "The keyword `\(keyword)` is not supported.\(hint)")
  }

  private static let known = [
    "type", "enum", "const", "properties", "required", "additionalProperties", "patternProperties", "propertyNames",
    "minProperties", "maxProperties", "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "minimum",
    "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref", "$defs", "description", "default", "examples",
  ]
}

extension Optional {
  /// The wrapped value, made when it is first changed.
  fileprivate subscript(or initial: @autoclosure () -> Wrapped) -> Wrapped {
    get { self ?? initial() }
    set { self = newValue }
  }
}
