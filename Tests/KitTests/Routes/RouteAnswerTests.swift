import FieldhouseKit
import Foundation
import Testing

private struct Thing: RouteInput, RouteOutput, Equatable {
  var name: String
  var score: Double?
}

private struct Thrown: Error, Equatable { let word: String }

@Suite struct `The answer of a route` {
  private static let named = RawRequest(
    body: Array(#"{"name": "ö\/", "score": 2}"#.utf8), contentType: "application/json")

  /// The routes that answer a thing, one for each way to declare it.
  private static func declare(_ body: @escaping @Sendable (Thing) throws -> Thing) -> [Route] {
    var routes = Routes()
    routes.put("/x", "x", access: .everyone) { (input: Thing, _) in try body(input) }
    routes.patch("/x", "x", access: .everyone) { (input: Thing, _) in try body(input) }
    routes.post("/x", "x", access: .everyone) { (input: Thing, _, _) in try body(input) }
    routes.post("/x", "x", access: .everyone, status: 202) { (input: Thing, _, _) in try body(input) }
    routes.action("/x", "x", access: .everyone) { (input: Thing, _) in try body(input) }
    routes.action("/x", "x", access: .everyone, status: 202) { (input: Thing, _) in try body(input) }
    routes.cookieAction("/x", "x", access: .everyone, cookies: ["c"]) { (input: Thing, _) in
      CookieAnswer(try body(input), cookies: [Cookie("c", input.name, seconds: 60)])
    }
    return routes.all
  }

  @Test func `is its output as JSON, with the declared status`() async throws {
    let statuses = [200, 200, 201, 202, 200, 202, 200]
    for (route, status) in zip(Self.declare { $0 }, statuses) {
      let answer = try await RouteProbe(route).raw(Self.named)
      #expect(answer.status == status && route.status == status)
      #expect(answer.contentType == "application/json" && answer.headers.isEmpty)
      #expect(String(decoding: answer.body, as: UTF8.self) == #"{"name":"ö/","score":2}"#)
      #expect(answer.cookies == (route.cookies.isEmpty ? [] : [Cookie("c", "ö/", seconds: 60)]))
    }
  }

  @Test func `is nothing where there is nothing to say`() async throws {
    var routes = Routes()
    routes.get("/x", "x", access: .everyone) { (_: NoInput, _) in NoContent() }
    routes.put("/x", "x", access: .everyone) { (_: NoInput, _) in NoContent() }
    routes.delete("/x", "x", access: .everyone) { (_: NoInput, _) in NoContent() }
    routes.post("/x", "x", access: .everyone, status: 201) { (_: NoInput, _, _) in NoContent() }
    routes.action("/x", "x", access: .everyone, status: 202) { (_: NoInput, _) in NoContent() }
    routes.cookieAction("/x", "x", access: .everyone, status: 200, cookies: ["c"]) { (_: NoInput, _) in
      CookieAnswer(NoContent(), cookies: [Cookie("c", "", seconds: 0)])
    }
    for route in routes.all {
      let answer = try await RouteProbe(route).raw(RawRequest())
      #expect(answer.status == 204 && route.status == 204 && route.output == nil)
      #expect(answer.body.isEmpty && answer.contentType == nil)
      #expect(answer.cookies.map(\.seconds) == (route.cookies.isEmpty ? [] : [0]))
    }
  }

  @Test func `is not there when the handler throws, which the host gets as it is`() async throws {
    for route in Self.declare({ throw Thrown(word: $0.name) }) {
      let error = await #expect(throws: Thrown.self) { try await RouteProbe(route).raw(Self.named) }
      #expect(error == Thrown(word: "ö/"))
    }
    for route in Self.declare({ _ in throw Problem.conflict("closed", "Closed.") }) {
      #expect(await RouteProbe(route).lines(Self.named) == ["409 closed: Closed."])
    }
  }

  @Test func `is not there when JSON cannot express it`() async throws {
    for value in [Double.nan, .infinity, -.infinity] {
      for route in Self.declare({ Thing(name: $0.name, score: value) }) {
        let error = await #expect(throws: JSONEncodingError.self) { try await RouteProbe(route).raw(Self.named) }
        #expect(error?.pointer == ["score"])
      }
    }
  }

  @Test func `is not made from an input that is refused`() async throws {
    for route in Self.declare({ _ in throw Thrown(word: "called") }) {
      let lines = await RouteProbe(route).lines(RawRequest())
      #expect(lines == ["422 /name required: The member `name` is missing; add it."])
    }
  }

  @Test func `comes from the call and the transaction that the host hands over`() async throws {
    let principal = Principal(account: Account(id: AccountID("ann"), kind: .user, name: "Ann"), session: nil)
    var routes = Routes()
    routes.post("/x", "x", access: .account) { (_: NoInput, call, transaction) in
      #expect(transaction is UntouchedTransaction)
      return Thing(name: try call.account.name, score: call.now.timeIntervalSince1970)
    }
    let handler = try #require(routes.all[0].handler.transactional)
    let call = RouteProbe.call(by: principal)
    let answer = try await handler(RawRequest(), call, UntouchedTransaction())
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"name":"Ann","score":1}"#)
    #expect(call.cookies.isEmpty && !call.wantsSessionCookie)
  }
}

@Suite struct `A page of a list` {
  private func text(_ page: Page<Thing>) throws -> String {
    var bytes: [UInt8] = []
    try JSONOutput.encode(page, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `has its items in their order, and says where the next one begins or that there is none`() throws {
    let items = [Thing(name: "b"), Thing(name: "a", score: 0.5)]
    #expect(
      try text(Page(items: items, next: "c/1")) == #"{"items":[{"name":"b"},{"name":"a","score":0.5}],"next":"c/1"}"#)
    #expect(try text(Page(items: [])) == #"{"items":[],"next":null}"#)
  }

  @Test func `fits its schema, which is that of its items`() throws {
    let schema = try CompiledSchema(Page<Thing>.schema)
    #expect(try schema.validate(JSON(encoding: Page(items: [Thing(name: "b")]))).isEmpty)
    let wrong: JSON = ["items": [["name": "a"], ["name": 1, "x": 2]], "more": true]
    #expect(
      schema.validate(wrong).map { "\($0.pointer) \($0.code)" }.sorted() == [
        "/items/1/name type", "/items/1/x unknown-key", "/more unknown-key", "/next required",
      ])
  }
}
