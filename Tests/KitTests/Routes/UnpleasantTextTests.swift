import FieldhouseKit
import Testing

private struct Words: RouteInput, RouteOutput {
  var word: String?
  var story: String?
  var phone: String?
  var secret: String?
  var list: [String]?
  var map: [String: String]?

  static var schema: Schema {
    .object([
      ("word", .string(maxLength: 8)), ("story", Schema.string().text(.lines)),
      ("phone", Schema.string().text(.pasted)),
      ("secret", Schema.string().text(.opaque)), ("list", .array(of: Schema.string().text(.lines))),
      ("map", .map(of: Schema.string().text(.opaque))),
    ])
  }
}

@Suite struct `A text in a request` {
  private let get = RouteProbe { $0.get("/{word}", "x", access: .everyone) { (input: Words, _) in input } }
  private let put = RouteProbe { $0.patch("/words", "x", access: .everyone) { (input: Words, _) in input } }

  /// A character with what each form says of it: `line`, `lines`, `pasted`, `opaque`.
  private static let characters: [(scalar: Unicode.Scalar, codes: [String?])] = [
    ("\u{0}", ["control", "control", "control", "control"]), ("\u{1B}", ["control", "control", "control", "control"]),
    ("\u{7F}", ["control", "control", "control", "control"]), ("\u{85}", ["control", "control", "control", "control"]),
    ("\n", ["control", nil, nil, "control"]), ("\t", ["control", nil, nil, "control"]),
    ("\r", ["control", "control", nil, "control"]), ("\u{2028}", ["control", nil, nil, nil]),
    ("\u{200E}", ["invisible", nil, nil, nil]), ("\u{202E}", ["invisible", "invisible", nil, nil]),
    ("\u{200B}", ["invisible", "invisible", nil, nil]), ("\u{FEFF}", ["invisible", "invisible", nil, nil]),
    ("\u{AD}", ["invisible", "invisible", nil, nil]), ("\u{2800}", ["invisible", "invisible", nil, nil]),
    ("\u{E0041}", ["invisible", "invisible", nil, nil]), ("\u{200D}", ["invisible", "invisible", nil, nil]),
    (Unicode.Scalar(0xFFFE)!, ["noncharacter", "noncharacter", "noncharacter", "noncharacter"]),
    (Unicode.Scalar(0xFDD0)!, ["noncharacter", "noncharacter", "noncharacter", "noncharacter"]),
    (Unicode.Scalar(0x10FFFF)!, ["noncharacter", "noncharacter", "noncharacter", "noncharacter"]),
    (" ", [nil, nil, nil, nil]), ("é", [nil, nil, nil, nil]), ("😀", [nil, nil, nil, nil]),
  ]

  @Test(arguments: characters.indices) func `is refused by what its form has no place for`(index: Int) async {
    let (scalar, codes) = Self.characters[index]
    let escaped = "ab" + String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "cd"
    let places = [("word", 0), ("story", 1), ("phone", 2), ("secret", 3)]
    for (name, form) in places where name != "word" {
      let lines = await get.query("\(name)=\(escaped)")
      let found = lines[0].split(separator: ":").first.map(String.init)
      #expect(found == codes[form].map { "422 /\(name) text-\($0)" } ?? #"200 {"\#(name)""#, "\(lines)")
    }
    let path = await get.query(nil, ["word": "ab\(scalar)cd"])
    #expect(path[0].hasPrefix(codes[0].map { "422 /word text-\($0): Character 3 is U+" } ?? "200"), "\(path)")
  }

  @Test(arguments: characters.indices) func `is looked at in bodies, in lists, and in names too`(index: Int) async {
    let (scalar, codes) = Self.characters[index]
    let text = JSON.string("ab\(scalar)cd").serialized()
    let bodies = [
      ("/word", #"{"word": \#(text)}"#, codes[0]), ("/story", #"{"story": \#(text)}"#, codes[1]),
      ("/list/1", #"{"list": ["a", \#(text)]}"#, codes[1]), ("/map/m", #"{"map": {"m": \#(text)}}"#, codes[3]),
      ("/map/ab\(scalar)cd", #"{"map": {\#(text): "m"}}"#, codes[0]),
    ]
    for (pointer, body, code) in bodies {
      let lines = await put.body(body)
      #expect(lines.count == 1)
      #expect(lines[0].hasPrefix(code.map { "422 \(pointer) text-\($0): Character 3 is U+" } ?? "200 "), "\(lines)")
    }
  }

  @Test(arguments: [
    (#"{"word": "e\u0301"}"#, #"{"word":"é"}"#), (#"{"story": "a\r\nb\r\n"}"#, #"{"story":"a\nb\n"}"#),
    (#"{"secret": "e\u0301 "}"#, "{\"secret\":\"e\u{301} \"}"), (#"{"word": " \u00a0 "}"#, #"{"word":""}"#),
    (#"{"secret": "   "}"#, #"{"secret":"   "}"#), (#"{"phone": "\n\t "}"#, #"{"phone":""}"#),
    (#"{"list": ["\r\n", "A\u030A"]}"#, #"{"list":["","Å"]}"#),
    (#"{"map": {"k": "\u212b"}}"#, "{\"map\":{\"k\":\"\u{212B}\"}}"),
    (#"{"word": "\u212b"}"#, "{\"word\":\"\u{C5}\"}"),
  ])
  func `reaches the handler in one form`(body: String, read: String) async {
    let lines = await put.body(body)
    #expect(lines.map { Array($0.utf8) } == [Array(("200 " + read).utf8)])
  }

  @Test func `is as long as it is once composed`() async {
    let eight = String(repeating: "e\u{301}", count: 8)
    #expect(await put.body(#"{"word": "\#(eight)"}"#) == [#"200 {"word":"éééééééé"}"#])
    let nine = await put.body(#"{"word": "\#(eight)x"}"#)
    #expect(nine == ["422 /word too-long: The text has 9 characters; at most 8 are allowed."])
  }

  @Test(
    arguments: [
      (30, nil), (31, "422 /story text-marks: More than 30 combining marks follow each other up to character 32."),
    ]
      as [(Int, String?)])
  func `has thirty marks in a row at most`(count: Int, mistake: String?) async {
    let marks = String(String.UnicodeScalarView(["x"] + Array(repeating: "\u{0334}", count: count)))
    let lines = await put.body(#"{"story": "\#(marks)"}"#)
    #expect(lines == [mistake ?? #"200 {"story":"\#(marks)"}"#])
  }
}
