import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

private func ours(_ value: some Encodable) throws -> JSON {
  var bytes: [UInt8] = []
  try JSONOutput.encode(value, into: &bytes)
  return try JSON(parsing: bytes)
}

private func theirs(_ value: some Encodable) throws -> JSON {
  let encoder = JSONEncoder()
  encoder.dateEncodingStrategy = .custom { date, encoder in
    var container = encoder.singleValueContainer()
    try container.encode(RFC3339.string(from: date) ?? "")
  }
  return try JSON(parsing: encoder.encode(value))
}

/// One value of every width and kind.
private struct Everything: Codable, Equatable {
  enum Colour: String, Codable { case red, green }
  struct Inner: Codable, Equatable {
    var list: [[Int?]]
    var map: [String: [Double]]
  }

  var bool = true
  var int8 = Int8.min
  var int16 = Int16.max
  var int32 = Int32.min
  var int64 = Int64.min
  var int = Int.max
  var uint8 = UInt8.max
  var uint16 = UInt16.max
  var uint32 = UInt32.max
  var uint64 = UInt64(Int64.max)
  var uint = UInt(0)
  var double = -1.5e-7
  var float = Float(0.25)
  var text = "a\"\\/\u{0}\u{1F}é😀"
  var colour = Colour.green
  var inner = Inner(list: [[1, nil], []], map: ["b": [0.5], "a": []])
  var missing: Int?
  var there: Int? = 3
  var when = Date(timeIntervalSince1970: 1_700_000_000.25)
  var place = URL(string: "https://example.org/a?b=c#d")!
  var bytes = Data([0, 1, 254, 255])
  var pair = [1: "one"]
}

/// An encoder's corners: nested containers of both kinds, nulls, a superclass's own container.
private struct Nested: Encodable {
  enum Keys: String, CodingKey { case a, b, c, d, `super` }
  struct Base: Encodable { let x = 1 }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Keys.self)
    var list = members.nestedUnkeyedContainer(forKey: .a)
    try list.encodeNil()
    try list.encode(UInt8(7))
    try list.encode(Float(1.5))
    var object = list.nestedContainer(keyedBy: Keys.self)
    try object.encode("deep", forKey: .b)
    try object.encodeNil(forKey: .c)
    try Base().encode(to: list.superEncoder())
    var other = members.nestedContainer(keyedBy: Keys.self, forKey: .b)
    try other.encodeIfPresent(Int?.none, forKey: .c)
    try other.encodeIfPresent(5, forKey: .d)
    try Base().encode(to: members.superEncoder(forKey: .c))
    try Base().encode(to: members.superEncoder())
    try members.encode([Int](), forKey: .d)
  }
}

private struct Empty: Encodable {}
private struct Alone<Value: Encodable>: Encodable {
  let value: Value
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

@Suite struct `Encoding, held against Foundation` {
  @Test func `agrees about every kind of value`() throws {
    #expect(try ours(Everything()) == theirs(Everything()))
    #expect(try ours([Everything(), Everything()]) == theirs([Everything(), Everything()]))
  }

  @Test func `agrees about nested containers`() throws { #expect(try ours(Nested()) == theirs(Nested())) }

  @Test func `agrees about values that stand alone`() throws {
    #expect(try ours(Alone(value: 3)) == theirs(Alone(value: 3)))
    #expect(try ours(Alone(value: Alone(value: "x"))) == theirs(Alone(value: Alone(value: "x"))))
    #expect(try ours(Empty()) == theirs(Empty()))
    #expect(try ours([Empty?.none, Empty()]) == theirs([Empty?.none, Empty()]))
    #expect(try ours([[[Int]]]()) == theirs([[[Int]]]()))
    #expect(try ours(Set([7])) == theirs(Set([7])))
    #expect(
      try ours([String: Int?](dictionaryLiteral: ("a", nil))) == theirs([String: Int?](dictionaryLiteral: ("a", nil))))
  }

  @Test func `agrees about any tree of values`() throws {
    var source = RandomJSON(seed: 21)
    for _ in 0..<300 {
      let value = source.value()
      #expect(try ours(value) == theirs(value))
    }
  }

  @Test func `writes the same bytes for the same dictionary, whatever its order in memory`() throws {
    let names = (0..<50).map { "k\($0)" }
    let first = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
    let second = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, 1) })
    var (left, right): ([UInt8], [UInt8]) = ([], [])
    try JSONOutput.encode(first, into: &left)
    try JSONOutput.encode(second, into: &right)
    #expect(left == right)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `refuses what JSON cannot say, with its place`(
    number: Double
  ) {
    func pointer(_ value: some Encodable) -> JSONPointer? {
      var bytes: [UInt8] = []
      let error = #expect(throws: JSONEncodingError.self) { try JSONOutput.encode(value, into: &bytes) }
      #expect(bytes.isEmpty)
      return error?.pointer
    }
    #expect(pointer(number) == .root)
    #expect(pointer([1, number]) == ["1"])
    #expect(pointer(["a": ["b": number]]) == ["a", "b"])
    #expect(pointer([Float(number)]) == ["0"])
    #expect(pointer(["a/b": [Date(timeIntervalSince1970: 1e15)]]) == ["a/b", "0"])
  }

  @Test func `goes on after a failure as if nothing had been`() throws {
    for _ in 0..<50 {
      #expect(throws: JSONEncodingError.self) { try ours(["a": [["b": Double.nan]]]) }
      #expect(try ours(Everything()) == theirs(Everything()))
    }
  }

  @Test func `is right from many tasks at once`() async throws {
    let expected = try theirs(Everything())
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).count { _ in (try? ours([Everything()])) != [expected] } }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

