import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Sign-in through a provider under attack` {
  @Test(.tags(.pl19)) func `a wrong, used or expired state and another browser get in nowhere`() async throws {
    try await World.withProvider { world, provider in
      let journey = try await world.journey(provider)
      let refused: [Answer] = [
        try await world.finish(journey.with(["state": "a-state-that-was-never-given-out-0123456789"])),
        try await world.finish(journey, cookie: "another-browser"), try await world.finish(journey, cookie: ""),
      ]
      #expect(refused.allSatisfy { $0.status == 401 && $0.code == "provider-stale" })
      #expect(try await provider.seen().isEmpty)
      #expect(try await world.finish(journey).status == 200)
      #expect(try await world.finish(journey).code == "provider-stale")
      let late = try await world.journey(provider)
      world.clock.advance(601)
      #expect(try await world.finish(late).code == "provider-stale")
    }
  }

  @Test(.tags(.pl19)) func `of fifty parallel returns with one state one gets in`() async throws {
    try await World.withProvider { world, provider in
      _ = try await world.signIn(provider)
      let before = try await provider.seen().count
      let journey = try await world.journey(provider)
      let other = try world.anotherProcess(settings: provider.settings("club", "school"))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<50 {
          let host = number.isMultiple(of: 2) ? world : other
          group.addTask { try await host.finish(journey, address: "198.51.100.\(number)").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 200 }.count == 1)
      #expect(try await provider.seen().count == before + 1)
      print("security: 50 parallel returns from a provider on \(world.kind): 1 got in, 1 code went to the provider")
    }
  }

  @Test(
    .tags(.pl19),
    arguments: [
      ["nonce": "another"], ["nonce": .null], ["aud": "another-client"], ["aud": ["another", "clients"]],
      ["aud": ["fieldhouse+club", "another"]], ["aud": ["fieldhouse+club", "another"], "azp": "another"],
      ["azp": "another"], ["iss": "https://evil.example"], ["iss": .null], ["exp": 1_755_259_100], ["exp": .null],
      ["iat": 1_755_259_400], ["iat": 1_755_258_000], ["iat": .null], ["sub": ""], ["sub": .null],
    ] as [JSON])
  func `an ID token that is not made now, by this provider, for us and for this attempt is refused`(
    claims: JSON
  ) async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["claims": claims])
      let answer = try await world.signIn(provider)
      #expect(answer.status == 401, "\(claims)")
      #expect(answer.code == "provider-refused")
      #expect(try await world.counts() == (0, 0))
    }
  }

  @Test(.tags(.pl19)) func `several audiences are fine when the token was made for us`() async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["claims": ["aud": ["another", "fieldhouse+club"], "azp": "fieldhouse+club"]])
      #expect(try await world.signIn(provider).status == 200)
    }
  }

  @Test(.tags(.pl19)) func `a code of another attempt, used or not, is refused by the provider`() async throws {
    try await World.withProvider { world, provider in
      let (victim, attacker) = (try await world.journey(provider), try await world.journey(provider))
      let injected = attacker.with(["code": victim.body["code"] ?? .null])
      #expect(try await world.finish(injected).code == "provider-refused")
      let first = try await world.journey(provider)
      #expect(try await world.finish(first).status == 200)
      let second = try await world.journey(provider)
      #expect(try await world.finish(second.with(["code": first.body["code"] ?? .null])).code == "provider-refused")
    }
  }

  @Test(.tags(.pl19)) func `an answer of one provider does not do for another`() async throws {
    try await World.withProvider { world, provider in
      let journey = try await world.journey(provider)
      var mixed = Journey(provider: "school", cookie: journey.cookie, body: journey.body)
      #expect(try await world.finish(mixed).code == "provider-stale")
      #expect(try await provider.seen("school").isEmpty)
      try await provider.set(["names_issuer": true], of: "school")
      mixed = try await world.journey(provider, "school")
      #expect(mixed.body["iss"]?.string == provider.issuer("school"))
      let wrong = mixed.with(["iss": .string(provider.issuer("club"))])
      #expect(try await world.finish(wrong).code == "provider-refused")
      #expect(try await provider.seen("school").isEmpty)
      var nameless = try await world.journey(provider, "school")
      nameless.body["iss"] = nil
      #expect(try await world.finish(nameless).code == "provider-refused")
      #expect(try await world.signIn(provider, "school").status == 200)
    }
  }

  @Test(
    .tags(.pl19),
    arguments: [
      "https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example", "evil.example", "",
      "javascript:alert(1)", "/\u{7F}", "/ü", "/" + String(repeating: "a", count: 500),
    ])
  func `the way back leads to no other site`(back: String) async throws {
    try await World.withProvider { world, _ in
      let answer = try await world.call(.post, "/auth/providers/club", ["back": .string(back)])
      #expect(answer.status == 422)
      #expect(answer.mistake("/back") != nil)
    }
  }

  @Test(.tags(.pl19, .pl70)) func `neither the database nor the log holds a code, token, state or secret in clear`()
    async throws
  {
    try await World.withProvider { world, provider in
      let waiting = try await world.journey(provider)
      let open = try await world.journey(provider)
      #expect(try await world.finish(open, terms: false).code == "terms-needed")
      try await provider.set(["claims": ["aud": "another"]])
      #expect(try await world.signIn(provider).status == 401)
      let seen = try await provider.seen()
      var secrets = ["client-secret-canary", "access-token-canary", waiting.cookie, open.cookie]
      secrets += [waiting, open].flatMap { [$0.body["state"], $0.body["code"]] }.compactMap { $0?.string }
      secrets += seen.flatMap { [$0["code"], $0["code_verifier"], $0["authorization"]] }.compactMap { $0?.string }
      #expect(secrets.count >= 14)
      let (dump, log) = (try await world.dump(), world.log.lines.joined(separator: "\n"))
      #expect(log.contains("provider-token"))
      for secret in secrets {
        #expect(!dump.contains(secret), "the database holds \(secret)")
        #expect(!log.contains(secret), "the log holds \(secret)")
      }
      for value in Set(try await world.values()) where (1...100).contains(value.utf8.count) {
        let forged = waiting.with(["state": .string(value)])
        #expect(try await world.finish(forged, address: "127.0.0.1").status >= 400)
        #expect(try await world.finish(waiting, cookie: value, address: "127.0.0.1").status >= 400)
      }
      print("security: \(secrets.count) secrets of sign-ins through a provider on \(world.kind): 0 in database and log")
    }
  }

  @Test(.tags(.pl19, .pl7)) func `departures and wrong returns are limited per address, over several processes`()
    async throws
  {
    try await World.withProvider { world, provider in
      let other = try world.anotherProcess(settings: provider.settings("club", "school"))
      var departures: [Int] = []
      var returns: [Int] = []
      for number in 0..<56 {
        let host = number.isMultiple(of: 2) ? world : other
        if number < 36 { departures.append(try await host.call(.post, "/auth/providers/club", [:]).status) }
        let wrong: JSON = ["state": "wrong", "code": "wrong"]
        returns.append(try await host.call(.post, "/auth/providers/club/return", wrong).status)
      }
      #expect(departures.filter { $0 == 200 }.count == 30)
      #expect(departures.filter { $0 == 429 }.count == 6)
      #expect(returns.filter { $0 == 401 }.count == 50)
      #expect(returns.filter { $0 == 429 }.count == 6)
      #expect(try await world.call(.post, "/auth/providers/club", [:], address: "198.51.100.9").status == 200)
    }
  }
}

@Suite struct `A provider in trouble` {
  @Test(
    .tags(.pl19),
    arguments: [
      ["status": 500, "body": "oops"], ["status": 200, "body": "<html>"], ["status": 200, "body": "{}"],
      ["status": 200, "body": "{\"id_token\": \"x.y.z\"}"], ["status": 200, "body": "{\"id_token\": \"e30.e30.\"}"],
      ["status": 401, "body": "{\"error\": \"invalid_client\"}"], ["status": 302, "body": ""],
    ] as [JSON])
  func `that talks nonsense is told apart from a wrong sign-in, and nothing is lost`(token: JSON) async throws {
    try await World.withProvider { world, provider in
      let guest = try await world.call(.post, "/auth/guest")
      let journey = try await world.journey(provider)
      try await provider.set(["token": token])
      let answer = try await world.finish(journey, token: guest.token)
      #expect(answer.status == 503)
      #expect(answer.code == "provider-unavailable")
      #expect(answer.retryAfter == 10)
      try await provider.set(["token": .null])
      #expect(try await world.call(.get, "/me", token: guest.token).status == 200)
      #expect(try await world.signIn(provider, guest: guest.token).accountID == guest.accountID)
    }
  }

  @Test(.tags(.pl19)) func `that is slow is given up, and holds up nobody else`() async throws {
    try await World.withProvider { world, provider in
      let journey = try await world.journey(provider)
      try await provider.set(["delay": 60])
      async let slow = world.finish(journey)
      #expect(try await world.person(1).status == 200)
      #expect(try await world.signIn(provider, "school").status == 200)
      #expect(try await slow.code == "provider-unavailable")
      #expect(world.log.lines.contains { $0.contains("http-timeout") })
    }
  }

  @Test(.tags(.pl19)) func `that says no is believed`() async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["authorize": "access_denied"])
      let answer = try await world.signIn(provider)
      #expect(answer.code == "provider-refused")
      #expect(try await world.counts() == (0, 0))
    }
  }

  @Test(
    .tags(.pl19),
    arguments: [
      ["issuer": "https://evil.example"], ["token_endpoint": "http://tokens.example/token"],
      ["authorization_endpoint": "javascript:alert(1)"], ["authorization_endpoint": .null],
      ["token_endpoint": "https://user@tokens.example/"],
    ] as [JSON])
  func `whose discovery document cannot be trusted is left alone`(document: JSON) async throws {
    try await World.withProvider { world, provider in
      try await provider.set(["document": document])
      let answer = try await world.call(.post, "/auth/providers/club", [:])
      #expect(answer.code == "provider-unavailable", "\(document)")
      #expect(try await world.call(.post, "/auth/providers/school", [:]).status == 200)
    }
  }

  @Test(.tags(.pl19)) func `that is gone keeps nobody from signing in another way`() async throws {
    let provider = try OpenIDProvider(http: World.http)
    let settings = provider.settings("club")
    provider.stop()
    try await eventually { (try? await provider.seen()) == nil }
    try await World.with(settings: settings) { world in
      let answer = try await world.call(.post, "/auth/providers/club", [:])
      #expect(answer.code == "provider-unavailable")
      #expect(try await world.call(.get, "/auth/methods").status == 200)
      #expect(try await world.person(1).status == 200)
    }
  }
}
