import FieldhouseKit
import Testing

@Suite struct `A route that takes no input` {
  private static let requests: [(RawRequest, String)] = [
    (RawRequest(), "204"), (RawRequest(query: ""), "204"), (RawRequest(query: "&"), "204"),
    (RawRequest(query: "a=1"), "422 /a unknown-key"), (RawRequest(query: "club=x"), "422 /club unknown-key"),
    (RawRequest(query: "a=%"), "400 query-malformed"),
  ]
  private static let bodies = [
    ("", "204"), ("{}", "204"), (#"{"a": 1}"#, "422 /a unknown-key"), (#"{"club": "x"}"#, "422 /club unknown-key"),
    ("[]", "422  type"), ("{", "400 json-syntax"),
  ]

  /// Every way to declare one whose path has a parameter that nothing reads.
  private static let probes: [RouteProbe] = [
    RouteProbe { $0.get("/{club}", "x", access: .everyone) { (_: NoInput, _) in NoContent() } },
    RouteProbe { $0.delete("/{club}", "x", access: .everyone) { (_: NoInput, _) in NoContent() } },
    RouteProbe { $0.put("/{club}", "x", access: .everyone) { (_: NoInput, _) in NoContent() } },
    RouteProbe { $0.patch("/{club}", "x", access: .everyone) { (_: NoInput, _) in NoContent() } },
    RouteProbe { $0.action("/{club}", "x", access: .everyone) { (_: NoInput, _) in NoContent() } },
    RouteProbe { $0.post("/{club}", "x", access: .everyone) { (_: NoInput, _, _) in NoContent() } },
    raw(.get), raw(.post),
  ]

  private static func raw(_ method: FieldhouseKit.Method) -> RouteProbe {
    RouteProbe(
      Route(
        method: method, path: "/{club}", summary: "x", access: .everyone, input: NoInput.schema, output: nil,
        status: 204,
        handler: Route.Handler(plain: { _, _ in RawResponse(status: 204) })))
  }

  @Test(arguments: probes.indices) func `takes a request without any, whatever its path holds`(index: Int) async {
    for (request, expected) in Self.requests {
      for parameters in [[:], ["club": "ajax"], ["club": "12"], ["club": ""]] {
        var request = request
        request.parameters = parameters
        let lines = await Self.probes[index].lines(request)
        #expect(lines.map { $0.prefix { $0 != ":" } } == [expected[...]], "\(request.query ?? "") \(lines)")
      }
    }
  }

  @Test(arguments: probes.indices.filter { probes[$0].route.method.hasBody })
  func `takes an empty object as nothing`(index: Int) async {
    for (body, expected) in Self.bodies {
      let lines = await Self.probes[index].body(body, ["club": "ajax"])
      #expect(lines.map { $0.prefix { $0 != ":" } } == [expected[...]], "\(body) \(lines)")
    }
  }
}

@Suite struct `A route made from its parts` {
  private func probe(_ method: FieldhouseKit.Method, _ input: Schema) -> RouteProbe {
    RouteProbe(
      Route(
        method: method, path: "/files/{file}", summary: "x", access: .everyone, input: input, output: nil, status: 200,
        handler: Route.Handler(transactional: { request, _, _ in
          RawResponse(status: 200, body: Array("\(request.parameters) \(request.query ?? "-") ".utf8) + request.body)
        })))
  }

  @Test func `runs only for what its schema lets through, also when nothing comes`() async {
    let some = Schema.map(of: .string()).with("minProperties", 1)
    #expect(await probe(.get, some).query(nil) == ["422  too-few-keys: Found 0 members; at least 1 are needed."])
    #expect(await probe(.get, some).query("a=1") == ["200 [:] a=1 "])
    #expect(await probe(.post, some).query(nil, ["file": "f"]) == [#"200 ["file": "f"] - "#])
    let required = Schema(["type": "object", "required": ["a"]])
    #expect(await probe(.get, required).query(nil) == ["422 /a required: The member `a` is missing; add it."])
  }

  @Test func `reads the request as it came`() async {
    let lines = await probe(.post, .any).body(#"{ "a": "e\u0301" }"#)
    #expect(lines == [#"200 [:] - { "a": "e\u0301" }"#])
    #expect(await probe(.get, .any).query("a=%41&&") == ["200 [:] a=%41&& "])
  }

  @Test func `leaves a body that is not JSON to its handler, but not what is around it`() async throws {
    let file = probe(.put, .object([("file", .string(maxLength: 3))], required: ["file"]))
    let picture = RawRequest(parameters: ["file": "abc"], body: [0xFF, 0x00], contentType: "image/png")
    #expect(try await file.raw(picture).body.suffix(2) == [0xFF, 0x00])
    var long = picture
    long.parameters["file"] = "abcd"
    #expect(await file.lines(long) == ["422 /file too-long: The text has 4 characters; at most 3 are allowed."])
    var asked = picture
    asked.query = "file=abc"
    #expect(await file.lines(asked) == ["422 /file unknown-key: No query is read here."])
    #expect(await file.query(nil) == ["422 /file required: The member `file` is missing; add it."])
  }
}
