import FieldhouseKit
import Testing

@Suite struct `A JSON value` {
  @Test func `is written as literals and read by name, position and pointer`() throws {
    let value: JSON = ["a": [1, 2.5, "x", true, ["b": .null]], "c~d/e": 7]
    #expect(value["a"]?[0]?.int == 1)
    #expect(value["a"]?[1]?.double == 2.5)
    #expect(value["a"]?[2]?.string == "x")
    #expect(value["a"]?[3]?.bool == true)
    #expect(value[pointer: ["a", "4", "b"]]?.isNull == true)
    #expect(value[pointer: try JSONPointer(parsing: "/c~0d~1e")] == 7)
    #expect(value[pointer: ["a", "04"]] == nil)
    #expect(value["a"]?[9] == nil)
    #expect(value["z"] == nil)
  }

  @Test func `equals a value that means the same and hashes like it`() {
    let first: JSON = ["a": 1, "b": [2.0]]
    let second: JSON = ["b": [2], "a": 1.0]
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(JSON.bool(true) != 1)
    #expect(JSON.integer(.max) != .number(Double(Int64.max)))
  }

  @Test(arguments: [("2.0", 2), ("2.5", nil), ("1e3", 1000), ("9223372036854775807", Int.max)] as [(String, Int?)])
  func `gives a whole number only when it is one`(text: String, expected: Int?) throws {
    #expect(try JSON(parsing: text).int == expected)
  }
}

@Suite struct `A JSON object` {
  @Test(arguments: [3, 12, 13, 200])
  func `keeps the order of its members and finds each`(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["k\(number)"] = .integer(Int64(number)) }
    object["k1"] = "changed"
    #expect(object.keys == (0..<count).map { "k\($0)" })
    #expect(object["k1"] == "changed")
    #expect(object["k\(count - 1)"] == .integer(Int64(count - 1)))
    #expect(object.removeValue(forKey: "k0") == 0)
    #expect(!object.contains(key: "k0"))
    #expect(object["k\(count - 1)"] == .integer(Int64(count - 1)))
    #expect(object.count == count - 1)
  }

  @Test func `is a value: changing a copy leaves the original alone`() {
    let original: JSONObject = ["a": 1]
    var copy = original
    copy["a"] = 2
    copy["b"] = 3
    #expect(original == ["a": 1])
    #expect(copy == ["b": 3, "a": 2])
  }

  @Test func `takes the last of several members with one name from a literal`() {
    let object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object.keys == ["a", "b"])
    #expect(object.values == [3, 2])
  }
}

@Suite struct `A JSON pointer` {
  @Test(arguments: ["", "/", "/a/b", "/a~1b/m~0n", "/ /0", "/~01"])
  func `reads its own text form`(text: String) throws {
    #expect(try JSONPointer(parsing: text).description == text)
  }

  @Test func `unescapes in the order of RFC 6901`() throws {
    #expect(try JSONPointer(parsing: "/~01/a~1b").tokens == ["~1", "a/b"])
  }

  @Test(arguments: ["a", "/~", "/~2", "#/a"])
  func `refuses what is not one`(text: String) {
    #expect(throws: JSONPointerError.self) { try JSONPointer(parsing: text) }
  }

  @Test func `grows and shrinks by tokens`() {
    var pointer = JSONPointer.root.appending("a").appending(3)
    #expect(pointer.description == "/a/3")
    pointer.append("b")
    #expect(pointer.parent == ["a", "3"])
    #expect(JSONPointer.root.parent == nil)
  }
}

@Suite struct `A suggestion` {
  @Test func `counts a swap of neighbours as one step`() {
    #expect(editDistance("enabeld", "enabled") == 1)
    #expect(editDistance("", "abc") == 3)
    #expect(editDistance("kitten", "sitting") == 3)
  }

  @Test func `is the nearest name within a third of the length`() {
    #expect(closestMatch(to: "Enabeld", in: ["version", "enabled", "enable"]) == "enabled")
    #expect(closestMatch(to: "xyz", in: ["version", "enabled"]) == nil)
    #expect(closestMatch(to: String(repeating: "a", count: 65), in: [String(repeating: "a", count: 65)]) == nil)
  }
}
