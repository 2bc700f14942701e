import FieldhouseKit
import Foundation
import Testing

@Suite struct `A problem` {
  @Test func `has the status and code of what happened`() {
    let problems: [(Problem, Int, String)] = [
      (.badRequest("json-syntax", "x"), 400, "json-syntax"), (.unauthenticated(), 401, "unauthenticated"),
      (.forbidden(), 403, "forbidden"),
      (.secondFactorRequired(), 403, "second-factor-required"), (.notFound(), 404, "not-found"),
      (.notFound("match-unknown", "x"), 404, "match-unknown"),
      (.conflict("predictions-closed", "x"), 409, "predictions-closed"),
      (.invalid("/a", "required", "x"), 422, "invalid-input"),
      (.tooMany("too-many", "x", retryAfterSeconds: 30), 429, "too-many"), (.unavailable("busy", "x"), 503, "busy"),
    ]
    for (problem, status, code) in problems {
      #expect(problem.status == status)
      #expect(problem.code == code)
      #expect(!problem.detail.isEmpty)
      #expect(problem.description == "\(status) \(code): \(problem.detail)")
    }
  }

  @Test func `of the input says the first mistake and holds all`() {
    let fields = [
      Problem.Field(pointer: "/a", code: "required", detail: "First."),
      Problem.Field(pointer: "/b", code: "type", detail: "Second."),
    ]
    #expect(Problem.invalid(fields).detail == "First.")
    #expect(Problem.invalid(fields).errors == fields)
    #expect(!Problem.invalid([]).detail.isEmpty)
  }

  @Test func `says when trying again makes sense, where it does`() {
    #expect(Problem.tooMany("x", "x", retryAfterSeconds: 30).retryAfterSeconds == 30)
    #expect(Problem.unavailable("x", "x").retryAfterSeconds == 1)
    #expect(Problem.notFound().retryAfterSeconds == nil)
  }
}

@Suite struct `A route` {
  private struct Greeting: RouteInput, RouteOutput {
    var name: String
    var times: Int?
  }

  private func routes() -> [Route] {
    var routes = Routes()
    routes.get("/a/{name}", "Read", access: .everyone) { (input: Greeting, _) in input }
    routes.put("/a/{name}", "Replace", access: .guest) { (input: Greeting, _) in input }
    routes.patch("/a/{name}", "Change", access: .account) { (input: Greeting, _) in input }
    routes.delete("/a/{name}", "Remove", access: .operators) { (_: Greeting, _) in NoContent() }
    routes.post("/a", "Create", access: .permission("a.make")) { (input: Greeting, _, _) in input }
    routes.post("/b", "Do", access: .everyone, status: 202) { (_: NoInput, _, _) in NoContent() }
    routes.action("/c", "Act", access: .everyone) { (input: Greeting, _) in input }
    return routes.all
  }

  @Test func `is declared with method, status, access and schemas`() {
    let all = routes()
    #expect(all.map(\.method.name) == ["GET", "PUT", "PATCH", "DELETE", "POST", "POST", "POST"])
    #expect(all.map(\.status) == [200, 200, 200, 204, 201, 204, 200])
    #expect(all.map { $0.output == nil } == [false, false, false, true, false, true, false])
    #expect(all.map { $0.handler.transactional != nil } == [false, false, false, false, true, true, false])
    #expect(
      all.map(\.access) == [.everyone, .guest, .account, .operators, .permission("a.make"), .everyone, .everyone])
    #expect(all[0].input == Greeting.schema)
  }

  @Test(arguments: [("/a/{b}/c/{d}", ["b", "d"]), ("/a", []), ("/{a}", ["a"]), ("/a{b}", []), ("/", [])])
  func `names its path parameters in order`(path: String, names: [String]) {
    let route = Route(
      method: .get, path: path, summary: "", access: .everyone, input: .any, output: nil, status: 200,
      handler: Route.Handler(plain: { _, _ in RawResponse(status: 204) }))
    #expect(route.parameterNames == names)
  }

  @Test func `is called with what came and answers JSON`() async throws {
    let call = Call(
      principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "192.0.2.1")
    let handler = try #require(routes()[0].handler.plain)
    let answer = try await handler(RawRequest(parameters: ["name": "Zoë"], query: "times=3"), call)
    #expect(answer.status == 200)
    #expect(answer.contentType == "application/json")
    #expect(String(decoding: answer.body, as: UTF8.self) == "{\"name\":\"Zoë\",\"times\":3}")
    let removed = try #require(routes()[3].handler.plain)
    let gone = try await removed(RawRequest(parameters: ["name": "x"]), call)
    #expect(gone.status == 204)
    #expect(gone.body.isEmpty)
    #expect(gone.contentType == nil)
  }

  @Test(
    arguments: [
      ("a=1&b=2", ["a": "1", "b": "2"]), ("a=%C3%A9+%2B%26", ["a": "é +&"]), ("a", ["a": ""]), ("a=b=c", ["a": "b=c"]),
      ("&&a=1&", ["a": "1"]),
    ])
  func `reads a query as forms write it`(query: String, expected: [String: String]) async throws {
    struct Both: RouteInput, RouteOutput {
      var a: String?
      var b: String?
    }
    var routes = Routes()
    routes.get("/x", "x", access: .everyone) { (input: Both, _) in input }
    let handler = try #require(routes.all[0].handler.plain)
    let call = Call(
      principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "192.0.2.1")
    let body = try await handler(RawRequest(query: query), call).body
    #expect(try JSONDecoder().decode([String: String].self, from: Data(body)) == expected)
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "%ff=1", "a=%C3%28"])
  func `refuses a query that is not percent-encoded UTF-8`(query: String) async throws {
    let call = Call(
      principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "192.0.2.1")
    let handler = try #require(routes()[0].handler.plain)
    let problem = await #expect(throws: Problem.self) {
      _ = try await handler(RawRequest(parameters: ["name": "x"], query: query), call)
    }
    #expect(problem?.status == 400)
    #expect(problem?.code == "query-malformed")
  }
}

@Suite struct `A call` {
  @Test func `by nobody has no account`() {
    let call = Call(
      principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "192.0.2.1")
    let problem = #expect(throws: Problem.self) { try call.account }
    #expect(problem?.status == 401)
  }

  @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE"]) func `has a method that routes can have`(name: String) {
    #expect(Method(name: name)?.name == name)
    #expect(Method(name: name)?.hasBody == (name != "GET" && name != "DELETE"))
    #expect(Method(name: name.lowercased()) == nil)
  }

  @Test(arguments: ["HEAD", "OPTIONS", "TRACE", "", "get", "FOO"]) func `has no other method`(name: String) {
    #expect(Method(name: name) == nil)
  }
}
