import FieldhouseKit
import Testing

/// The grammar of RFC 8259, case by case. The cases are facts of nst/JSONTestSuite, told in other documents.
@Suite struct `The grammar of JSON` {
  @Test(
    arguments: [
      "[[],[]]", "[{}]", "{\"a\":[]}", "[ ]", "[\n]", "{ }", "\r\n[]\t ", "[1\n, 2\r\n,\t3 ]", "[true , false , null]",
      "{\"\":0}", "{\"a\\u0000b\":1}", "{\"x\":{\"y\":{\"z\":[[[]]]}}}", "{\n\"a\"\n:\n1\n,\n\"b\"\n:\n2\n}", "\"\"",
      "0",
      "-0", "7", "-7", "true", "false", "null", "0.0", "-0.0", "0e0", "0E+1", "1e5", "1E5", "1e+5", "1e-5", "12.5e3",
      "12.5E-3", "-1.0e-10", "123456789012345678901234567890", "0.000000000000000000000000000001", "1e00005",
    ])
  func `takes documents of every shape`(text: String) throws {
    _ = try JSON(parsing: text)
  }

  @Test(
    arguments: [
      ("[", 1), ("]", 0), ("[]]", 2), ("[1", 2), ("[1,", 3), ("[1,,2]", 3), ("[,1]", 1), ("[1,]", 3), ("[1;2]", 2),
      ("[1 true]", 3), ("[\"a\" \"b\"]", 5), ("[-]", 2), ("[*]", 1), ("[3[4]]", 2), ("[\n1\n,1", 6), ("[tru]", 4),
      ("[nul", 4), ("[fals", 5), ("[truth]", 4), ("{", 1), ("}", 0), ("{}}", 2), ("{\"a\"", 4), ("{\"a\":", 5),
      ("{\"a\":1", 6), ("{\"a\":1,", 7), ("{\"a\":1,}", 7), ("{,}", 1), ("{\"a\",1}", 4), ("{\"a\"::1}", 5),
      ("{\"a\":1 \"b\":2}", 7), ("{\"a\":1,,\"b\":2}", 7), ("{1:2}", 1), ("{null:1}", 1), ("{a:1}", 1), ("{'a':1}", 1),
      ("{[1]:2}", 1), ("{\"a\":1}#", 7), ("{\"a\":/*x*/1}", 5), ("{\"a\":1}//", 7), ("[}", 1), ("{]", 1), ("[{]", 2),
      ("[\"a\"}", 4), ("<null>", 0), ("\u{B}1", 0), ("\u{C}1", 0), ("1\u{C}", 1), ("\u{2060}1", 0), ("å", 0),
      ("1,2", 1),
      ("\"a\" 1", 4), ("nullx", 4), ("truefalse", 4), ("{\"a\" b}", 5), ("[undefined]", 1), ("\\u0020", 0),
    ])
  func `refuses others at the byte where they go wrong`(text: String, offset: Int) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: text) }
    #expect(error?.code == "json-syntax")
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      "-", "--1", "+1", "++1", "-+1", "1-", "1+2", "01", "-01", "00", "0123", "1_000", "1 000", "0x1F", "0o7", "1.",
      "-1.",
      ".5", "-.5", "1..2", "1.2.3", "1.e5", "1e", "1E", "1e+", "1e-", "1e1.5", "1ee2", "1e+-2", "1.5e", "1f", "1d",
      "5%",
      "Infinity", "-Infinity", "inf", "NaN", "nan", "-NaN", "1/2", "٣", "½", "- 1", "1 .5", "0e", "0.e1",
    ])
  func `refuses what is no number`(text: String) {
    for document in [text, "[\(text)]", "{\"n\":\(text)}"] {
      let error = #expect(throws: JSONParseError.self) { try JSON(parsing: document) }
      #expect(error?.code == "json-syntax", "\(document)")
    }
  }

  @Test(
    arguments: [
      ("\\u0041", "A"), ("\\u00e9\\u00E9", "éé"), ("\\u20ac", "€"), ("\\uD83D\\uDE00", "😀"), ("\\ud834\\udd1e", "𝄞"),
      ("\\uDBFF\\uDFFF", "\u{10FFFF}"), ("\\uFFFF", "\u{FFFF}"), ("\\u0000", "\0"), ("\\u007F", "\u{7F}"),
      ("a\\/b", "a/b"), ("\\\\n", "\\n"), ("\\\\u0041", "\\u0041"), ("\\\"\\\"", "\"\""),
      ("\u{2028}\u{2029}", "\u{2028}\u{2029}"),
      ("\u{7F}", "\u{7F}"), ("/* no comment */", "/* no comment */"), ("e\u{301}", "e\u{301}"),
      ("\u{FFFE}", "\u{FFFE}"),
      (
        "plain text that is longer than one machine word, with é in it",
        "plain text that is longer than one machine word, with é in it"
      ),
      ("12345678\\n12345678\\t1234567", "12345678\n12345678\t1234567"),
    ])
  func `reads texts with every escape`(inside: String, expected: String) throws {
    let read = try JSON(parsing: "\"\(inside)\"").string
    #expect(read.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    #expect(try JSON(parsing: "{\"\(inside)\":1}").object?.keys == [expected])
  }

  @Test(
    arguments: [
      "\\a", "\\x41", "\\'", "\\0", "\\ ", "\\U0041", "\\u", "\\u1", "\\u12", "\\u123", "\\u123g", "\\u 123", "\\u+123",
      "\\uD83", "\\", "\\é", "\\😀", "\\\n",
    ])
  func `refuses escapes that there are not`(inside: String) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: "[\"\(inside)\"]") }
    #expect(error?.code == "json-syntax")
  }

  @Test(
    arguments: [
      "\\uD800", "\\uDFFF", "\\uD800x", "\\uD800\\\\", "\\uD800\\u0041", "\\uD800\\uD800\\uDC00", "\\uDC00\\uD800",
      "x\\uDBFF", "\\uD83D\\n",
    ])
  func `refuses half a surrogate pair`(inside: String) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: "\"\(inside)\"") }
    #expect(error?.code == "json-surrogate")
  }

  @Test(arguments: 0..<0x20) func `refuses each control character inside a text, and takes its escape`(code: Int) throws
  {
    let raw: [UInt8] = [0x22, 0x61, UInt8(code), 0x62, 0x22]
    #expect(throws: JSONParseError.self) { try JSON(parsing: raw) }
    let digits = String(code, radix: 16)
    let escaped = "\"\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
    #expect(try JSON(parsing: escaped).string == String(Character(UnicodeScalar(UInt8(code)))))
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xE2, 0x28, 0xA1],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0x61, 0xFF, 0x62],
    ] as [[UInt8]])
  func `refuses bytes that are not UTF-8, in texts and names, plain and after an escape`(bytes: [UInt8]) {
    let prefixes: [[UInt8]] = [[0x22], Array("\"12345678".utf8), Array("\"\\n".utf8), Array("{\"".utf8)]
    for prefix in prefixes {
      let error = #expect(throws: JSONParseError.self) { try JSON(parsing: prefix + bytes + [0x22]) }
      #expect(error?.code == "json-utf8")
    }
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF], 0), ([0xFE, 0xFF, 0x00, 0x22], 0), ([0xFF, 0xFE, 0x22, 0x00], 0),
      ([0x22, 0x00, 0x22, 0x00], 1),
      ([0x5B, 0xE5, 0x5D], 1), ([0x31, 0xE5], 1), ([0x31, 0x65, 0xE5], 2), ([0x00], 0), ([], 0),
    ] as [([UInt8], Int)])
  func `refuses byte order marks and other encodings`(bytes: [UInt8], offset: Int) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: bytes) }
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    "{\"a\":1,\"a\":1}", "{\"a\":{},\"b\":1,\"a\":[]}", "{\"\":1,\"\":2}", "[{\"x\":1},{\"x\":1,\"x\":2}]",
  ])
  func `refuses a name that stands twice in one object`(text: String) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: text) }
    #expect(error?.code == "json-duplicate-key")
  }

  @Test func `finds a repeated name among many`() {
    let members = (0..<200).map { "\"k\($0)\":1" } + ["\"k77\":2"]
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: "{\(members.joined(separator: ","))}") }
    #expect(error?.code == "json-duplicate-key")
    #expect(error?.pointer == ["k77"])
  }
}

