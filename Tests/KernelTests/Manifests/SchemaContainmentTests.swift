import FieldhouseKit
import Testing

@testable import FieldhouseKernel

@Suite struct `A schema that is to lie in another one` {
  private static func difference(_ inner: JSON, _ outer: JSON) -> [String] {
    SchemaContainment(inner: inner, outer: outer).differences().map { "\($0.inner) \($0.keyword)" }.sorted()
  }

  private static let contained: [(JSON, JSON)] = [
    (["type": "integer"], ["type": "number"]), (["type": "integer"], ["type": ["number", "null"]]), (true, [:]),
    (false, ["type": "string"]),
    (["type": "string", "title": "Day"], ["type": "string", "x-message": "A day, please."]),
    (["type": "integer", "minimum": 1, "maximum": 7], ["type": "integer", "minimum": 0, "exclusiveMaximum": 8]),
    (["type": "number", "exclusiveMinimum": 0], ["minimum": 0]),
    (["type": "number", "minimum": 1], ["exclusiveMinimum": 0]),
    (["type": "string", "minLength": 2, "maxLength": 3], ["minLength": 1, "maxLength": 3, "maximum": 4]),
    (["enum": ["a", "b"]], ["enum": ["a", "b", "c"]]), (["const": 3], ["type": "integer", "maximum": 3]),
    (["type": "string", "pattern": "^a"], ["pattern": "^a"]),
    (["type": "string", "format": "date"], ["format": "date"]),
    (["type": "string"], ["anyOf": [["type": "integer"], ["type": "string"]]]),
    (["anyOf": [["const": 1], ["const": 2]]], ["type": "integer"]),
    (["allOf": [["type": "integer"], ["minimum": 3]]], ["minimum": 2]),
    (["type": "integer", "minimum": 3], ["allOf": [["type": "integer"], ["minimum": 2]]]),
    (["type": "array", "items": ["type": "integer"], "maxItems": 3], ["items": ["type": "number"], "maxItems": 4]),
    (
      ["type": "object", "required": ["a", "b"], "properties": ["a": ["const": 1]], "additionalProperties": false],
      [
        "required": ["a"], "properties": ["a": ["type": "integer"], "c": ["type": "string"]],
        "additionalProperties": false,
      ]
    ),
    (
      ["type": "object", "additionalProperties": ["type": "integer"]],
      ["type": "object", "additionalProperties": ["type": "number"]]
    ),
    (
      ["$ref": "#/$defs/day", "$defs": ["day": ["const": "mon"]]],
      ["$ref": "#/$defs/d", "$defs": ["d": ["type": "string"]]]
    ),
    (
      ["properties": ["next": ["$ref": "#"]], "type": "object"],
      ["properties": ["next": ["$ref": "#"]], "type": "object"]
    ),
  ]

  @Test func `is found to where everything that it accepts the other one accepts`() {
    for (inner, outer) in Self.contained { #expect(Self.difference(inner, outer) == [], "\(inner) in \(outer)") }
  }

  private static let different: [(JSON, JSON, [String])] = [
    (["type": "number"], ["type": "integer"], [" type"]), ([:], ["type": "integer"], [" type"]),
    (true, false, [" false"]), (["type": "string"], ["enum": ["a"]], [" enum"]),
    (["enum": ["a", "d"]], ["enum": ["a", "b"]], [" enum"]), (["const": 9], ["maximum": 8], [" enum"]),
    (["type": "integer", "minimum": 1], ["minimum": 2, "maximum": 3], [" maximum", " minimum"]),
    (["type": "integer", "minimum": 0], ["exclusiveMinimum": 0], [" exclusiveMinimum"]),
    (["type": "string", "pattern": "^a"], ["pattern": "^ab"], [" pattern"]),
    (["type": "string"], ["maxLength": 9, "minLength": 1], [" maxLength", " minLength"]),
    (["type": "integer"], ["type": "integer", "format": "int32"], [" format"]),
    (["type": "array"], ["items": ["type": "string"]], ["/items type"]),
    (["type": "object"], ["required": ["a"]], [" required"]),
    (["type": "object"], ["additionalProperties": false], [" additionalProperties"]),
    (
      ["type": "object", "properties": ["a": ["type": "string"]]], ["properties": ["a": ["type": "integer"]]],
      ["/properties/a type"]
    ),
    // What is not named may be anything.
    (["type": "object", "properties": [:]], ["properties": ["b": ["type": "integer"]]], ["/b type"]),
    (
      ["type": "object", "properties": ["a": true], "additionalProperties": false], ["additionalProperties": false],
      ["/properties/a false"]
    ),
    (["anyOf": [["const": 1], ["const": "x"]]], ["type": "integer"], ["/anyOf/1 enum"]),
    (["type": "string"], ["anyOf": [["type": "integer"], ["const": "a"]]], [" anyOf"]),
    (["type": "string"], ["not": ["const": "a"]], [" not"]),
    // Equal texts, of which each means its own document's.
    (
      ["$defs": ["x": ["type": "string"]], "not": ["$ref": "#/$defs/x"]],
      ["$defs": ["x": ["type": "integer"]], "not": ["$ref": "#/$defs/x"]], [" not"]
    ),
  ]

  @Test func `is not where it may accept more, and the places are told`() {
    for (inner, outer, places) in Self.different {
      #expect(Self.difference(inner, outer) == places, "\(inner) in \(outer)")
    }
  }

  /// A schema that grows without end when it is followed.
  @Test func `is compared in bounded time`() {
    func tree(_ leaf: JSON) -> JSON {
      [
        "$ref": "#/$defs/node",
        "$defs": [
          "node": [
            "type": "object", "properties": ["l": ["$ref": "#/$defs/node"], "r": ["$ref": "#/$defs/node"], "v": leaf],
          ]
        ],
      ]
    }
    #expect(!Self.difference(tree(["type": "integer"]), tree(["type": "number"])).isEmpty)
  }

  /// Whatever is found contained is contained for these values.
  @Test func `is never found to where a value shows that it does not`() throws {
    let values: [JSON] = [
      .null, true, 0, 1, 2, 3, 7, 8, -1, 1.5, 0.5, "", "a", "ab", "abc", "mon", "2026-05-01", [], [1], [1.5], ["a"],
      [1, 2, 3, 4],
      [:], ["a": 1], ["a": "x"], ["a": 1, "b": 2], ["a": 1, "b": "x", "c": 3], ["x": 1], ["x": "y"], ["b": 1],
    ]
    let schemas = (Self.contained.flatMap { [$0.0, $0.1] } + Self.different.flatMap { [$0.0, $0.1] })
      .compactMap { json in (try? CompiledSchema(Schema(json))).map { (json, $0) } }
    var shown = 0
    for (inner, narrow) in schemas {
      for (outer, wide) in schemas where Self.difference(inner, outer).isEmpty {
        shown += 1
        for value in values where narrow.validate(value).isEmpty {
          #expect(wide.validate(value).isEmpty, "\(value): \(inner) in \(outer)")
        }
      }
    }
    #expect(shown > schemas.count)
  }
}
