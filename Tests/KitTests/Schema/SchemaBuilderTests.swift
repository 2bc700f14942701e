import FieldhouseKit
import Foundation
import Testing

@Suite struct `A schema that is built` {
  @Test(
    arguments: [
      (.string(), ["type": "string"]),
      (
        .string(minLength: 1, maxLength: 2, pattern: "a", format: .email, description: "d"),
        ["type": "string", "minLength": 1, "maxLength": 2, "pattern": "a", "format": "email", "description": "d"]
      ),
      (.integer(), ["type": "integer", "format": "int64"]),
      (.integer(-1...1, description: "d"), ["type": "integer", "minimum": -1, "maximum": 1, "description": "d"]),
      (.number(), ["type": "number"]), (.number(0...0.5), ["type": "number", "minimum": 0.0, "maximum": 0.5]),
      (.boolean, ["type": "boolean"]), (.boolean(description: "d"), ["type": "boolean", "description": "d"]),
      (.array(of: .any), ["type": "array", "items": [:]]),
      (
        .array(of: .boolean, count: 1...2, unique: true, description: "d"),
        [
          "type": "array", "items": ["type": "boolean"], "minItems": 1, "maxItems": 2, "uniqueItems": true,
          "description": "d",
        ]
      ),
      (.object([]), ["type": "object", "properties": [:], "additionalProperties": false]),
      (
        .object([("a", .any)], required: ["a"], additional: true, description: "d"),
        ["type": "object", "properties": ["a": [:]], "required": ["a"], "description": "d"]
      ),
      (.map(of: .boolean), ["type": "object", "additionalProperties": ["type": "boolean"]]),
      (.enumeration(["a", "b"]), ["enum": ["a", "b"], "type": "string"]),
      (.enumeration([1, "b"], description: "d"), ["enum": [1, "b"], "description": "d"]),
      (.any, [:]), (.ref("Id"), ["$ref": "#/$defs/Id"]), (.ref("#/a/b"), ["$ref": "#/a/b"]),
      (.boolean.secret, ["type": "boolean", "x-secret": true]), (.any.described("d"), ["description": "d"]),
      (.any.withDefault(.null), ["default": .null]), (.any.withExample(1).withExample("b"), ["examples": [1, "b"]]),
      (.any.withMessage("m"), ["x-message": "m"]),
      (
        .any.withMessage("m", for: "required").withMessage("n", for: "type"),
        ["x-messages": ["required": "m", "type": "n"] as JSON]
      ),
    ] as [(Schema, JSON)])
  func `has exactly the keywords it was built with`(schema: Schema, json: JSON) throws {
    #expect(schema.json == json)
    #expect(try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(schema)) == schema)
    #expect(try JSONValueDecoder().decode(Schema.self, from: JSON(encoding: schema)) == schema)
  }

  @Test func `gains and loses a keyword, also when it was a verdict`() {
    #expect(Schema(true).with("type", "string") == Schema(["type": "string"]))
    #expect(Schema(["type": "string", "title": "t"]).with("title", nil) == .string())
  }

  @Test func `keeps its members in the order in which they were given`() {
    let schema = Schema.object([("z", .any), ("a", .boolean), ("m", .any)])
    #expect(schema.json["properties"]?.object?.keys == ["z", "a", "m"])
  }

  @Test(arguments: ["Id", "a/b", "a~b", "a%b", "a b", "é", "~1", "%2F", "a#b", ""])
  func `refers to any name of a definition`(name: String) throws {
    let root = Schema.ref(name).with("$defs", .object([name: Schema.boolean.json, "other": true]))
    let compiled = try CompiledSchema(root)
    #expect(compiled.validate(true).isEmpty)
    #expect(compiled.validate(1).map(\.code) == ["type"])
  }

