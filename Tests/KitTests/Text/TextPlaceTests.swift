import FieldhouseKit
import Testing

/// Texts in every place that a schema can describe.
private struct Report: RouteInput, RouteOutput {
  let value: JSON

  init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(JSON.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  static var schema: Schema {
    let note = Schema.string().text(.lines)
    let members: [(String, Schema)] = [
      ("title", .string()), ("note", note), ("notes", .array(of: note)), ("maybe", .nullable(note)),
      ("rows", .array(of: .array(of: note))), ("people", .array(of: .object([("about", note), ("name", .string())]))),
      ("by", .map(of: note)), ("free", .object([("note", note)], additional: true)), ("any", .any),
      ("linked", .ref("note")), ("perhaps", .nullable(.ref("note"))), ("own", .ref("note").text(.opaque)),
      ("twice", .ref("again")), ("tree", .ref("tree")), ("trees", .array(of: .ref("tree"))),
      ("odd", .ref("#/$defs/a~1%62")), ("either", Schema(["oneOf": [["type": "null"], note.json]])),
      ("strict", .object([("note", note)]).with("anyOf", [["required": ["note"]], ["required": ["other"]]])),
    ]
    let tree = Schema.object([("note", note), ("below", .array(of: .ref("tree"))), ("name", .string())])
    return .object(members).with(
      "$defs", ["note": note.json, "again": ["$ref": "#/$defs/note"], "tree": tree.json, "a/b": note.json])
  }
}

@Suite struct `The form of a text` {
  private let echo = TextEcho(Report.self)

  /// Places whose schema names the form of several lines.
  private static let lines: [JSON] = [
    ["note": "a\r\nb"], ["notes": ["", "a\r\nb"]], ["maybe": "a\r\nb"], ["rows": [[], ["a\r\nb"]]],
    ["people": [["about": "a\r\nb", "name": "n"]]], ["by": ["k": "a\r\nb"]], ["free": ["note": "a\r\nb"]],
    ["linked": "a\r\nb"], ["perhaps": "a\r\nb"], ["twice": "a\r\nb"], ["tree": ["note": "a\r\nb"]],
    ["tree": ["below": [["below": [["note": "a\r\nb"]]]]]], ["trees": [["below": [["note": "a\r\nb"]]]]],
    ["odd": "a\r\nb"], ["either": "a\r\nb"], ["strict": ["note": "a\r\nb"]],
  ]

  @Test(arguments: lines) func `is what its schema names, wherever it stands`(body: JSON) async throws {
    let expected = try JSON(parsing: body.serialized().replacing(#"a\r\nb"#, with: #"a\nb"#))
    #expect(try await echo.reply(body) == expected)
  }

  @Test(
    arguments: [
      (["title": "a\nb"], "/title"), (["people": [["name": "n"], ["name": "a\nb"]]], "/people/1/name"),
      (["free": ["other": "a\nb"]], "/free/other"), (["any": "a\nb"], "/any"),
      (["any": [1, ["x": "a\nb"]]], "/any/1/x"),
      (["tree": ["below": [["name": "a\nb"]]]], "/tree/below/0/name"), (["own": "a\nb"], "/own"),
      (["a~\nb": 1], "/a~0\nb"), (["by": ["k/\n": "fine"]], "/by/k~1\n"),
    ] as [(JSON, String)])
  func `is one line where no schema names another`(body: JSON, pointer: String) async {
    #expect(await echo.mistakes(body) == ["\(pointer) text-control"])
  }

  @Test func `of a secret leaves it as it is, also behind a reference`() async throws {
    let secret = "e\u{301}\u{200B}  "
    #expect(try await echo.reply(["own": .string(secret)])["own"]?.string?.utf8.elementsEqual(secret.utf8) == true)
  }

  @Test func `leaves values that are no texts alone, and members in their order`() async throws {
    let body: JSON = ["any": ["é\u{301}": 1, "b": [true, .null, 1.5, -7], "a": "Zoe\u{308}"], "title": "e\u{301}"]
    let got = try await echo.reply(body)
    #expect(got.object?.map(\.key) == ["any", "title"])
    #expect(got["any"]?.object?.map(\.key) == ["é\u{301}", "b", "a"])
    #expect(got["any"]?["b"] == [true, .null, 1.5, -7])
    #expect(got["any"]?["a"]?.string?.unicodeScalars.count == 3 && got["title"]?.string?.unicodeScalars.count == 1)
  }

  @Test func `is told of before anything else that is wrong`() async {
    let mistakes = await echo.mistakes(["title": "\u{0}", "note": 7, "nothing": 1])
    #expect(mistakes.first == "/title text-control")
    #expect(mistakes.sorted() == ["/note type", "/nothing unknown-key", "/title text-control"])
    #expect(await echo.mistakes(["unknown": ["a\nb"]]) == ["/unknown/0 text-control", "/unknown unknown-key"])
    #expect(await echo.mistakes(["note": 7]) == ["/note type"])
  }

  @Test(arguments: [99, 100, 101, 150]) func `is told of for at most 100 texts`(count: Int) async {
    let notes = JSON.array((0..<count).map { _ in "\u{1}" })
    let mistakes = await echo.mistakes(["notes": notes])
    #expect(mistakes == (0..<min(count, 100)).map { "/notes/\($0) text-control" })
  }
}

/// A schema that leads in a circle, which no value can satisfy.
private struct Circle: RouteInput, RouteOutput {
  static var schema: Schema {
    let circle: JSON = ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]]
    return Schema.object([("a", .ref("a")), ("b", .ref("b")), ("c", .ref("nowhere"))]).with("$defs", circle)
  }
}

@Suite struct `A schema that leads nowhere` {
  @Test func `is refused, and does not run for ever`() async {
    let mistakes = await TextEcho(Circle.self).mistakes(["a": "é", "b": "é", "c": "é"])
    #expect(mistakes.count == 1 && mistakes.first?.contains("refer") == true)
  }
}
