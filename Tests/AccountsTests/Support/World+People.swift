@testable import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

extension World {
  /// People who have never been here, by the ids `stranger<number>`.
  func strangers(_ numbers: Range<Int>) async throws {
    let now = clock.now
    try await accounts.context.storage.write { transaction in
      for number in numbers {
        let person = Person(id: AccountID("stranger\(number)"), kind: .user, now: now)
        try await PersonStore.insert(person, in: transaction)
      }
    }
  }

  /// The delivered messages, oldest first.
  func deliveries() async throws -> [JSON] {
    try await accounts.deliver()
    guard let data = try? Data(contentsOf: folder.appending(path: "deliveries.jsonl")) else { return [] }
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
  }

  /// The code that was last sent to somebody.
  func lastCode(to recipient: String) async throws -> String {
    let codes = try await deliveries().filter { Self.same($0["to"]?.string, recipient) }.compactMap {
      $0["code"]?.string
    }
    return try #require(codes.last)
  }

  /// Whether two texts are the same address or phone number, however written.
  private static func same(_ one: String?, _ other: String) -> Bool {
    one.map { LoginName($0) == LoginName(other) } ?? false
  }

  /// Signs in with a phone number.
  func signIn(phone: String, guest: String? = nil, address: String = "203.0.113.7") async throws -> Answer {
    let sent = try await call(.post, "/auth/otp", ["phone": .string(phone)], address: address)
    try #require(sent.status == 202)
    let code = try await lastCode(to: phone)
    return try await call(
      .post, "/auth/otp/verify", ["phone": .string(phone), "code": .string(code), "acceptsTerms": true], token: guest,
      address: address)
  }

  /// A guest's token.
  func guestToken() async throws -> String { try await call(.post, "/auth/guest").token }

  /// A code that is not the one given.
  func otherCode(than code: String) -> String { code == "000000" ? "111111" : "000000" }

  /// Somebody agrees that data of the body is kept.
  func agreeToHealth(_ person: Answer) async throws {
    let consent: JSON = ["document": "health", "version": "1"]
    #expect(try await call(.post, "/me/consents", consent, token: person.token).status == 201)
  }
}
