internal import FieldhouseKit
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import FieldhouseStorage

@Suite("A transaction in steps", .storageWorld)
struct SteppedTests {
  private static let tables = """
    create table seats (id text not null primary key, left_over integer not null);
    insert into seats values ('hall', 30);
    create table people (id text not null primary key, name text not null unique)
    """
  private let key = IdempotencyKey(account: "ada", route: "POST /v1/x", key: "k1")

  private func open(_ kind: EngineKind) async throws -> any NamespaceStorage {
    try await StorageWorld.current.open(kind, Self.tables)
  }

  /// Runs a body many times at once.
  /// - Returns: how many ended with true.
  private func together(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Bool) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count { group.addTask { try await body(number) } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
  }

  @Test(arguments: EngineKind.available)
  func `changes one row with others one after the other, and none runs again`(on kind: EngineKind) async throws {
    let (storage, runs) = (try await open(kind), Counter())
    let taken = try await together(50) { number in
      try await storage.inSteps.write { transaction in
        runs.next()
        try await transaction.execute("insert into people values (\("p\(number)"), \("n\(number)"))")
        return try await transaction.execute(
          "update seats set left_over = left_over - 1 where id = 'hall' and left_over > 0") > 0
      }
    }
    #expect(taken == 30)
    #expect(runs.count == 50)
    #expect(try await storage.value("select left_over from seats") == 0)
  }

  @Test(arguments: EngineKind.available)
  func `does not run again because of rows beside its own`(on kind: EngineKind) async throws {
    let (storage, runs) = (try await open(kind), Counter())
    let new = try await together(60) { number in
      try await storage.inSteps.write { transaction in
        runs.next()
        let (id, next) = ("p\(number)", "p\(number + 1)")
        _ = try await transaction.query("select name from people where id = \(next)")
        let isNew = try await transaction.query("select 1 from people where id = \(id)").isEmpty
        try await transaction.execute("insert into people values (\(id), \(id))")
        return isNew
      }
    }
    #expect(new == 60)
    #expect(runs.count == 60)
  }

  @Test(arguments: EngineKind.available)
  func `that fails leaves nothing behind, and its statements have the same walls`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    await #expect(throws: Deliberate.self) {
      try await storage.inSteps.write { transaction in
        try await transaction.execute("update seats set left_over = 7")
        throw Deliberate()
      }
    }
    #expect(try await storage.value("select left_over from seats") == 30)
    for statement in ["select * from fieldhouse_state", "create table t (a integer)", "vacuum"] {
      await #expect(throws: StorageError.self, "\(statement)") {
        try await storage.inSteps.write { try await $0.execute(SQL(text: statement, values: [])) }
      }
    }
  }

  @Test(arguments: EngineKind.available)
  func `whose key somebody else took meanwhile sees that when it runs again`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let first = try await together(20) { number in
      try await storage.inSteps.write { transaction in
        guard try await transaction.query("select 1 from people where name = 'jane'").isEmpty else { return false }
        try await transaction.execute("insert into people values (\("p\(number)"), 'jane')")
        return true
      }
    }
    #expect(first == 1)
    #expect(try await storage.value("select count(*) from people") == 1)
    let error = await #expect(throws: StorageError.self) {
      try await storage.inSteps.write { try await $0.execute("insert into people values ('x', 'jane')") }
    }
    #expect(error?.code == .constraint)
  }

  @Test(arguments: EngineKind.available)
  func `takes effect once under a key, and who comes meanwhile waits for the reply`(on kind: EngineKind) async throws {
    let storage = try await open(kind)
    let reply = StoredReply(status: 202, contentType: "application/json", body: Array("{}".utf8))
    let fresh = try await together(20) { number in
      let answer = try await storage.inSteps.writeOnce(key, fingerprint: "f") { transaction in
        try await transaction.execute("insert into people values (\("p\(number)"), \("n\(number)"))")
        return reply
      }
      #expect(answer.body == reply.body && answer.status == 202)
      return !answer.isRepetition
    }
    #expect(fresh == 1)
    #expect(try await storage.value("select count(*) from people") == 1)
    await #expect(throws: IdempotencyConflict.self) {
      try await storage.inSteps.writeOnce(key, fingerprint: "g") { _ in reply }
    }
  }

  @Test func `sees with each statement what others have committed by then`() async throws {
    let storage = try await open(.postgresql)
    let counts = try await storage.inSteps.write { transaction in
      let before: Int? = try await transaction.first("select count(*) from people")?[0]
      try await storage.write { try await $0.execute("insert into people values ('a', 'a')") }
      return [before, try await transaction.first("select count(*) from people")?[0]]
    }
    #expect(counts == [0, 1])
  }
}
