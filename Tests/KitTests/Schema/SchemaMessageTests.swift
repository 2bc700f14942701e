import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `What a schema reports` {
  @Test func `is no more than a few hundred mistakes, and of many few hints`() throws {
    let texts = JSON.array((0..<50_000).map { .string("gren\($0 % 7)") })
    let members = JSON.object(JSONObject((0..<50_000).map { ("nam\($0)", JSON.null) }))
    let ofTexts: [JSON] = [
      ["items": ["enum": ["green", "red"]]], ["items": ["required": ["a", "b", "c"]]], ["items": ["type": "integer"]],
      ["uniqueItems": true],
    ]
    let ofMembers: JSON = ["properties": ["name": true], "additionalProperties": false]
    for (schema, value) in ofTexts.map({ ($0, texts) }) + [(ofMembers, members)] {
      let found = try CompiledSchema(Schema(schema)).validate(value)
      let isMistaken = schema["items"]?["required"] == nil
      #expect(found.isEmpty != isMistaken && found.count <= 202, "\(schema): \(found.count)")
      #expect(found.filter { $0.detail.contains("Did you mean") }.count <= 20, "\(schema)")
    }
  }

  @Test func `knows texts apart that look alike, also in a table`() throws {
    let (one, two): (JSON, JSON) = ("e\u{301}", "\u{e9}")
    #expect(one != two && Set([one, two]).count == 2 && one.hashValue != two.hashValue)
    #expect(try CompiledSchema(Schema(["uniqueItems": true])).validate([one, two]).isEmpty)
    #expect(try CompiledSchema(Schema(["uniqueItems": true])).validate([one, one]).map(\.code) == ["duplicate-item"])
    #expect(try CompiledSchema(Schema(["enum": [two]])).validate(one).map(\.code) == ["enum"])
  }

  @Test(
    arguments: [
      (["type": "integer"], "x", "type", "Found a string; expected integer."),
      (["type": ["integer", "null"]], [], "type", "Found a list; expected null or integer."),
      (
        ["enum": ["red", "green"]], "gren", "enum",
        "Found \"gren\"; expected one of \"red\", \"green\". Did you mean `green`?"
      ),
      (["enum": [1, 2]], 3, "enum", "Found 3; expected one of 1, 2."),
      (["const": 1], 2, "const", "Expected 1."),
      (["minimum": 3], 2, "minimum", "Found 2; at least 3 is allowed."),
      (["exclusiveMinimum": 3], 3, "minimum", "Found 3; more than 3 is needed."),
      (["maximum": 3], 4, "maximum", "Found 4; at most 3 is allowed."),
      (["exclusiveMaximum": 3], 3, "maximum", "Found 3; less than 3 is needed."),
      (["multipleOf": 3], 4, "multiple-of", "Found 4; a multiple of 3 is needed."),
      (["minLength": 3], "é", "too-short", "The text has 1 characters; at least 3 are needed."),
      (["maxLength": 1], "abc", "too-long", "The text has 3 characters; at most 1 are allowed."),
      (["pattern": "^a"], "b", "pattern", "The text does not match the pattern `^a`."),
      (["format": "date"], "b", "format", "Expected a date such as 2025-08-15."),
      (["format": "int32"], 3_000_000_000, "format", "Found 3000000000; expected a whole number of 32 bits."),
      (["minProperties": 1], [:], "too-few-keys", "Found 0 members; at least 1 are needed."),
      (["maxProperties": 1], ["a": 1, "b": 2], "too-many-keys", "Found 2 members; at most 1 are allowed."),
    ] as [(JSON, JSON, String, String)])
  func `says what was found and what is expected`(schema: JSON, value: JSON, code: String, detail: String) throws {
    let found = try CompiledSchema(Schema(schema)).validate(value)
    #expect(found.map(\.code) == [code])
    #expect(found.map(\.detail) == [detail])
    #expect(found.map(\.pointer) == [.root])
  }

  /// What a sentence of another language is made of; the words of the schema change nothing of it.
  @Test(
    .tags(.sp13),
    arguments: [
      (["minLength": 3], "é", ["least": 3, "found": 1]), (["maxLength": 1], "abc", ["most": 1, "found": 3]),
      (["minItems": 2], [1], ["least": 2, "found": 1]), (["maxItems": 0], [1], ["most": 0, "found": 1]),
      (["minProperties": 1], [:], ["least": 1, "found": 0]),
      (["maxProperties": 1], ["a": 1, "b": 2], ["most": 1, "found": 2]), (["minimum": 3], 2, ["least": 3]),
      (["maximum": 3.5], 4, ["most": 3.5]), (["multipleOf": 3], 4, ["step": 3]), (["exclusiveMinimum": 3], 3, [:]),
      (["exclusiveMaximum": 3], 3, [:]), (["pattern": "^a"], "b", [:]), (["required": ["a"]], [:], [:]),
    ] as [(JSON, JSON, [String: JSON])])
  func `says the bounds and the counts apart from the sentence`(
    schema: JSON, value: JSON, values: [String: JSON]
  ) throws {
    for schema in [Schema(schema), Schema(schema).withMessage("Otherwise.")] {
      #expect(try CompiledSchema(schema).validate(value).map(\.values) == [values])
    }
    let field = Schema.object([("a", Schema(schema))])
    #expect(try CompiledSchema(field).validate(["a": value]).map(\.values) == [values])
  }

  @Test func `is read also from what Kit 1.0 wrote, which knew no values`() throws {
    let old: JSON = ["pointer": "/a", "code": "too-long", "detail": "Long."]
    let violation = try JSONValueDecoder().decode(SchemaViolation.self, from: old)
    #expect(violation == SchemaViolation(pointer: ["a"], code: "too-long", detail: "Long."))
    let new = SchemaViolation(pointer: ["a"], code: "too-long", detail: "Long.", values: ["most": 1])
    #expect(new != violation)
    #expect(try JSONValueDecoder().decode(SchemaViolation.self, from: JSON(encoding: new)) == new)
  }

  @Test func `names every place, those of lists by number, in the order of the value`() throws {
    let schema: JSON = [
      "items": [
        "properties": ["n": ["type": "integer"], "a/b": ["items": ["maximum": 1]]], "required": ["n"],
        "additionalProperties": false,
      ]
    ]
    let value: JSON = [["n": "x"], [:], ["n": 1, "a/b": [0, 2, 3]], ["n": 1, "N": 2]]
    let found = try CompiledSchema(Schema(schema)).validate(value)
    #expect(
      found.map { "\($0.pointer) \($0.code)" } == [
        "/0/n type", "/1/n required", "/2/a~1b/1 maximum", "/2/a~1b/2 maximum", "/3/N unknown-key",
      ])
  }

  @Test func `uses the text for a code before the general one, and says each once`() throws {
    let schema = Schema.string(minLength: 3, pattern: "^a").withMessage("General.").withMessage(
      "Short.", for: "too-short")
    let compiled = try CompiledSchema(schema)
    #expect(compiled.validate("b").map(\.detail) == ["Short.", "General."])
    #expect(compiled.validate(3).map(\.detail) == ["General."])
    let same = try CompiledSchema(Schema.string(minLength: 3, pattern: "^a").withMessage("General."))
    #expect(same.validate("b").map(\.detail) == ["General."])
  }

  @Test func `of a part keeps the part's place and own words`() throws {
    let schema = Schema.object([("a", .integer(1...3))], required: ["a"]).withMessage("The whole is wrong.")
    let compiled = try CompiledSchema(schema)
    #expect(compiled.validate(["a": 9]).map(\.detail) == ["Found 9; at most 3 is allowed."])
    #expect(compiled.validate(3).map(\.detail) == ["The whole is wrong."])
  }

  @Test(
    arguments: [
      ("emial", "Did you mean `email`?"), ("EMAIL", "Did you mean `email`?"), ("nmae", "Did you mean `name`?"),
      ("telephone", "Remove it."),
    ])
  func `suggests what was probably meant by an unknown name`(name: String, remedy: String) throws {
    let compiled = try CompiledSchema(.object([("email", .any), ("name", .any)]))
    let found = compiled.validate(.object([name: 1]))
    #expect(found.map(\.detail) == ["The member `\(name)` is unknown. \(remedy)"])
  }

  @Test func `of one of several forms is the fault of the only one of the right type, or else that none fits`() throws {
    let shapes: JSON = [
      "oneOf": [["type": "string", "minLength": 3], ["type": "object", "required": ["id"]], ["const": 0]]
    ]
    let compiled = try CompiledSchema(Schema(shapes))
    for value in ["abc", ["id": 1], 0] as [JSON] { #expect(compiled.validate(value).isEmpty) }
    #expect(compiled.validate("ab").map(\.code) == ["too-short"])
    #expect(compiled.validate([:]).map(\.pointer) == [["id"]])
    #expect(compiled.validate(7).map(\.code) == ["one-of"])
  }

  @Test(
    arguments: [
      ("minLenght", "Did you mean `minLength`?"), ("requird", "Did you mean `required`?"), ("$anchor", nil),
      ("dependentRequired", nil),
      ("contains", nil), ("unevaluatedProperties", nil), ("$dynamicRef", nil), ("readonly", nil), ("definitions", nil),
    ] as [(String, String?)])
  func `of a keyword that is not checked is an error, never silence`(keyword: String, hint: String?) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(.object([keyword: 1]))) }
    #expect(error?.code == "schema-keyword-unsupported")
    #expect(error?.pointer == [keyword])
    if let hint { #expect(error?.message.hasSuffix(hint) == true) }
  }

  @Test(
    arguments: [
      (["type": 3], "/type"), (["type": ["integer", 3]], "/type"), (["enum": "a"], "/enum"),
      (["minimum": "1"], "/minimum"),
      (["multipleOf": 0], "/multipleOf"), (["multipleOf": -1], "/multipleOf"), (["minLength": 1.5], "/minLength"),
      (["maxItems": -1], "/maxItems"),
      (["uniqueItems": 1], "/uniqueItems"), (["required": "a"], "/required"), (["required": [1]], "/required"),
      (["properties": []], "/properties"),
      (["properties": ["a": 1]], "/properties/a"), (["prefixItems": [:]], "/prefixItems"), (["allOf": []], "/allOf"),
      (["not": "x"], "/not"),
      (["$defs": ["a": ["b": 1]]], "/$defs/a/b"), (["x-message": 1], "/x-message"), (["format": 1], "/format"),
      (["pattern": "[a"], "/pattern"),
      (["patternProperties": ["(": [:]]], "/patternProperties/("), (["items": [[:]]], "/items"), (["$ref": 1], "/$ref"),
    ] as [(JSON, String)])
  func `of a keyword with a wrong value names the keyword`(schema: JSON, pointer: String) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(schema)) }
    #expect(error?.pointer.description == pointer)
  }

  @Test(
    arguments: [
      "#/$defs/none", "#/properties/a/", "other.json", "https://example.org/s", "#name", "#/%zz", "#/$defs/%C3", "",
    ])
  func `of a reference that leads nowhere names the reference`(reference: String) {
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(["$ref": .string(reference)])) }
    #expect(error?.code == "schema-reference")
    #expect(error?.pointer == ["$ref"])
  }
}
