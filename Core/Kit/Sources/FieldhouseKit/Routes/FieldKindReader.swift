/// Finds the kind of a field in a document of schemas.
struct FieldKindReader {
  /// The document in which references are looked up.
  let root: JSON

  /// Further in than this, schemas that refer to themselves have no kind.
  private static let deepest = 6

  /// The kind of a schema's values: of its type, of what it refers to, of the first of its alternatives that has one,
  /// or of the values it lists; nil when that is only null, or nothing is said.
  func kind(of schema: JSON, depth: Int = 0) -> FieldKind? {
    guard depth < Self.deepest else { return nil }
    let schema = target(of: schema)
    let types = schema["type"]?.array?.compactMap(\.string) ?? schema["type"]?.string.map { [$0] } ?? []
    if let name = types.first(where: { $0 != "null" }) { return kind(named: name, schema["items"], depth) }
    let parts =
      ["anyOf", "oneOf", "allOf"].flatMap { schema[$0]?.array ?? [] } + (schema["$ref"] == nil ? [] : [schema])
    return parts.lazy.compactMap { kind(of: $0, depth: depth + 1) }.first ?? kind(ofListed: schema)
  }

  /// The schema itself, or the one of the same document that it refers to.
  func target(of schema: JSON) -> JSON {
    guard let reference = schema["$ref"]?.string, reference.hasPrefix("#"),
      let pointer = try? JSONPointer(parsing: String(reference.dropFirst())), let target = root[pointer: pointer]
    else { return schema }
    return target
  }

  private func kind(named name: String, _ items: JSON?, _ depth: Int) -> FieldKind? {
    switch name {
    case "integer": .integer
    case "number": .number
    case "boolean": .boolean
    case "array": .list(items.flatMap { kind(of: $0, depth: depth + 1) } ?? .text)
    case "null": nil
    default: .text
    }
  }

  private func kind(ofListed schema: JSON) -> FieldKind? {
    let values = schema["enum"]?.array ?? schema["const"].map { [$0] } ?? []
    let names = Set(values.map(\.kind)).subtracting(["null"])
    return names.count == 1 ? names.first.flatMap { kind(named: $0, nil, 0) } : nil
  }
}
