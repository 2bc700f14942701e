import FieldhouseKit
import Foundation
import Testing

private enum Key: String, CodingKey { case a, b }

@Suite struct `An encoder whose part fails` {
  @Test func `takes something else in its place, in each kind of container`() throws {
    let single = Uses { encoder in
      var container = encoder.singleValueContainer()
      do { try container.encode([1, Double.nan]) } catch { try container.encode("none") }
    }
    #expect(try encodedText([single, single]) == #"["none","none"]"#)
    let members = Uses { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try? container.encode(["x": [Double.infinity]], forKey: .a)
      try? container.encode(Float.nan, forKey: .a)
      try container.encode(1, forKey: .b)
    }
    #expect(try encodedText(members) == #"{"b":1}"#)
    let list = Uses { encoder in
      var container = encoder.unkeyedContainer()
      try? container.encode(Date.distantPast.addingTimeInterval(-1e12))
      try? container.encode(Double.nan)
      #expect(container.count == 0)
      try container.encode(1)
      #expect(container.count == 1)
    }
    #expect(try encodedText(list) == "[1]")
  }

  @Test func `forgets nested containers with the part that failed`() throws {
    struct Refused: Error {}
    let part = Uses { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedUnkeyedContainer(forKey: .a)
      try nested.encode("lost")
      throw Refused()
    }
    let whole = Uses { encoder in
      var container = encoder.unkeyedContainer()
      var before = container.nestedUnkeyedContainer()
      try? container.encode(part)
      try container.encode("kept")
      try before.encode(true)
    }
    #expect(try encodedText(whole) == #"[[true],"kept"]"#)
    #expect(throws: Refused.self) { try encodedText(part) }
  }

  @Test func `says where, through containers of every kind`() {
    let deep = Uses { encoder in
      var members = encoder.container(keyedBy: Key.self)
      try members.encode([["x/y": [Uses { try [1, 2, Double.nan].encode(to: $0) }]]], forKey: .b)
    }
    let error = #expect(throws: JSONEncodingError.self) { try encodedText(["m": deep]) }
    #expect(error?.pointer == ["m", "b", "0", "x/y", "0", "2"])
    #expect(error?.description == "/m/b/0/x~1y/0/2: nan is not a number that JSON can express.")
  }
}
