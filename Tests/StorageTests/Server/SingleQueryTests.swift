internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("Single queries on PostgreSQL", .storageWorld)
struct SingleQueryTests {
  private static let table = """
    create table t (id integer not null primary key, name text not null);
    insert into t values (1, 'one'), (2, 'two'), (3, 'three')
    """

  private func open() async throws -> ServerNamespace {
    try #require(try await StorageWorld.current.open(.postgresql, Self.table) as? ServerNamespace)
  }

  private func name(_ id: Int) -> SQL { "select name from t where id = \(id)" }

  private func read(_ id: Int, _ storage: ServerNamespace) async throws -> String? {
    try await storage.read { try await $0.first(self.name(id))?[0] }
  }

  /// As if it had been the only query of eight reads.
  private func learn(_ query: SQL, _ storage: ServerNamespace) {
    for _ in 0..<8 { storage.singles.note(query.text, time: 1) }
  }

  @Test func `are noticed when nothing follows them`() async throws {
    let singles = SingleQueries()
    let storage = try await open()
    for _ in 0..<2 {
      for _ in 0..<7 { singles.note(name(1).text, time: 1) }
      try await storage.snapshot { transaction in
        let transaction = ServerReadTransaction(transaction, singles)
        _ = try await transaction.query(self.name(1))
        _ = try await transaction.query(self.name(2))
        transaction.end()
      }
    }
    #expect(!singles.contains(name(1).text) && !singles.areKnown)
  }

  @Test func `that come alone are sent together, each with its own answer`() async throws {
    let storage = try await open()
    learn(name(1), storage)
    let found = try await withThrowingTaskGroup { group in
      for id in 1...60 { group.addTask { (id, try await self.read(id % 4, storage)) } }
      return try await group.reduce(into: [Int: String?]()) { $0[$1.0] = $1.1 }
    }
    let names = [nil, "one", "two", "three"]
    for (id, name) in found { #expect(name == names[id % 4]) }
    #expect(found.count == 60)
  }

  @Test func `see what was written before they were asked`() async throws {
    let storage = try await open()
    learn(name(1), storage)
    for number in 0..<20 {
      try await storage.execute("update t set name = \("\(number)") where id = 1")
      #expect(try await read(1, storage) == "\(number)")
    }
  }

  @Test func `after which another comes are asked again with it on one snapshot`() async throws {
    let storage = try await open()
    learn(name(1), storage)
    let runs = Counter()
    let names = try await storage.read { transaction in
      let isFirst = runs.next() == 1
      let first: String? = try await transaction.first(self.name(1))?[0]
      if isFirst { try await storage.execute("update t set name = 'changed'") }
      return [first, try await transaction.first(self.name(2))?[0]]
    }
    #expect(names == ["changed", "changed"])
    #expect(runs.count == 2)
    #expect(!storage.singles.contains(name(1).text))
  }

  @Test func `that fail do not fail the others`() async throws {
    let storage = try await open()
    let division: @Sendable (Int) -> SQL = { "select 6 / id from t where id = \($0) or id = 0" }
    let read: @Sendable (Int) async throws -> Int64? = { id in
      try await storage.read { try await $0.first(division(id))?[0] }
    }
    learn(division(1), storage)
    learn(name(1), storage)
    try await storage.execute("insert into t values (0, 'zero')")
    await withTaskGroup { group in
      for _ in 0..<10 {
        group.addTask { await expectStorageError(.statement) { _ = try await read(1) } }
        group.addTask { #expect((try? await self.read(2, storage)) == "two") }
      }
    }
  }

  @Test func `that take long are not sent with others`() {
    let singles = SingleQueries()
    for _ in 0..<8 { singles.note("q", time: 1_000_000) }
    #expect(singles.contains("q") && singles.areKnown)
    singles.note("q", time: 30_000_000)
    #expect(!singles.contains("q"))
    for number in 0..<300 { for _ in 0..<8 { singles.note("q\(number)", time: 1) } }
    #expect((0..<300).filter { singles.contains("q\($0)") }.count == 256)
  }
}
