@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `The second factor` {
  /// RFC 6238, appendix B, for SHA-1, the last six digits.
  @Test(
    .tags(.pl18),
    arguments: [
      (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
      (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
  func `codes are those of RFC 6238`(seconds: Int64, code: String) {
    #expect(TimeCode(key: Array("12345678901234567890".utf8)).code(at: seconds / 30) == code)
  }

  @Test(
    .tags(.pl18),
    arguments: [("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"), ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709")])
  func `SHA-1 is that of FIPS 180-4`(message: String, digest: String) {
    let hex = SHA1.hash(Array(message.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == digest)
  }

  @Test(.tags(.pl18)) func `the password alone does not sign in any more, and no code works twice`() async throws {
    try await World.with { world in
      let admin = try await world.administrator(strong: false)
      let app = try await world.enrol(admin.token)
      #expect(try await world.login("admin@example.org").code == "second-factor-needed")
      #expect(try await world.login("admin@example.org", code: "12345").code == "second-factor-wrong")
      world.clock.advance(60)
      let code = app.code(at: world.clock.now)
      #expect(try await world.login("admin@example.org", code: code).status == 200)
      #expect(try await world.login("admin@example.org", code: code).code == "second-factor-wrong")
    }
  }

  @Test(.tags(.pl18)) func `a recovery code works once`() async throws {
    try await World.with { world in
      let admin = try await world.administrator(strong: false)
      let codes = try await world.enrol(admin.token).recoveryCodes
      #expect(codes.count == 10)
      #expect(try await world.login("admin@example.org", code: codes[0]).status == 200)
      #expect(try await world.login("admin@example.org", code: codes[0]).code == "second-factor-wrong")
      let state = try await world.call(.get, "/me/second-factor", token: admin.token).body
      #expect(state == ["enabled": true, "required": false, "shown": true, "recoveryCodes": 9])
    }
  }

  @Test(.tags(.pl18)) func `a wrong password is not told apart by the second factor`() async throws {
    try await World.with { world in
      _ = try await world.administrator()
      #expect(try await world.login("admin@example.org", "not the password").code == "login-failed")
    }
  }

  @Test(.tags(.pl18, .pl22)) func `an administrator acts only once the second factor was shown`() async throws {
    try await World.with { world in
      let admin = try await world.administrator(strong: false)
      #expect(try await world.call(.get, "/audit", token: admin.token).code == "second-factor-required")
      #expect(try await world.call(.get, "/reports", token: admin.token).code == "second-factor-required")
      #expect(try await world.call(.get, "/me/second-factor", token: admin.token).body["required"] == true)
      let app = try await world.enrol(admin.token)
      #expect(try await world.call(.get, "/audit", token: admin.token).status == 200)
      #expect(try await world.call(.get, "/reports", token: admin.token).status == 200)
      world.clock.advance(60)
      let removal: JSON = ["code": .string(app.code(at: world.clock.now))]
      #expect(try await world.call(.post, "/me/second-factor/remove", removal, token: admin.token).status == 204)
      #expect(try await world.call(.get, "/audit", token: admin.token).code == "second-factor-required")
    }
  }

  @Test(.tags(.pl18)) func `an operator may leave the second factor to the administrators`() async throws {
    var settings = AccountsSettings()
    settings.administratorsNeedSecondFactor = false
    try await World.with(settings: settings) { world in
      let admin = try await world.administrator(strong: false)
      #expect(try await world.call(.get, "/audit", token: admin.token).status == 200)
    }
  }

  @Test(.tags(.pl18)) func `a one-time code does not lead past the second factor, and is not used up by asking`()
    async throws
  {
    try await World.with { world in
      let person = try await world.signIn(phone: "+4915112345678")
      let app = try await world.enrol(person.token)
      world.clock.advance(60)
      try await world.call(.post, "/auth/otp", ["phone": "+4915112345678"])
      var body: JSONObject = [
        "phone": "+4915112345678", "code": .string(try await world.lastCode(to: "4915112345678")), "acceptsTerms": true,
      ]
      #expect(try await world.call(.post, "/auth/otp/verify", .object(body)).code == "second-factor-needed")
      body["secondFactor"] = .string(app.code(at: world.clock.now))
      #expect(try await world.call(.post, "/auth/otp/verify", .object(body)).status == 200)
      #expect(try await world.call(.post, "/auth/otp/verify", .object(body)).status == 401)
    }
  }

  @Test(.tags(.pl18)) func `a session becomes strong by showing the second factor, and only that one`() async throws {
    try await World.with { world in
      let first = try await world.administrator(strong: false)
      let second = try await world.login("admin@example.org")
      let app = try await world.enrol(first.token)
      #expect(try await world.call(.get, "/audit", token: first.token).status == 200)
      #expect(try await world.call(.get, "/audit", token: second.token).code == "second-factor-required")
      world.clock.advance(60)
      let code: JSON = ["code": .string(app.code(at: world.clock.now))]
      #expect(try await world.call(.post, "/me/second-factor/show", code, token: second.token).status == 204)
      #expect(try await world.call(.get, "/audit", token: second.token).status == 200)
      let other = try await world.person(2)
      let shown = try await world.call(.post, "/me/second-factor/show", code, token: other.token)
      #expect(shown.code == "second-factor-missing")
    }
  }

  @Test(.tags(.pl18)) func `guesses of the second factor are limited, also after a restart`() async throws {
    try await World.with { world in
      let admin = try await world.administrator()
      var codes: [String?] = []
      for _ in 0..<12 {
        let body: JSON = ["code": "000000"]
        codes.append(try await world.call(.post, "/me/second-factor/show", body, token: admin.token).code)
      }
      #expect(codes.filter { $0 == "second-factor-wrong" }.count == 10)
      #expect(codes.filter { $0 == "too-many-attempts" }.count == 2)
      let later = try await world.restarted()
      let again = try await later.call(.post, "/me/second-factor/show", ["code": "000000"], token: admin.token)
      #expect(again.status == 429)
      await later.close()
    }
  }
}
