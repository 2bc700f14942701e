import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Synchronization

/// A clock that counts how often it is read.
final class CountingClock: HostClock {
  private let instant = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
  private let count = Mutex(0)

  var reads: Int { count.withLock { $0 } }

  var now: Date {
    count.withLock { $0 += 1 }
    return instant.withLock { $0 }
  }
}

/// What scheduled work has seen, in order.
final class Diary: Sendable {
  private let lines = Mutex<[String]>([])
  var entries: [String] { lines.withLock { $0 } }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A scheduler over a database of its own.
struct SchedulerWorld {
  let folder = FileManager.default.temporaryDirectory.appending(path: "schedules-\(UUID())").path

  func scheduler(_ clock: any HostClock) async throws -> (Scheduler, SQLiteEngine) {
    let engine = try SQLiteEngine(directory: folder)
    let migration = Migration(id: Scheduler.migration.id, sql: Scheduler.migration.sql)
    let storage = try await engine.open(Namespace(id: "host", migrations: [migration]))
    try await storage.migrate()
    return (Scheduler(clock: clock, storage: storage, log: JSONLog(descriptor: 2, threshold: .error)), engine)
  }
}