@Suite struct `The limits of the JSON parser` {
  private func nested(_ depth: Int, _ open: String, _ close: String) -> String {
    String(repeating: open, count: depth) + String(repeating: close, count: depth)
  }

  @Test(arguments: [1, 2, 63, 64, 511, 512]) func `hold the depth to the level`(depth: Int) throws {
    let limits = JSONLimits(maxDepth: depth)
    _ = try JSON(parsing: nested(depth, "[", "]"), limits: limits)
    _ = try JSON(
      parsing: String(repeating: "{\"a\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1),
      limits: limits)
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: nested(depth + 1, "[", "]"), limits: limits) }
    #expect(error?.code == "json-too-deep")
    #expect(error?.offset == depth)
  }

  @Test func `count what is open, not what was opened`() throws {
    let side = Array(repeating: "[[]]", count: 100).joined(separator: ",")
    _ = try JSON(parsing: "[\(side)]", limits: JSONLimits(maxDepth: 3))
  }

  @Test(arguments: [(0, 512), (512, 512), (513, 512), (Int.max, 512)])
  func `never let a document exhaust the stack`(wanted: Int, most: Int) {
    #expect(JSONLimits(maxDepth: wanted).maxDepth == min(wanted, most))
  }

  @Test func `count bytes with all white space`() throws {
    #expect(try JSON(parsing: " 1 ", limits: JSONLimits(maxBytes: 3)) == 1)
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: " 1  ", limits: JSONLimits(maxBytes: 3)) }
    #expect(error?.code == "json-too-large")
    #expect(error?.pointer == nil)
  }

  @Test func `count the members of each object for itself`() throws {
    let limits = JSONLimits(maxKeysPerObject: 2)
    _ = try JSON(parsing: "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":{\"a\":1,\"b\":2}}]", limits: limits)
    let error = #expect(throws: JSONParseError.self) {
      try JSON(parsing: "[{\"a\":{\"a\":1,\"b\":2,\"c\":3}}]", limits: limits)
    }
    #expect(error?.code == "json-too-many-keys")
    #expect(error?.pointer == ["0", "a"])
  }
}

