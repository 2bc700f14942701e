import FieldhouseKit
import Testing

@Suite struct `What the host reads from a route` {
  private static let methods = [FieldhouseKit.Method.get, .post, .put, .patch, .delete]
  private static let outputs: [(Schema?, isSecret: Bool)] = [
    (nil, false), (.string(), false), (Schema.string().secret, true), (.array(of: Schema.integer().secret), true),
    (.object([("a", .object([("b", Schema.string().secret)]))]), true), (.map(of: Schema.any.secret), true),
    (Schema(["anyOf": [["type": "null"], Schema.string().secret.json]]), true),
    (Schema.any.with("$defs", ["s": Schema.string().secret.json]), true),
    (.object([("secret", .string()), ("x-secret-not", .boolean)]), false),
    (Schema(["x-secret": false]), false), (Schema(true), false),
  ]

  private static func route(
    _ method: FieldhouseKit.Method, _ path: String = "/x", input: Schema = NoInput.schema, output: Schema? = nil,
    cookies: [String] = []
  ) -> Route {
    Route(
      method: method, path: path, summary: "s", access: .everyone, input: input, output: output, status: 200,
      cookies: cookies, handler: Route.Handler(plain: { _, _ in RawResponse(status: 200) }))
  }

  @Test func `answers are stored where something changes, nothing is secret, and no cookie goes with them`() {
    for method in Self.methods {
      for (output, isSecret) in Self.outputs {
        for cookies in [[], ["session"]] {
          let route = Self.route(method, output: output, cookies: cookies)
          #expect(
            route.storesAnswers == (method != .get && !isSecret && cookies.isEmpty),
            "\(method) \(output?.json ?? .null) \(cookies)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("/{a}", .object([("a", .string())]), false), ("/{a}", .object([("a", .string()), ("b", .string())]), true),
      ("/{a}/{b}", .object([("a", .string()), ("b", .string())]), false), ("/a", .object([("a", .string())]), true),
      ("/{a}", .object([("a", .string())], additional: true), true), ("/a", .object([]), false), ("/a", .any, true),
      ("/a", .map(of: .string()), true), ("/x{a}", .object([("a", .string())]), true),
    ] as [(String, Schema, Bool)])
  func `a body has fields where the path has not taken them all`(path: String, input: Schema, hasFields: Bool) {
    for method in Self.methods {
      #expect(Self.route(method, path, input: input).hasBodyFields == (hasFields && method.hasBody), "\(method)")
    }
  }

  @Test func `typed routes say everything that was declared`() throws {
    struct Shot: RouteInput, RouteOutput { var hole: Int }
    let problems = [Problem.conflict("round-over", "The round is over."), .notFound("card-unknown", "No such card.")]
    var routes = Routes()
    routes.get("/a/{hole}", "Read", access: .everyone, problems: problems) { (input: Shot, _) in input }
    routes.put("/a/{hole}", "Put", access: .guest, problems: problems) { (input: Shot, _) in input }
    routes.patch("/a/{hole}", "Patch", access: .account, problems: problems) { (input: Shot, _) in input }
    routes.delete("/a/{hole}", "Delete", access: .operators, problems: problems) { (_: Shot, _) in NoContent() }
    routes.post("/a", "Post", access: .permission("p"), problems: problems) { (input: Shot, _, _) in input }
    routes.action("/b", "Act", access: .permission("p", in: "hole"), problems: problems) { (input: Shot, _) in input }
    routes.cookieAction("/c", "Sign in", access: .everyone, cookies: ["s", "t"], problems: problems) {
      (input: Shot, _) in CookieAnswer(input)
    }
    #expect(routes.all.map(\.summary) == ["Read", "Put", "Patch", "Delete", "Post", "Act", "Sign in"])
    #expect(routes.all.map { "\($0.method) \($0.path)" }.first == "GET /a/{hole}")
    for route in routes.all {
      #expect(route.problems == problems && route.input == Shot.schema && route.contentType == "application/json")
      #expect(route.maximumBodyBytes == nil && route.bodyTypes == (route.method.hasBody ? ["application/json"] : []))
      #expect(route.output == (route.method == .delete ? nil : Shot.schema))
      #expect((route.handler.plain == nil) == (route.summary == "Post"))
      #expect((route.handler.transactional == nil) == (route.summary != "Post"))
    }
    #expect(routes.all.map(\.cookies) == [[], [], [], [], [], [], ["s", "t"]])
    #expect(
      routes.all.map { "\($0.access)" } == [
        "everyone", "guest", "account", "operator", "permission p", "permission p in {hole}", "everyone",
      ])
  }

  @Test func `routes stay in the order in which they were added, also those made from parts`() {
    var routes = Routes()
    #expect(routes.all.isEmpty)
    routes.add(Self.route(.put, "/1"))
    routes.get("/2", "x", access: .everyone) { (_: NoInput, _) in NoContent() }
    var large = Self.route(.post, "/1")
    large.bodyTypes = ["image/png"]
    large.maximumBodyBytes = 5
    routes.add(large)
    #expect(routes.all.map(\.path) == ["/1", "/2", "/1"])
    #expect(routes.all[2].bodyTypes == ["image/png"] && routes.all[2].maximumBodyBytes == 5)
  }

  @Test func `no input and no content have no fields`() throws {
    #expect(NoInput.schema == .object([]) && NoContent.schema == .any)
    _ = try JSONValueDecoder().decode(NoInput.self, from: ["a": 1])
    #expect(try JSON(encoding: NoContent()) == [:])
  }
}
