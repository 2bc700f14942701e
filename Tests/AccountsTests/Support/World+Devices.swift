import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

extension World {
  /// The cookie of a browser that opens the sign-in page for the first time.
  func browser() async throws -> String {
    let answer = try await call(.get, "/auth/methods")
    return try #require(answer.cookie("fieldhouse_device")).value
  }

  /// Applies for an account and returns the answer with the code and link of its mail.
  func apply(
    email: String = "jane@example.org", password: String = World.password, name: String = "Jane Doe",
    address: String = "203.0.113.7", cookie: String? = nil
  ) async throws -> (registration: String, code: String?, link: String?) {
    let changes: [String: JSON] = [
      "password": .string(password), "passwordConfirmation": .string(password), "name": .string(name),
    ]
    try await accounts.deliver()
    let answer = try await call(
      .post, "/auth/register", registration(email: email, changes: changes), address: address, cookie: cookie)
    try #require(answer.status == 202, "\(answer.body)")
    let mail = try #require(try await deliveries().last)
    let link = mail["code"] == nil ? nil : mail["link"]?.string?.split(separator: "=").last.map(String.init)
    return (try #require(answer.body["registration"]?.string), mail["code"]?.string, link)
  }

  /// How many messages have gone out.
  func messageCount() async throws -> Int { try await deliveries().count }
}
