import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// Any members, as they were read.
private struct Members: RouteInput, RouteOutput {
  let value: JSON

  init(from decoder: any Decoder) throws { value = try JSON(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  static var schema: Schema { .map(of: Schema.string().text(.opaque)) }
}

/// A list of texts, in the order in which they came.
private struct Listed: RouteInput, RouteOutput {
  var t: [String]
  static var schema: Schema { .object([("t", .array(of: Schema.string().text(.opaque)))], required: ["t"]) }
}

@Suite struct `A query` {
  private let probe = RouteProbe { $0.get("/x", "x", access: .everyone) { (input: Members, _) in input } }
  private let list = RouteProbe {
    $0.delete("/x", "x", access: .everyone) { (input: Listed, _) in
      input.t.count == 2_000 && input.t == input.t.sorted() ? NoContent() : try Self.refuse()
    }
  }

  private static func refuse() throws -> NoContent { throw Problem.conflict("order", "Not in order.") }

  /// A text as a form sends it: what must be escaped always, the rest now and then.
  private func escaped(_ text: String, _ random: inout SeededRandom) -> String {
    var result = ""
    for byte in text.utf8 {
      let isPlain = byte > 0x20 && byte < 0x7F && !"%&=+".utf8.contains(byte)
      if byte == 0x20, random.next(below: 2) == 0 {
        result += "+"
      } else if isPlain, random.next(below: 4) > 0 {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: random.next(below: 2) == 0)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  @Test(arguments: 1...6) func `brings what a form wrote, however it escaped it`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<150 {
      var members: JSONObject = [:]
      for index in 0..<random.next(below: 6) {
        members["k\(index)" + random.text().filter { $0 != "👩‍👧" }] = .string(random.text())
      }
      let pairs = members.map { escaped($0.key, &random) + "=" + escaped($0.value.string ?? "", &random) }
      let separators = ["&", "&&", "&&&"]
      let query = pairs.joined(separator: separators[random.next(below: 3)])
      let answer = try await probe.raw(RawRequest(query: query))
      #expect(try JSON(parsing: answer.body) == .object(members), "\(query)")
    }
  }

  @Test(arguments: [
    ("a", #"{"a":""}"#), ("a=", #"{"a":""}"#), ("=a", #"{"":"a"}"#), ("a==", #"{"a":"="}"#),
    ("a=?/:@", #"{"a":"?/:@"}"#),
    ("a=1;b=2", #"{"a":"1;b=2"}"#), ("a=%26%3D%2B%25", #"{"a":"&=+%"}"#), ("%61=1", #"{"a":"1"}"#),
    ("a=%e2%82%aC", #"{"a":"€"}"#), ("&", "{}"), ("a=é", #"{"a":"é"}"#), ("a=%2500", #"{"a":"%00"}"#),
  ])
  func `is read by the rules of forms`(query: String, body: String) async {
    #expect(await probe.query(query) == ["200 " + body])
  }

  @Test(arguments: [
    "%", "a=%", "a=%2", "a=%2g", "a=%g2", "a=%%20", "a=% 1", "%C3=1", "a=%C3", "a=%80", "a=%C0%80", "a=%F5%80%80%80",
    "a=%ED%BF%BF", "a=b&c=%", "a=%F0%9F%98",
  ])
  func `that is no percent-encoded UTF-8 is refused as a whole`(query: String) async {
    #expect(await probe.query(query) == ["400 query-malformed: The query is not percent-encoded UTF-8."])
  }

  @Test func `names a parameter once, however it is escaped`() async {
    #expect(await probe.query("a=1&%61=1") == ["422 /a repeated: 'a' is given twice; give it once."])
    #expect(
      await probe.query("a=1&a=2&b=1&b=2&a=3") == [
        "422 /a repeated: 'a' is given twice; give it once.", "422 /b repeated: 'b' is given twice; give it once.",
        "422 /a repeated: 'a' is given twice; give it once.",
      ])
  }

  @Test func `may be very long, and keeps the order of a list`() async {
    let names = (0..<2_000).map { "t=\(100_000 + $0)" }
    #expect(await list.query(names.joined(separator: "&")) == ["204"])
    let many = String(repeating: "t=&", count: 40_000)
    #expect(await list.query(many) == ["409 order: Not in order."])
    let long = String(repeating: "ä", count: 100_000)
    #expect(await probe.query("a=" + long) == [#"200 {"a":""# + long + #""}"#])
  }
}
