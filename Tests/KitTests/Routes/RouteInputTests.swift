import FieldhouseKit
import Foundation
import Testing

private struct Search: RouteInput, RouteOutput {
  var place: String
  var limit: Int?
  var tags: [String]?

  static var schema: Schema {
    .object(
      [("place", .string(minLength: 1, maxLength: 9)), ("limit", .integer(1...9)), ("tags", .array(of: .string()))],
      required: ["place"])
  }
}

private struct Nothing: RouteInput {
  static var schema: Schema { NoInput.schema }
}

@Suite struct `A route reads all of a request or refuses it` {
  private static let routes: Routes = {
    var routes = Routes()
    routes.get("/places/{place}", "Reads", access: .everyone) { (input: Search, _) in input }
    routes.put("/places/{place}", "Writes", access: .everyone) { (input: Search, _) in input }
    routes.action("/places/{place}/visits", "Acts", access: .everyone) { (_: Search, _) in NoContent() }
    routes.delete("/places", "Removes", access: .everyone) { (_: Nothing, _) in NoContent() }
    routes.add(
      Route(
        method: .post, path: "/files/{name}", summary: "Raw", access: .everyone,
        input: .object([("name", .string(pattern: "^[a-z]+$"))], required: ["name"]), output: nil, status: 204,
        handler: Route.Handler(plain: { _, _ in RawResponse(status: 204) })))
    routes.add(
      Route(
        method: .post, path: "/raw", summary: "Raw in a transaction", access: .everyone, input: NoInput.schema,
        output: nil, status: 204, handler: Route.Handler(transactional: { _, _, _ in RawResponse(status: 204) })))
    return routes
  }()

  private func answer(_ index: Int, _ request: RawRequest) async -> [String] {
    let call = Call(principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "local")
    do {
      return ["\(try await Self.routes.all[index].handler.plain!(request, call).status)"]
    } catch let problem as Problem {
      return problem.errors.isEmpty ? [problem.code] : problem.errors.map { "\($0.pointer) \($0.code)" }
    } catch {
      return ["\(error)"]
    }
  }

  private func read(_ query: String?, place: String = "hall") async -> [String] {
    await answer(0, RawRequest(parameters: ["place": place], query: query))
  }

  private func write(_ body: String, query: String? = nil, type: String? = "application/json") async -> [String] {
    await answer(
      1, RawRequest(parameters: ["place": "hall"], query: query, body: Array(body.utf8), contentType: type))
  }

  @Test func `a query that is read`() async {
    for query in [nil, "", "limit=3", "tags=a&tags=b&limit=1", "tags=%C3%A4+b", "&&limit=1&"] {
      #expect(await read(query) == ["200"], "\(query ?? "")")
    }
  }

  @Test(arguments: [
    ("limt=3", ["/limt unknown-key"]), ("limit=3&limit=3", ["/limit repeated"]), ("limit=x", ["/limit type"]),
    ("x=1&y=2", ["/x unknown-key", "/y unknown-key"]), ("place=other", ["/place unknown-key"]),
    ("a/b~c=1", ["/a~1b~0c unknown-key"]), ("limit=%zz", ["query-malformed"]), ("limit=%4", ["query-malformed"]),
    ("tags=%FF", ["query-malformed"]), ("tags=%ED%A0%80", ["query-malformed"]), ("tags=a%00", ["/tags/0 text-control"]),
    ("%00=1", ["/\u{0} text-control"]), ("tags=%E2%80%8B", ["/tags/0 text-invisible"]),
  ])
  func `a query that is not`(query: String, mistakes: [String]) async {
    #expect(await read(query) == mistakes)
  }

