import FieldhouseKit
import Testing

@Suite struct `The JSON parser` {
  @Test(
    arguments: [
      ("null", .null), (" true ", true), ("\n[ ]\t", []), ("{}", [:]), ("0", 0), ("-1", -1), ("10", 10),
      ("-0", .number(-0.0)), ("1.5e-3", 0.0015), ("1E+2", 100.0), ("0.1", 0.1),
      ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-999", 0.0),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", 9_223_372_036_854_775_808.0), ("123456789012345678901234567890", 1.2345678901234568e29),
      ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)), ("0.30000000000000004", 0.30000000000000004),
      (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9\uD83D\uDE00\u0000""#, "é😀\0"),
      ("\"Zoë 😀 \u{7F} plain text of some length\"", "Zoë 😀 \u{7F} plain text of some length"),
      (#"{"a":{"b":[1,[2,{"":3}]]},"c":"d"}"#, ["a": ["b": [1, [2, ["": 3]]]], "c": "d"]),
    ] as [(String, JSON)])
  func `accepts what RFC 8259 allows`(text: String, expected: JSON) throws {
    #expect(try JSON(parsing: text) == expected)
    #expect(try JSON(parsing: Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      ("", "json-syntax", 0), (" ", "json-syntax", 1), ("nul", "json-syntax", 3), ("True", "json-syntax", 0),
      ("[1,]", "json-syntax", 3), (#"{"a":1,}"#, "json-syntax", 7), ("{a:1}", "json-syntax", 1),
      ("[1 2]", "json-syntax", 3),
      ("[1}", "json-syntax", 2), ("[", "json-syntax", 1), (#"{"a""#, "json-syntax", 4), (#"{"a" 1}"#, "json-syntax", 5),
      ("01", "json-syntax", 1), ("-", "json-syntax", 1), ("+1", "json-syntax", 0), ("1.", "json-syntax", 2),
      (".5", "json-syntax", 0), ("1e", "json-syntax", 2), ("0x1", "json-syntax", 1), ("NaN", "json-syntax", 0),
      ("1 2", "json-syntax", 2), ("// c\n1", "json-syntax", 0), ("\u{FEFF}1", "json-syntax", 0),
      ("'a'", "json-syntax", 0),
      ("\"a", "json-syntax", 2), ("\"a\nb\"", "json-syntax", 2), (#""\x""#, "json-syntax", 2),
      (#""\u12g4""#, "json-syntax", 5),
      ("\u{A0}1", "json-syntax", 0), ("1\0", "json-syntax", 1), (#""\uD800""#, "json-surrogate", 1),
      (#""\uD800\n""#, "json-surrogate", 1), (#""\uDC00""#, "json-surrogate", 1),
      (#""\uD800\uD800""#, "json-surrogate", 1),
      ("1e400", "json-number-range", 0), ("[-1e400]", "json-number-range", 1),
      (#"{"a":1,"a":2}"#, "json-duplicate-key", 7), (#"{"a":1,"\u0061":2}"#, "json-duplicate-key", 7),
    ] as [(String, String, Int)])
  func `refuses the rest with a code and the byte`(text: String, code: String, offset: Int) {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: text) }
    #expect(error?.code == code)
    #expect(error?.offset == offset)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0x61, 0xC3, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0x80, 0x22],
    ] as [[UInt8]])
  func `refuses text that is not UTF-8`(bytes: [UInt8]) {
    #expect(throws: JSONParseError.self) { try JSON(parsing: bytes) }
    #expect((try? JSON(parsing: bytes)) == nil)
  }

  @Test func `says where a fault is and what was expected`() {
    let text = "{\n  \"é\": [1,\n    \"x\" 2]\n}"
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: text) }
    #expect(error?.line == 3)
    #expect(error?.column == 9)
    #expect(error?.pointer == ["é"])
    #expect(error?.message == "Expected `,` or `]`, found `2`.")
  }

  @Test func `names the member that is there twice`() {
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: #"{"a":[{"b":1,"b":2}]}"#) }
    #expect(error?.pointer == ["a", "0", "b"])
  }

  @Test func `survives a hundred thousand brackets`() {
    for limits in [JSONLimits.default, JSONLimits(maxDepth: .max)] {
      let error = #expect(throws: JSONParseError.self) {
        try JSON(parsing: [UInt8](repeating: 0x5B, count: 100_000), limits: limits)
      }
      #expect(error?.code == "json-too-deep")
    }
  }

  @Test func `keeps to its limits exactly`() throws {
    let limits = JSONLimits(maxDepth: 2, maxBytes: 13, maxKeysPerObject: 2)
    #expect(try JSON(parsing: #"{"a":[],"b":1}"#, limits: JSONLimits(maxDepth: 2)) == ["a": [], "b": 1])
    #expect(try JSON(parsing: #"{"a":1,"b":2}"#, limits: limits) == ["a": 1, "b": 2])
    #expect(throws: JSONParseError.self) { try JSON(parsing: #"{"a":1,"b":23}"#, limits: limits) }
    #expect(throws: JSONParseError.self) { try JSON(parsing: "[[[]]]", limits: limits) }
    let tooMany = JSONLimits(maxKeysPerObject: 1)
    let error = #expect(throws: JSONParseError.self) { try JSON(parsing: #"{"a":1,"b":2}"#, limits: tooMany) }
    #expect(error?.code == "json-too-many-keys")
  }

  @Test func `notes the line and column of every value`() throws {
    let document = try JSON.parseWithLocations(Array("{\"a\": 1,\n \"b\": [true,\n  {\"c\": 2}]}".utf8))
    #expect(document.value == ["a": 1, "b": [true, ["c": 2]]])
    #expect(document.locations[["a"]] == document.location(of: ["a"]))
    #expect(document.location(of: ["b", "1", "c"]).line == 3)
    #expect(document.location(of: ["b", "1", "c"]).column == 9)
    #expect(document.location(of: ["b", "7", "missing"]) == document.location(of: ["b"]))
    #expect(document.locations.count == 6)
  }
}

