extension Schema {
  private static func make(_ type: String, _ description: String?, _ keywords: [(String, JSON?)] = []) -> Schema {
    var members: JSONObject = ["type": .string(type)]
    for (name, value) in keywords { members[name] = value }
    if let description { members["description"] = .string(description) }
    return Schema(.object(members))
  }

  /// A text; lengths count Unicode scalars, the pattern is an ECMAScript regular expression that may match
  /// anywhere unless it is anchored.
  public static func string(
    minLength: Int? = nil, maxLength: Int? = nil, pattern: String? = nil, format: Format? = nil,
    description: String? = nil
  ) -> Schema {
    make(
      "string", description,
      [
        ("minLength", .some(minLength)), ("maxLength", .some(maxLength)), ("pattern", .some(pattern)),
        ("format", .some(format?.rawValue)),
      ])
  }

  /// A whole number within the range, or any that fits 64 bits.
  public static func integer(_ range: ClosedRange<Int64>? = nil, description: String? = nil) -> Schema {
    guard let range else { return make("integer", description, [("format", "int64")]) }
    return make(
      "integer", description, [("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))])
  }

  /// A number within the range, or any.
  public static func number(_ range: ClosedRange<Double>? = nil, description: String? = nil) -> Schema {
    make(
      "number", description,
      [("minimum", range.map { .number($0.lowerBound) }), ("maximum", range.map { .number($0.upperBound) })])
  }

  /// `true` or `false`.
  public static func boolean(description: String? = nil) -> Schema { make("boolean", description) }

  /// `true` or `false`.
  public static var boolean: Schema { boolean() }

  /// A list of values that each satisfy the schema.
  public static func array(
    of items: Schema, count: ClosedRange<Int>? = nil, unique: Bool = false, description: String? = nil
  ) -> Schema {
    make(
      "array", description,
      [
        ("items", items.json), ("minItems", .some(count?.lowerBound)), ("maxItems", .some(count?.upperBound)),
        ("uniqueItems", unique ? true : nil),
      ])
  }

  /// An object with these members.
  ///
  /// - Parameter additional: Whether members of other names are allowed; they are refused unless told.
  public static func object(
    _ properties: [(String, Schema)], required: [String] = [], additional: Bool = false, description: String? = nil
  ) -> Schema {
    var names: [JSON] = []
    for name in required where !names.contains(.string(name)) { names.append(.string(name)) }
    return make(
      "object", description,
      [
        ("properties", .object(JSONObject(properties.map { ($0, $1.json) }))),
        ("required", names.isEmpty ? nil : .array(names)),
        ("additionalProperties", additional ? nil : false),
      ])
  }

  /// An object whose members have any names and values that satisfy the schema.
  public static func map(of values: Schema, description: String? = nil) -> Schema {
    make("object", description, [("additionalProperties", values.json)])
  }

  /// One of these values.
  public static func enumeration(_ values: [JSON], description: String? = nil) -> Schema {
    let kinds = Set(values.map(\.kind))
    let members: JSONObject = ["enum": .array(values)]
    return Schema(.object(members))
      .with("type", kinds.count == 1 ? kinds.first.map { .string($0) } : nil)
      .with("description", description.map { .string($0) })
  }

  /// What the schema allows, or `null`.
  public static func nullable(_ schema: Schema) -> Schema {
    guard let type = schema.json["type"]?.string, !narrowing.contains(where: { schema.json[$0] != nil }) else {
      return schema.json.object?.isEmpty == true ? schema : Schema(["anyOf": [schema.json, ["type": "null"]]])
    }
    let values = schema.json["enum"]?.array
    return schema.with("type", [.string(type), "null"]).with("enum", values.map { .array($0 + [.null]) })
  }

  /// Keywords that may refuse `null` whatever the type is.
  private static let narrowing = ["const", "$ref", "allOf", "anyOf", "oneOf", "not", "if"]

  /// Any value.
  public static var any: Schema { Schema([:]) }

  /// The schema of that name under `$defs` of the root document, or at a local reference such as `#/$defs/x`.
  public static func ref(_ name: String) -> Schema {
    if name.hasPrefix("#") { return Schema(["$ref": .string(name)]) }
    let pointer: JSONPointer = ["$defs", name]
    return Schema(["$ref": .string("#" + pointer.description.replacing("%", with: "%25"))])
  }
}

extension JSON? {
  fileprivate static func some(_ value: Int?) -> JSON? { value.map { .integer(Int64($0)) } }
  fileprivate static func some(_ value: String?) -> JSON? { value.map { .string($0) } }
}
