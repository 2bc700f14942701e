import FieldhouseKit
import Testing

private enum Key: String, CodingKey { case a, b }

@Suite struct `An encoder used by hand` {
  @Test func `shows no path and no notes`() throws {
    let value = Uses { encoder in
      #expect(encoder.codingPath.isEmpty && encoder.userInfo.isEmpty)
      var members = encoder.container(keyedBy: Key.self)
      #expect(members.codingPath.isEmpty)
      var list = members.nestedUnkeyedContainer(forKey: .a)
      #expect(list.codingPath.isEmpty && list.count == 0)
      try list.encodeNil()
      try list.encode(contentsOf: [1, 2])
      #expect(list.count == 3)
    }
    #expect(try encodedText(value) == #"{"a":[null,1,2]}"#)
  }

  @Test func `writes an empty container as it was opened`() throws {
    #expect(try encodedText(Uses { _ = $0.unkeyedContainer() }) == "[]")
    #expect(try encodedText(Uses { _ = $0.container(keyedBy: Key.self) }) == "{}")
    #expect(try encodedText(Uses { _ in }) == "{}")
    let nested = Uses { encoder in
      var list = encoder.unkeyedContainer()
      _ = list.nestedUnkeyedContainer()
      _ = list.nestedContainer(keyedBy: Key.self)
      try list.encode(1)
      _ = list.nestedUnkeyedContainer()
    }
    #expect(try encodedText(nested) == "[[],{},1,[]]")
  }
}
