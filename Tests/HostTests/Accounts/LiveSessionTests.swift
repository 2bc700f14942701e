import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct `A session that ends` {
  private static let topic = "/v1/live?topic=soccer-predictions%2Fleagues%2Fen.1"

  @Test(
    .tags(.pl21), arguments: ["POST /v1/auth/logout", "DELETE /v1/me", "ban"])
  func `takes its live streams along, and no others`(ending: String) async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let (leaving, staying) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
      let hasLeft = Mutex(false)
      let stays = Task {
        let reply = try await host.call("GET", Self.topic, as: staying.token)
        hasLeft.withLock { $0 = true }
        return reply
      }
      let stream = Task {
        let reply = try await host.call("GET", Self.topic, as: leaving.token)
        return (reply, ContinuousClock.now)
      }
      try await eventually { try await Self.watchers(host) == 2 }
      let start = ContinuousClock.now
      #expect(try await Self.end(leaving, ending, on: host) == 204)
      let (reply, end) = try await stream.value
      #expect(reply.status == 200)
      print("security: a live stream ended \(end - start) after its session (\(ending))")
      // The host still serves: the stream has ended with its session, and this one alone.
      #expect(try await host.get("/v1/me", as: leaving).status == 401)
      #expect(try await host.get("/v1/me", as: staying).status == 200)
      #expect(try await Self.watchers(host) == 1)
      #expect(!hasLeft.withLock { $0 })
      try await host.stop()
      #expect(try await stays.value.status == 200)
    }
  }

  /// How many live streams are open.
  private static func watchers(_ host: RunningHost) async throws -> Int? {
    let lines = try await String(decoding: host.get("/metrics").body, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("fieldhouse_live_clients ") })
    return Int(line.split(separator: " ")[1])
  }

  private static func end(_ person: Person, _ way: String, on host: RunningHost) async throws -> Int {
    if way == "ban" {
      return try await host.call("PUT", "/v1/people/\(person.id)/disabled", as: RunningHost.token, body: [:]).status
    }
    let parts = way.split(separator: " ").map(String.init)
    return try await host.call(parts[0], parts[1], as: person.token, body: parts[0] == "POST" ? [:] : nil).status
  }
}

@Suite struct `Signing in on a running host` {
  /// How many sign in at the same moment.
  private static let people = 8

  @Test(.tags(.pl15)) func `lets everybody in who does so at the same moment, each into the own account`()
    async throws
  {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      var accounts: [String] = []
      for number in 0..<Self.people { accounts.append(try await Self.register(number, on: host)) }
      let start = ContinuousClock.now
      let arrivals = try await withThrowingTaskGroup(of: (Int, String?, Duration).self) { group in
        for number in 0..<Self.people {
          group.addTask {
            let login: JSON = ["identifier": .string(Self.email(number)), "password": .string(Self.password)]
            let reply = try await host.call("POST", "/v1/auth/login", body: login)
            return (number, reply["account"]?["id"]?.string, ContinuousClock.now - start)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(arrivals.sorted { $0.0 < $1.0 }.map(\.1) == accounts)
      let slowest = try #require(arrivals.map(\.2).max())
      // The row says so for one; here as many come at once as there may be tries at once.
      #expect(slowest < .seconds(5))
      print("security: the slowest of \(Self.people) logins at once took \(slowest)")
    }
  }

  private static let password = "a long enough phrase 7"
  private static func email(_ number: Int) -> String { "person\(number)@example.org" }

  /// - Returns: the id of the new account.
  private static func register(_ number: Int, on host: RunningHost) async throws -> String {
    let registration: JSON = [
      "name": "Jane", "email": .string(email(number)), "password": .string(password),
      "passwordConfirmation": .string(password), "acceptsTerms": true,
    ]
    try await host.call("POST", "/v1/auth/register", body: registration)
    let code = try #require(try await host.message(to: email(number))["code"])
    let reply = try await host.call("POST", "/v1/auth/verify", body: ["email": .string(email(number)), "code": code])
    return try #require(reply["account"]?["id"]?.string, "\(reply.json)")
  }

  @Test(.tags(.pl40, .pl17, .pl11)) func `is where the links of messages lead, which open the web app`()
    async throws
  {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      // But for what it tells programs that show links.
      func shell(_ reply: Reply) -> [Substring] {
        String(decoding: reply.body, as: UTF8.self).split(separator: "\n").filter {
          !$0.contains("<meta property=\"og:") && !$0.contains("<meta name=\"twitter:")
        }
      }
      let app = shell(try await host.get("/"))
      #expect(app.count > 10)
      for path in ["/verify?token=x", "/password/reset?token=x", "/setup?token=x", "/invitation?token=x", "/people/x"] {
        let page = try await host.call("GET", path, headers: ["Accept": "text/html"])
        #expect(page.status == 200, "\(path)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(shell(page) == app)
      }
    }
  }

  @Test(.tags(.pl16, .pl12)) func `keeps the session as a cookie that no script sees`() async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let web = ["X-Fieldhouse-Session": "cookie"]
      let reply = try await host.call("POST", "/v1/auth/guest", body: [:], headers: web)
      let cookie = try #require(reply.cookies.first)
      #expect(reply["token"] == nil)
      #expect(cookie.contains("HttpOnly"))
      #expect(cookie.contains("SameSite=Lax"))
      #expect(cookie.contains("Max-Age=2592000"))
      let session = String(cookie.prefix { $0 != ";" })
      #expect(try await host.call("GET", "/v1/me", headers: ["Cookie": session]).status == 200)
      let foreign = ["Cookie": session, "Origin": "https://elsewhere.example"]
      #expect(try await host.call("POST", "/v1/auth/logout", body: [:], headers: foreign).code == "foreign-origin")
      #expect(try await host.call("GET", "/v1/me", headers: ["Cookie": session]).status == 200)
    }
  }

  @Test(.tags(.pl16)) func `over TLS has a cookie that only this very host can have set`() async throws {
    let environment = ["FIELDHOUSE_PUBLIC_URL": "https://play.club.example"]
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z", environment: environment) { host in
      let web = ["X-Fieldhouse-Session": "cookie"]
      let reply = try await host.call("POST", "/v1/auth/guest", body: [:], headers: web)
      let cookie = try #require(reply.cookies.first)
      #expect(cookie.hasPrefix("__Host-fieldhouse_session="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure"))
      let session = try #require(reply.cookiePairs.first)
      let plain = String(session.dropFirst("__Host-".count))
      let early = try await host.call("GET", "/v1/me", headers: ["Cookie": session])
      #expect(early.status == 200 && early.cookies.isEmpty)
      try await host.advance(to: "2024-08-18T11:40:00Z")
      let me = try await host.call("GET", "/v1/me", headers: ["Cookie": session])
      #expect(me.cookies == [cookie], "asking who it is renews it")
      #expect(try await host.call("GET", "/v1/me", headers: ["Cookie": plain]).status == 401)
      let bearer = String(session.dropFirst("__Host-fieldhouse_session=".count))
      #expect(try await host.call("GET", "/v1/me", as: bearer).cookies.isEmpty)
      let device = try await host.get("/v1/auth/methods").cookiePairs
      #expect(device.map { $0.prefix { $0 != "=" } } == ["__Secure-fieldhouse_device"])
    }
  }
}