@Suite struct `Decoding, held against Foundation` {
  private func decoded<Value: Decodable>(_ type: Value.Type, _ value: JSON) -> (ours: Value?, theirs: Value?) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = RFC3339.date(from: text) else { throw CocoaError(.coderInvalidValue) }
      return date
    }
    return (
      try? JSONValueDecoder().decode(type, from: value), try? decoder.decode(type, from: Data(value.serialized().utf8))
    )
  }

  @Test func `reads back what was encoded`() throws {
    let found = decoded(Everything.self, try ours(Everything()))
    #expect(found.ours == Everything())
    #expect(found.theirs == Everything())
  }

  @Test(
    arguments: [
      0, 1, -1, 127, 128, 255, 256, -128, -129, 32_767, 65_535, 65_536, 2_147_483_647, 4_294_967_295, 4_294_967_296,
      .integer(.max), .integer(.min), 1.0,
      1.5, -0.0, 1e30, true, "1", .null, [], [:],
    ] as [JSON])
  func `takes a value as a number of each width exactly when it fits`(value: JSON) {
    func agrees<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) {
      let found = decoded([Number].self, [value])
      #expect(found.ours == found.theirs, "\(value) as \(type)")
    }
    agrees(Int8.self)
    agrees(Int16.self)
    agrees(Int32.self)
    agrees(Int64.self)
    agrees(Int.self)
    agrees(UInt8.self)
    agrees(UInt16.self)
    agrees(UInt32.self)
    agrees(UInt64.self)
    agrees(UInt.self)
  }

  @Test(arguments: [true, 0, 1, "true", .null, [], [:], 1.5, ""] as [JSON])
  func `takes no value for one of another type`(value: JSON) {
    #expect(decoded([Bool].self, [value]).ours == decoded([Bool].self, [value]).theirs)
    #expect(decoded([String].self, [value]).ours == decoded([String].self, [value]).theirs)
    #expect(decoded([Double].self, [value]).ours == decoded([Double].self, [value]).theirs)
    #expect(decoded([[Int]].self, [value]).ours == decoded([[Int]].self, [value]).theirs)
    #expect(decoded([[String: Int]].self, [value]).ours == decoded([[String: Int]].self, [value]).theirs)
    #expect(decoded([Int?].self, [value]).ours == decoded([Int?].self, [value]).theirs)
  }

  @Test func `says where each kind of mistake is`() throws {
    var value = try #require(try ours(Everything()).object)
    let mistakes: [(String, JSON, String, String)] = [
      ("bool", 1, "type", "/bool"), ("int8", 200, "range", "/int8"), ("uint64", -1, "range", "/uint64"),
      ("int", 1.5, "type", "/int"),
      ("text", .null, "type", "/text"), ("colour", "blue", "invalid", "/colour"),
      ("inner", ["list": [[1, "x"]], "map": [:]], "type", "/inner/list/0/1"),
      ("inner", ["list": []], "required", "/inner/map"),
      ("inner", ["list": [], "map": ["a": [true]]], "type", "/inner/map/a/0"),
      ("when", "yesterday", "format", "/when"), ("place", "", "format", "/place"), ("bytes", "*", "format", "/bytes"),
      ("float", 1e300, "range", "/float"),
    ]
    for (name, wrong, code, pointer) in mistakes {
      let right = value[name]
      value[name] = wrong
      let error = #expect(throws: JSONDecodingError.self) {
        try JSONValueDecoder().decode(Everything.self, from: .object(value))
      }
      #expect(error?.code == code, "\(name)")
      #expect(error?.pointer.description == pointer)
      #expect(error?.detail.isEmpty == false)
      value[name] = right
    }
  }

  private struct Corners: Decodable, Equatable {
    enum Keys: String, CodingKey { case list, object, base, missing }
    var numbers: [Int] = []
    var count: Int?
    var end = false
    var isNull = false
    var keys: [String] = []
    var deep = 0
    var base = 0
    var path: [String] = []

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Keys.self)
      keys = members.allKeys.map(\.rawValue).sorted()
      isNull = try members.decodeNil(forKey: .missing)
      var list = try members.nestedUnkeyedContainer(forKey: .list)
      count = list.count
      while !list.isAtEnd, list.currentIndex < 2 { numbers.append(try list.decode(Int.self)) }
      _ = try list.decodeNil()
      var inner = try list.nestedUnkeyedContainer()
      deep = try inner.decode(Int.self)
      end = inner.isAtEnd && list.isAtEnd
      base = try members.superDecoder(forKey: .base).singleValueContainer().decode(Int.self)
      path = try members.nestedContainer(keyedBy: Keys.self, forKey: .object).codingPath.map(\.stringValue)
    }
  }

  @Test func `offers types that decode by hand the same containers`() throws {
    let value: JSON = ["list": [1, 2, .null, [3]], "object": [:], "base": 4, "missing": .null, "other": 1]
    let found = decoded(Corners.self, value)
    #expect(found.ours == found.theirs)
    #expect(found.ours?.deep == 3)
    #expect(found.ours?.path == ["object"])
  }

  @Test func `hands over what the caller passes on`() throws {
    struct Reads: Decodable {
      let word: String?
      init(from decoder: any Decoder) throws {
        word = decoder.userInfo[CodingUserInfoKey(rawValue: "word")!] as? String
      }
    }
    var decoder = JSONValueDecoder()
    decoder.userInfo[CodingUserInfoKey(rawValue: "word")!] = "hello"
    #expect(try decoder.decode([Reads].self, from: [1]).first?.word == "hello")
  }
}
