import FieldhouseKit
import Testing

@Suite struct `The text of a JSON pointer` {
  @Test(arguments: ["\u{301}", "\u{301}x", "\u{200D}", "\u{FE0F}", "\r\n", "\u{20DD}", "~\u{301}", "/\u{301}"])
  func `is read by scalars, also when a mark combines with the slash or tilde`(token: String) throws {
    for tokens in [[token], ["a", token], [token, token, ""]] {
      let read = try JSONPointer(parsing: JSONPointer(tokens).description)
      #expect(read.tokens.map { Array($0.utf8) } == tokens.map { Array($0.utf8) })
    }
    #expect(
      try (["a": .object([token: 1])] as JSON)[pointer: JSONPointer(parsing: "/a" + JSONPointer([token]).description)]
        == 1)
  }

  @Test(arguments: [
    ("a", "A JSON pointer is empty or begins with `/`; found `a`."),
    (" /a", "A JSON pointer is empty or begins with `/`; found ` /a`."),
    ("/~", "In a JSON pointer `~` is written `~0` and `/` is written `~1`."),
    ("/a/~2b", "In a JSON pointer `~` is written `~0` and `/` is written `~1`."),
    ("/~\u{301}0", "In a JSON pointer `~` is written `~0` and `/` is written `~1`."),
  ])
  func `says how it is written when it is wrong`(text: String, message: String) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(parsing: text) }
    #expect(error?.code == "json-pointer")
    #expect(error?.message == message)
    #expect(error.map { "\($0)" } == message)
    #expect(throws: JSONPointerError.self) { try JSONValueDecoder().decode(JSONPointer.self, from: .string(text)) }
  }

  @Test func `grows at its end and shrinks to the value around it`() {
    var pointer: JSONPointer = ["a"]
    pointer.append(0)
    pointer.append("/")
    #expect(pointer.description == "/a/0/~1")
    #expect(pointer.parent?.description == "/a/0")
    #expect(pointer.parent?.parent?.parent == .root)
    #expect(JSONPointer.root.appending("").description == "/")
    #expect(JSONPointer.root != JSONPointer.root.appending(""))
  }
}
