internal import DiskFaults
internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G5: the writer lease of a SQLite file", .storageWorld)
struct WriterLeaseTests {
  private let space = Namespace(
    id: "club",
    migrations: [Migration(id: "1", sql: "create table t (id integer not null primary key, owner text not null)")])

  private func open() async throws -> any NamespaceStorage {
    let storage = try await StorageWorld.current.engine(.sqlite).open(space)
    try await storage.migrate()
    return storage
  }

  @Test func `moves between two that write by turns, and each hears of the other's writes`() async throws {
    let (one, other) = (try await open(), try await open())
    let heard = Counter()
    other.onForeignWrites { heard.next() }
    for number in 0..<20 {
      let storage = number % 2 == 0 ? one : other
      try await storage.execute("insert into t values (\(number), \(number % 2 == 0 ? "one" : "other"))")
      let count: Int = try await (number % 2 == 0 ? other : one).value("select count(*) from t")
      #expect(count == number + 1)
    }
    #expect(heard.count >= 9)
  }

  @Test func `is shared by two that write at once, and nothing is lost`() async throws {
    let storages = [try await open(), try await open()]
    try await withThrowingTaskGroup { group in
      for (index, storage) in storages.enumerated() {
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<50 {
              try await storage.execute("insert into t values (\(index * 10_000 + writer * 1_000 + number), \("x"))")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await storages[0].value("select count(*) from t") == 400)
    #expect(await StorageWorld.current.openEngines[0].health().isHealthy)
  }

  @Test func `G5: lets one connection of each process write and checkpoint, and no reader`() async throws {
    let world = StorageWorld.current
    try FileManager.default.createDirectory(atPath: world.directory, withIntermediateDirectories: true)
    let watch = try DiskWatch(world.directory)
    watch.record()
    let storages = [try await open(), try await open()]
    try await withThrowingTaskGroup { group in
      for (index, storage) in storages.enumerated() {
        group.addTask {
          for number in 0..<40 {
            try await storage.execute("insert into t values (\(index * 1_000 + number), \("x"))")
            _ = try await storage.value("select count(*) from t") as Int
            if number % 10 == 0 { try await (storage as? SQLiteNamespace)?.writer.exclusively { $0.checkpoint() } }
          }
        }
      }
      try await group.waitForAll()
    }
    let changes = watch.events.filter(\.isChange)
    for file in ["club.sqlite", "club.sqlite-wal"] {
      let handles = Set(changes.filter { $0.file == file }.map(\.handle))
      #expect((1...2).contains(handles.count))
    }
    let opened = Set(watch.events.filter { $0.file == "club.sqlite" }.map(\.handle))
    #expect(opened.count >= 4)
    Guarantee.report(
      "G5", "2 processes' worth of connections, \(changes.count) changes by 1 writer each, none by readers")
  }

  @Test func `keeps the numbers of effects apart`() async throws {
    let (one, other) = (try await open(), try await open())
    for number in 0..<10 {
      try await (number % 2 == 0 ? one : other).write {
        try await $0.emit(Event(name: "a.b", payload: .integer(Int64(number))))
      }
    }
    let pending = try await one.pendingEffects(after: 0, limit: 100)
    #expect(pending.count == 10)
    #expect(Set(pending.map(\.sequence)).count == 10)
  }

  @Test func `is free at once when its holder closes`() async throws {
    let engine = try StorageWorld.current.engine(.sqlite)
    let first = try await engine.open(space)
    try await first.migrate()
    let second = try await open()
    let (inside, outside) = (Latch(), Latch())
    let long = Task {
      try await first.write { transaction in
        try await transaction.execute("insert into t values (1, 'first')")
        inside.open()
        await outside.wait()
      }
    }
    await inside.wait()
    async let closing: Void = engine.close()
    async let other: Int = second.execute("insert into t values (2, 'second')")
    outside.open()
    try await long.value
    _ = try await other
    await closing
    #expect(try await second.column("select id from t order by id") == [1, 2])
    await expectStorageError(.unavailable) { try await first.execute("insert into t values (3, 'late')") }
    await expectStorageError(.unavailable) { try await first.value("select count(*) from t") as Int }
  }
}
