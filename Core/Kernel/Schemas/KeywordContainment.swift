internal import FieldhouseKit

/// Compares two schemas, neither of them a combination that said enough, by each keyword of the outer one.
struct KeywordContainment {
  let pair: SchemaContainment.Pair
  let of: SchemaContainment

  /// Bounds that must be as large as the outer ones, and those that must be as small.
  private static let lowest = ["minLength", "minItems", "minProperties"]
  private static let highest = ["maxLength", "maxItems", "maxProperties"]
  /// The kinds of values that a keyword speaks of; it says nothing of others.
  private static let kinds: [String: Set<String>] = {
    let texts = ["minLength", "maxLength", "pattern", "format"].map { ($0, Set(["string"])) }
    let numbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].map {
      ($0, Set(["number", "integer"]))
    }
    let lists = ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"].map { ($0, Set(["array"])) }
    let objects = [
      "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
      "maxProperties",
    ].map { ($0, Set(["object"])) }
    return Dictionary(uniqueKeysWithValues: texts + numbers + lists + objects)
  }()

  func differences() -> [SchemaDifference] {
    let members = pair.outer.object ?? [:]
    return members.keys.filter { $0 != "format" || !isOfNumbers }.flatMap(differences) + numberFormat
  }

  private func differences(of keyword: String) -> [SchemaDifference] {
    if let kinds = Self.kinds[keyword], let types, types.isDisjoint(with: kinds) { return [] }
    switch keyword {
    case "type": return isOfTypes ? [] : [pair.difference(keyword)]
    case "properties": return properties
    case "additionalProperties": return others
    case "required": return Set(outer("required")).isSubset(of: inner("required")) ? [] : [pair.difference(keyword)]
    case "items": return items
    case "allOf": return parts("allOf").flatMap { of.compare($0) }
    case "anyOf": return parts("anyOf").contains { of.compare($0).isEmpty } ? [] : [pair.difference(keyword)]
    case _ where isKept(keyword): return []
    default: return [pair.difference(keyword)]
    }
  }

  /// Whether a keyword that says one thing says at least as much in the inner schema.
  private func isKept(_ keyword: String) -> Bool {
    if let said = pair.outer[keyword], said == pair.inner[keyword], !said.hasReference { return true }
    guard let bound = number(pair.outer, keyword) else { return false }
    let (least, least2) = (number(pair.inner, "minimum"), number(pair.inner, "exclusiveMinimum"))
    let (most, most2) = (number(pair.inner, "maximum"), number(pair.inner, "exclusiveMaximum"))
    switch keyword {
    case "minimum": return [least, least2].contains { $0.map { $0 >= bound } ?? false }
    case "exclusiveMinimum": return least.map { $0 > bound } ?? false || least2.map { $0 >= bound } ?? false
    case "maximum": return [most, most2].contains { $0.map { $0 <= bound } ?? false }
    case "exclusiveMaximum": return most.map { $0 < bound } ?? false || most2.map { $0 <= bound } ?? false
    case _ where Self.lowest.contains(keyword): return number(pair.inner, keyword).map { $0 >= bound } ?? false
    case _ where Self.highest.contains(keyword): return number(pair.inner, keyword).map { $0 <= bound } ?? false
    default: return false
    }
  }

  private func number(_ schema: JSON, _ keyword: String) -> Double? { schema[keyword]?.double }

  // Kinds of values.

  /// The kinds of values that the inner schema lets through; nil for all.
  private var types: Set<String>? { Self.types(pair.inner) }

  private static func types(_ schema: JSON) -> Set<String>? {
    switch schema["type"] {
    case .string(let name)?: [name]
    case .array(let names)?: Set(names.compactMap(\.string))
    default: nil
    }
  }

  private var isOfTypes: Bool {
    guard let types, let wanted = Self.types(pair.outer) else { return false }
    return types.allSatisfy { wanted.contains($0) || $0 == "integer" && wanted.contains("number") }
  }

  /// Whether the outer `format` is one of numbers, which says nothing of texts.
  private var isOfNumbers: Bool { ["int32", "int64"].contains(pair.outer["format"]) }

  private var numberFormat: [SchemaDifference] {
    guard isOfNumbers, pair.inner["format"] != pair.outer["format"] else { return [] }
    if let types, types.isDisjoint(with: ["number", "integer"]) { return [] }
    return [pair.difference("format")]
  }

  // Members and items.

  private func outer(_ keyword: String) -> [String] { pair.outer[keyword]?.array?.compactMap(\.string) ?? [] }
  private func inner(_ keyword: String) -> [String] { pair.inner[keyword]?.array?.compactMap(\.string) ?? [] }

  /// What the inner schema says of members that it does not name.
  private var rest: JSON {
    // Names that fit a pattern may be anything: that is not looked into.
    pair.inner["patternProperties"] == nil ? pair.inner["additionalProperties"] ?? true : true
  }

  private var properties: [SchemaDifference] {
    let members = pair.outer["properties"]?.object ?? [:]
    return members.flatMap { name, schema -> [SchemaDifference] in
      let part = pair.outer(schema, ["properties", name])
      guard let own = pair.inner["properties"]?[name] else { return of.compare(part.inner(rest, [name])) }
      return of.compare(part.inner(own, ["properties", name]))
    }
  }

  /// The members that the outer schema does not name.
  private var others: [SchemaDifference] {
    guard let schema = pair.outer["additionalProperties"] else { return [] }
    let keyword = "additionalProperties"
    guard pair.outer["patternProperties"] == nil else { return [pair.difference("patternProperties")] }
    let named = pair.outer["properties"]?.object ?? [:]
    let part = pair.outer(schema, [keyword])
    let own = (pair.inner["properties"]?.object ?? [:]).filter { named[$0.key] == nil }
    return own.flatMap { of.compare(part.inner($0.value, ["properties", $0.key])) }
      + (of.compare(part.inner(rest, [keyword])).isEmpty ? [] : [pair.difference(keyword)])
  }

  private var items: [SchemaDifference] {
    guard pair.outer["prefixItems"] == nil, pair.inner["prefixItems"] == nil else {
      let isSame = ["items", "prefixItems"].allSatisfy {
        pair.inner[$0] == pair.outer[$0] && pair.outer[$0]?.hasReference != true
      }
      return isSame ? [] : [pair.difference("items")]
    }
    guard let schema = pair.outer["items"] else { return [] }
    return of.compare(pair.outer(schema, ["items"]).inner(pair.inner["items"] ?? true, ["items"]))
  }

  private func parts(_ keyword: String) -> [SchemaContainment.Pair] {
    (pair.outer[keyword]?.array ?? []).enumerated().map { pair.outer($0.element, [keyword, "\($0.offset)"]) }
  }
}
