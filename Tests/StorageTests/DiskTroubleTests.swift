internal import FieldhouseKit
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("SQLite on a disk in trouble", .storageWorld)
struct DiskTroubleTests {
  private static let table = "create table t (id integer not null primary key, photo blob not null)"

  private func file(_ storage: any NamespaceStorage) throws -> SQLiteNamespace {
    try #require(storage as? SQLiteNamespace)
  }

  @Test func `a full disk fails the write with its code, and writing goes on when there is space`() async throws {
    let storage = try await StorageWorld.current.open(.sqlite, Self.table)
    let writer = try file(storage).writer
    try await storage.execute("insert into t values (1, \([1, 2, 3] as [UInt8]))")
    try await writer.exclusively { try $0.run("pragma max_page_count = 40") }
    let large = [UInt8](repeating: 7, count: 1_000_000)
    await expectStorageError(.full) { try await storage.execute("insert into t values (2, \(large))") }
    #expect(try await storage.column("select id from t") == [1])
    try await storage.execute("insert into t values (3, \([1] as [UInt8]))")
    try await writer.exclusively { try $0.run("pragma max_page_count = 100000") }
    try await storage.execute("insert into t values (2, \(large))")
    #expect(try await storage.column("select id from t order by id") == [1, 2, 3])
  }

  @Test func `of many writes at once on a full disk only those that do not fit fail`() async throws {
    let storage = try await StorageWorld.current.open(.sqlite, Self.table)
    try await file(storage).writer.exclusively { try $0.run("pragma max_page_count = 60") }
    let large = [UInt8](repeating: 7, count: 1_000_000)
    let stored = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<40 {
        group.addTask {
          do {
            try await storage.execute("insert into t values (\(number), \(number % 4 == 0 ? large : [1]))")
            return number
          } catch let error as StorageError where error.code == .full {
            return nil
          }
        }
      }
      return try await group.reduce(into: [Int]()) { if let id = $1 { $0.append(id) } }
    }
    #expect(stored.sorted() == (0..<40).filter { $0 % 4 != 0 })
    #expect(try await storage.column("select id from t order by id") == stored.sorted())
  }

  @Test func `a damaged file is named, and what is whole is not touched`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    let storage = try await engine.open(Namespace(id: "club", migrations: [Migration(id: "1", sql: Self.table)]))
    try await storage.migrate()
    for id in 0..<50 {
      try await storage.execute("insert into t values (\(id), \([UInt8](repeating: 1, count: 3_000)))")
    }
    await engine.close()
    let path = world.directory + "/club.sqlite"
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    // The last pages hold rows of the table, however many the host's own tables take before them.
    try handle.seek(toOffset: try handle.seekToEnd() - 4_096 * 35)
    try handle.write(contentsOf: Data(repeating: 0xAB, count: 4_096 * 30))
    try handle.close()

    let again = try world.engine(.sqlite)
    let health = await again.health()
    #expect(!health.isHealthy)
    #expect(health.findings.contains { $0.namespace == "club" && $0.code == "storage-corrupt" })
    let damaged = try await again.open(Namespace(id: "club"))
    await expectStorageError(.corrupt) { try await damaged.column("select length(photo) from t") as [Int] }
  }

  @Test func `a file that is no database is refused`() async throws {
    let world = StorageWorld.current
    let engine = try world.engine(.sqlite)
    try Data("This is no database, but it is long enough to be taken for one. ".utf8).write(
      to: URL(fileURLWithPath: world.directory + "/club.sqlite"))
    await expectStorageError(.corrupt) { try await engine.open(Namespace(id: "club")) }
    #expect(await !engine.health().isHealthy)
  }

  @Test func `a directory that cannot be made says so`() throws {
    let error = #expect(throws: StorageError.self) { try SQLiteEngine(directory: "/proc/fieldhouse") }
    #expect(error?.code == .readOnly)
  }
}
