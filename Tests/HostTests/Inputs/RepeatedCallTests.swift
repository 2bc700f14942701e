import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A call that is repeated under its Idempotency-Key` {
  private static let clock = "2024-08-17T11:40:00Z"

  private static func key(_ text: String) -> [String: String] { ["Idempotency-Key": text] }

  private static func report(_ person: Person, _ detail: String) -> JSON {
    ["subjectKind": "user", "subject": .string(person.id), "reason": "spam", "detail": .string(detail)]
  }

  @Test func `has one effect and one answer in its route's transaction`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let (ada, bob) = (try await host.signIn("+4915112345601"), try await host.signIn("+4915112345602"))
      let count = Guarantee.size(300, full: 10_000)
      let replies = try await Self.parallel(count) {
        try await host.call(
          "POST", "/v1/reports", as: ada.token, body: Self.report(bob, "once"), headers: Self.key("k"))
      }
      #expect(Set(replies.map(\.status)) == [201])
      #expect(Set(replies.map(\.body)).count == 1)
      #expect(replies.count { $0.headers["idempotency-replayed"] == nil } == 1)
      #expect(try await host.call("GET", "/v1/reports?limit=100", as: RunningHost.token).items.count == 1)
      let other = try await host.call(
        "POST", "/v1/reports", as: ada.token, body: Self.report(bob, "twice"), headers: Self.key("k"))
      #expect(other.status == 422 && other.code == "idempotency-key-reused")
      let hers = try await host.call(
        "POST", "/v1/reports", as: bob.token, body: Self.report(ada, "mine"), headers: Self.key("k"))
      #expect(hers.status == 201)
      Guarantee.report("idempotency", "\(count) duplicates in a transaction: 1 effect, the same answer")
    }
  }

  @Test func `has one effect and one answer where the route has no transaction, also after a restart`() async throws {
    let installation = try Installation()
    let body: JSON = ["advanceTo": "2024-08-17T11:41:00Z"]
    let count = Guarantee.size(200, full: 10_000)
    let first = try await RunningHost.run(installation, clock: Self.clock) { host in
      let replies = try await Self.parallel(count) {
        try await host.call("POST", "/v1/console/clock", as: RunningHost.token, body: body, headers: Self.key("k"))
      }
      let answered = replies.filter { $0.status == 200 }
      let waiting = replies.filter { $0.status == 409 }
      #expect(answered.count + waiting.count == count)
      #expect(Set(waiting.map(\.code)).isSubset(of: ["idempotency-key-in-flight"]))
      #expect(waiting.allSatisfy { $0.headers["retry-after"] == "1" })
      #expect(answered.count { $0.headers["idempotency-replayed"] == nil } == 1)
      #expect(Set(answered.map(\.body)).count == 1)
      let again = try await host.call(
        "POST", "/v1/console/clock", as: RunningHost.token, body: ["advanceTo": "2024-08-17T11:40:30Z"])
      #expect(again.code == "clock-has-passed")
      let other = try await host.call(
        "POST", "/v1/console/clock", as: RunningHost.token, body: ["advanceTo": "2024-08-17T11:42:00Z"],
        headers: Self.key("k"))
      #expect(other.status == 422 && other.code == "idempotency-key-reused")
      return try #require(answered.first)
    }
    try await RunningHost.run(installation, clock: Self.clock) { host in
      let reply = try await host.call(
        "POST", "/v1/console/clock", as: RunningHost.token, body: body, headers: Self.key("k"))
      #expect(reply.body == first.body && reply.headers["idempotency-replayed"] == "true")
      #expect(try await host.get("/v1/app")["clock"]?["now"] == "2024-08-17T11:40:00Z")
    }
    Guarantee.report("idempotency", "\(count) duplicates of an action: 1 effect, the same answer")
  }

  @Test func `is done for the account that it names, and for nobody else`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let (ada, bob) = (try await host.signIn("+4915112345601"), try await host.signIn("+4915112345602"))
      let path = "/v1/soccer-predictions/me/favourites/leagues/en.1"
      let mine = ["X-Fieldhouse-Account": ada.id, "Idempotency-Key": "k"]
      let other = try await host.call("PUT", path, as: bob.token, headers: mine)
      #expect(other.status == 409 && other.code == "account-changed")
      #expect(try await host.call("PUT", path, headers: mine).status == 401)
      #expect(try await host.call("PUT", path, as: ada.token, headers: mine).status < 300)
      let favourites = "/v1/soccer-predictions/me/favourites"
      let (hers, his) = (
        try await host.call("GET", favourites, as: ada.token), try await host.call("GET", favourites, as: bob.token)
      )
      #expect(hers["leagues"]?.array?.count == 1 && his["leagues"]?.array?.isEmpty == true)
    }
  }

  @Test func `works for PUT and DELETE, and is not kept when it fails`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let ada = try await host.signIn("+4915112345601")
      for method in ["PUT", "DELETE"] {
        for number in 0..<2 {
          let reply = try await host.call(
            method, "/v1/soccer-predictions/me/favourites/leagues/en.1", as: ada.token, headers: Self.key("k"))
          #expect(reply.status < 300 && (reply.headers["idempotency-replayed"] == "true") == (number == 1), "\(method)")
        }
      }
      let past: JSON = ["advanceTo": "2024-08-17T11:00:00Z"]
      for _ in 0..<2 {
        let reply = try await host.call(
          "POST", "/v1/console/clock", as: RunningHost.token, body: past, headers: Self.key("p"))
        #expect(reply.code == "clock-has-passed" && reply.headers["idempotency-replayed"] == nil)
      }
    }
  }

  @Test func `is refused where the answer holds a token`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let reply = try await host.call("POST", "/v1/auth/guest", headers: Self.key("k"))
      #expect(reply.status == 400 && reply.code == "idempotency-key-refused")
      #expect(try await host.call("POST", "/v1/auth/guest").status == 201)
    }
  }

  /// What the app says of which calls have no key: their answers hold secrets.
  private static func secretPaths() throws -> Regex<AnyRegexOutput> {
    let script = try #require(SourceFiles.text("Core/Web/api.js"))
    let pattern = try #require(script.firstMatch(of: /const isSecret = path => \/(.+)\/\.test\(path\);/)).1
    return try Regex(String(pattern).replacing("\\/", with: "/"))
  }

  @Test(.tags(.pl78)) func `is known as such by every route that people send to`() async throws {
    try await RunningHost.run(try Installation(), clock: Self.clock) { host in
      let document = try await host.get("/openapi.json").json
      let (routes, secret) = (try await DeclaredRoute.all(of: host), try Self.secretPaths())
      let person = try await host.signIn("+4915112345601")
      // What ends the session, or the account, of who calls.
      let last = ["DELETE /v1/me", "POST /v1/auth/logout", "DELETE /v1/auth/sessions"]
      var (sent, done) = (0, 0)
      for route in routes where route.method != "GET" && !last.contains(where: { route.name.hasPrefix($0) }) {
        let operation = document["paths"]?[route.path]?[route.method.lowercased()] ?? .null
        let takesKey = operation["parameters"]?.array?.contains { $0["name"] == "Idempotency-Key" } == true
        let isSecret = route.path.contains(secret)
        if route.method == "POST" { #expect(takesKey || isSecret, "\(route.name)") }
        guard takesKey else { continue }
        let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]
        let path = route.filled(["id": person.id])
        var replies: [Reply] = []
        for _ in 0..<2 {
          replies.append(
            try await host.call(
              route.method, path, as: person.token, body: schema.map(LeastBody.of),
              headers: Self.key(route.name.filter { $0 != " " })))
        }
        sent += 1
        guard replies[0].status < 300 else { continue }
        done += 1
        #expect(replies[1].headers["idempotency-replayed"] == "true", "\(route.name)")
        #expect(replies[1].status == replies[0].status && replies[1].body == replies[0].body, "\(route.name)")
      }
      #expect(sent > 100 && done > 8)
      Guarantee.report(
        "idempotency", "\(sent) routes take a key, \(done) of them called twice with success: one effect each")
    }
  }

  /// Sends the same call many times, sixteen at once.
  private static func parallel(
    _ count: Int, _ call: @escaping @Sendable () async throws -> Reply
  ) async throws -> [Reply] {
    try await withThrowingTaskGroup(of: [Reply].self) { group in
      for lane in 0..<16 {
        group.addTask {
          var replies: [Reply] = []
          for _ in stride(from: lane, to: count, by: 16) { replies.append(try await call()) }
          return replies
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
