import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Login by password` {
  @Test(.tags(.pl14)) func `e-mail address and user name both sign in`() async throws {
    try await World.with { world in
      _ = try await world.register(changes: ["username": "jane.doe"])
      #expect(try await world.login("jane@example.org").status == 200)
      #expect(try await world.login("Jane@Example.org").status == 200)
      #expect(try await world.login("JANE.DOE").status == 200)
    }
  }

  @Test(.tags(.pl14)) func `the answer does not tell which part was wrong`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let wrongPassword = try await world.login("jane@example.org", "not the password")
      let nobody = try await world.login("nobody@example.org", "not the password")
      #expect(wrongPassword.status == 401)
      #expect(nobody.status == 401)
      #expect(wrongPassword.body == nobody.body)
      #expect(wrongPassword.body["detail"] == "The combination of identifier and password is not correct.")
    }
  }

  @Test(.tags(.pl14)) func `an account without a password cannot be entered with one`() async throws {
    try await World.with { world in
      _ = try await world.signIn(phone: "+4915112345678")
      #expect(try await world.login("4915112345678", "anything at all").code == "login-failed")
    }
  }

  @Test func `a storm of wrong passwords gets 429 and the owner elsewhere still gets in`() async throws {
    try await World.with { world in
      _ = try await world.register()
      var statuses: [Int] = []
      for number in 0..<15 {
        statuses.append(try await world.login("jane@example.org", "wrong \(number)", address: "198.51.100.66").status)
      }
      #expect(statuses.filter { $0 == 401 }.count == 10)
      #expect(statuses.filter { $0 == 429 }.count == 5)
      #expect(try await world.login("jane@example.org").status == 200)
      let later = try await world.restarted()
      #expect(try await later.login("jane@example.org", address: "198.51.100.66").status == 429)
      later.clock.advance(60)
      #expect(try await later.login("jane@example.org", address: "198.51.100.66").status == 200)
      await later.close()
    }
  }

  @Test func `signing in to an own account gives an address no more guesses at others`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let (address, own) = ("198.51.100.66", try await world.browser())
      let login: JSON = ["identifier": "jane@example.org", "password": .string(World.password)]
      var statuses: [Int] = []
      for number in 0..<104 {
        if number % 20 == 0 {
          let answer = try await world.call(.post, "/auth/login", login, address: address, cookie: own)
          #expect(answer.status == 200)
        }
        statuses.append(try await world.login("p\(number)@example.org", "a guess", address: address).status)
      }
      #expect(statuses.filter { $0 == 401 }.count == 100)
      #expect(statuses.suffix(4) == [429, 429, 429, 429])
    }
  }

  @Test(.tags(.pl17)) func `a reset link sets a new password once and ends every session`() async throws {
    try await World.with { world in
      let old = try await world.register()
      #expect(try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"]).status == 202)
      let token = JSON.string(try await world.lastLinkToken(to: "jane@example.org"))
      let different: JSON = [
        "token": token, "password": "a new long phrase", "passwordConfirmation": "not the same one",
      ]
      let refused = try await world.call(.post, "/auth/password/reset", different)
      #expect(refused.mistake("/passwordConfirmation") == "The two passwords do not match.")
      let body: JSON = ["token": token, "password": "a new long phrase", "passwordConfirmation": "a new long phrase"]
      #expect(try await world.call(.post, "/auth/password/reset", body).status == 204)
      #expect(try await world.call(.post, "/auth/password/reset", body).code == "link-wrong")
      #expect(try await world.call(.get, "/me", token: old.token).status == 401)
      #expect(try await world.login("jane@example.org").status == 401)
      #expect(try await world.login("jane@example.org", "a new long phrase").status == 200)
    }
  }

  @Test(.tags(.pl17)) func `a reset link expires after an hour`() async throws {
    try await World.with { world in
      _ = try await world.register()
      for (seconds, status) in [(3599.0, 204), (3600, 422)] {
        try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"])
        let token = JSON.string(try await world.lastLinkToken(to: "jane@example.org"))
        world.clock.advance(seconds)
        let body: JSON = ["token": token, "password": "a new long phrase", "passwordConfirmation": "a new long phrase"]
        let reset = try await world.call(.post, "/auth/password/reset", body)
        #expect(reset.status == status && reset.code == (status == 204 ? nil : "link-wrong"), "\(seconds)")
      }
    }
  }

  @Test(.tags(.pl17)) func `asking for a reset tells nothing of whether the address is known`() async throws {
    try await World.with { world in
      _ = try await world.register()
      let known = try await world.call(.post, "/auth/password/forgot", ["email": "jane@example.org"])
      let unknown = try await world.call(.post, "/auth/password/forgot", ["email": "nobody@example.org"])
      #expect(known.status == unknown.status)
      #expect(known.body == unknown.body)
      #expect(try await !world.deliveries().contains { $0["to"]?.string == "nobody@example.org" })
    }
  }

  @Test(.tags(.pl18)) func `changing the password needs the old one and ends the other sessions`() async throws {
    try await World.with { world in
      let other = try await world.register()
      let here = try await world.login()
      let wrong: JSON = [
        "currentPassword": "not it", "password": "a new long phrase", "passwordConfirmation": "a new long phrase",
      ]
      #expect(try await world.call(.put, "/me/password", wrong, token: here.token).mistake("/currentPassword") != nil)
      let right: JSON = [
        "currentPassword": .string(World.password), "password": "a new long phrase",
        "passwordConfirmation": "a new long phrase",
      ]
      #expect(try await world.call(.put, "/me/password", right, token: here.token).status == 204)
      #expect(try await world.call(.get, "/me", token: other.token).status == 401)
      #expect(try await world.call(.get, "/me", token: here.token).status == 200)
    }
  }

  @Test func `more passwords than may wait are answered 429 at once`() async throws {
    var settings = AccountsSettings()
    settings.waitingHashes = 2
    try await World.with(settings: settings) { world in
      let codes = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<200 {
          group.addTask { try await world.login("p\(number)@example.org", "x", address: "198.51.100.\(number)").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.contains(429))
      #expect(codes.contains(401))
      #expect(Set(codes) == [401, 429])
    }
  }
}
