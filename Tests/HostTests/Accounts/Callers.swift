@testable import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

extension RunningHost {
  /// One caller of each kind, the roles held in the whole installation.
  func callers() async throws -> [Caller] {
    var callers = [
      Caller(name: "nobody", token: nil, kind: .nobody),
      Caller(name: "guest", token: try await guest().token, kind: .guest),
      Caller(name: "operator", token: Self.token, kind: .operatorToken),
    ]
    let roles = ["user", "club-admin", "super-admin"]
    for (number, role) in roles.enumerated() {
      for isStrong in [false, true] where isStrong || ["club-admin", "super-admin"].contains(role) {
        let person = try await signIn("+4915112340\(number)\(isStrong ? 1 : 0)0")
        if role != "user" { try await grant(role, to: person) }
        if isStrong { try await enrol(person) }
        callers.append(
          Caller(
            name: isStrong ? role : "\(role) without second factor", token: person.token,
            kind: .account(roles: role == "user" ? [] : [role], isStrong: isStrong)))
      }
    }
    return callers
  }

  /// Gives a role in the whole installation.
  func grant(_ role: String, to person: Person) async throws {
    let reply = try await call("PUT", "/v1/people/\(person.id)/roles/\(role)", as: Self.token, body: [:])
    try #require(reply.status == 204, "\(reply.json)")
  }

  /// Gives an account a second factor; its session counts as strong.
  /// - Returns: the app that shows its codes.
  @discardableResult
  func enrol(_ person: Person) async throws -> TimeCode {
    let begun = try await call("POST", "/v1/me/second-factor", as: person.token)
    let key = try #require(begun["secret"]?.string.flatMap(Self.base32))
    let code = try await code(of: TimeCode(key: key))
    let reply = try await call("POST", "/v1/me/second-factor/confirm", as: person.token, body: ["code": .string(code)])
    try #require(reply.status == 200, "\(reply.json)")
    return TimeCode(key: key)
  }

  /// What an app shows now.
  func code(of app: TimeCode) async throws -> String {
    let now = try #require(try await get("/v1/app")["clock"]?["now"]?.string.flatMap { RFC3339.date(from: $0) })
    return app.code(at: Int64(now.timeIntervalSince1970) / 30)
  }

  private static func base32(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = text.compactMap { alphabet.firstIndex(of: $0) }.flatMap { value in (0..<5).map { value >> (4 - $0) & 1 }
    }
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
    }
  }
}
