import FieldhouseKit
import Foundation
import Testing

private enum State: String, Codable, CaseIterable { case upcoming, live }
private enum Level: Int, Codable, CaseIterable { case low = 1, high = 2 }
private struct PlayerID: RawRepresentable, Codable { var rawValue: String }

private struct Score: Codable {
  var home: Int
  var away: Int
}

private struct Body: Codable {
  var score: Score
  var scorers: [PlayerID]?
  var state: State
  var level: Level
  var at: Date
  var site: URL?
  var weight: Double
  var small: UInt8
  var tags: Set<String>
  var counts: [String: Bool]
  var anything: JSON
}

private struct Comment: Codable, Described {
  var text: String
  var replies: [Comment]
}

private struct Topic: Codable {
  var first: Comment
}

private struct Even: Decodable, Described {
  init(from decoder: any Decoder) throws {
    let number = try decoder.singleValueContainer().decode(Int.self)
    guard number == 42 else { throw CocoaError(.coderInvalidValue) }
  }
  static var schema: Schema { .integer(2...100).withExample(42) }
}

private struct HoldsEven: Decodable {
  var even: Even
  var other: String
}

private struct Picky: Decodable {
  init(from decoder: any Decoder) throws { throw CocoaError(.coderInvalidValue) }
}

@Suite struct `A derived schema` {
  private let schema = Schema.derived(from: Body.self)

  @Test func `has the members of the type, optional ones not required`() {
    let required = schema.json["required"]?.array?.compactMap(\.string)
    #expect(
      required == ["score", "state", "level", "at", "weight", "small", "tags", "counts", "anything"])
    #expect(schema.json["additionalProperties"] == false)
  }

  @Test(
    arguments: [
      ("/score/required", ["home", "away"]), ("/score/additionalProperties", false),
      ("/scorers/type", ["array", "null"]), ("/scorers/items/type", "string"), ("/state/enum", ["upcoming", "live"]),
      ("/level/enum", [1, 2]), ("/at/format", "date-time"), ("/site/format", "uri"),
      ("/site/type", ["string", "null"]),
      ("/weight/type", "number"), ("/small", ["type": "integer", "minimum": 0, "maximum": 255]),
      ("/tags/uniqueItems", true), ("/counts/additionalProperties", ["type": "boolean"]), ("/anything", [:]),
    ] as [(String, JSON)])
  func `says what each member is`(pointer: String, expected: JSON) throws {
    let properties = try #require(schema.json["properties"])
    #expect(properties[pointer: try JSONPointer(parsing: pointer)] == expected)
  }

  @Test func `refines a member and keeps whether it may be null`() throws {
    let refined = Schema.derived(from: Score.self).refining("home", .integer(0...99))
    #expect(refined.json["properties"]?["home"] == ["type": "integer", "minimum": 0, "maximum": 99])
    let optional = schema.refining("site", .string(maxLength: 5))
    #expect(optional.json["properties"]?["site"]?["type"] == ["string", "null"])
  }

  @Test func `refuses to refine a member that does not exist`() {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(schema.refining("scoer", .any)) }
    #expect(error?.code == "schema-underivable")
    #expect(error?.message == "There is no member `scoer` to refine. Did you mean `score`?")
  }

  @Test func `describes a type that contains itself`() throws {
    let compiled = try CompiledSchema(.derived(from: Topic.self))
    #expect(compiled.validate(["first": ["text": "a", "replies": [["text": "b", "replies": []]]]]).isEmpty)
    let wrong = compiled.validate(["first": ["text": "a", "replies": [["text": 1, "replies": []]]]])
    #expect(wrong.map(\.pointer.description) == ["/first/replies/0/text"])
  }

  @Test func `takes the sample of a described type from its example`() throws {
    let schema = Schema.derived(from: HoldsEven.self)
    #expect(schema.json["properties"]?["even"]?["maximum"] == 100)
    #expect(schema.json["required"] == ["even", "other"])
  }

  @Test func `of a type that refuses every sample is refused when compiled`() {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(.derived(from: [String: Picky].self)) }
    #expect(error?.code == "schema-underivable")
  }
}

