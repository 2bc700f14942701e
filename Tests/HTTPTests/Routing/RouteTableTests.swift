import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

@Suite struct `Finding the route of a request` {
  private static func route(_ method: FieldhouseKit.Method, _ path: String) -> MountedRoute {
    let handler = Route.Handler(plain: { _, _ in RawResponse(status: 204) })
    return MountedRoute(
      owner: "tests", prefix: "/v1/tests",
      route: Route(
        method: method, path: path, summary: path, access: .everyone, input: .object([]), output: nil, status: 204,
        handler: handler))
  }

  private static let table = try! RouteTable([
    route(.get, "/things"), route(.post, "/things"), route(.get, "/things/new"), route(.get, "/things/{thing}"),
    route(.get, "/things/{thing}/parts/{part}"), route(.get, "/things/new/parts"), route(.get, "/größe"),
  ])

  private func found(_ path: String, _ method: String = "GET") -> (name: String, parameters: [String])? {
    guard case .route(let index, let parameters) = Self.table.match(method: method, path: path[...]) else { return nil }
    return (Self.table.routes[index].name, parameters.map(String.init))
  }

  @Test(arguments: [
    ("/v1/tests/things", "GET /v1/tests/things", []),
    ("/v1/tests/things/7", "GET /v1/tests/things/{thing}", ["7"]),
    ("/v1/tests/things/new", "GET /v1/tests/things/new", []),
    ("/v1/tests/things/newer", "GET /v1/tests/things/{thing}", ["newer"]),
    ("/v1/tests/things/new/parts", "GET /v1/tests/things/new/parts", []),
    ("/v1/tests/things/new/parts/2", "GET /v1/tests/things/{thing}/parts/{part}", ["new", "2"]),
    ("/v1/tests/things/ä%20b/parts/ç", "GET /v1/tests/things/{thing}/parts/{part}", ["ä%20b", "ç"]),
    ("//v1/tests//things/7/", "GET /v1/tests/things/{thing}", ["7"]),
    ("/v1/tests/größe", "GET /v1/tests/größe", []),
  ])
  func `fixed segments win over parameters, and empty segments do not count`(
    path: String, name: String, parameters: [String]
  ) {
    #expect(found(path)?.name == name)
    #expect(found(path)?.parameters == parameters)
  }

  @Test func `a part of a longer text is matched as a text of its own`() {
    let target = "/v1/tests/things/7?page=2"
    let path = target[..<target.firstIndex(of: "?")!]
    guard case .route(_, let parameters) = Self.table.match(method: "GET", path: path) else {
      Issue.record("no route")
      return
    }
    #expect(parameters == ["7"])
  }

  @Test(arguments: [
    "/", "", "/v1/tests", "/v1/tests/thing", "/v1/tests/things/7/parts", "/v1/tests/things/7/parts/1/2",
  ])
  func `a path without a route leads to nothing`(path: String) {
    guard case .none = Self.table.match(method: "GET", path: path[...]) else {
      Issue.record("\(path) leads somewhere")
      return
    }
  }

  @Test func `another method is told which ones there are, and HEAD is answered like GET`() {
    guard case .otherMethods(let methods) = Self.table.match(method: "DELETE", path: "/v1/tests/things") else {
      Issue.record("DELETE is answered")
      return
    }
    #expect(methods == ["GET", "POST"])
    #expect(found("/v1/tests/things/7", "HEAD")?.name == "GET /v1/tests/things/{thing}")
  }

  @Test func `two routes that answer the same requests are refused`() {
    #expect(throws: RouteConflict.self) {
      try RouteTable([Self.route(.get, "/things/{thing}"), Self.route(.get, "/things/{other}")])
    }
  }
}
