@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What thirty attempts tell of somebody` {
  /// A route that is asked about somebody known and about somebody unknown in the same way.
  private struct Question: Sendable {
    let name: String
    let path: String
    let body: @Sendable (JSON) -> JSON
    let known: JSON
    let unknown: JSON
    /// What is asked once before, as anybody can.
    var before: (path: String, body: @Sendable (JSON) -> JSON)?
  }

  private static let email: (known: JSON, unknown: JSON) = ("jane@example.org", "nobody@example.org")
  private static let phone: (known: JSON, unknown: JSON) = ("+4915112345678", "+4915187654321")
  private static let link = JSON.string(String(repeating: "A", count: 43))

  private static func application(_ email: JSON) -> JSON {
    [
      "name": "Jane", "email": email, "password": .string(World.password),
      "passwordConfirmation": .string(World.password), "acceptsTerms": true,
    ]
  }

  private static let questions: [Question] = [
    Question(
      name: "login by e-mail", path: "/auth/login", body: { ["identifier": $0, "password": "guess"] },
      known: email.known, unknown: email.unknown),
    Question(
      name: "login by phone", path: "/auth/login", body: { ["identifier": $0, "password": "guess"] },
      known: phone.known, unknown: phone.unknown),
    Question(
      name: "login by user name", path: "/auth/login", body: { ["identifier": $0, "password": "guess"] },
      known: "jane.doe", unknown: "john.doe"),
    Question(
      name: "code by phone", path: "/auth/otp", body: { ["phone": $0] }, known: phone.known, unknown: phone.unknown),
    Question(
      name: "wrong code by phone, none asked", path: "/auth/otp/verify", body: { ["phone": $0, "code": "000000"] },
      known: phone.known, unknown: phone.unknown),
    Question(
      name: "wrong code by phone, one asked", path: "/auth/otp/verify", body: { ["phone": $0, "code": "wrong"] },
      known: phone.known, unknown: phone.unknown, before: ("/auth/otp", { ["phone": $0] })),
    Question(
      name: "wrong code by mail, none asked", path: "/auth/verify", body: { ["email": $0, "code": "000000"] },
      known: email.known, unknown: email.unknown),
    Question(
      name: "wrong code by mail, one asked", path: "/auth/verify", body: { ["email": $0, "code": "wrong"] },
      known: email.known, unknown: email.unknown, before: ("/auth/register", application)),
    Question(
      name: "wrong code by mail with a password", path: "/auth/verify",
      body: { ["email": $0, "code": "wrong", "password": .string(World.password)] },
      known: email.known, unknown: email.unknown, before: ("/auth/register", application)),
    Question(
      name: "registration", path: "/auth/register", body: application, known: email.known, unknown: email.unknown),
    Question(
      name: "forgotten password", path: "/auth/password/forgot", body: { ["email": $0] }, known: email.known,
      unknown: email.unknown),
    Question(
      name: "new password, one asked", path: "/auth/password/reset",
      body: { _ in
        ["token": link, "password": "a new long phrase", "passwordConfirmation": "a new long phrase"]
      }, known: email.known, unknown: email.unknown, before: ("/auth/password/forgot", { ["email": $0] })),
  ]

  @Test(.tags(.pl14), arguments: zip([true, false], [false, true]))
  func `is the same for somebody known and somebody unknown`(marked: Bool, moving: Bool) async throws {
    for question in Self.questions {
      try await World.with { world in
        _ = try await world.signIn(phone: "+4915112345678")
        _ = try await world.register(changes: ["username": "jane.doe"])
        let known = try await attempts(question, question.known, world, "198.51.100.1", marked, moving)
        let unknown = try await attempts(question, question.unknown, world, "198.51.100.2", marked, moving)
        #expect(known == unknown, "\(question.name) on \(world.kind)")
        #expect(known.count == 30)
      }
    }
  }

  @Test(.tags(.pl14)) func `ends in 429 for wrong codes of a mail, whoever has the address`() async throws {
    try await World.with { world in
      _ = try await world.register()
      for email in ["jane@example.org", "nobody@example.org"] {
        let applied = try await world.call(.post, "/auth/register", Self.application(.string(email)))
        #expect(applied.status == 202)
        var statuses: [Int] = []
        for _ in 0..<7 {
          let body: JSON = [
            "email": .string(email), "code": "wrong", "registration": applied.body["registration"] ?? .null,
          ]
          statuses.append(try await world.call(.post, "/auth/verify", body).status)
        }
        #expect(statuses == [401, 401, 401, 401, 401, 429, 429], "\(email)")
      }
    }
  }

  /// Status, body and header names of each of thirty attempts, without what is random in each.
  private func attempts(
    _ question: Question, _ subject: JSON, _ world: World, _ address: String, _ marked: Bool, _ moving: Bool
  ) async throws -> [String] {
    let cookie = marked ? try await world.browser() : nil
    if let before = question.before {
      try await world.call(.post, before.path, before.body(subject), address: address, cookie: cookie)
    }
    var table: [String] = []
    for _ in 0..<30 {
      let answer = try await world.call(
        .post, question.path, question.body(subject), address: address, cookie: cookie)
      var body = answer.body.object ?? [:]
      if body["registration"] != nil { body["registration"] = "random" }
      for key in ["expiresAt", "resendAt"] where body[key] != nil { body[key] = "a time" }
      let retry = answer.retryAfter.map(String.init) ?? "-"
      table.append("\(answer.status) \(retry) \(JSON.object(body).serialized()) \(answer.headers.keys.sorted())")
      if moving { world.clock.advance(7) }
    }
    return table
  }
}
