import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

private enum Shot: Codable, Hashable {
  case miss
  case goal(Int, by: String)
  case own(String?)
}

private enum Suit: String, Codable, CaseIterable { case hearts, spades }
private enum Grade: Int, Codable { case low = 1, high }
private enum Place: String, Codable, CodingKeyRepresentable { case home, away }
private struct Tag: RawRepresentable, Codable, Hashable { var rawValue: String }

private struct Inherited: Codable, Equatable {
  var base: [Int]
  var mark: String

  enum Keys: String, CodingKey { case mark }
  init(base: [Int], mark: String) { (self.base, self.mark) = (base, mark) }
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    mark = try members.decode(String.self, forKey: .mark)
    base = try [Int](from: members.superDecoder())
  }
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Keys.self)
    try members.encode(mark, forKey: .mark)
    try base.encode(to: members.superEncoder())
  }
}

/// Both coders are given the same value: Foundation's is the judge of the shapes that Swift's conformances have.
@Suite struct `A Swift value as JSON, held against Foundation` {
  private func agree<Value: Codable & Equatable>(_ value: Value, _ expected: JSON? = nil) throws {
    var bytes: [UInt8] = []
    try JSONOutput.encode(value, into: &bytes)
    let ours = try JSON(parsing: bytes)
    let theirs = try JSON(parsing: JSONEncoder().encode(value))
    #expect(ours == theirs)
    if let expected { #expect(ours == expected) }
    #expect(try JSONValueDecoder().decode(Value.self, from: ours) == value)
    #expect(try JSONDecoder().decode(Value.self, from: Data(bytes)) == value)
  }

  @Test func `has a member for the case of an enumeration with a payload`() throws {
    try agree(Shot.miss, ["miss": [:]])
    try agree(Shot.goal(3, by: "Ada"), ["goal": ["_0": 3, "by": "Ada"]])
    try agree([Shot.own(nil), .own("x")], [["own": [:]], ["own": ["_0": "x"]]])
  }

  @Test func `has members for text and whole-number keys, and pairs for others`() throws {
    try agree([Suit.hearts: 1], ["hearts", 1])
    try agree([Grade.high: ["x"]], [2, ["x"]])
    try agree([Place.home: 2, .away: 1], ["home": 2, "away": 1])
    try agree([7: "a", -1: "b"], ["7": "a", "-1": "b"])
    try agree([Tag(rawValue: "t"): true], ["t", true])
    try agree([Shot.miss: 1], [["miss": [:]], 1])
    try agree([UInt8(3): 1], [3, 1])
    try agree([String: [String: Int?]](), [:])
    try agree([Int: Int](), [:])
    try agree([Suit: Int](), [])
  }

  @Test func `keeps what the standard library makes of its own types`() throws {
    try agree(UUID(uuidString: "0192f4a8-5d1c-7c3e-9b2a-1f0e4d3c2b1a")!, "0192F4A8-5D1C-7C3E-9B2A-1F0E4D3C2B1A")
    try agree(1...5, [1, 5])
    try agree(-2..<3, [-2, 3])
    try agree(ContiguousArray([1, 2]), [1, 2])
    try agree([1, nil, 3] as [Int?], [1, .null, 3])
    try agree([[nil]] as [[String?]], [[.null]])
    try agree(["a": nil] as [String: Int?], ["a": .null])
    try agree([Data(), Data([0xFB, 0xFF])], ["", "+/8="])
    try agree([URL(string: "https://example.org/%C3%A9?x#y")!, URL(string: "a/b")!])
    try agree(Inherited(base: [1, 2], mark: "m"), ["mark": "m", "super": [1, 2]])
    try agree([true, false], [true, false])
  }

  @Test(arguments: [
    "", "\"", "\\", "/", "\u{0}", "\u{7F}", "é", "e\u{301}", "👩‍👧", "\u{2028}", "\u{10FFFF}",
    "{", "[", ",", ":",
  ])
  func `has any text as a value and as a name`(text: String) throws {
    try agree([text, text + text])
    try agree([text: [text: [text]], "z\(text)": [:]])
    let quoted = try JSON(encoding: [text: text])
    #expect(quoted.object?.keys.first?.utf8.elementsEqual(text.utf8) == true)
  }

  @Test func `sorts the names of a dictionary at every level`() throws {
    var random = SeededRandom(seed: 601)
    for _ in 0..<50 {
      let names = Set((0..<12).map { _ in random.text() })
      let inner = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
      let value = try JSON(encoding: Dictionary(uniqueKeysWithValues: names.map { ($0, inner) }))
      #expect(value.object?.keys == names.sorted())
      #expect(value.object?.values.allSatisfy { $0.object?.keys == names.sorted() } == true)
    }
  }

  @Test func `has every double and float as it reads back`() throws {
    var random = SeededRandom(seed: 602)
    for _ in 0..<3_000 {
      let bits = random.next()
      let double = Double(bitPattern: bits)
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      if double.isFinite {
        #expect(
          try JSONValueDecoder().decode(Double.self, from: JSON(encoding: double)).bitPattern == double.bitPattern)
      }
      if float.isFinite {
        let text = try JSON(encoding: float)
        #expect(try JSONValueDecoder().decode(Float.self, from: text).bitPattern == float.bitPattern, "\(float)")
      }
    }
  }

  @Test func `has any bytes in Base64`() throws {
    var random = SeededRandom(seed: 603)
    for length in 0..<70 { try agree([Data((0..<length).map { _ in UInt8(random.next(below: 256)) })]) }
  }
}
