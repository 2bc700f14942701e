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
      let admin = try await world.administrator()
      let key = try await enrol(world, admin.token)
      #expect(try await world.login("admin@example.org").code == "second-factor-needed")
      #expect(try await world.login("admin@example.org", code: "12345").code == "second-factor-wrong")
      world.clock.advance(60)
      let code = key.code(at: Int64(world.clock.now.timeIntervalSince1970) / 30)
      #expect(try await world.login("admin@example.org", code: code).status == 200)
      #expect(try await world.login("admin@example.org", code: code).code == "second-factor-wrong")
    }
  }

  @Test(.tags(.pl18)) func `a recovery code works once`() async throws {
    try await World.with { world in
      let admin = try await world.administrator()
      var recovery: [String] = []
      _ = try await enrol(world, admin.token) { recovery = $0 }
      #expect(recovery.count == 10)
      #expect(try await world.login("admin@example.org", code: recovery[0]).status == 200)
      #expect(try await world.login("admin@example.org", code: recovery[0]).code == "second-factor-wrong")
    }
  }

  @Test(.tags(.pl18)) func `a wrong password is not told apart by the second factor`() async throws {
    try await World.with { world in
      let admin = try await world.administrator()
      _ = try await enrol(world, admin.token)
      #expect(try await world.login("admin@example.org", "not the password").code == "login-failed")
    }
  }

  private func enrol(_ world: World, _ token: String, _ keep: ([String]) -> Void = { _ in }) async throws -> TimeCode {
    let enrolment = try await world.call(.post, "/me/second-factor", token: token)
    let key = TimeCode(key: try #require(Self.base32(enrolment.body["secret"]?.string ?? "")))
    let code = key.code(at: Int64(world.clock.now.timeIntervalSince1970) / 30)
    let confirmed = try await world.call(.post, "/me/second-factor/confirm", ["code": .string(code)], token: token)
    try #require(confirmed.status == 200)
    keep(confirmed.body["recoveryCodes"]?.array?.compactMap(\.string) ?? [])
    return key
  }

  private static func base32(_ text: String) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = text.compactMap { alphabet.firstIndex(of: $0) }.flatMap { value in (0..<5).map { value >> (4 - $0) & 1 }
    }
    guard !bits.isEmpty else { return nil }
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
    }
  }
}
