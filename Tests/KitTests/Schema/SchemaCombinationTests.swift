import FieldhouseKit
import Testing

@Suite struct `What a schema of several reports` {
  private func details(_ schema: JSON, _ value: JSON) throws -> [String] {
    try CompiledSchema(Schema(schema)).validate(value).map { "\($0.pointer) \($0.code): \($0.detail)" }
  }

  @Test func `tells the first fault of up to three forms when none fits`() throws {
    let forms: [JSON] = [["minimum": 10], ["maximum": 0], ["multipleOf": 7], ["const": 9]]
    let reasons = [
      "Found 5; at least 10 is allowed.", "Found 5; at most 0 is allowed.", "Found 5; a multiple of 7 is needed.",
    ]
    for (keyword, code) in [("anyOf", "any-of"), ("oneOf", "one-of")] {
      #expect(
        try details(.object([keyword: .array(forms)]), 5) == [
          " \(code): The value has none of the 4 possible forms. \(reasons.joined(separator: " Or: "))"
        ])
      #expect(
        try details(.object([keyword: .array(Array(forms[..<2]))]), 5) == [
          " \(code): The value has none of the 2 possible forms. \(reasons[..<2].joined(separator: " Or: "))"
        ])
    }
  }

  @Test func `tells how many forms fit when only one may`() throws {
    #expect(
      try details(["oneOf": [true, true, false, [:]]], 1) == [
        " one-of: The value has 3 of the possible forms; exactly one is allowed."
      ])
    #expect(try details(["not": true], 1) == [" not: The value has the one form that is not allowed here."])
    #expect(
      try details(["properties": ["a": false]], ["a": 1]) == ["/a not-allowed: No value is allowed here; remove it."])
  }

  @Test func `tells all faults of the one form that has the right type`() throws {
    let schema: JSON = [
      "anyOf": [
        ["type": "null"], ["const": "all"], false,
        ["type": "object", "required": ["id"], "properties": ["size": ["maximum": 3]], "additionalProperties": false],
      ]
    ]
    #expect(
      try details(schema, ["size": 4, "ids": 1]) == [
        "/id required: The member `id` is missing; add it.", "/size maximum: Found 4; at most 3 is allowed.",
        "/ids unknown-key: The member `ids` is unknown. Remove it.",
      ])
  }

  @Test func `gathers the faults of all that apply, each where it is`() throws {
    let schema: JSON = [
      "allOf": [["properties": ["a": ["minimum": 1]]], ["properties": ["a": ["multipleOf": 2]]]],
      "$ref": "#/$defs/named", "$defs": ["named": ["required": ["b"]]],
      "if": ["required": ["a"]], "then": ["maxProperties": 0], "else": false,
    ]
    #expect(
      Set(try details(schema, ["a": -1])) == [
        "/b required: The member `b` is missing; add it.", "/a minimum: Found -1; at least 1 is allowed.",
        "/a multiple-of: Found -1; a multiple of 2 is needed.",
        " too-many-keys: Found 1 members; at most 0 are allowed.",
      ])
  }

  @Test func `tells of names and doubles in a list`() throws {
    #expect(
      try details(["propertyNames": ["maxLength": 1]], ["abc": 1]) == [
        "/abc key-name: The member's name is not allowed: The text has 3 characters; at most 1 are allowed."
      ])
    #expect(
      try details(["uniqueItems": true], [1, [2], 1.0, [2]]) == [
        "/2 duplicate-item: The same item stands earlier in the list; remove one.",
        "/3 duplicate-item: The same item stands earlier in the list; remove one.",
      ])
    #expect(try details(["minItems": 2], [1]) == [" too-few-items: Found 1 items; at least 2 are needed."])
    #expect(try details(["maxItems": 0], [1]) == [" too-many-items: Found 1 items; at most 0 are allowed."])
  }

  @Test(arguments: [(57, false), (58, false), (59, true), (200, true)]) func `cuts a long value short`(
    length: Int, isCut: Bool
  ) throws {
    let text = String(repeating: "é", count: length)
    let shown = isCut ? "\"" + String(repeating: "é", count: 58) + "…" : "\"\(text)\""
    #expect(try details(["const": .string(text)], "x") == [" const: Expected \(shown)."])
    #expect(try details(["enum": ["x"]], .string(text)) == [" enum: Found \(shown); expected one of \"x\"."])
  }

  @Test(arguments: [(20, false), (21, true)]) func `shows at most twenty choices`(count: Int64, isCut: Bool) throws {
    let shown = (0..<20).map { String($0) }.joined(separator: ", ") + (isCut ? ", …" : "")
    #expect(
      try details(["enum": .array((0..<count).map { .integer($0) })], -1) == [
        " enum: Found -1; expected one of \(shown)."
      ])
  }

  @Test func `never repeats a text that was found, except one that is no choice`() throws {
    let secret: JSON = "correct horse"
    let schemas: [JSON] = [
      ["type": "integer"], ["const": "x"], ["minLength": 99], ["maxLength": 1], ["pattern": "^x$"], ["format": "uuid"],
      ["format": "date"], ["format": "email"], ["not": [:]], false, ["anyOf": [["type": "null"], ["minLength": 99]]],
      ["oneOf": [true, true]], ["allOf": [["format": "uri"]]],
    ]
    for schema in schemas {
      let found = try details(schema, secret)
      #expect(found.count == 1 && !found[0].contains("horse"), "\(schema)")
    }
    #expect(try details(["enum": ["a"]], secret)[0].contains("horse"))
  }

  @Test func `uses its own words wherever the fault is its own`() throws {
    let choice: JSON = ["anyOf": [["type": "null"], ["const": 1]], "x-message": "Choose 1."]
    #expect(try details(choice, 2) == [" any-of: Choose 1."])
    let member: JSON = [
      "properties": ["a": ["x-messages": ["required": "Say a."], "x-message": "Wrong a.", "maximum": 1]],
      "required": ["a"], "x-message": "Wrong.", "maxProperties": 1,
    ]
    #expect(try details(member, [:]) == ["/a required: Say a."])
    #expect(try details(member, ["a": 2, "b": 1]).sorted() == [" too-many-keys: Wrong.", "/a maximum: Wrong a."])
    let referred: JSON = [
      "$ref": "#/$defs/n", "x-message": "Outer.", "$defs": ["n": ["minimum": 1, "x-message": "Inner."]],
    ]
    #expect(try details(referred, 0) == [" minimum: Outer."])
  }

  @Test func `reads as one line`() throws {
    let found = try CompiledSchema(Schema(["items": ["type": "null"]])).validate([1])
    #expect(found.map(\.description) == ["/0: Found an integer; expected null. (type)"])
    let root = SchemaViolation(pointer: .root, code: "c", detail: "D.")
    #expect(root.description == "D. (c)")
    #expect(try JSONValueDecoder().decode(SchemaViolation.self, from: JSON(encoding: root)) == root)
    let error = #expect(throws: SchemaError.self) { try CompiledSchema(Schema(["items": ["minimun": 1]])) }
    #expect(
      error?.description
        == "/items/minimun: The keyword `minimun` is not supported. Did you mean `minimum`? "
        + "(schema-keyword-unsupported)"
    )
  }
}
