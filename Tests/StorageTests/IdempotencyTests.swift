internal import FieldhouseKit
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A write under an idempotency key", .storageWorld)
struct IdempotencyTests {
  private static let table = "create table t (id integer primary key, name text not null)"
  private let key = IdempotencyKey(account: "ada", route: "POST /v1/x", key: "k1")
  private let reply = StoredReply(
    status: 201, contentType: "application/json", body: Array(#"{"a":"ä"}"#.utf8) + [0, 255])

  @Test(arguments: EngineKind.available)
  func `takes effect once and answers the same again`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    for number in 0..<3 {
      let answer = try await storage.writeOnce(key, fingerprint: "f") { transaction in
        try await transaction.execute("insert into t (name) values ('x')")
        return reply
      }
      #expect(answer.body == reply.body && answer.status == 201 && answer.contentType == reply.contentType)
      #expect(answer.isRepetition == (number > 0))
    }
    #expect(try await storage.value("select count(*) from t") == 1)
  }

  @Test(arguments: EngineKind.available)
  func `takes effect once when all come at the same time`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let fresh = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          try await !storage.writeOnce(key, fingerprint: "f") { transaction in
            try await transaction.execute("insert into t (name) values ('x')")
            return reply
          }.isRepetition
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(fresh == 1)
    #expect(try await storage.value("select count(*) from t") == 1)
  }

  @Test(arguments: EngineKind.available)
  func `refuses the key for another request and keeps people and routes apart`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    _ = try await storage.writeOnce(key, fingerprint: "f") { _ in reply }
    await #expect(throws: IdempotencyConflict.self) {
      try await storage.writeOnce(key, fingerprint: "g") { _ in reply }
    }
    for other in [
      IdempotencyKey(account: "bo", route: key.route, key: "k1"), IdempotencyKey(account: "ada", route: "r", key: "k1"),
    ] {
      #expect(try await !storage.writeOnce(other, fingerprint: "g") { _ in reply }.isRepetition)
    }
  }

  @Test(arguments: EngineKind.available)
  func `that fails leaves the key free`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    await #expect(throws: Deliberate.self) {
      try await storage.writeOnce(key, fingerprint: "f") { _ in throw Deliberate() }
    }
    #expect(try await !storage.writeOnce(key, fingerprint: "g") { _ in reply }.isRepetition)
  }

  @Test(arguments: EngineKind.available)
  func `forgets replies by age on the host's clock`(on kind: EngineKind) async throws {
    let clock = Mutex(Date(timeIntervalSince1970: 1_000_000))
    let storage = try await StorageWorld.current.open(kind, Self.table, now: { clock.withLock { $0 } })
    _ = try await storage.writeOnce(key, fingerprint: "f") { _ in reply }
    clock.withLock { $0 += 86_400 }
    #expect(try await storage.expireReplies(olderThan: .seconds(86_401)) == 0)
    #expect(try await storage.expireReplies(olderThan: .seconds(86_399)) == 1)
    #expect(try await !storage.writeOnce(key, fingerprint: "g") { _ in reply }.isRepetition)
  }

  @Test(arguments: EngineKind.available)
  func `is forgotten with the person, and nobody else's is`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let routes = ["POST /v1/x", "POST /v1/y"]
    let people = ["ada", "ada2", "Ada", "", "a%"]
    let keys = people.flatMap { account in routes.map { IdempotencyKey(account: account, route: $0, key: "k1") } }
    for key in keys { _ = try await storage.writeOnce(key, fingerprint: "f") { _ in reply } }
    for (number, account) in ["nobody", "", "a%", "ada", "ada"].enumerated() {
      try await storage.follow(PersonalChange(sequence: Int64(number) + 1, work: .erase(AccountID(account))), nil)
    }
    for key in keys {
      let isKept = try await storage.writeOnce(key, fingerprint: "f") { _ in reply }.isRepetition
      #expect(isKept == !["ada", "a%"].contains(key.account), "\(key)")
    }
  }
}
