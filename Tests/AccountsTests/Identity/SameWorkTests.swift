@testable import FieldhouseAccounts
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// How long an answer takes follows from what is done for it. That is compared here, statement by statement; the
/// benchmark `enumerating` compares the times themselves.
@Suite struct `The work for somebody known and somebody unknown` {
  private typealias Work = @Sendable (Accounts, Client, _ subject: String) async throws -> Void

  private static let works: [(name: String, known: String, unknown: String, run: Work)] = [
    (
      "login", "jane@example.org", "nobody@example.org",
      { accounts, client, subject in
        let attempt = Login.Attempt(name: LoginName(subject), client: client)
        _ = try? await accounts.signIn.login.login(attempt, password: "guess", code: nil)
      }
    ),
    (
      "forgotten password", "jane@example.org", "nobody@example.org",
      { accounts, client, subject in
        let email = try EmailAddress(subject)
        try await accounts.context.storage.write { transaction in
          try await accounts.signIn.passwordReset.request(email, from: client, in: transaction)
        }
      }
    ),
    (
      "registration", "jane@example.org", "nobody@example.org",
      { accounts, client, subject in
        let email = try EmailAddress(subject)
        let application = Registration.Application(
          name: "Jane", username: nil, email: email.text, passwordHash: "hash",
          versions: ["terms": "1", "privacy": "1"],
          acceptedAt: accounts.context.clock.now, language: "en", invitation: nil)
        try await accounts.context.storage.write { transaction in
          _ = try await accounts.signIn.registration.apply(
            application, email, from: client, back: ReturnPath(nil), in: transaction)
        }
      }
    ),
    (
      "wrong code of a mail", "jane@example.org", "nobody@example.org",
      { accounts, client, subject in
        let email = try EmailAddress(subject)
        _ = try await accounts.context.storage.write { transaction in
          try await accounts.signIn.registration.confirm(
            .code("wrong", email), token: nil, from: client, in: transaction)
        }
      }
    ),
    (
      "code by phone", "+4915112345678", "+4915187654321",
      { accounts, client, subject in
        let number = try PhoneNumber(subject)
        _ = try await accounts.context.storage.write { transaction in
          let login = accounts.signIn.phoneLogin
          return try await login.send(
            try login.draft(to: number, from: client, back: ReturnPath(nil)), in: transaction)
        }
      }
    ),
    (
      "wrong code by phone", "+4915112345678", "+4915187654321",
      { accounts, client, subject in
        let answer = PhoneLogin.Answer(
          evidence: .code("wrong", try PhoneNumber(subject)), secondFactor: nil, accepted: nil, keeping: false,
          invitation: nil)
        _ = try await accounts.context.storage.write { transaction in
          try await accounts.signIn.phoneLogin.verify(answer, from: client, in: transaction)
        }
      }
    ),
  ]

  @Test(.tags(.pl14), arguments: works.map(\.name)) func `is the same, statement by statement`(name: String)
    async throws
  {
    let work = try #require(Self.works.first { $0.name == name })
    try await World.with { world in
      _ = try await world.signIn(phone: "+4915112345678")
      _ = try await world.register()
      let storage = CountingStorage(base: world.storage)
      let accounts = Accounts(
        tables: AccountsTables(storage, of: world.storage), clock: world.clock,
        secret: try InstallationSecret.load(path: world.keyPath),
        deliveries: FileDeliveries(path: world.folder.path + "/other.jsonl", clock: world.clock),
        texts: try Strings.load(), log: world.log)
      var done: [[String]] = []
      for (number, subject) in [work.known, work.unknown].enumerated() {
        let call = Call(
          principal: nil, now: world.clock.now, language: "en", requestID: "test",
          remoteAddress: "198.51.100.\(number)", cookies: ["fieldhouse_device": try await world.browser()])
        try await world.storage.write { try await $0.execute("delete from rate_limits") }
        _ = storage.statements()
        try await work.run(accounts, Client(call), subject)
        done.append(storage.statements())
      }
      #expect(done[0] == done[1])
      #expect(done[0].count >= 2)
    }
  }
}