@Suite struct `Places in a JSON document` {
  @Test(
    arguments: [
      ("{\n\"a\": x}", 2, 6, ["a"]), ("[1,\n2,\n3 4]", 3, 3, []), ("[\"é\", x]", 1, 7, ["1"]),
      ("[\"😀\",\n\n x]", 3, 2, ["1"]),
      ("{\"a\":{\"b\":[0,1,{\"c\":tru}]}}", 1, 24, ["a", "b", "2", "c"]), ("\r\n\r\nx", 3, 1, []),
    ] as [(String, Int, Int, JSONPointer)])
  func `are told in lines and characters, with the value that is wrong`(
    text: String, line: Int, column: Int, pointer: JSONPointer
  ) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.pointer == pointer)
    #expect(error?.description.hasPrefix("line \(line), column \(column): ") == true)
  }

  @Test func `are known of every value of a document that was read`() throws {
    let text = "{\n  \"a\": [1, {\"b~/c\": null}],\n  \"é\": \"x\"\n}"
    let document = try JSON.parseWithLocations(Array(text.utf8))
    let places: [(JSONPointer, Int, Int)] = [
      ([], 1, 1), (["a"], 2, 8), (["a", "0"], 2, 9), (["a", "1"], 2, 12), (["a", "1", "b~/c"], 2, 21), (["é"], 3, 8),
    ]
    #expect(document.locations.count == places.count)
    for (pointer, line, column) in places {
      #expect(document.location(of: pointer).line == line, "\(pointer)")
      #expect(document.location(of: pointer).column == column, "\(pointer)")
    }
  }

  @Test func `of what is not there are those of the nearest value around it`() throws {
    let document = try JSON.parseWithLocations(Array("{\"a\":\n[1]}".utf8))
    #expect(document.location(of: ["a", "5", "x"]) == document.location(of: ["a"]))
    #expect(document.location(of: ["b"]) == document.location(of: []))
  }

  @Test func `do not change what is read or refused`() {
    for text in ["{\"a\":[1,2,{\"b\":null}]}", "[1,]", "{\"a\":1,\"a\":2}", "\"\\uD800\"", "1e999", ""] {
      let plain = Result { try JSON(parsing: text) }
      let located = Result { try JSON.parseWithLocations(Array(text.utf8)).value }
      #expect((try? plain.get()) == (try? located.get()))
      if case .failure(let one) = plain, case .failure(let other) = located {
        #expect(one as? JSONParseError == other as? JSONParseError)
      }
    }
  }
}
