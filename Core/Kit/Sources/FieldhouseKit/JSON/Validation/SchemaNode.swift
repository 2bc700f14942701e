/// One schema, prepared; other schemas are named by their position in the list of all.
struct SchemaNode: Sendable {
  var verdict: Bool?
  var types: SchemaTypes?
  var values: [JSON]?
  var constant: JSON?
  var numbers: SchemaNumberRules?
  var strings: SchemaStringRules?
  var arrays: SchemaArrayRules?
  var objects: SchemaObjectRules?
  var parts = SchemaParts()
  var messages = SchemaMessages()

  /// Whether the value is of a type that the schema allows.
  func takesType(of value: JSON) -> Bool { types?.isDisjoint(with: SchemaTypes(of: value)) != true }
}

/// A finished node, shared instead of copied.
final class SharedSchemaNode: Sendable {
  let rules: SchemaNode
  let hasParts: Bool

  init(_ rules: SchemaNode) {
    self.rules = rules
    hasParts = !rules.parts.edges.isEmpty
  }
}

/// A set of JSON types.
struct SchemaTypes: OptionSet, Sendable {
  let rawValue: UInt8
  static let all = ["null", "boolean", "integer", "number", "string", "array", "object"]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Nil when the name is not a type.
  init?(name: String) {
    guard let position = Self.all.firstIndex(of: name) else { return nil }
    self.init(rawValue: 1 << UInt8(position))
  }

  /// The types that a value has: a whole number is an integer and a number.
  init(of value: JSON) {
    switch value {
    case .null: self.init(rawValue: 1)
    case .bool: self.init(rawValue: 2)
    case .integer: self.init(rawValue: 12)
    case .number(let number): self.init(rawValue: number.rounded() == number ? 12 : 8)
    case .string: self.init(rawValue: 16)
    case .array: self.init(rawValue: 32)
    case .object: self.init(rawValue: 64)
    }
  }

  var names: [String] { Self.all.indices.filter { rawValue & (1 << UInt8($0)) != 0 }.map { Self.all[$0] } }
}

struct SchemaNumberRules: Sendable {
  var minimum: JSON?
  var exclusiveMinimum: JSON?
  var maximum: JSON?
  var exclusiveMaximum: JSON?
  var multipleOf: JSON?
  var format: SchemaFormat?
}

struct SchemaStringRules: Sendable {
  var minLength: Int?
  var maxLength: Int?
  var pattern: SchemaPattern?
  var format: SchemaFormat?
}

struct SchemaArrayRules: Sendable {
  var prefix: [Int] = []
  var items: Int?
  var minItems: Int?
  var maxItems: Int?
  var isUnique = false
}

struct SchemaObjectRules: Sendable {
  var properties: [String: Int] = [:]
  var patterns: [(pattern: SchemaPattern, node: Int)] = []
  var additional: Int?
  var refusesAdditional = false
  var names: Int?
  var required: [String] = []
  var minProperties: Int?
  var maxProperties: Int?
}

/// Schemas that the same value must satisfy.
struct SchemaParts: Sendable {
  var reference: Int?
  var all: [Int] = []
  var any: [Int] = []
  var one: [Int] = []
  var not: Int?
  var condition: Int?
  var then: Int?
  var otherwise: Int?

  var edges: [Int] { all + any + one + [reference, not, condition, then, otherwise].compactMap { $0 } }
}

/// A schema's own texts.
struct SchemaMessages: Sendable {
  var general: String?
  var byCode: [String: String] = [:]

  var isEmpty: Bool { general == nil && byCode.isEmpty }
  func text(for code: String) -> String? { byCode[code] ?? general }
}
