import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Values of every shape, the same in every run.
struct RandomJSON {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func value(depth: Int = 4) -> JSON {
    switch random.next(below: depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(random.next(below: 2) == 0)
    case 2: .integer(Int64(bitPattern: random.next()) >> Int64(random.next(below: 64)))
    case 3: .number(random.real())
    case 4, 5: .string(text())
    case 6: .array((0..<random.next(below: 5)).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth))
    }
  }

  private mutating func object(depth: Int) -> JSONObject {
    var object: JSONObject = [:]
    for _ in 0..<random.next(below: random.next(below: 10) == 0 ? 30 : 5) { object[text()] = value(depth: depth - 1) }
    return object
  }

  private mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "€", "😀", "\u{2028}", "ß",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<random.next(below: 14) { text.append(alphabet[random.next(below: alphabet.count)]) }
    return String(text)
  }
}

@Suite struct `JSON that is written and read` {
  @Test(arguments: 1...8) func `comes back as it was, compact, pretty and sorted`(seed: UInt64) throws {
    var source = RandomJSON(seed: seed)
    for _ in 0..<300 {
      let value = source.value()
      for text in [value.serialized(), value.serialized(pretty: true), value.serialized(sortedKeys: true)] {
        #expect(try JSON(parsing: text) == value)
      }
      #expect(try JSON(parsing: value.serialized()).serialized() == value.serialized())
    }
  }

  @Test func `is the same text for objects whose members came in another order, when sorted`() {
    var source = RandomJSON(seed: 9)
    for _ in 0..<200 {
      guard case .object(let members) = source.value() else { continue }
      let turned = JSONObject(members.reversed().map { ($0.key, $0.value) })
      #expect(turned == members)
      #expect(turned.hashValue == members.hashValue)
      #expect(JSON.object(turned).serialized(sortedKeys: true) == JSON.object(members).serialized(sortedKeys: true))
    }
  }

  @Test func `means the same to Foundation`() throws {
    var source = RandomJSON(seed: 10)
    for _ in 0..<300 {
      let value = source.value()
      let theirs = try JSONDecoder().decode(JSON.self, from: Data(value.serialized().utf8))
      #expect(theirs == value)
      let back = try JSONEncoder().encode(value)
      #expect(try JSON(parsing: back) == value)
    }
  }

  @Test func `is no JSON any more when it is cut off anywhere`() {
    var source = RandomJSON(seed: 11)
    var cuts = 0
    while cuts < 2_000 {
      let bytes = Array(JSON.array([source.value(depth: 3)]).serialized().utf8)
      for length in 0..<bytes.count {
        #expect(throws: JSONParseError.self) { try JSON(parsing: bytes[..<length]) }
        cuts += 1
      }
    }
  }

  @Test func `is read or refused, but never worse, when bytes in it are changed`() {
    var source = RandomJSON(seed: 12)
    var random = SeededRandom(seed: 13)
    var refused = 0
    for _ in 0..<3_000 {
      var bytes = Array(source.value().serialized().utf8)
      for _ in 0...random.next(below: 3) { bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256)) }
      guard let value = try? JSON(parsing: bytes) else {
        refused += 1
        continue
      }
      #expect((try? JSON(parsing: value.serialized())) == value)
    }
    #expect(refused > 1_000)
  }

  @Test func `is indented by two spaces, empty lists and objects on one line`() {
    let value: JSON = ["a": ["b": [1, [], [:], ["c": .null]]], "d": ""]
    #expect(
      value.serialized(pretty: true) == """
        {
          "a": {
            "b": [
              1,
              [],
              {},
              {
                "c": null
              }
            ]
          },
          "d": ""
        }
        """)
  }

  @Test func `is sorted by Unicode scalars, not by a language's alphabet`() {
    let value: JSON = ["b": 1, "é": 2, "a": 3, "Z": 4, "z": 5, "": 6, "😀": 7, "\u{FFFF}": 8, "10": 9, "9": 10]
    let text = value.serialized(sortedKeys: true)
    #expect(try! JSON(parsing: text).object?.keys == ["", "10", "9", "Z", "a", "b", "z", "é", "\u{FFFF}", "😀"])
  }
}

@Suite struct `A JSON object, compared with a list` {
  /// The same operations on a list, which is searched from its beginning.
  private struct Plain {
    var entries: [(key: String, value: JSON)] = []

    mutating func set(_ key: String, _ value: JSON?) {
      let place = entries.firstIndex { $0.key == key }
      switch (place, value) {
      case (let place?, let value?): entries[place].value = value
      case (let place?, nil): entries.remove(at: place)
      case (nil, let value?): entries.append((key, value))
      case (nil, nil): break
      }
    }
  }

  @Test(arguments: [4, 14, 40]) func `does the same, whatever is set and removed`(names: Int) {
    var random = SeededRandom(seed: UInt64(names))
    var object: JSONObject = [:]
    var plain = Plain()
    var copies: [(JSONObject, [String])] = []
    for step in 0..<3_000 {
      let key = "k\(random.next(below: names))"
      let value: JSON? = random.next(below: 3) == 0 ? nil : .integer(Int64(step))
      if step.isMultiple(of: 500) { copies.append((object, object.keys)) }
      object[key] = value
      plain.set(key, value)
      #expect(object.count == plain.entries.count)
      #expect(object[key] == value)
      #expect(object.contains(key: key) == (value != nil))
    }
    #expect(object.keys == plain.entries.map(\.key))
    #expect(object.values == plain.entries.map(\.value))
    #expect(object.map(\.key) == object.keys)
    for (copy, keys) in copies { #expect(copy.keys == keys) }
  }

  @Test func `is empty and equal to any empty one whatever it has held`() {
    var object: JSONObject = ["a": 1]
    #expect(object.removeValue(forKey: "b") == nil)
    #expect(object.removeValue(forKey: "a") == 1)
    #expect(object.isEmpty)
    #expect(object == JSONObject(minimumCapacity: 10))
    #expect(object != ["a": .null])
  }
}

@Suite struct `A pointer into JSON` {
  /// The document and the pointers of RFC 6901 § 5.
  private static let document: JSON = [
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
  ]

  @Test(
    arguments: [
      ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4),
      ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ] as [(String, JSON)])
  func `leads where RFC 6901 says`(text: String, expected: JSON) throws {
    #expect(Self.document[pointer: try JSONPointer(parsing: text)] == expected)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/-1", "/foo/1e0", "/foo/", "/bar", "/a~1b/x", "/foo/٠",
    "/foo/99999999999999999999",
  ])
  func `leads nowhere else`(text: String) throws {
    #expect(Self.document[pointer: try JSONPointer(parsing: text)] == nil)
  }

  @Test func `to the whole document is empty`() throws {
    #expect(Self.document[pointer: .root] == Self.document)
    #expect(try JSONPointer(parsing: "") == .root)
    #expect(JSONPointer.root.description == "")
  }

  @Test func `of any tokens can be written and read again`() throws {
    var random = SeededRandom(seed: 5)
    let alphabet: [Character] = ["~", "/", "0", "1", "a", "é", " ", "\"", "%"]
    for _ in 0..<500 {
      let tokens = (0..<random.next(below: 5)).map { _ in
        String((0..<random.next(below: 5)).map { _ in alphabet[random.next(below: alphabet.count)] })
      }
      let pointer = JSONPointer(tokens)
      #expect(try JSONPointer(parsing: pointer.description) == pointer)
      let coded = try JSONDecoder().decode([JSONPointer].self, from: JSONEncoder().encode([pointer]))
      #expect(coded == [pointer])
    }
  }
}
