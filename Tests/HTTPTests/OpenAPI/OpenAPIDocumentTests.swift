import FieldhouseKit
import Foundation
import HTTPTypes
import Testing

@testable import FieldhouseHTTP

@Suite struct `The description of the interface` {
  private struct Filter: RouteInput {
    var thing: String
    var limit: Int?
    var words: String?

    static var schema: Schema {
      .object(
        [
          ("thing", .string(maxLength: 9)), ("limit", .nullable(.integer(1...9))),
          ("words", .string(description: "To search for.").text(.lines)),
        ], required: ["thing", "words"])
    }
  }

  private static let document: JSON = {
    var routes = Routes()
    let gone = Problem.conflict("thing-gone", "It is gone.")
    routes.get("/things/{thing}", "Reads", access: .everyone, problems: [gone]) { (_: Filter, _) in Thing(count: 1) }
    routes.put("/things/{thing}", "Writes", access: .account) { (_: Filter, _) in Thing(count: 1) }
    routes.delete("/things/{thing}", "Removes", access: .operators) { (_: OneThing, _) in NoContent() }
    routes.post("/things", "Makes", access: .permission("things.make")) { (_: NoInput, _, _) in Thing(count: 1) }
    routes.action("/tokens", "Answers a secret", access: .everyone) { (_: NoInput, _) in Token(token: "") }
    var upload = Route(
      method: .put, path: "/pictures", summary: "Takes a picture", access: .guest, input: NoInput.schema, output: nil,
      status: 204, handler: Route.Handler(plain: { _, _ in RawResponse(status: 204) }))
    upload.bodyTypes = ["image/png"]
    routes.add(upload)
    return OpenAPIDocument.make(
      routes: routes.all.map { MountedRoute(owner: "tests", prefix: "/v1", route: $0) }, version: "1.2.3")
  }()

  private func operation(_ method: String, _ path: String) throws -> JSON {
    try #require(Self.document["paths"]?[path]?[method])
  }

  private func parameters(_ method: String, _ path: String) throws -> [String] {
    (try operation(method, path)["parameters"]?.array ?? []).map {
      "\($0["in"]?.string ?? "") \($0["name"]?.string ?? "")" + ($0["required"] == true ? "!" : "")
    }
  }

  @Test func `has the parameters where they belong`() throws {
    #expect(try parameters("get", "/v1/things/{thing}") == ["path thing!", "query limit", "query words!"])
    #expect(try parameters("put", "/v1/things/{thing}") == ["path thing!", "header Idempotency-Key"])
    #expect(try parameters("delete", "/v1/things/{thing}") == ["path thing!", "header Idempotency-Key"])
    #expect(try parameters("post", "/v1/things") == ["header Idempotency-Key"])
    #expect(try parameters("post", "/v1/tokens") == [])
    let limit = try operation("get", "/v1/things/{thing}")["parameters"]?[1]?["schema"]
    #expect(limit?["type"] == "integer" && limit?["maximum"] == 9)
  }

  @Test func `has the bodies that are read, and no others`() throws {
    let body = try operation("put", "/v1/things/{thing}")["requestBody"]
    let schema = body?["content"]?["application/json"]?["schema"]
    #expect(body?["required"] == true)
    #expect(schema?["properties"]?.object.map { Array($0.keys) } == ["limit", "words"])
    #expect(schema?["required"] == ["words"] && schema?["additionalProperties"] == false)
    #expect(schema?["properties"]?["words"]?["x-text"] == "lines")
    #expect(try operation("put", "/v1/pictures")["requestBody"]?["content"]?["image/png"] != nil)
    for (method, path) in [("get", "/v1/things/{thing}"), ("delete", "/v1/things/{thing}"), ("post", "/v1/things")] {
      #expect(try operation(method, path)["requestBody"] == nil)
    }
  }

  @Test func `says who may call, and what is answered`() throws {
    #expect(try operation("get", "/v1/things/{thing}")["x-access"] == "everyone")
    #expect(try operation("get", "/v1/things/{thing}")["security"] == nil)
    #expect(try operation("post", "/v1/things")["x-access"] == "permission things.make")
    #expect(try operation("post", "/v1/things")["security"] == [["bearer": []]])
    let responses = try operation("get", "/v1/things/{thing}")["responses"]
    #expect(responses?["200"]?["content"]?["application/json"]?["schema"]?["properties"]?["count"] != nil)
    #expect(responses?["409"]?["description"]?.string?.contains("`thing-gone`: It is gone.") == true)
    #expect(try operation("delete", "/v1/things/{thing}")["responses"]?["204"]?["content"] == nil)
    #expect(Self.document["x-problems"]?["thing-gone"]?["status"] == 409)
    #expect(Self.document["x-problems"]?["body-unexpected"]?["status"] == 400)
    #expect(Self.document["info"]?["version"] == "1.2.3")
    #expect(Self.document["info"]?["description"]?.string?.contains("refuses every parameter") == true)
  }