@Suite struct `The JSON writer` {
  @Test(
    arguments: [
      (0.1, "0.1"), (1.0, "1"), (-0.0, "-0"), (1e15, "1000000000000000"), (1e16, "1e+16"),
      (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (0.1 + 0.2, "0.30000000000000004"), (-12.5, "-12.5"),
    ] as [(Double, String)])
  func `writes the shortest number that reads back the same`(number: Double, text: String) throws {
    #expect(JSON.number(number).serialized() == text)
    #expect(try JSON(parsing: text).double?.bitPattern == number.bitPattern)
  }

  @Test func `escapes what must be escaped and nothing else`() {
    let text: JSON = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀\u{2028}"
    #expect(text.serialized() == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}é😀\u{2028}\"")
  }

  @Test func `writes compact, pretty and sorted`() {
    let value: JSON = ["b": [1, []], "a": [:], "c": .null]
    #expect(value.serialized() == #"{"b":[1,[]],"a":{},"c":null}"#)
    #expect(value.serialized(sortedKeys: true) == #"{"a":{},"b":[1,[]],"c":null}"#)
    #expect(value.serialized(pretty: true) == "{\n  \"b\": [\n    1,\n    []\n  ],\n  \"a\": {},\n  \"c\": null\n}")
  }

  @Test func `writes whole numbers of every length`() {
    for number in [0, 9, 10, 99, 100, -1, -10, Int64.max, .min] {
      #expect(JSON.integer(number).serialized() == "\(number)")
    }
    #expect(JSON.number(.infinity).serialized() == "null")
  }

  @Test func `appends after bytes that are there`() {
    var bytes = Array("data: ".utf8)
    JSON.array([1, "x"]).append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"data: [1,"x"]"#)
  }
}
