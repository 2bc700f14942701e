internal import FieldhouseKit
internal import Testing

@testable internal import FieldhouseStorage

@Suite("What is to follow a commit", .storageWorld)
struct AfterCommitTests {
  private static let table = "create table t (id integer not null primary key)"

  private func rows(_ storage: any NamespaceStorage) async throws -> [Int] {
    try await storage.read { try await $0.query("select id from t order by id").map { try $0[0] } }
  }

  @Test(arguments: EngineKind.available)
  func `finds what was committed, in order, before the writer goes on`(on kind: EngineKind) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table)
    let found = Collector<[Int]>()
    try await storage.write { transaction in
      for _ in 1...2 { #expect(AfterCommit.add { found.add((try? await rows(storage)) ?? []) }) }
      try await transaction.execute("insert into t (id) values (1)")
      // A transaction inside is one of its own.
      try await StorageWorld.current.open(kind, Self.table, id: "other").write { _ in
        #expect(AfterCommit.add { found.add([0]) })
      }
    }
    #expect(found.items == [[0], [1], [1]])
    #expect(!AfterCommit.add { found.add([2]) }, "nobody is in a transaction any more")
    try await storage.inSteps.write { _ in #expect(AfterCommit.add { found.add([3]) }) }
    try await storage.receive(1) { _ in #expect(AfterCommit.add { found.add([4]) }) }
    #expect(found.items == [[0], [1], [1], [3], [4]])
  }

  @Test(arguments: EngineKind.available)
  func `is not done when the transaction is rolled back, and once when it was tried again`(
    on kind: EngineKind
  ) async throws {
    let storage = try await StorageWorld.current.open(kind, Self.table, "insert into t (id) values (1)")
    let found = Collector<Int>()
    await #expect(throws: Deliberate.self) {
      try await storage.write { _ in
        _ = AfterCommit.add { found.add(0) }
        throw Deliberate()
      }
    }
    #expect(found.items.isEmpty)
    let tries = Collector<Int>()
    // Those who change one row at the same time are run again on PostgreSQL.
    try await withThrowingDiscardingTaskGroup { group in
      for number in 1...12 {
        group.addTask {
          try await storage.write { transaction in
            tries.add(number)
            _ = AfterCommit.add { found.add(number) }
            let id = try await transaction.first("select id from t where id > 0")?["id"] as Int? ?? 0
            try await transaction.execute("update t set id = \(id + 1) where id = \(id)")
          }
        }
      }
    }
    #expect(found.items.sorted() == Array(1...12), "\(tries.items.count) tries")
    #expect(try await rows(storage) == [13])
  }
}
