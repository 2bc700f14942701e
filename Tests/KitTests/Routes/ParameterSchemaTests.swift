import FieldhouseKit
import Testing

/// Takes whatever the schema of its field lets through.
private protocol FieldSchema: Sendable { static var schema: Schema { get } }

private struct One<Field: FieldSchema>: RouteInput, RouteOutput {
  let value: JSON

  init(from decoder: any Decoder) throws { value = try JSON(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  static var schema: Schema { Field.schema }
}

private enum Mixed: FieldSchema {
  static var schema: Schema { .object([("x", .enumeration([1, 2, .null]))]) }
}
private enum Constant: FieldSchema {
  static var schema: Schema { .object([("x", Schema(["const": 5]))]) }
}
private enum Alternatives: FieldSchema {
  static var schema: Schema { .object([("x", Schema(["anyOf": [["type": "null"], ["type": "number"]]]))]) }
}
private enum Referred: FieldSchema {
  static var schema: Schema {
    Schema.object([("x", .nullable(.ref("first")))])
      .with("$defs", ["first": ["$ref": "#/$defs/second"], "second": ["type": "array", "items": ["type": "boolean"]]])
  }
}
private enum Whole: FieldSchema {
  static var schema: Schema {
    Schema([
      "$ref": "#/$defs/node", "$defs": ["node": Schema.object([("x", .integer()), ("next", .ref("node"))]).json],
    ])
  }
}
private enum Endless: FieldSchema {
  static var schema: Schema {
    Schema.object([("x", .ref("list"))]).with("$defs", ["list": ["type": "array", "items": ["$ref": "#/$defs/list"]]])
  }
}
private enum Lost: FieldSchema {
  static var schema: Schema { .object([("x", .ref("nowhere"))]) }
}
private enum Others: FieldSchema {
  static var schema: Schema { .map(of: .string(maxLength: 4)) }
}

@Suite struct `The kind of a parameter is found` {
  private func read<Field: FieldSchema>(_ field: Field.Type, _ query: String) async -> [String] {
    await RouteProbe { $0.get("/x", "x", access: .everyone) { (input: One<Field>, _) in input } }.query(query)
  }

  @Test func `from the values that a schema lists`() async {
    #expect(await read(Mixed.self, "x=2") == [#"200 {"x":2}"#])
    #expect(await read(Mixed.self, "x=3") == ["422 /x enum: Found 3; expected one of 1, 2, null."])
    #expect(await read(Constant.self, "x=5") == [#"200 {"x":5}"#])
    #expect(await read(Constant.self, "x=6") == ["422 /x const: Expected 5."])
  }

  @Test func `from alternatives, but for null`() async {
    #expect(await read(Alternatives.self, "x=2.5") == [#"200 {"x":2.5}"#])
    #expect(await read(Alternatives.self, "x=a").first?.hasPrefix("422 /x any-of") == true)
  }

  @Test func `behind references`() async {
    #expect(await read(Referred.self, "x=true&x=false") == [#"200 {"x":[true,false]}"#])
    #expect(await read(Whole.self, "x=7") == [#"200 {"x":7}"#])
    #expect(await read(Whole.self, "y=7").first?.hasPrefix("422 /y unknown-key") == true)
  }

  @Test func `also where a schema refers to itself for ever`() async {
    #expect(await read(Endless.self, "x=a").first?.hasPrefix("422 /x/0") == true)
  }

  @Test func `and a schema that cannot be used refuses every request that brings something`() async {
    let lines = await read(Lost.self, "x=a")
    #expect(lines.count == 1 && lines[0].hasPrefix("SchemaError: /properties/x/$ref: The reference"), "\(lines)")
  }

  @Test func `as text for fields of any name`() async {
    #expect(await read(Others.self, "b=1&a=true") == [#"200 {"b":"1","a":"true"}"#])
    #expect(await read(Others.self, "b=12345").first?.hasPrefix("422 /b too-long") == true)
    #expect(await read(Others.self, "b=1&b=2") == ["422 /b repeated: 'b' is given twice; give it once."])
  }
}
