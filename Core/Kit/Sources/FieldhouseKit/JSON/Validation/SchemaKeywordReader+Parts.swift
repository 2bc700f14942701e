extension SchemaKeywordReader {
  func readObjectKeyword(
    _ keyword: String, _ value: JSON, _ node: inout SchemaNode, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> Bool {
    var objects = node.objects ?? SchemaObjectRules()
    var arrays = node.arrays ?? SchemaArrayRules()
    switch keyword {
    case "properties":
      for (name, position) in try schemas(value, keyword, &compiler) { objects.properties[name] = position }
    case "patternProperties":
      for (source, position) in try schemas(value, keyword, &compiler) {
        objects.patterns.append((try pattern(source, at: [keyword, source]), position))
      }
    case "additionalProperties":
      objects.refusesAdditional = value == false
      objects.additional = schema(value, [keyword], &compiler)
    case "propertyNames": objects.names = schema(value, [keyword], &compiler)
    case "items": arrays.items = schema(value, [keyword], &compiler)
    case "prefixItems": arrays.prefix = try sequence(value, keyword, &compiler)
    default: return false
    }
    if keyword == "items" || keyword == "prefixItems" { node.arrays = arrays } else { node.objects = objects }
    return true
  }

  func readPart(
    _ keyword: String, _ value: JSON, _ node: inout SchemaNode, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> Bool {
    switch keyword {
    case "$ref": node.parts.reference = try compiler.target(of: try text(value, keyword), from: place)
    case "allOf": node.parts.all = try sequence(value, keyword, &compiler)
    case "anyOf": node.parts.any = try sequence(value, keyword, &compiler)
    case "oneOf": node.parts.one = try sequence(value, keyword, &compiler)
    case "not": node.parts.not = schema(value, [keyword], &compiler)
    case "if": node.parts.condition = schema(value, [keyword], &compiler)
    case "then": node.parts.then = schema(value, [keyword], &compiler)
    case "else": node.parts.otherwise = schema(value, [keyword], &compiler)
    default: return false
    }
    return true
  }

  func schema(_ value: JSON, _ path: [String], _ compiler: inout SchemaCompiler) -> Int {
    compiler.position(of: value, at: path.reduce(place) { $0.appending($1) })
  }

  func schemas(
    _ value: JSON, _ keyword: String, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> [(String, Int)] {
    var found: [(String, Int)] = []
    for (name, value) in try object(value, keyword) { found.append((name, schema(value, [keyword, name], &compiler))) }
    return found
  }

  func sequence(
    _ value: JSON, _ keyword: String, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> [Int] {
    var found: [Int] = []
    for (index, item) in try list(value, keyword).enumerated() {
      found.append(schema(item, [keyword, String(index)], &compiler))
    }
    guard !found.isEmpty else { throw wrong(keyword, "a list of at least one schema") }
    return found
  }
}
