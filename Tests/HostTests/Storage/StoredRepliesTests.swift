import FieldhouseKit
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseHost

@Suite struct `Answers that are kept for repeated requests` {
  private static let clock = "2024-08-17T11:40:00Z"

  private static func key(_ account: String) -> IdempotencyKey {
    IdempotencyKey(account: account, route: "POST /v1/reports", key: "k")
  }

  /// What there is of an answer to a person: `"kept"`, `"forgotten"`, or `"none"`.
  private static func answer(of account: String, _ storage: any NamespaceStorage) async throws -> String {
    struct Unknown: Error {}
    do {
      _ = try await storage.writeOnce(key(account), fingerprint: "f") { _ in throw Unknown() }
      return "kept"
    } catch is Unknown {
      return "none"
    } catch is IdempotencyConflict {
      return "kept"
    } catch is ForgottenReply {
      return "forgotten"
    }
  }

  private static func store(_ account: String, _ storage: any NamespaceStorage) async throws {
    let reply = StoredReply(status: 201, contentType: "application/json", body: Array(#"{"name":"Ada"}"#.utf8))
    _ = try await storage.writeOnce(key(account), fingerprint: "f") { _ in reply }
  }

  @Test(arguments: TestEngine.allCases)
  func `go with the person, and are emptied where they are others', in every namespace`(engine: TestEngine) async throws
  {
    try await engine.run { database in
      let storages = [try await database.open("one", []), try await database.open("two", [])]
      for storage in storages {
        for account in ["ada", "bob"] { try await Self.store(account, storage) }
      }
      for storage in storages {
        try await storage.follow(PersonalChange(sequence: 1, work: .erase(AccountID("ada"))), nil)
        #expect(try await Self.answer(of: "ada", storage) == "none")
        #expect(try await Self.answer(of: "bob", storage) == "forgotten")
      }
    }
  }

  @Test(arguments: TestEngine.allCases) func `go when they are old, in every namespace`(engine: TestEngine) async throws
  {
    try await engine.run { database in
      let storages = [try await database.open("one", []), try await database.open("two", [])]
      let (patient, hasty) = (
        StoredReplies(age: .seconds(3600), log: SilentLog()), StoredReplies(age: .zero, log: SilentLog())
      )
      for storage in storages {
        await patient.attach(storage)
        await hasty.attach(storage)
        try await Self.store("ada", storage)
      }
      try await patient.expire()
      for storage in storages { #expect(try await Self.answer(of: "ada", storage) == "kept") }
      // The engine's clock is the real one and counts milliseconds: by then everything is older than nothing.
      try await Task.sleep(for: .milliseconds(5))
      try await hasty.expire()
      for storage in storages { #expect(try await Self.answer(of: "ada", storage) == "none") }
    }
  }

  @Test func `work for as many hours as the operator says`() async throws {
    let environment = ["FIELDHOUSE_REPLY_HOURS": "2"]
    try await RunningHost.run(try Installation(), clock: Self.clock, environment: environment) { host in
      let (ada, bob) = (try await host.signIn("+4915112345601"), try await host.signIn("+4915112345602"))
      let report: JSON = ["subjectKind": "user", "subject": .string(bob.id), "reason": "spam", "detail": "once"]
      func send() async throws -> Bool {
        let reply = try await host.call(
          "POST", "/v1/reports", as: ada.token, body: report, headers: ["Idempotency-Key": "k"])
        #expect(reply.status == 201, "\(reply.json)")
        return reply.headers["idempotency-replayed"] == "true"
      }
      #expect(try await !send())
      try await host.advance(to: "2024-08-17T13:39:00Z")
      #expect(try await send())
      try await host.advance(to: "2024-08-17T13:45:00Z")
      #expect(try await !send())
    }
  }

  @Test func `of an erased account are gone from the database, and those of others hold nothing`() async throws {
    let installation = try Installation()
    let environment = ["FIELDHOUSE_ERASURE_GRACE_HOURS": "0"]
    let people = try await RunningHost.run(
      installation, clock: Self.clock, environment: environment
    ) { host in
      let (ada, bob) = (try await host.signIn("+4915112345601"), try await host.signIn("+4915112345602"))
      for (person, subject) in [(ada, bob), (bob, ada)] {
        try #require(try await Self.report(subject.id, by: person, host).status == 201)
      }
      try #require(try await host.call("DELETE", "/v1/me", as: ada.token).status == 204)
      return [ada.id, bob.id]
    }
    // What was left to be carried on when the host was stopped is carried on when it runs again: some seconds later, more of
    // them where the machine is slow.
    var pauses = [3, 6, 12, 24, 48, 96][...]
    while try await !Self.isCarried(people, installation), let pause = pauses.popFirst() {
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { _ in
        try await Task.sleep(for: .seconds(pause))
      }
    }
    #expect(try await Self.isCarried(people, installation))
    try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
      let again = try await Self.report(people[0], by: try await host.signIn("+4915112345602"), host)
      #expect(again.status == 409 && again.code == "idempotency-reply-forgotten", "\(again.json)")
    }
  }

  /// Whether nothing of the first person is kept any more; of the second one something always is.
  private static func isCarried(_ people: [String], _ installation: Installation) async throws -> Bool {
    let engine = try SQLiteEngine(directory: installation.data)
    let storage = try await engine.open(.accounts)
    let isCarried = try await answer(of: people[0], storage) == "none"
    #expect(try await answer(of: people[1], storage) != "none")
    await engine.close()
    return isCarried
  }

  private static func report(_ subject: String, by person: Person, _ host: RunningHost) async throws -> Reply {
    let report: JSON = ["subjectKind": "user", "subject": .string(subject), "reason": "spam", "detail": "x"]
    return try await host.call(
      "POST", "/v1/reports", as: person.token, body: report, headers: ["Idempotency-Key": "k"])
  }
}

private struct SilentLog: Log {
  func write(_ level: LogLevel, _ message: String, _ fields: [String: String]) {}
}
