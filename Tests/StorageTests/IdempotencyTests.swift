internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A write under an idempotency key", .storageWorld)
struct IdempotencyTests {
  private static let plan = HostStatement("explain query plan \(HostStatements.emptyReplies.text)")
  private static let serverPlan = HostStatement("explain \(HostStatements.emptyReplies.text)")
  private static let noScans = HostStatement("set local enable_seqscan = off")
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
  func `is forgotten with the person; those of others are emptied and do not run again`(on kind: EngineKind)
    async throws
  {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let routes = ["POST /v1/x", "POST /v1/y"]
    let people = ["ada", "ada2", "Ada", "", "a%"]
    let keys = people.flatMap { account in routes.map { IdempotencyKey(account: account, route: $0, key: "k1") } }
    for key in keys { _ = try await storage.writeOnce(key, fingerprint: "f") { _ in reply } }
    let none = IdempotencyKey(account: "bo", route: "DELETE /v1/x", key: "k1")
    let empty = StoredReply(status: 204, contentType: "", body: [])
    _ = try await storage.writeOnce(none, fingerprint: "f") { _ in empty }
    for (number, account) in ["nobody", "", "a%", "ada", "ada"].enumerated() {
      try await storage.follow(PersonalChange(sequence: Int64(number) + 1, work: .erase(AccountID(account))), nil)
    }
    for key in keys {
      let runs = Counter()
      func repeated(as fingerprint: String) async throws -> StoredReply {
        try await storage.writeOnce(key, fingerprint: fingerprint) { _ in
          runs.next()
          return reply
        }
      }
      if ["ada", "a%"].contains(key.account) {
        #expect(try await !repeated(as: "f").isRepetition, "\(key)")
      } else {
        let error = await #expect(throws: ForgottenReply.self) { try await repeated(as: "f") }
        #expect(error?.key == key && error?.code == "idempotency-reply-forgotten")
        await #expect(throws: IdempotencyConflict.self) { try await repeated(as: "g") }
        #expect(runs.count == 0)
      }
    }
    let kept = try await storage.writeOnce(none, fingerprint: "f") { _ in reply }
    #expect(kept.isRepetition && kept.status == 204, "what holds nothing is still answered")
  }

  /// Makes a namespace one from before there was the index.
  private static func dropIndex(of storage: any NamespaceStorage) async throws {
    if let server = storage as? ServerNamespace {
      Superuser(try TestPostgreSQL.address()).run("drop index \"\(server.schema)\".fieldhouse_replies_kept")
    } else if let file = storage as? SQLiteNamespace {
      try await file.writer.exclusively { try $0.run("drop index fieldhouse_replies_kept") }
    }
  }

  @Test(arguments: EngineKind.available)
  func `is emptied by an erasure in namespaces from before, and what nobody kept is not read`(on kind: EngineKind)
    async throws
  {
    let first = try StorageWorld.current.engine(kind)
    let storage = try await first.open(Namespace(id: "club"))
    try await storage.migrate()
    _ = try await storage.writeOnce(key, fingerprint: "f") { _ in reply }
    try await Self.dropIndex(of: storage)
    await first.close()
    let again = try #require(
      try await StorageWorld.current.engine(kind).open(Namespace(id: "club")) as? any NamespaceEngine)
    try await again.follow(PersonalChange(sequence: 1, work: .erase(AccountID("bo"))), nil)
    await #expect(throws: ForgottenReply.self) { try await again.writeOnce(key, fingerprint: "f") { _ in reply } }
    let plan = try await again.perform(as: .host, limits: .unlimited) { transaction in
      if kind == .sqlite { return try await transaction.run(Self.plan, [.blob([])]) }
      _ = try await transaction.run(Self.noScans, [])
      return try await transaction.run(Self.serverPlan, [.blob([])])
    }
    #expect("\(plan)".contains("fieldhouse_replies_kept"), "\(plan)")
  }
}
