internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("How much a query may answer with", .storageWorld)
struct QueryLimitTests {
  private static let table = "create table t (id integer not null primary key, text text not null)"

  private func open(_ kind: EngineKind, _ limits: QueryLimits) async throws -> any NamespaceStorage {
    let space = Namespace(id: "club", migrations: [Migration(id: "1", sql: Self.table)], queryLimits: limits)
    let storage = try await StorageWorld.current.engine(kind).open(space)
    try await storage.migrate()
    try await storage.execute(
      """
      insert into t (id, text)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000) select i, 'twelve bytes' from n
      """)
    return storage
  }

  private func numbers(_ count: Int) -> SQL {
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < \(count)) select i from n"
  }

  @Test(arguments: EngineKind.available)
  func `as many rows as allowed come, one more is refused, naming plugin and limit`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: 500, bytes: .max))
    #expect(try await storage.column("select id from t order by id limit 500") == Array(1...500))
    let error = await #expect(throws: StorageError.self) {
      try await storage.read { try await $0.query("select id from t order by id limit 501") }
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("plugin 'club'") == true)
    #expect(error?.message.contains("more than 500 rows") == true)
    #expect(error?.message.contains("queryRows") == true)
    #expect(try await storage.value("select count(*) from t") == 1000)
  }

  @Test(arguments: EngineKind.available)
  func `as many bytes as allowed come, one more is refused`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: .max, bytes: 1_200))
    let texts: [String] = try await storage.column("select text from t where id <= 100")
    #expect(texts.count == 100)
    let error = await #expect(throws: StorageError.self) {
      try await storage.read { try await $0.query("select text from t where id <= 101") }
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.contains("more than 1200 bytes") == true)
    #expect(error?.message.contains("queryMegabytes") == true)
  }

  @Test(arguments: EngineKind.available)
  func `holds inside a write as well, which is rolled back`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: 10))
    await expectStorageError(.tooLarge) {
      try await storage.write { transaction in
        try await transaction.execute("insert into t values (5000, 'x')")
        _ = try await transaction.query("select id from t")
      }
    }
    #expect(try await storage.value("select count(*) from t where id = 5000") == 0)
    try await storage.execute("insert into t values (5001, 'x')")
  }

  @Test(arguments: EngineKind.available)
  func `each query is measured for itself`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: 10))
    let counts = try await storage.read { reading in
      var counts: [Int] = []
      for _ in 0..<5 { counts.append(try await reading.query("select id from t limit 10").count) }
      return counts
    }
    #expect(counts == [10, 10, 10, 10, 10])
  }

  @Test(arguments: EngineKind.available)
  func `does not hold for what is handed over row by row`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: 10, bytes: 100))
    let counter = Counter()
    try await storage.read { try await $0.forEach("select id, text from t") { _ in counter.next() } }
    #expect(counter.count == 1000)
  }

  @Test(arguments: EngineKind.available)
  func `does not hold for the host's own tables`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: 1, bytes: 1))
    try await storage.write { transaction in
      for number in 0..<20 { try await transaction.emit(Event(name: "a.b", payload: .integer(Int64(number)))) }
    }
    #expect(try await storage.pendingEffects(after: 0, limit: 100).count == 20)
  }

  @Test(arguments: EngineKind.available)
  func `a query of millions of rows is ended long before its end`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits())
    let rss = Memory.resident
    await expectStorageError(.tooLarge) { try await storage.read { try await $0.query(numbers(200_000_000)) } }
    #expect(Memory.resident - rss < 300 << 20)
    #expect(try await storage.value("select count(*) from t") == 1000)
  }

  @Test(arguments: EngineKind.available)
  func `statements that answer with what they changed are measured too`(on kind: EngineKind) async throws {
    let storage = try await open(kind, QueryLimits(rows: 10))
    await expectStorageError(.tooLarge) {
      try await storage.write { try await $0.query("update t set text = 'y' returning id") }
    }
    #expect(try await storage.value("select count(*) from t where text = 'y'") == 0)
  }

  private static let sizes: [(SQLValue, Int)] = [
    (.null, 8), (.integer(1), 8), (.real(1), 8), (.text(""), 0), (.text("é"), 2), (.blob([1, 2, 3]), 3),
  ]

  @Test func `a value's size`() {
    for (value, size) in Self.sizes { #expect(value.size == size, "\(value)") }
  }

  @Test func `the defaults`() {
    #expect(QueryLimits() == QueryLimits(rows: 100_000, bytes: 67_108_864))
    #expect(Namespace(id: "a").queryLimits == QueryLimits())
    #expect(QueryLimits.unlimited.rows == .max)
  }
}

/// What this process takes.
enum Memory {
  /// Bytes in memory now.
  static var resident: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }
}
