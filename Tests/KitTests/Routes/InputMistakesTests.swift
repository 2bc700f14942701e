import FieldhouseKit
import Testing

/// An order of drinks.
private struct Order: RouteInput, RouteOutput {
  var table: Int
  var name: String
  var drinks: [String]
  var note: String?

  static var schema: Schema {
    .object(
      [
        ("table", .integer(1...20)), ("name", .string(minLength: 2, maxLength: 5)),
        ("drinks", .array(of: .string(maxLength: 4), count: 0...500)),
        ("note", .nullable(.string(pattern: "^[a-z ]*$").withMessage("Write small letters."))),
      ], required: ["table", "name", "drinks"])
  }
}

@Suite struct `All mistakes of an input are told at once` {
  private let query = RouteProbe { $0.get("/t/{table}", "x", access: .everyone) { (input: Order, _) in input } }
  private let body = RouteProbe { $0.put("/t/{table}", "x", access: .everyone) { (input: Order, _) in input } }

  @Test func `of a query: repeated, misplaced, unreadable, missing and unknown ones`() async {
    let lines = await query.query("name=ab&name=cd&table=3&drinks=te%00a&drinks=water&nam=x", ["table": "21"])
    #expect(
      lines == [
        "422 /name repeated: 'name' is given twice; give it once.",
        "422 /table unknown-key: 'table' stands in the path; leave it out here.",
        "422 /drinks/0 text-control: Character 3 is U+0000, a control character; remove it.",
        "422 /drinks/1 too-long: The text has 5 characters; at most 4 are allowed.",
        "422 /nam unknown-key: The member `nam` is unknown. Did you mean `name`?",
        "422 /table maximum: Found 21; at most 20 is allowed.",
      ])
  }

  @Test func `of a body, with the query beside it`() async {
    let request = RawRequest(
      parameters: ["table": "0"], query: "name=x&y",
      body: Array(#"{"table": 3, "name": "\u200b", "drinks": [1], "note": "A", "drink": []}"#.utf8),
      contentType: "application/json")
    #expect(
      await body.lines(request) == [
        "422 /name unknown-key: Send 'name' in the body; the query is not read here.",
        "422 /y unknown-key: No query is read here.",
        "422 /table unknown-key: 'table' stands in the path; leave it out here.",
        "422 /name text-invisible: Character 1 is U+200B, which cannot be seen; remove it.",
        "422 /drinks/0 type: Found an integer; expected string.",
        "422 /note pattern: Write small letters.",
        "422 /drink unknown-key: The member `drink` is unknown. Did you mean `drinks`?",
        "422 /table minimum: Found 0; at least 1 is allowed.",
      ])
  }

  @Test func `a text with an unreadable character has no second mistake`() async {
    let lines = await body.body(#"{"name": "abcdefgh\u0007", "drinks": []}"#, ["table": "1"])
    #expect(lines == ["422 /name text-control: Character 9 is U+0007, a control character; remove it."])
  }

  @Test(
    arguments: [
      (1, "422 /name too-short: The text has 1 characters; at least 2 are needed."), (2, nil), (5, nil),
      (6, "422 /name too-long: The text has 6 characters; at most 5 are allowed."),
    ] as [(Int, String?)])
  func `on both sides of a limit`(length: Int, mistake: String?) async {
    let name = String(repeating: "é", count: length)
    let lines = await body.body(#"{"name": "\#(name)", "drinks": []}"#, ["table": "20"])
    #expect(lines == [mistake ?? #"200 {"table":20,"name":"\#(name)","drinks":[]}"#])
  }

  @Test func `the first of them is what people read`() async throws {
    let problem = await #expect(throws: Problem.self) { _ = try await body.raw(RawRequest(query: "q")) }
    #expect(problem?.code == "invalid-input" && problem?.detail == "No query is read here.")
    #expect(problem?.errors.map(\.pointer) == ["/q", "/table", "/name", "/drinks"])
  }

  @Test(arguments: [99, 100, 101, 500]) func `but a hundred at most`(count: Int) async {
    let wrong = Array(repeating: "1", count: count).joined(separator: ",")
    let lines = await body.body(#"{"name": "ab", "drinks": [\#(wrong)]}"#, ["table": "1"])
    #expect(lines.count == min(count, 100))
    let last = min(count, 100) - 1
    #expect(lines.last == "422 /drinks/\(last) type: Found an integer; expected string.")
  }

  @Test func `without repeating a very long name for each of them`() async {
    let (name, shown) = (String(repeating: "ä", count: 100_000), String(repeating: "ä", count: 200) + "…")
    let wrong = Array(repeating: #""\u0001""#, count: 150).joined(separator: ",")
    let lines = await body.body(#"{"name": "ab", "drinks": [], "\#(name)": [\#(wrong)]}"#, ["table": "1"])
    #expect(lines.count == 100)
    #expect(lines.first == "422 /\(shown)/0 text-control: Character 1 is U+0001, a control character; remove it.")
    #expect(lines.reduce(0) { $0 + $1.utf8.count } < 100_000)
    #expect(
      await body.body(#"{"name": "ab", "drinks": [], "\#(name)": 1}"#, ["table": "1"])
        == ["422 /\(shown) unknown-key: The member `\(shown)` is unknown. Remove it."])
    let most = String(repeating: "ä", count: 200)
    #expect(
      await body.body(#"{"name": "ab", "drinks": [], "\#(most)": 1}"#, ["table": "1"])
        == ["422 /\(most) unknown-key: The member `\(most)` is unknown. Remove it."])
  }

  @Test func `a hundred at most of those in a query, and of repeated ones`() async {
    let parameters = (0..<300).map { "p\($0)=1" }.joined(separator: "&")
    #expect(await body.query(parameters).count == 100)
    #expect(await query.query(parameters, ["table": "1"]).count == 100)
    let repeated = Array(repeating: "name=ab", count: 300).joined(separator: "&")
    #expect(await query.query(repeated, ["table": "1"]).count == 100)
  }
}
