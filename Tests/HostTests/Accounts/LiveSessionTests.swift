import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A session that ends` {
  private static let topic = "/v1/live?topic=soccer-predictions%2Fleagues%2Fen.1"

  @Test(
    .tags(.pl21), arguments: ["POST /v1/auth/logout", "DELETE /v1/me", "ban"])
  func `takes its live streams along, and no others`(ending: String) async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let (leaving, staying) = (try await host.signIn("+4915112340001"), try await host.signIn("+4915112340002"))
      let stays = Task { try await host.call("GET", Self.topic, as: staying.token) }
      let stream = Task {
        let reply = try await host.call("GET", Self.topic, as: leaving.token)
        return (reply, ContinuousClock.now)
      }
      try await Task.sleep(for: .milliseconds(500))
      let start = ContinuousClock.now
      #expect(try await Self.end(leaving, ending, on: host) == 204)
      let (reply, end) = try await stream.value
      #expect(reply.status == 200)
      #expect(end - start < .seconds(10))
      print("security: a live stream ended \(end - start) after its session (\(ending))")
      #expect(try await host.get("/v1/me", as: staying).status == 200)
      try await host.stop()
      #expect(try await stays.value.status == 200)
    }
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

  @Test(.tags(.pl15)) func `is done well within five seconds, also beside seven others who do`() async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let password = "a long enough phrase 7"
      let registration: JSON = [
        "name": "Jane", "email": "jane@example.org", "password": .string(password),
        "passwordConfirmation": .string(password), "acceptsTerms": true,
      ]
      try await host.call("POST", "/v1/auth/register", body: registration)
      let code = try #require(try await host.message(to: "jane@example.org")["code"])
      try await host.call("POST", "/v1/auth/verify", body: ["email": "jane@example.org", "code": code])
      let login: JSON = ["identifier": "jane@example.org", "password": .string(password)]
      let times = try await withThrowingTaskGroup(of: Duration.self) { group -> [Duration] in
        for _ in 0..<Self.people {
          group.addTask {
            let start = ContinuousClock.now
            let reply = try await host.call("POST", "/v1/auth/login", body: login)
            #expect(reply.status == 200)
            return ContinuousClock.now - start
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let time = try #require(times.max())
      #expect(times.count == Self.people)
      #expect(time < .seconds(5))
      print("security: the slowest of \(Self.people) logins at once took \(time)")
    }
  }

  @Test(.tags(.pl40, .pl17, .pl11)) func `is where the links of messages lead, which open the web app`()
    async throws
  {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let app = try await host.get("/")
      for path in ["/verify?token=x", "/password/reset?token=x", "/setup?token=x", "/invitation?token=x", "/people/x"] {
        let page = try await host.call("GET", path, headers: ["Accept": "text/html"])
        #expect(page.status == 200, "\(path)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.body == app.body)
      }
    }
  }

  @Test(.tags(.pl16, .pl12)) func `keeps the session as a cookie that no script sees`() async throws {
    try await RunningHost.run(try Installation(), clock: "2024-08-17T11:40:00Z") { host in
      let web = ["X-Fieldhouse-Session": "cookie"]
      let reply = try await host.call("POST", "/v1/auth/guest", body: [:], headers: web)
      let cookie = try #require(reply.headers["set-cookie"])
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
}
