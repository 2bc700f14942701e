internal import CSQLite
internal import DiskFaults
internal import FieldhouseKit
internal import FieldhouseTestSupport
internal import Foundation
internal import Testing

@testable internal import FieldhouseStorage

@Suite("G3: a disk that fails", .storageWorld)
struct DiskFaultTests {
  /// What fails and with which code.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let operation: disk_operation
    let code: CInt
    let isLasting: Bool
    var testDescription: String { name + (isLasting ? ", until it is mended" : ", once") }

    static let all = [false, true].flatMap { isLasting in
      [
        Fault(name: "no space for a write", operation: DISK_WRITE, code: SQLITE_FULL, isLasting: isLasting),
        Fault(name: "a write", operation: DISK_WRITE, code: SQLITE_IOERR | (3 << 8), isLasting: isLasting),
        Fault(name: "a sync", operation: DISK_SYNC, code: SQLITE_IOERR | (4 << 8), isLasting: isLasting),
        Fault(name: "an opening", operation: DISK_OPEN, code: SQLITE_CANTOPEN, isLasting: isLasting),
        Fault(name: "a cut", operation: DISK_TRUNCATE, code: SQLITE_IOERR | (6 << 8), isLasting: isLasting),
      ]
    }
  }

  private let space = Namespace(
    id: "club",
    migrations: [
      Migration(id: "1", sql: "create table ledger (id integer not null primary key, twin integer not null)")
    ])
  private static let allowed: Set<StorageError.Code> = [.full, .disk, .unavailable, .readOnly, .migrationFailed]

  /// What one run has seen.
  private final class Ledger: Sendable {
    let acknowledged = Collector<Int>()
    let failed = Counter()
  }

  @Test(arguments: Fault.all)
  func `of every operation in turn costs clean errors only, and writing goes on by itself`(_ fault: Fault) async throws
  {
    var nth = 1
    var errors = 0
    while true {
      let world = StorageWorld()
      let (didFail, failed) = try await run(fault, at: nth, in: world)
      await world.end()
      errors += failed
      guard didFail else { break }
      nth += Guarantee.isFull || nth < 20 ? 1 : 1 + nth / 10
    }
    if fault.operation != DISK_TRUNCATE { #expect(nth > 1) }
    Guarantee.report(
      "G3", "\(fault.testDescription): \(nth - 1) places, \(errors) clean errors, 0 lost, 0 half-written")
  }

  /// One life of a database in which the nth operation fails.
  private func run(_ fault: Fault, at nth: Int, in world: StorageWorld) async throws -> (didFail: Bool, errors: Int) {
    try FileManager.default.createDirectory(atPath: world.directory, withIntermediateDirectories: true)
    let watch = try DiskWatch(world.directory)
    watch.fail(fault.operation, at: nth, code: fault.code, lasting: fault.isLasting)
    let ledger = Ledger()
    let engine = try world.engine(.sqlite)
    var storage: (any NamespaceStorage)?
    for attempt in 0..<6 {
      if attempt == 3 { watch.mend() }
      do {
        if storage == nil { storage = try await engine.open(space) }
        let opened = try #require(storage)
        try await opened.migrate()
        try await write(to: opened, ledger, from: attempt * 10)
      } catch let error as StorageError {
        expectClean(error, ledger)
      }
    }
    let didFail = watch.failures > 0
    watch.mend()
    let opened = try #require(storage)
    let last = try await opened.execute("insert into ledger values (1000, -1000)")
    #expect(last == 1)
    try await compare(opened, ledger)
    await engine.close()
    let again = try await world.engine(.sqlite).open(space)
    try await compare(again, ledger)
    #expect(await world.openEngines[1].health().isHealthy)
    return (didFail, ledger.failed.count)
  }

  /// Five transactions at once and a checkpoint; each failure must be one that the caller can act on.
  private func write(to storage: any NamespaceStorage, _ ledger: Ledger, from first: Int) async throws {
    await withTaskGroup(of: Void.self) { group in
      for id in first..<first + 5 {
        group.addTask {
          do {
            try await storage.write { transaction in
              try await transaction.execute("insert into ledger values (\(id), 0)")
              try await transaction.execute("update ledger set twin = \(-id) where id = \(id)")
            }
            ledger.acknowledged.add(id)
          } catch let error as StorageError {
            expectClean(error, ledger)
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    let file = try #require(storage as? SQLiteNamespace)
    try await file.writer.exclusively { $0.checkpoint() }
    _ = try await storage.value("select count(*) from ledger") as Int
  }

  private func expectClean(_ error: StorageError, _ ledger: Ledger) {
    #expect(Self.allowed.contains(error.code), "\(error)")
    ledger.failed.next()
  }

  private func compare(_ storage: any NamespaceStorage, _ ledger: Ledger) async throws {
    let rows = try await storage.read { try await $0.query("select id, twin from ledger") }
    let ids = Set(try rows.map { try $0[0] as Int })
    #expect(Set(ledger.acknowledged.items).subtracting(ids).isEmpty)
    for row in rows { #expect(try row[0] as Int == -(try row[1] as Int)) }
  }
}
