import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Whatever is sent to any route` {
  private static let clock = "2024-08-17T11:40:00Z"

  /// What is compared of two answers to the same request.
  private struct Outcome: Hashable {
    let status: Int
    let code: String?
    let mistakes: [String]

    init(_ reply: Reply) { (status, code, mistakes) = (reply.status, reply.code, reply.mistakes) }
  }

  @Test func `no text that none may take gets in, and the answer is the same each time`()
    async throws
  {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let fields = TextField.all(of: try await host.get("/openapi.json").json)
      #expect(fields.count >= 100 && Set(fields.map(\.place)) == ["path", "query", "body"])
      let counts = try await Self.forEach(fields) { field in
        var count = 0
        for text in BadText.all where text.forms.contains(field.form) {
          count += try await Self.send(text, to: field, host)
        }
        return count
      }
      #expect(try await host.get("/livez").status == 200)
      #expect(!host.log.contains("request failed"))
      Guarantee.report(
        "texts", "\(fields.count) texts of all routes, \(counts) calls, none taken, no 5xx")
    }
  }

  /// Sends a text twice.
  /// - Returns: the number of calls.
  private static func send(_ text: BadText, to field: TextField, _ host: RunningHost) async throws
    -> Int
  {
    guard let value = field.place == "body" ? text.value : text.encoded else { return 0 }
    var outcomes: Set<Outcome> = []
    for _ in 0..<2 {
      var exchange = Exchange(
        port: host.port, method: field.method,
        path: field.place == "body" ? field.target("") : field.target(value),
        headers: ["Authorization": "Bearer \(RunningHost.token)"])
      if field.place == "body" {
        exchange.headers["Content-Type"] = "application/json"
        exchange.body = Array(field.body(value).utf8)
      }
      outcomes.insert(Outcome(try await exchange.run()))
    }
    let name = "\(field.name) ← \(text.name)"
    let outcome = try #require(outcomes.first)
    #expect(outcomes.count == 1, "\(name): \(outcomes)")
    #expect((400..<500).contains(outcome.status) && outcome.code != nil, "\(name): \(outcome)")
    if let code = text.code {
      #expect(
        outcome.status == 422 && outcome.mistakes.contains("\(field.mistake) \(code)"),
        "\(name): \(outcome)")
    }
    return 2
  }

  @Test func `what a route does not read is refused`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let document = try await host.get("/openapi.json").json
      var count = 0
      for route in try await DeclaredRoute.all(of: host) {
        let operation = document["paths"]?[route.path]?[route.method.lowercased()] ?? .null
        for probe in Probe.all(of: route, operation) {
          var exchange = Exchange(
            port: host.port, method: probe.method, path: probe.target, headers: probe.headers,
            body: probe.body)
          exchange.headers["Authorization"] = "Bearer \(RunningHost.token)"
          let reply = try await exchange.run()
          let found =
            reply.mistakes.first { $0.hasSuffix(" \(probe.code)") } == nil ? reply.code : probe.code
          #expect(
            reply.status == probe.status && found == probe.code,
            "\(probe.name): \(reply.status) \(reply.json)")
          count += 1
        }
      }
      Guarantee.report("unread", "\(count) calls with what a route does not read, all refused")
    }
  }

  @Test(.tags(.pl91, .pl93, .fs38, .wc84))
  func `is described to everybody: what a route does, who may call it, what it takes and answers`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let page = try await host.get("/openapi.json")
      #expect(page.status == 200)
      let document = page.json
      #expect(document["openapi"]?.string?.hasPrefix("3.") == true)
      let routes = try await DeclaredRoute.all(of: host)
      #expect(routes.count > 200)
      for route in routes {
        let name = "\(route.method) \(route.path)"
        let operation = document["paths"]?[route.path]?[route.method.lowercased()]
        #expect((operation?["summary"]?.string?.count ?? 0) > 3, "\(name)")
        let access = try #require(operation?["x-access"]?.string, "\(name)")
        #expect((operation?["security"] == nil) == (access == "everyone"), "\(name): \(access)")
        #expect(operation?["responses"]?.object?.isEmpty == false, "\(name)")
        let parameters = (operation?["parameters"]?.array ?? []).filter { $0["in"] == "path" }
        let named = Set(parameters.compactMap { $0["name"]?.string })
        let wanted = route.path.matches(of: /\{([^}]+)\}/).map { String($0.1) }
        #expect(named == Set(wanted), "\(name)")
      }
      // What is for everybody is answered without an account, and one's own to its bearer.
      #expect(try await host.get("/v1/soccer-predictions/leagues").status == 200)
      let person = try await host.signIn("+4915112345003")
      #expect(try await host.get("/v1/me/export").status == 401)
      #expect(try await host.get("/v1/me/export", as: person)["identifiers"]?.array?.isEmpty == false)
    }
  }

  @Test(.tags(.pl90)) func `a path answers the methods it has and names them for the others`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let routes = Dictionary(grouping: try await DeclaredRoute.all(of: host), by: \.path)
      for (path, declared) in routes {
        let target = declared[0].filled([:])
        let known = Set(declared.map(\.method))
        for method in Set(["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]).subtracting(known) {
          let reply = try await host.call(method, target, as: RunningHost.token)
          #expect(reply.status == 405 && reply.code == "method-not-allowed", "\(method) \(path)")
          let allowed = Set(reply.headers["allow"]?.components(separatedBy: ", ") ?? [])
          #expect(allowed.subtracting(["HEAD"]) == known, "\(method) \(path)")
        }
        #expect(try await host.call("OPTIONS", target).status == 204, "\(path)")
      }
    }
  }

  /// Runs a body for every element, a few at a time.
  /// - Returns: the sum.
  private static func forEach<Element: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Int
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      var (rest, sum) = (elements[...], 0)
      for element in rest.prefix(4) { group.addTask { try await body(element) } }
      rest = rest.dropFirst(4)
      while let count = try await group.next() {
        sum += count
        if let element = rest.popFirst() { group.addTask { try await body(element) } }
      }
      return sum
    }
  }
}

/// A request with something that a route does not read, and what must be answered.
private struct Probe {
  let name: String
  let method: String
  let target: String
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  let status: Int
  let code: String

  private init(
    _ route: DeclaredRoute, _ what: String, _ status: Int, _ code: String, query: String = ""
  ) {
    name = "\(route.name): \(what)"
    method = route.method
    target = route.filled([:]) + query
    self.status = status
    self.code = code
  }

  private func with(_ headers: [String: String], _ body: String = "") -> Probe {
    var probe = self
    probe.headers = headers
    probe.body = Array(body.utf8)
    return probe
  }

  static func all(of route: DeclaredRoute, _ operation: JSON) -> [Probe] {
    let common = [
      Probe(route, "unknown parameter", 422, "unknown-key", query: "?no-such-parameter=1"),
      Probe(route, "broken query", 400, "query-malformed", query: "?a=%zz"),
      Probe(route, "If-Match", 400, "precondition-unsupported").with(["If-Match": "\"1\""]),
      Probe(route, "If-Unmodified-Since", 400, "precondition-unsupported").with([
        "If-Unmodified-Since": "Sat, 29 Oct 1994 19:43:31 GMT"
      ]),
    ]
    let takesBody = ["POST", "PUT", "PATCH"].contains(route.method)
    return common + (takesBody ? bodies(route, operation) : noBody(route)) + keys(route, operation)
  }

  private static func noBody(_ route: DeclaredRoute) -> [Probe] {
    [
      Probe(route, "a body", 400, "body-unexpected").with(
        ["Content-Type": "application/json"], "{}"),
      Probe(route, "a body without a type", 400, "body-unexpected").with([:], "x"),
    ]
  }

  private static func bodies(_ route: DeclaredRoute, _ operation: JSON) -> [Probe] {
    let content = operation["requestBody"]?["content"]?.object
    let types = [
      "text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded",
      "multipart/form-data",
    ]
    let wrong = types.map { type in
      Probe(route, type, 415, "unsupported-media-type").with(["Content-Type": type], "{}")
    }
    let untyped = Probe(route, "no type", 415, "unsupported-media-type").with([:], "{}")
    guard content == nil || content?.contains(key: "application/json") == true else {
      return wrong + [untyped]
    }
    let json = ["Content-Type": "application/json"]
    return wrong + [
      untyped, Probe(route, "unknown key", 422, "unknown-key").with(json, #"{"noSuchKey": true}"#),
      Probe(route, "a list", 422, "type").with(json, "[]"),
      Probe(route, "no JSON", 400, "json-syntax").with(json, "{"),
      Probe(route, "gzip", 415, "unsupported-media-type").with(
        json.merging(["Content-Encoding": "gzip"]) { $1 }, "{}"),
    ]
  }

  /// A malformed key, or a key where none is taken.
  private static func keys(_ route: DeclaredRoute, _ operation: JSON) -> [Probe] {
    guard route.method != "GET" else { return [] }
    let names = (operation["parameters"]?.array ?? []).compactMap { $0["name"]?.string }
    let malformed = Probe(route, "a malformed key", 400, "idempotency-key-malformed").with([
      "Idempotency-Key": "a b"
    ])
    if names.contains("Idempotency-Key") { return [malformed] }
    return [
      malformed,
      Probe(route, "a key", 400, "idempotency-key-refused").with(["Idempotency-Key": "k"]),
    ]
  }
}