@Suite struct `A compiled schema` {
  private func problems(_ schema: Schema, _ value: JSON) throws -> [String] {
    try CompiledSchema(schema).validate(value).map { "\($0.pointer) \($0.code)" }
  }

  @Test(
    arguments: [
      (["type": "integer"], 2.0, nil), (["type": "integer"], 2.5, "type"), (["type": ["string", "null"]], .null, nil),
      (["enum": ["a", 1]], 1.0, nil), (["enum": ["a"]], "b", "enum"), (["const": ["a": 1]], ["a": 1.0], nil),
      (["const": 1], 2, "const"), (["minimum": 1], 0, "minimum"), (["exclusiveMinimum": 1], 1, "minimum"),
      (["maximum": 1], 1, nil), (["exclusiveMaximum": 1], 1, "maximum"), (["multipleOf": 0.01], 19.99, nil),
      (["multipleOf": 2], 3, "multiple-of"), (["minLength": 2], "é", "too-short"), (["maxLength": 1], "👍", nil),
      (["maxLength": 1], "e\u{301}", "too-long"), (["pattern": "^[a-z]+$"], "abc\n", "pattern"),
      (["pattern": "b"], "abc", nil),
      (["pattern": "^\\d$"], "٣", "pattern"), (["format": "date-time"], "2025-01-01", "format"),
      (["format": "date"], "2024-02-29", nil), (["format": "email"], "a@b.example", nil),
      (["format": "email"], "a@", "format"),
      (["format": "uri"], "/relative", "format"), (["format": "uri"], "http://[::1]:80/a%20b?c#d", nil),
      (["format": "uuid"], "0192f4a8-5d1c-7c3e-9b2a-1f0e4d3c2b1a", nil), (["format": "uuid"], "0192", "format"),
      (["format": "ipv4"], "256.0.0.1", "format"), (["format": "ipv4"], "192.0.2.1", nil),
      (["format": "int64"], 1e30, "format"),
      (["minItems": 1], [], "too-few-items"), (["maxItems": 1], [1, 2], "too-many-items"),
      (["minProperties": 1], [:], "too-few-keys"),
      (["maxProperties": 0], ["a": 1], "too-many-keys"), (false, 1, "not-allowed"),
      (["not": ["type": "null"]], .null, "not"),
      (["anyOf": [["type": "null"], ["minimum": 3]]], 4, nil),
      (["oneOf": [["minimum": 1], ["minimum": 2]]], 3, "one-of"),
      (["allOf": [["minimum": 1], ["maximum": 2]]], 3, "maximum"),
      (["if": ["type": "string"], "then": ["maxLength": 1], "else": ["minimum": 5]], "ab", "too-long"),
      (["if": ["type": "string"], "then": ["maxLength": 1], "else": ["minimum": 5]], 4, "minimum"),
      (["$defs": ["a b": ["type": "string"]], "$ref": "#/$defs/a%20b"], 1, "type"),
    ] as [(JSON, JSON, String?)])
  func `checks each keyword`(schema: JSON, value: JSON, code: String?) throws {
    let found = try CompiledSchema(Schema(schema)).validate(value)
    #expect(found.map(\.code) == (code.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      (["items": ["type": "string"], "prefixItems": [["type": "integer"]]], ["x", "y", 3], ["/0 type", "/2 type"]),
      (["uniqueItems": true], [1, 2, 1.0], ["/2 duplicate-item"]),
      (
        ["patternProperties": ["^x": ["type": "integer"]], "additionalProperties": ["type": "string"]],
        ["xa": "", "b": 1],
        ["/xa type", "/b type"]
      ),
      (["propertyNames": ["maxLength": 1]], ["ab": 1], ["/ab key-name"]),
      (["anyOf": [["type": "null"], ["properties": ["a": ["type": "string"]]]]], ["a": 1], ["/a type"]),
      (["anyOf": [["maximum": 1], ["minimum": 5]]], 3, [" any-of"]),
    ] as [(JSON, JSON, [String])])
  func `points at the part that is wrong`(schema: JSON, value: JSON, expected: [String]) throws {
    #expect(try problems(Schema(schema), value) == expected)
  }

  private static let person = Schema.object(
    [
      (
        "name",
        .string(minLength: 1, maxLength: 50).withMessage(
          "Full name cannot be more than 50 characters.", for: "too-long")
      ),
      ("age", .integer(0...150)), ("kind", .enumeration(["player", "coach"])),
      ("email", .string(pattern: "@", format: .email).withMessage("Enter a valid e-mail address.")),
    ], required: ["name", "email"])

  @Test func `reports everything that is wrong in one pass`() throws {
    let value: JSON = ["age": 200, "kind": "plaier", "emial": "x", "name": ""]
    #expect(
      try problems(Self.person, value) == [
        "/email required", "/age maximum", "/kind enum", "/emial unknown-key", "/name too-short",
      ])
  }

  @Test func `says what was found, what is expected and what was probably meant`() throws {
    let found = try CompiledSchema(Self.person).validate(["age": 200, "kind": "plaier", "emial": "x", "name": ""])
    #expect(
      found.map(\.detail) == [
        "Enter a valid e-mail address.", "Found 200; at most 150 is allowed.",
        "Found \"plaier\"; expected one of \"player\", \"coach\". Did you mean `player`?",
        "The member `emial` is unknown. Did you mean `email`?", "The text has 0 characters; at least 1 are needed.",
      ])
  }

  @Test func `reports a field's own message once`() throws {
    let compiled = try CompiledSchema(Self.person)
    let long = compiled.validate(["name": .string(String(repeating: "x", count: 51)), "email": "nobody"])
    #expect(long.map(\.detail) == ["Full name cannot be more than 50 characters.", "Enter a valid e-mail address."])
    #expect(compiled.validate(["name": .string(String(repeating: "x", count: 50)), "email": "a@b.example"]).isEmpty)
  }

  @Test func `follows references into a larger document`() throws {
    let root: JSON = ["components": ["schemas": ["Id": ["type": "string"]]]]
    let compiled = try CompiledSchema(.array(of: .ref("#/components/schemas/Id")), root: root)
    #expect(compiled.validate(["a", 1]).map(\.pointer) == [["1"]])
  }

  @Test func `stops at values nested more deeply than it can follow`() throws {
    let compiled = try CompiledSchema(Schema(["items": ["$ref": "#"]]))
    var value: JSON = []
    for _ in 0..<1_000 { value = [value] }
    #expect(compiled.validate(value).map(\.code) == ["too-deep"])
  }

  @Test(
    arguments: [
      (["contains": true], "schema-keyword-unsupported", "/contains"),
      (["$defs": ["a": ["maxLenght": 3]]], "schema-keyword-unsupported", "/$defs/a/maxLenght"),
      (["properties": ["a": ["minLength": -1]]], "schema-keyword-value", "/properties/a/minLength"),
      (["type": "text"], "schema-keyword-value", "/type"), (["items": 3], "schema-keyword-value", "/items"),
      (["anyOf": []], "schema-keyword-value", "/anyOf"), (["pattern": "("], "schema-pattern", "/pattern"),
      (["format": "phone"], "schema-format", "/format"), (["$ref": "#/$defs/x"], "schema-reference", "/$ref"),
      (["$ref": "https://example.org/a"], "schema-reference", "/$ref"), (["$ref": "#"], "schema-reference-cycle", ""),
      (
        ["$ref": "#/$defs/a", "$defs": ["a": ["allOf": [["$ref": "#/$defs/a"]]]]], "schema-reference-cycle", "/$defs/a"
      ),
    ] as [(JSON, String, String)])
  func `refuses a schema that it cannot check whole`(schema: JSON, code: String, pointer: String) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(schema)) }
    #expect(error?.code == code)
    #expect(error?.pointer.description == pointer)
  }

  @Test func `refuses an endless chain of references without following it into the stack`() {
    var definitions = JSONObject()
    for number in 0..<20_000 { definitions["d\(number)"] = Schema.ref("d\(number + 1)").json }
    definitions["d20000"] = ["type": "string"]
    let error = #expect(throws: SchemaError.self) {
      try CompiledSchema(Schema(["$ref": "#/$defs/d0", "$defs": .object(definitions)]))
    }
    #expect(error?.code == "schema-too-deep")
  }
}
