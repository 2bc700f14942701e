@testable import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

/// An authenticator app and the recovery codes that came with it.
struct Authenticator: Sendable {
  let key: TimeCode
  let recoveryCodes: [String]

  /// The code that the app shows.
  func code(at instant: Date) -> String { key.code(at: Int64(instant.timeIntervalSince1970) / 30) }
}

extension World {
  /// Gives the account behind a token a second factor.
  func enrol(_ token: String) async throws -> Authenticator {
    let enrolment = try await call(.post, "/me/second-factor", token: token)
    let key = TimeCode(key: try #require(Self.base32(enrolment.body["secret"]?.string ?? "")))
    let code = key.code(at: Int64(clock.now.timeIntervalSince1970) / 30)
    let confirmed = try await call(.post, "/me/second-factor/confirm", ["code": .string(code)], token: token)
    try #require(confirmed.status == 200, "\(confirmed.body)")
    return Authenticator(
      key: key, recoveryCodes: confirmed.body["recoveryCodes"]?.array?.compactMap(\.string) ?? [])
  }

  static func base32(_ text: String) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = text.compactMap { alphabet.firstIndex(of: $0) }.flatMap { value in (0..<5).map { value >> (4 - $0) & 1 }
    }
    guard !bits.isEmpty else { return nil }
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
    }
  }
}
