import FieldhouseKit
import Testing

@testable import FieldhouseHTTP

@Suite struct `Cookies of an answer` {
  private static let plain = [
    "session=ada; Path=/; HttpOnly; SameSite=Lax; Max-Age=60", "device=d; Path=/v1/own; SameSite=Strict; Max-Age=0",
    "brief=1; Path=/; HttpOnly; SameSite=Lax",
  ]

  @Test func `go out as one line each`() async throws {
    try await ResponderWorld.with { world async throws in
      #expect(try await world.ask("POST /v1/own/cookies").cookies == Self.plain)
    }
  }

  @Test func `go only over TLS where people reach the host by it, with names that say so`() async throws {
    try await ResponderWorld.with({ $0.isSecure = true }) { world async throws in
      let cookies = try await world.ask("POST /v1/own/cookies").cookies
      let prefixes = ["__Host-", "__Secure-", "__Host-"]
      #expect(cookies == zip(prefixes, Self.plain).map { "\($0)\($1); Secure" })
    }
  }

  @Test func `never come from a plugin, whose routes see none either`() async throws {
    try await ResponderWorld.with { world async throws in
      let fields = ["Cookie: session=ada; device=d", "X-Fieldhouse-Session: cookie", "Origin: http://a"]
      let reply = try await world.ask("POST /v1/plugin/cookies", fields)
      #expect(reply.cookies == [])
      #expect(reply.text == #"{"cookies":{},"wantsSessionCookie":false,"caller":"ada"}"#)
    }
  }

  @Test(arguments: ["own", "plugin"]) func `cannot be written as a field by any route`(area: String) async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("POST /v1/\(area)/forgery")
      #expect(reply.status == 200 && reply.text == "A")
      #expect(reply.cookies == [])
      #expect(reply.headers["x-other"] == "kept")
    }
  }

  @Test func `belong to no answer that fails`() async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("POST /v1/own/cookies?x=1")
      #expect(reply.status == 422)
      #expect(reply.cookies == [])
    }
  }
}

@Suite struct `Cookies of a request` {
  private func seen(_ fields: [String], isSecure: Bool) async throws -> [String] {
    let (answers, stream) = AsyncStream.makeStream(of: String.self)
    try await ResponderWorld.with({ $0.isSecure = isSecure }) { world async throws in
      for field in fields {
        let reply = try await world.ask("POST /v1/own/cookies", ["Cookie: \(field)", "Origin: https://a"])
        let seen = try JSONValueDecoder().decode(CookiesSeen.self, from: try JSON(parsing: reply.body))
        let pairs = seen.cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
        stream.yield("\(pairs)|\(seen.caller ?? "nobody")")
      }
      stream.finish()
    }
    return await answers.reduce(into: []) { $0.append($1) }
  }

  @Test func `reach a route when it names them`() async throws {
    let fields = ["session=ada; device=d; other=o", "session=bob", "__Host-session=ada", "device="]
    let expected = ["device=d session=ada|ada", "session=bob|nobody", "|nobody", "|nobody"]
    #expect(try await seen(fields, isSecure: false) == expected)
  }

  @Test func `count over TLS only when they were set over TLS, a session only when this very host set it`()
    async throws
  {
    let fields = [
      "session=ada; device=d", "__Host-session=ada; __Secure-device=d", "__Secure-session=ada",
      "session=ada; __Host-session=bob", "__Host-device=h; __Secure-device=s",
    ]
    let expected = [
      "|nobody", "device=d session=ada|ada", "session=ada|nobody", "session=bob|nobody", "device=h|nobody",
    ]
    #expect(try await seen(fields, isSecure: true) == expected)
  }

  @Test(arguments: [([], false), (["X-Fieldhouse-Session: cookie"], true), (["X-Fieldhouse-Session: token"], false)])
  func `are wanted for the session where the web app says so`(fields: [String], isWanted: Bool) async throws {
    try await ResponderWorld.with { world async throws in
      let reply = try await world.ask("POST /v1/own/cookies", fields)
      #expect(reply.text.contains("\"wantsSessionCookie\":\(isWanted)"))
    }
  }
}