  private static let nullables: [(Schema, JSON, JSON)] = [
    (.boolean, true, 1), (.integer(1...2), 1, 3), (.enumeration(["a"]), "a", "b"), (.enumeration([1, "a"]), 1, 2),
    (.string(format: .date), "2025-01-01", "x"), (.array(of: .boolean), [true], [1]), (.nullable(.boolean), true, 1),
    (Schema(["type": "string", "const": "a"]), "a", "b"),
    (Schema(["type": "string", "not": ["const": "b"]]), "a", "b"),
    (Schema(["type": "string", "allOf": [["type": "string"], ["maxLength": 1]]]), "a", "ab"),
    (Schema(["type": "integer", "anyOf": [["maximum": 1], ["const": 5]]]), 5, 3),
    (Schema(["type": "integer", "oneOf": [["type": "integer", "maximum": 1]]]), 0, 3),
    (Schema(["type": "string", "if": true, "then": ["type": "string", "maxLength": 1]]), "a", "ab"),
    (Schema(["type": "string", "$ref": "#/$defs/a", "$defs": ["a": ["const": "a"]]]), "a", "b"),
    (Schema(["minimum": 3]), 4, 2), (.object([("a", .boolean)], required: ["a"]), ["a": true], [:]),
  ]

  @Test(arguments: nullables.indices) func `may be null besides, whatever it is otherwise`(index: Int) throws {
    let (schema, fits, fails) = Self.nullables[index]
    let nullable = Schema.nullable(schema)
    let root = nullable.with("$defs", schema.json["$defs"])
    let compiled = try CompiledSchema(root)
    #expect(compiled.validate(.null).isEmpty)
    #expect(compiled.validate(fits).isEmpty)
    #expect(!compiled.validate(fails).isEmpty)
  }

  @Test func `of any value is that of any value, null among them`() {
    #expect(Schema.nullable(.any) == .any)
  }

  @Test func `refuses members that were not named, unless told`() throws {
    #expect(try CompiledSchema(.object([("a", .any)])).validate(["b": 1]).map(\.code) == ["unknown-key"])
    #expect(try CompiledSchema(.object([("a", .any)], additional: true)).validate(["b": 1]).isEmpty)
  }

  @Test func `names a member that is required once, however often it is told`() {
    let schema = Schema.object([("a", .any), ("b", .any)], required: ["a", "b", "a"])
    #expect(schema.json["required"] == ["a", "b"])
  }

  @Test(
    arguments: [
      (["required": ["a", "b", "a"]], "/required", "`required` must be a list of names, each once."),
      (["type": ["string", "null", "string"]], "/type", "`type` must be a list of types, each once."),
    ] as [(JSON, String, String)])
  func `has names that are once in their list`(json: JSON, pointer: String, message: String) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(json)) }
    #expect(error?.code == "schema-keyword-value")
    #expect(error?.pointer.description == pointer)
    #expect(error?.message == message)
  }

  @Test func `with an enum of nothing is one that nothing satisfies, as JSON Schema has it`() throws {
    let compiled = try CompiledSchema(Schema(["enum": []]))
    for value in [.null, true, 0, "", [], [:]] as [JSON] { #expect(compiled.validate(value).map(\.code) == ["enum"]) }
  }

  @Test(arguments: [1.5, 2.5, 9.5, -0.5])
  func `tells one mistake of a number that is no integer, whatever the bounds`(number: Double) throws {
    let compiled = try CompiledSchema(Schema(["type": "integer", "minimum": 2, "maximum": 5, "multipleOf": 2]))
    #expect(compiled.validate(.number(number)).map(\.code) == ["type"])
    #expect(try CompiledSchema(Schema(["minimum": 10])).validate(.number(number)).map(\.code) == ["minimum"])
  }

  @Test(
    arguments: [(.array([]), "/type"), (["string", .array([])], "/type"), ("", "/type"), (.null, "/type")]
      as [(JSON, String)])
  func `has at least one type`(type: JSON, pointer: String) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(["type": type])) }
    #expect(error?.code == "schema-keyword-value")
    #expect(error?.pointer.description == pointer)
    #expect(
      error?.message
        == "`type` must be one or several of null, boolean, integer, number, string, array, object.")
  }
}