  @Test func `an unknown parameter is told what was probably meant`() async throws {
    let call = Call(principal: nil, now: Date(), language: "en", requestID: "r", remoteAddress: "local")
    let problem = await #expect(throws: Problem.self) {
      _ = try await Self.routes.all[0].handler.plain!(RawRequest(parameters: ["place": "hall"], query: "limt=3"), call)
    }
    #expect(problem?.status == 422)
    #expect(problem?.errors.first?.detail == "The member `limt` is unknown. Did you mean `limit`?")
  }

  @Test(arguments: [
    ("a\u{0}", ["/place text-control"]), ("\u{202E}", ["/place text-invisible"]), (" ", ["/place too-short"]),
    ("0123456789", ["/place too-long"]), ("Zoe\u{308}", ["200"]),
  ])
  func `a path parameter`(place: String, answer: [String]) async {
    #expect(await read(nil, place: place) == answer)
  }

  @Test func `a query beside a body is refused, and says where its fields belong`() async {
    #expect(await write(#"{"limit": 3}"#) == ["200"])
    #expect(await write(#"{"limit": 3}"#, query: "") == ["200"])
    #expect(await write(#"{"limit": 3}"#, query: "limit=3&x=1") == ["/limit unknown-key", "/x unknown-key"])
    #expect(await write("", query: "scope=team") == ["/scope unknown-key"])
    #expect(await write("", query: "scope=%") == ["query-malformed"])
  }

  @Test(arguments: [
    (#"{"place": "other"}"#, ["/place unknown-key"]), (#"{"limt": 1}"#, ["/limt unknown-key"]), ("[]", [" type"]),
    ("{", ["json-syntax"]), (#"{"limit": 1, "limit": 2}"#, ["json-duplicate-key"]), ("\u{FEFF}{}", ["json-syntax"]),
    (String(repeating: "[", count: 100), ["json-too-deep"]),
  ])
  func `a body that is not what the route reads`(body: String, answer: [String]) async {
    #expect(await write(body) == answer)
  }

  @Test(arguments: [nil, "text/plain", "application/jsonp", "application/x-www-form-urlencoded"] as [String?])
  func `a body of another type`(type: String?) async {
    #expect(await write("{}", type: type) == ["unsupported-media-type"])
    #expect(await write("", type: type) == ["200"])
  }

  @Test func `a route without fields takes an empty object at most`() async {
    func act(_ body: String) async -> [String] {
      await answer(
        2, RawRequest(parameters: ["place": "hall"], body: Array(body.utf8), contentType: "application/json"))
    }
    #expect(await act("{}") == ["204"])
    #expect(await act(#"{"x": 1}"#) == ["/x unknown-key"])
    #expect(await answer(3, RawRequest(query: "x=1")) == ["/x unknown-key"])
    #expect(await answer(3, RawRequest()) == ["204"])
  }

  @Test func `a route that reads the raw request is checked like any other`() async {
    func raw(_ name: String, _ query: String? = nil, _ body: String = "", _ type: String? = nil) async -> [String] {
      await answer(
        4, RawRequest(parameters: ["name": name], query: query, body: Array(body.utf8), contentType: type))
    }
    #expect(await raw("a") == ["204"])
    #expect(await raw("a", nil, "\u{0}", "image/png") == ["204"])
    #expect(await raw("A") == ["/name pattern"])
    #expect(await raw("a\u{0}", nil, "x", "image/png") == ["/name text-control"])
    #expect(await raw("a", "x=1", "x", "image/png") == ["/x unknown-key"])
    #expect(await raw("a", nil, #"{"x": 1}"#, "application/json") == ["/x unknown-key"])
    let transactional = Self.routes.all[5].handler
    #expect(transactional.plain == nil && transactional.transactional != nil)
  }
}

@Suite struct `What a route says of itself` {
  private func route(_ method: FieldhouseKit.Method, output: Schema? = nil, input: Schema = NoInput.schema) -> Route {
    Route(
      method: method, path: "/{a}", summary: "", access: .everyone, input: input, output: output, status: 200,
      handler: Route.Handler(plain: { _, _ in RawResponse(status: 200) }))
  }

  @Test func `bodies are JSON where the method has one`() {
    #expect(route(.get).bodyTypes.isEmpty && route(.delete).bodyTypes.isEmpty)
    for method in [FieldhouseKit.Method.post, .put, .patch] { #expect(route(method).bodyTypes == ["application/json"]) }
  }

  @Test func `fields of the body are those beside the path`() {
    let one = Schema.object([("a", .string())])
    #expect(!route(.put, input: one).hasBodyFields)
    #expect(route(.put, input: .object([("a", .string()), ("b", .string())])).hasBodyFields)
    #expect(route(.put, input: .map(of: .string())).hasBodyFields)
    #expect(!route(.get, input: .object([("b", .string())])).hasBodyFields)
  }

  @Test func `an answer with a secret, or for a cookie, is never stored`() {
    let secret = Schema.object([("items", .array(of: .object([("token", .nullable(Schema.string().secret))])))])
    #expect(route(.post).storesAnswers && route(.delete).storesAnswers)
    #expect(!route(.get).storesAnswers)
    #expect(!route(.post, output: secret).storesAnswers)
    #expect(route(.post, output: .object([("token", .string())])).storesAnswers)
    var cookie = route(.post)
    cookie.cookies = ["c"]
    #expect(!cookie.storesAnswers)
  }
}
