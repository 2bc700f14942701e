import FieldhouseKit
import Testing

/// A type whose decoding refuses what its schema cannot express.
private struct Span: RouteInput, RouteOutput {
  var from: Int
  var to: Int

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    (from, to) = (try values.decode(Int.self, forKey: .from), try values.decode(Int.self, forKey: .to))
    if from == 13 { throw Problem.conflict("unlucky", "Not thirteen.") }
    if from == 14 { throw CancellationError() }
    guard from <= to else {
      throw DecodingError.dataCorruptedError(forKey: .to, in: values, debugDescription: "It ends before it begins.")
    }
  }

  static var schema: Schema {
    .object([("from", .integer()), ("to", .integer())], required: ["from", "to"])
  }
}

/// A type that is narrower than the schema that is written for it.
private struct Narrow: RouteInput {
  struct Spans: Decodable { var list: [Span] }
  var byte: UInt8?
  var colour: Colour?
  var nested: [String: Spans]?
  var missing: Missing?
  enum Colour: String, Codable { case red }
  struct Missing: Codable { var a: Int }

  static var schema: Schema {
    .object([("byte", .integer()), ("colour", .string()), ("nested", .any), ("missing", .any)])
  }
}

@Suite struct `What a type refuses that its schema lets through` {
  private let span = RouteProbe { $0.post("/x", "x", access: .everyone) { (input: Span, _, _) in input } }
  private let narrow = RouteProbe { $0.action("/x", "x", access: .everyone) { (_: Narrow, _) in NoContent() } }

  @Test func `is a mistake of the input, in the type's own words`() async {
    #expect(await span.body(#"{"from": 1, "to": 2}"#) == [#"201 {"from":1,"to":2}"#])
    #expect(await span.body(#"{"from": 3, "to": 2}"#) == ["422 /to invalid: It ends before it begins."])
    let query = RouteProbe { $0.get("/x", "x", access: .everyone) { (input: Span, _) in input } }
    #expect(await query.query("from=3&to=2") == ["422 /to invalid: It ends before it begins."])
  }

  @Test func `or the problem that the type throws, and other errors as they are`() async {
    #expect(await span.body(#"{"from": 13, "to": 20}"#) == ["409 unlucky: Not thirteen."])
    #expect(await span.body(#"{"from": 14, "to": 20}"#).first?.hasPrefix("CancellationError") == true)
  }

  @Test(arguments: [
    (#"{"byte": 255}"#, "204"), (#"{"byte": 256}"#, "422 /byte range"), (#"{"byte": -1}"#, "422 /byte range"),
    (#"{"colour": "red"}"#, "204"), (#"{"colour": "blue"}"#, "422 /colour invalid"),
    (
      #"{"nested": {"a/b": {"list": [{"from": 1, "to": 1}, {"from": 2, "to": 1}]}}}"#,
      "422 /nested/a~1b/list/1/to invalid"
    ),
    (#"{"nested": {"~": {"list": {}}}}"#, "422 /nested/~0/list type"),
    (#"{"nested": {"": {}}}"#, "422 /nested//list required"),
    (#"{"missing": {}}"#, "422 /missing/a required"), (#"{"missing": 3}"#, "422 /missing type"),
    (#"{"missing": null}"#, "204"),
  ])
  func `says where, as a pointer, and with a stable code`(body: String, expected: String) async {
    let lines = await narrow.body(body)
    #expect(lines.map { $0.prefix { $0 != ":" } } == [expected[...]], "\(lines)")
  }
}

@Suite struct `A body` {
  private let put = RouteProbe { $0.put("/x", "x", access: .everyone) { (input: Span, _) in input } }

  @Test(arguments: ["[]", "null", "1", "1.5", "\"{}\"", "true"])
  func `is an object`(body: String) async {
    #expect(await put.body(body) == ["422  type: The body must be a JSON object."])
  }

  @Test(arguments: [
    ("{", "400 json-syntax"), ("{}x", "400 json-syntax"), (" ", "400 json-syntax"), ("{'a': 1}", "400 json-syntax"),
    (#"{"a": 1,}"#, "400 json-syntax"), (#"{"a": 1, "a": 1}"#, "400 json-duplicate-key"),
    (#"{"from": 1e999}"#, "400 json-number-range"), (#"{"a": "\ud800"}"#, "422 /a text-surrogate"),
    (#"{"a": ["\udc00"]}"#, "422 /a/0 text-surrogate"),
  ])
  func `that is no JSON is not understood`(body: String, expected: String) async {
    let lines = await put.body(body)
    #expect(lines.map { $0.prefix { $0 != ":" } } == [expected[...]], "\(lines)")
  }

  @Test func `of bytes that are no UTF-8 is not understood either`() async {
    let lines = await put.lines(RawRequest(body: [0x7B, 0x22, 0xFF, 0x22], contentType: "application/json"))
    #expect(lines.first?.hasPrefix("400 json-utf8: ") == true)
  }

  @Test func `that is missing is as one without members`() async {
    let missing = [
      "422 /from required: The member `from` is missing; add it.",
      "422 /to required: The member `to` is missing; add it.",
    ]
    #expect(await put.body("") == missing)
    #expect(await put.body("{}") == missing)
    #expect(await put.body(#"{"from": null, "to": 1}"#) == ["422 /from type: Found null; expected integer."])
  }

  @Test(arguments: [nil, "text/json", "application/json; charset=utf-8", "application/problem+json", ""] as [String?])
  func `is JSON by its type`(type: String?) async {
    let lines = await put.lines(RawRequest(body: Array("{}".utf8), contentType: type))
    #expect(lines == ["415 unsupported-media-type: Send the body as application/json."])
  }
}
