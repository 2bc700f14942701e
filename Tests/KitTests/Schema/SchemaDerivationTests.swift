import FieldhouseKit
import Foundation
import Testing

private enum Shot: Decodable { case miss, goal(Int) }
private enum Bare: String, Decodable { case a }
private enum Real: Double, Decodable, CaseIterable { case half = 0.5, two = 2 }
private enum Huge: UInt64, Decodable, CaseIterable { case top = 0xFFFF_FFFF_FFFF_FFFF }
private struct Name: RawRepresentable, Decodable { var rawValue: String }

private struct Widths: Decodable {
  var int8: Int8
  var int16: Int16?
  var int32: Int32
  var int64: Int64
  var uint16: UInt16
  var uint32: UInt32?
  var uint64: UInt64
  var uint: UInt
  var float: Float?
  var data: Data
  var id: UUID?
  var object: JSONObject
  var name: Name
  var real: Real
  var nested: [[String: Int?]]
}

private struct ByHand: Decodable {
  enum Keys: String, CodingKey { case list, pair, inner, deep, maybe, `super` }
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    var list = try members.nestedUnkeyedContainer(forKey: .list)
    while !list.isAtEnd { _ = try list.decode(Bool.self) }
    var pair = try members.nestedUnkeyedContainer(forKey: .pair)
    _ = try (pair.decode(Int.self), pair.decode(String.self))
    let inner = try members.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    _ = try inner.decode(Int?.self, forKey: .deep)
    _ = try members.decodeIfPresent([Int].self, forKey: .maybe)
    _ = try members.superDecoder().singleValueContainer().decode(String.self)
  }
}

private struct Twice: Decodable {
  enum Keys: String, CodingKey { case a }
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    _ = try members.decodeIfPresent(Int.self, forKey: .a)
    _ = try members.decode(Int.self, forKey: .a)
  }
}

private struct Tree: Decodable { var children: [Tree]; var parents: [String: Tree]; var twin: Set<Leaf>? }
private struct Leaf: Decodable, Hashable { var size: Int }
private struct Holds: Decodable { var shot: Shot }
private struct Chain: Decodable { indirect enum Next: Decodable { case end }; var next: Next }
private struct Ping: Decodable, Described { var pong: [Pong] }
private struct Pong: Decodable, Described { var ping: [Ping] }
private struct Empty: Decodable {}

@Suite struct `The schema of a Swift type` {
  private func members<T: Decodable>(_ type: T.Type) -> JSON? { Schema.derived(from: type).json["properties"] }

  private func refusal<T: Decodable>(_ type: T.Type) -> SchemaError? {
    #expect(throws: SchemaError.self) { try CompiledSchema(.derived(from: type)) }
  }

  @Test(
    arguments: [
      ("int8", ["type": "integer", "minimum": -128, "maximum": 127]),
      ("int16", ["type": ["integer", "null"], "minimum": -32_768, "maximum": 32_767]),
      ("int32", ["type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647]),
      ("int64", ["type": "integer", "format": "int64"]),
      ("uint16", ["type": "integer", "minimum": 0, "maximum": 65_535]),
      ("uint32", ["type": ["integer", "null"], "minimum": 0, "maximum": 4_294_967_295]),
      ("uint64", ["type": "integer", "minimum": 0, "maximum": .integer(.max)]),
      ("uint", ["type": "integer", "minimum": 0, "maximum": .integer(.max)]), ("float", ["type": ["number", "null"]]),
      ("data", ["type": "string", "contentEncoding": "base64"]),
      ("id", ["type": ["string", "null"], "format": "uuid"]),
      ("object", ["type": "object"]), ("name", ["type": "string"]), ("real", ["type": "number", "enum": [0.5, 2]]),
      (
        "nested",
        [
          "type": "array",
          "items": ["type": "object", "additionalProperties": ["type": ["integer", "null"], "format": "int64"]],
        ]
      ),
    ] as [(String, JSON)])
  func `has each member as its type is read`(name: String, schema: JSON) {
    #expect(members(Widths.self)?[name] == schema)
  }

  @Test func `agrees with decoding at the ends of each width`() throws {
    let compiled = try CompiledSchema(.derived(from: [UInt64].self))
    for text in ["[0]", "[9223372036854775807]", "[9223372036854775808]", "[-1]", "[1.5]", "[2.0]", "[1e19]"] {
      let value = try JSON(parsing: text)
      let isRead = (try? JSONValueDecoder().decode([UInt64].self, from: value)) != nil
      #expect(compiled.validate(value).isEmpty == isRead, "\(text)")
    }
  }

  @Test func `follows a decoding written by hand through its containers`() throws {
    let schema = Schema.derived(from: ByHand.self)
    #expect(members(ByHand.self)?["list"] == ["type": "array", "items": ["type": "boolean"]])
    #expect(members(ByHand.self)?["pair"] == ["type": "array", "items": [:]])
    #expect(members(ByHand.self)?["inner"]?["properties"]?["deep"]?["type"] == ["integer", "null"])
    #expect(members(ByHand.self)?["super"] == ["type": "string"])
    #expect(Set(schema.json["required"]?.array ?? []) == ["list", "pair", "inner", "super"])
    let value: JSON = ["list": [true], "pair": [1, "x"], "inner": ["deep": .null], "super": "s"]
    #expect(try CompiledSchema(schema).validate(value).isEmpty)
    #expect(try CompiledSchema(schema).validate([:]).map(\.code) == Array(repeating: "required", count: 4))
  }

  @Test func `requires a member that is read both ways`() {
    #expect(Schema.derived(from: Twice.self).json["required"] == ["a"])
  }

  @Test func `names a type that refers to itself, and others that describe each other`() throws {
    let tree = Schema.derived(from: Tree.self)
    #expect(tree.json["$ref"] == "#/$defs/Tree")
    #expect(tree.json["$defs"]?["Tree"]?["properties"]?["twin"]?["items"]?["required"] == ["size"])
    let compiled = try CompiledSchema(tree)
    #expect(compiled.validate(["children": [], "parents": ["x": ["children": [], "parents": [:]]]]).isEmpty)
    let found = compiled.validate(["children": [["children": 1, "parents": [:]]], "parents": [:]])
    #expect(found.map(\.pointer.description) == ["/children/0/children"])
  }

  @Test func `is that of any value when the type reads nothing or any`() {
    #expect(Schema.derived(from: Empty.self) == .any)
    #expect(Schema.derived(from: Bool?.self).json["type"] == ["boolean", "null"])
    #expect(Schema.derived(from: JSON.self) == .any)
  }

  @Test func `is refused, with its place, when no value of it can be made up`() {
    #expect(refusal(Shot.self)?.code == "schema-underivable")
    #expect(refusal(Bare.self)?.code == "schema-underivable")
    #expect(refusal(Huge.self)?.code == "schema-underivable")
    let error = refusal(Holds.self)
    #expect(error?.message.hasPrefix("Holds: at `shot`: ") == true)
    #expect(error?.pointer == .root)
    #expect(refusal(Chain.self)?.message.contains("at `next`") == true)
    #expect(refusal(Ping.self)?.code == "schema-underivable")
  }
}
