import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

extension World {
  /// The delivered messages, oldest first.
  func deliveries() async throws -> [JSON] {
    try await accounts.deliver()
    guard let data = try? Data(contentsOf: folder.appending(path: "deliveries.jsonl")) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
  }

  /// The code that was last sent to somebody.
  func lastCode(to recipient: String) async throws -> String {
    try #require(try await deliveries().last { Self.same($0["to"]?.string, recipient) }?["code"]?.string)
  }

  /// Whether two texts are the same address, or the same phone number however written.
  private static func same(_ one: String?, _ other: String) -> Bool {
    other.contains("@") ? one == other : one?.filter(\.isNumber) == other.filter(\.isNumber)
  }

  /// Signs in with a phone number.
  func signIn(phone: String, guest: String? = nil, address: String = "203.0.113.7") async throws -> Answer {
    let sent = try await call(.post, "/auth/otp", ["phone": .string(phone)], address: address)
    try #require(sent.status == 202)
    let digits = phone.filter(\.isNumber)
    let code = try await lastCode(to: digits.hasPrefix("00") ? String(digits.dropFirst(2)) : digits)
    return try await call(
      .post, "/auth/otp/verify", ["phone": .string(phone), "code": .string(code)], token: guest, address: address)
  }

  /// A guest's token.
  func guestToken() async throws -> String { try await call(.post, "/auth/guest").token }

  /// A code that is not the one given.
  func otherCode(than code: String) -> String { code == "000000" ? "111111" : "000000" }
}
