import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

extension World {
  static let password = "a long enough phrase 7"

  /// The body of a registration; give what differs.
  func registration(email: String = "jane@example.org", changes: [String: JSON] = [:]) -> JSON {
    var body: JSONObject = [
      "name": "Jane Doe", "email": .string(email), "password": .string(Self.password),
      "passwordConfirmation": .string(Self.password), "acceptsTerms": true,
    ]
    for (key, value) in changes { body[key] = value }
    return .object(body)
  }

  /// Registers and verifies an address.
  func register(
    email: String = "jane@example.org", changes: [String: JSON] = [:], guest: String? = nil
  ) async throws -> Answer {
    let applied = try await call(.post, "/auth/register", registration(email: email, changes: changes))
    try #require(applied.status == 202, "\(applied.body)")
    let code = try await lastCode(to: email)
    return try await call(.post, "/auth/verify", ["email": .string(email), "code": .string(code)], token: guest)
  }

  func login(
    _ identifier: String = "jane@example.org", _ password: String = World.password, code: String? = nil,
    address: String = "203.0.113.7"
  ) async throws -> Answer {
    var body: JSONObject = ["identifier": .string(identifier), "password": .string(password)]
    if let code { body["code"] = .string(code) }
    return try await call(.post, "/auth/login", .object(body), address: address)
  }

  /// The secret of the link that was last sent to an address; the links of notices are not looked at.
  func lastLinkToken(to email: String) async throws -> String {
    let messages = try await deliveries().filter { $0["to"]?.string == email }
    let links = messages.compactMap { $0["link"]?.string }.filter { !$0.contains("/undo?token=") }
    return try #require(links.last?.split(separator: "=").last.map(String.init))
  }

  /// The secret of the last link to an address that leads to a page.
  func lastLinkToken(to email: String, containing page: String) async throws -> String {
    let links = try await deliveries().filter { $0["to"]?.string == email }.compactMap { $0["link"]?.string }
    return String(try #require(links.last { $0.contains(page) }?.split(separator: "=").last))
  }

  /// The first administrator, with a second factor shown unless said otherwise.
  func administrator(strong: Bool = true) async throws -> Answer {
    try await accounts.setUp(email: "admin@example.org", password: Self.password)
    let answer = try await login("admin@example.org")
    if strong { _ = try await enrol(answer.token) }
    return answer
  }

  /// Somebody with a phone of their own.
  func person(_ number: Int, name: String? = nil) async throws -> Answer {
    let answer = try await signIn(phone: "49151\(1_000_000 + number)", address: "198.51.100.\(number % 250)")
    if let name { try await call(.patch, "/me", ["name": .string(name)], token: answer.token) }
    return answer
  }
}
