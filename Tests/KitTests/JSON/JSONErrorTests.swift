import FieldhouseKit
import Testing

@Suite struct `What the JSON parser says` {
  private func failure(_ text: String, _ limits: JSONLimits = .default) -> JSONParseError? {
    #expect(throws: JSONParseError.self) { try JSON(parsing: text, limits: limits) }
  }

  @Test(
    arguments: [
      ("", "Expected a value, found the end of the document."), ("?", "Expected a value, found `?`."),
      ("[\u{1}]", "Expected a value, found the byte 0x1."), ("é", "Expected a value, found the byte 0xC3."),
      ("\u{7F}", "Expected a value, found the byte 0x7F."),
      ("1 2", "Expected the end of the document, found `2`."), ("trUe", "Expected `true`, found `U`."),
      ("nul", "Expected `null`, found the end of the document."), ("falsy", "Expected `false`, found `y`."),
      ("[1 2]", "Expected `,` or `]`, found `2`."), ("{\"a\":1]", "Expected `,` or `}`, found `]`."),
      ("[1,]", "Expected an item after the comma, found `]`."),
      ("{\"a\":1,}", "Expected a member name in double quotes after the comma, found `}`."),
      ("{a:1}", "Expected a member name in double quotes, found `a`."),
      ("{\"a\" 1}", "Expected `:` after the member name, found `1`."),
      ("\"abc", "Expected `\"` at the end of the string, found the end of the document."),
      ("\"\\q\"", "Expected one of `\" \\ / b f n r t u` after the backslash, found `q`."),
      ("\"\\u12x4\"", "Expected four hexadecimal digits after `\\u`, found `x`."),
      ("-x", "Expected a digit, found `x`."), ("012", "Expected no digit after a leading zero, found `1`."),
      ("1.e", "Expected a digit after the decimal point, found `e`."),
      ("1e+", "Expected a digit in the exponent, found the end of the document."),
      ("\"\t\"", "A control character inside a string is written as an escape such as `\\n`."),
      (
        "\"\\uDC00\"",
        "The escape names half of a surrogate pair; a high half must be followed by a low half."
      ),
      ("1e999", "The number is too large; at most about 1.8e308 is possible."),
      ("{\"a\":1,\"a\":2}", "The member `a` appears twice; keep one of them."),
      ("\u{FEFF}1", "Expected JSON text, found a byte order mark; save the text without it."),
    ])
  func `names what it found and what it expected`(text: String, message: String) {
    let error = failure(text)
    #expect(error?.message == message)
    if let error {
      #expect(error.description == "line \(error.line), column \(error.column): \(message) (\(error.code))")
    }
  }

  @Test(
    arguments: [
      ("[[1,{\"a\":tru}]]", ["0", "1", "a"]), ("{\"a\":{\"b\":[0,01]}}", ["a", "b", "1"]), ("[1,2", []),
      ("{\"a\":1,", []), ("[0,\"\\x\"]", ["1"]), ("{\"a\":[{}, {\"b\"}]}", ["a", "1"]), ("[\"x\", 1e999]", ["1"]),
      ("{\"a\":{\"b\":1,\"b\":2}}", ["a", "b"]), ("[[],[[}]]", ["1", "0", "0"]), ("nope", []),
    ] as [(String, JSONPointer)])
  func `points at the innermost value that is wrong`(text: String, pointer: JSONPointer) {
    #expect(failure(text)?.pointer == pointer)
  }

  @Test(arguments: ["1 2", "{} ,", "[] []", "\u{FEFF}{}", "null\u{0}", "\"a\"\"b\""])
  func `points nowhere when the fault lies outside every value`(text: String) {
    let error = failure(text)
    #expect(error != nil)
    #expect(error?.pointer == nil)
  }

  @Test(arguments: [
    ("\n\n  x", 3, 3), ("\r\n[1,\r\n\t2 3]", 3, 4), ("[\"é€😀\" 1]", 1, 8), ("\n", 2, 1), ("[\"a\nb\"]", 1, 4),
    ("{\"é\":\n\n\"\u{301}\"x}", 3, 4),
  ])
  func `counts lines by line feeds and columns by Unicode scalars`(text: String, line: Int, column: Int) {
    let error = failure(text)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }
}
