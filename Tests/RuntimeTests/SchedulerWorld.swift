import FieldhouseKit
import FieldhouseRuntime
import FieldhouseStorage
import Foundation
import Synchronization

/// What scheduled work has seen, in order.
final class Diary: Sendable {
  private let lines = Mutex<[String]>([])
  var entries: [String] { lines.withLock { $0 } }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A scheduler over a database of its own.
struct SchedulerWorld {
  let folder = FileManager.default.temporaryDirectory.appending(path: "schedules-\(UUID())").path

  func scheduler(
    _ clock: any HostClock, sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
  ) async throws -> (Scheduler, SQLiteEngine) {
    let engine = try SQLiteEngine(directory: folder)
    let migration = Migration(id: Scheduler.migration.id, sql: Scheduler.migration.sql)
    let storage = try await engine.open(Namespace(id: "host", migrations: [migration]))
    try await storage.migrate()
    let log = JSONLog(descriptor: 2, threshold: .error)
    return (Scheduler(clock: clock, storage: storage, log: log, sleep: sleep), engine)
  }
}