  @Test func `keeps the rules of OpenAPI 3.1`() {
    #expect(OpenAPIRules.faults(of: Self.document) == [])
  }

  @Test(
    arguments: [
      ("openapi", "2.0"), ("info", [:]), ("paths", ["no-slash": [:]]),
      ("paths", ["/a/{b}": ["get": ["operationId": "x", "responses": ["200": ["description": ""]]]]]),
      ("paths", ["/a": ["fetch": [:]]]), ("paths", ["/a": ["get": ["operationId": "x", "responses": [:]]]]),
      ("paths", ["/a": ["get": ["operationId": "x", "responses": ["200": ["$ref": "#/components/none"]]]]]),
      (
        "paths",
        [
          "/a": ["get": ["operationId": "x", "responses": ["200": ["description": ""]]]],
          "/b": ["get": ["operationId": "x", "responses": ["200": ["description": ""]]]],
        ]
      ),
    ] as [(String, JSON)])
  func `is found out when it breaks them`(key: String, value: JSON) throws {
    var document = try #require(Self.document.object)
    document[key] = value
    #expect(!OpenAPIRules.faults(of: .object(document)).isEmpty)
  }
}

@Suite struct `A problem document` {
  private func document(_ problem: Problem) throws -> JSON {
    try JSON(parsing: ProblemDocument.body(problem, requestID: "r1"))
  }

  @Test func `has the members of RFC 9457`() throws {
    let problem = Problem(
      status: 422, code: "invalid-input", detail: "Wrong.",
      errors: [.init(pointer: "/a", code: "type", detail: "A text.")])
    #expect(
      try document(problem) == [
        "type": "/problems/#invalid-input", "title": "Invalid input", "status": 422, "code": "invalid-input",
        "detail": "Wrong.", "instance": "urn:fieldhouse:request:r1",
        "errors": [["pointer": "/a", "code": "type", "detail": "A text."]],
      ])
    #expect(try document(.forbidden())["errors"] == nil)
    #expect(try JSON(parsing: ProblemDocument.body(.forbidden(), requestID: ""))["instance"] == nil)
    let long = Problem.Field(pointer: "/a", code: "too-long", detail: "Long.", values: ["most": 1, "found": 2])
    let fields = try JSON(
      parsing: ProblemDocument.body(
        .invalid([long, Problem.Field(pointer: "/b", code: "b", detail: "B.")]), requestID: ""))["errors"]
    #expect(fields?[0]?["values"] == ["found": 2, "most": 1])
    #expect(fields?[1] == ["pointer": "/b", "code": "b", "detail": "B."])
  }

  @Test func `comes with what the client needs to go on`() {
    let wait = ProblemDocument.response(.tooMany("slow", "Wait.", retryAfterSeconds: 7), requestID: "")
    #expect(wait.headers == ["retry-after": "7"] && wait.status == 429)
    #expect(ProblemDocument.response(.unauthenticated(), requestID: "").headers == ["www-authenticate": "Bearer"])
    #expect(ProblemDocument.response(.forbidden(), requestID: "").headers.isEmpty)
  }

  @Test(arguments: ListenerFault.allCases) func `is made of every fault of the listener`(fault: ListenerFault) throws {
    let json = try JSON(parsing: ProblemDocument.body(fault))
    #expect(json["code"]?.string?.hasPrefix("http-") == true)
    #expect(json["status"]?.int == fault.status.code && json["detail"]?.string == fault.detail)
  }

  @Test(
    arguments: [
      (.full, 507, "storage-full"), (.constraint, 409, "storage-conflict"), (.readOnly, 503, nil),
      (.unavailable, 503, nil), (.timeout, 503, nil), (.corrupt, 503, nil), (.init("other"), 500, "internal-error"),
    ] as [(StorageError.Code, Int, String?)])
  func `of storage says no more than people need`(code: StorageError.Code, status: Int, shown: String?) {
    let problem = Problem(StorageError(code, "select secret from table") as any Error)
    #expect(problem.status == status && !problem.detail.contains("secret"))
    #expect(shown == nil || problem.code == shown)
    #expect(problem.isOurFault == (status >= 500))
  }
}
