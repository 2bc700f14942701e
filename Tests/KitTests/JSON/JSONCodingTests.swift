import FieldhouseKit
import Foundation
import Testing

private enum Kind: String, Codable, CaseIterable { case cup, league }

private struct Player: Codable, Equatable {
  var name: String
  var number: UInt8
  var born: Date?
}

private struct Club: Codable, Equatable {
  var id: Int64
  var kind: Kind
  var rating: Double
  var share: Float
  var isOpen: Bool
  var founded: Date
  var site: URL
  var crest: Data
  var players: [Player]
  var captain: Player?
  var scores: [String: [Int]]
  var extra: JSON
  var notes: [String?]
}

private let club = Club(
  id: -5, kind: .cup, rating: 1.5, share: 0.1, isOpen: true, founded: Date(timeIntervalSince1970: 1_755_284_400.25),
  site: URL(string: "https://example.org/a?b=c")!, crest: Data([1, 2, 255]),
  players: [Player(name: "A \"B\"", number: 9, born: nil)], captain: nil, scores: ["z": [], "a": [1, 2]],
  extra: ["x": [.null]], notes: ["n", nil])

private func encoded(_ value: some Encodable) throws -> String {
  var bytes: [UInt8] = []
  try JSONOutput.encode(value, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Writes two nested containers by turns, as an `Encodable` may.
private struct Interleaved: Encodable {
  enum Keys: String, CodingKey { case list, object, after }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Keys.self)
    var list = members.nestedUnkeyedContainer(forKey: .list)
    var object = members.nestedContainer(keyedBy: Keys.self, forKey: .object)
    try members.encode(3, forKey: .after)
    try list.encode(1)
    try object.encode("x", forKey: .after)
    var inner = list.nestedUnkeyedContainer()
    try list.encode(2)
    try inner.encode(true)
  }
}

private struct Choosy: Encodable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(1)
    try? list.encode([1, Double.nan])
    try list.encode(2)
  }
}

private class Animal: Encodable { let legs = 4 }
private final class Dog: Animal {
  enum Keys: String, CodingKey { case name }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var members = encoder.container(keyedBy: Keys.self)
    try members.encode("Rex", forKey: .name)
  }
}

@Suite struct `Encoding as JSON` {
  @Test func `writes every kind of member`() throws {
    #expect(
      try encoded(club) == """
        {"id":-5,"kind":"cup","rating":1.5,"share":0.1,"isOpen":true,"founded":"2025-08-15T19:00:00.250Z",\
        "site":"https://example.org/a?b=c","crest":"AQL/","players":[{"name":"A \\"B\\"","number":9}],\
        "scores":{"a":[1,2],"z":[]},"extra":{"x":[null]},"notes":["n",null]}
        """)
  }

  @Test func `reads back what it wrote`() throws {
    #expect(try JSONValueDecoder().decode(Club.self, from: JSON(encoding: club)) == club)
  }

  @Test func `agrees with Foundation's decoder about the values`() throws {
    let data = Data(try encoded(["a": [1.5, -2, 3e20], "b": []]).utf8)
    #expect(try JSONDecoder().decode([String: [Double]].self, from: data) == ["a": [1.5, -2, 3e20], "b": []])
  }

  @Test func `keeps nested containers in their places however they are filled`() throws {
    #expect(try encoded(Interleaved()) == #"{"list":[1,[true],2],"object":{"after":"x"},"after":3}"#)
  }

  @Test func `joins the members of a class and its superclass`() throws {
    #expect(try encoded(Dog()) == #"{"legs":4,"name":"Rex"}"#)
  }

  @Test func `undoes a part that failed when the value goes on`() throws {
    #expect(try encoded(Choosy()) == "[1,2]")
  }

  @Test func `refuses NaN with its pointer and leaves the bytes alone`() {
    var bytes: [UInt8] = [1]
    let error = #expect(throws: JSONEncodingError.self) {
      try JSONOutput.encode(["a": [0, Double.nan]], into: &bytes)
    }
    #expect(error?.pointer == ["a", "1"])
    #expect(bytes == [1])
  }

  @Test func `writes single values and optionals`() throws {
    #expect(try encoded("x") == "\"x\"")
    #expect(try encoded(Int?.none) == "null")
    #expect(try encoded(UInt64.max) == "18446744073709551615")
    #expect(try encoded([Kind.cup: 1].keys.map { $0 }) == #"["cup"]"#)
  }
}

@Suite struct `Decoding from JSON` {
  private func failure<T: Decodable>(_ type: T.Type, _ value: JSON) -> JSONDecodingError? {
    #expect(throws: JSONDecodingError.self) { try JSONValueDecoder().decode(type, from: value) }
  }

  @Test(
    arguments: [
      (["name": "A", "number": 300], "range", ["number"]), (["name": 1, "number": 3], "type", ["name"]),
      (["number": 3], "required", ["name"]), (["name": "A", "number": 1.5], "type", ["number"]),
      (["name": "A", "number": 1, "born": "yesterday"], "format", ["born"]), ([1], "type", []),
    ] as [(JSON, String, JSONPointer)])
  func `names the member that does not fit`(value: JSON, code: String, pointer: JSONPointer) {
    let error = failure(Player.self, value)
    #expect(error?.code == code)
    #expect(error?.pointer == pointer)
  }

  @Test func `names a place deep inside and a value that an enumeration lacks`() {
    #expect(failure([[Int]].self, [[1], [2, "x"]])?.pointer == ["1", "1"])
    let error = failure([Kind].self, ["cup", "friendly"])
    #expect(error?.pointer == ["1"])
    #expect(error?.code == "invalid")
  }

  @Test func `takes null and absence alike for an optional`() throws {
    let absent = try JSONValueDecoder().decode(Player.self, from: ["name": "A", "number": 1])
    let null = try JSONValueDecoder().decode(Player.self, from: ["name": "A", "number": 1.0, "born": .null])
    #expect(absent == null)
  }

  @Test func `a JSON value passes through other coders`() throws {
    let value: JSON = ["a": [1, 2.5, "x", true, .null, [:]]]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(JSON.self, from: data) == value)
  }
}

@Suite struct `RFC 3339 times` {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"), (951_827_696.789, "2000-02-29T12:34:56.789Z"),
    (-1, "1969-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func `are written in UTC and read back`(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(RFC3339.string(from: date) == text)
    #expect(RFC3339.date(from: text) == date)
  }

  @Test(arguments: [
    ("2025-08-15T21:00:00+02:00", 1_755_284_400), ("2025-08-15t14:30:00.5-04:30", 1_755_284_400.5),
    ("2016-12-31T23:59:60Z", 1_483_228_800), ("2016-12-31T15:59:60-08:00", 1_483_228_800),
  ])
  func `are read with offsets, decimals and leap seconds`(text: String, seconds: Double) {
    #expect(RFC3339.date(from: text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:00:00", "2025-01-01",
    "2025-01-01T00:00:00.Z", "2025-01-01T00:00:00Zx", "2025-01-01T00:00:60Z", "2025-1-01T00:00:00Z", "",
  ])
  func `are refused when there is no such time`(text: String) {
    #expect(RFC3339.date(from: text) == nil)
  }

  @Test func `outside four-digit years cannot be written`() {
    #expect(RFC3339.string(from: Date(timeIntervalSince1970: 253_402_300_800)) == nil)
  }
}
