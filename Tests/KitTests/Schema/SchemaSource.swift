import FieldhouseKit
import FieldhouseTestSupport

/// Small schemas and values, in which anything can meet anything.
struct SchemaSource {
  var random: SeededRandom
  private let names = ["a", "b", "ab", "c"]

  mutating func value(_ depth: Int = 2) -> JSON {
    switch random.next(below: depth > 0 ? 8 : 5) {
    case 0: .null
    case 1: .bool(random.next(below: 2) == 0)
    case 2, 3: .integer(Int64(random.next(below: 9) - 2))
    case 4: .string(["", "a", "é", "ab", "abc", "😀b"][random.next(below: 6)])
    case 5: .array(some { $0.value(depth - 1) })
    default: .object(JSONObject(some { ($0.name(), $0.value(depth - 1)) }))
    }
  }

  private mutating func name() -> String { names[random.next(below: names.count)] }

  private mutating func some<T>(from least: Int = 0, _ make: (inout Self) -> T) -> [T] {
    (0..<(least + random.next(below: 3))).map { _ in make(&self) }
  }

  mutating func schema(_ depth: Int = 2) -> JSON {
    if random.next(below: 12) == 0 { return .bool(random.next(below: 3) > 0) }
    return .object(JSONObject(some(from: 1) { $0.keyword(depth) }.joined()))
  }

  private mutating func keyword(_ depth: Int) -> [(String, JSON)] {
    let count = JSON.integer(Int64(random.next(below: 3)))
    let bound = JSON.integer(Int64(random.next(below: 6) - 1))
    switch random.next(below: depth > 0 ? 20 : 9) {
    case 0:
      return [("type", .string(["null", "boolean", "integer", "number", "string", "array"][random.next(below: 6)]))]
    case 1: return [("type", ["object", .string(["integer", "string", "null"][random.next(below: 3)])])]
    case 2: return [("enum", .array(some(from: 2) { $0.value(1) }))]
    case 3: return [("const", value(1))]
    case 4: return [(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"][random.next(below: 4)], bound)]
    case 5: return [("multipleOf", .integer(Int64(1 + random.next(below: 3))))]
    case 6: return [(["minLength", "maxLength", "minItems", "maxItems"][random.next(below: 4)], count)]
    case 7: return [(["minProperties", "maxProperties"][random.next(below: 2)], count), ("uniqueItems", true)]
    case 8: return [("required", .array(Set(some { $0.name() }).sorted().map { .string($0) }))]
    case 9, 10: return [("properties", .object(JSONObject(some(from: 1) { ($0.name(), $0.schema(depth - 1)) })))]
    case 11: return [("patternProperties", .object([name(): schema(depth - 1)]))]
    case 12: return [("additionalProperties", schema(depth - 1))]
    case 13: return [("propertyNames", schema(0))]
    case 14: return [("items", schema(depth - 1))]
    case 15: return [("prefixItems", .array(some(from: 1) { $0.schema(depth - 1) }))]
    case 16: return [("if", schema(depth - 1)), ("then", schema(depth - 1)), ("else", schema(depth - 1))]
    case 17: return [("not", schema(depth - 1))]
    case 18: return [("$ref", "#/$defs/x")]
    default:
      return [(["allOf", "anyOf", "oneOf"][random.next(below: 3)], .array(some(from: 1) { $0.schema(depth - 1) }))]
    }
  }
}
