import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `Two JSON values` {
  /// Values of which those in one row are equal and those of different rows are not.
  private static let rows: [[JSON]] = [
    [.null], [true], [false], [0, 0.0, .number(-0.0)], [1, 1.0], [-1], [1.5], [.integer(.max)], [.integer(.max - 1)],
    [.integer(.min), .number(-0x1p63)], [.number(0x1p63)], [9_007_199_254_740_993],
    [9_007_199_254_740_992, 9.007199254740992e15], [1e300], [.number(.infinity)], [""], ["0"], ["null"], ["\u{E9}"],
    ["e\u{301}"], ["\u{0}"], [[]], [[[]]], [[.null]], [[1, 2], [1.0, 2.0]], [[2, 1]], [[:]], [["a": .null]],
    [["a": 1, "b": 2], ["b": 2.0, "a": 1.0]], [["a": 2, "b": 1]], [["\u{E9}": 1], ["e\u{301}": 1]], [["a": [:]]],
    [["a": []]], [[["a": 1]]],
  ]

  @Test(arguments: rows.indices) func `are equal when they mean the same, and then hash alike`(row: Int) {
    for (other, values) in Self.rows.enumerated() {
      for left in Self.rows[row] {
        for right in values {
          #expect((left == right) == (row == other), "\(left) \(right)")
          #expect((right == left) == (row == other))
          if row == other { #expect(left.hashValue == right.hashValue, "\(left) \(right)") }
        }
      }
    }
    let all = Set(Self.rows.joined())
    #expect(all.count == Self.rows.count)
  }

  @Test func `differ when one part of one of them was changed`() {
    var source = RandomJSON(seed: 801)
    for _ in 0..<300 {
      let value = source.value()
      #expect(value == value && value.hashValue == (try? JSON(parsing: value.serialized()))?.hashValue)
      #expect(value != .array([value]))
      guard case .object(var members) = value, let name = members.keys.first else { continue }
      members[name] = .array([members[name]!])
      #expect(value != .object(members))
      members[name] = nil
      #expect(value != .object(members))
    }
  }

  @Test func `have the kind and only the reading that fits`() {
    let values: [(JSON, String)] = [
      (.null, "null"), (true, "boolean"), (1, "integer"), (1.5, "number"), ("x", "string"), ([], "array"),
      ([:], "object"),
    ]
    for (value, kind) in values {
      #expect(value.kind == kind)
      #expect(value.isNull == (kind == "null"))
      #expect((value.bool != nil) == (kind == "boolean"))
      #expect((value.int != nil) == (kind == "integer"))
      #expect((value.double != nil) == (kind == "integer" || kind == "number"))
      #expect((value.string != nil) == (kind == "string"))
      #expect((value.array != nil) == (kind == "array"))
      #expect((value.object != nil) == (kind == "object"))
      #expect(value["a"] == nil && value[0] == nil && value[pointer: ["0"]] == nil)
      #expect(value.description == value.serialized())
    }
  }

  @Test func `are reached by name and by position, and never past the end`() {
    let list: JSON = [1, "b", [:]]
    #expect(list[0] == 1 && list[2] == [:] && list[3] == nil && list[-1] == nil && list[.max] == nil)
    #expect(list["0"] == nil && (["0": 1] as JSON)[0] == nil && (["0": 1] as JSON)["0"] == 1)
    #expect(([.number(.infinity), .number(.nan), 9.3e18] as [JSON]).allSatisfy { $0.int == nil })
    #expect(JSON.number(-0.0).int == 0 && JSON.number(-0x1p63).int == .min)
  }

  @Test func `are written as null where JSON has no number, also in Swift's coders`() throws {
    let value: JSON = [.number(.nan), .number(.infinity), .number(-.infinity)]
    #expect(value.serialized() == "[null,null,null]")
    #expect(try JSON(encoding: value) == [.null, .null, .null])
  }
}
