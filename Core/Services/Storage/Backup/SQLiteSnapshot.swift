internal import CSQLite
internal import FieldhouseKit

/// Several database files as they are at one instant, while they are written.
///
/// For that instant the leases of all of them are held, so that no transaction of any process is between its beginning
/// and its commit in any file; writers wait for it and are not refused. What was committed in one file before something
/// was committed in another is in the snapshot whenever the other is.
final class SQLiteSnapshot {
  /// For how long the instant is tried for, and how long one lease is waited for before all are given back: somebody
  /// who holds one may wait for another.
  private static let patience: UInt64 = 30_000_000_000
  private static let patienceWithOne: UInt64 = 1_000_000_000
  private static let pause: UInt64 = 1_000_000
  private static let pagesPerStep: CInt = 2_000

  private let connections: [String: SQLiteConnection]
  private let presences: [FilePresence]

  /// The instant is when this returns.
  /// - Parameters:
  ///   - ids: the namespaces.
  ///   - loop: where the caller runs, and waits.
  ///   - instant: called during it.
  /// - Throws: ``StorageError`` `storage-unavailable` when somebody writes without a pause, or a restore is going on.
  init(_ ids: [String], of engine: SQLiteEngine, on loop: EventLoop, at instant: () throws -> Void) async throws {
    presences = try ids.map { try FilePresence(path: engine.path(of: $0), isExclusive: false) }
    connections = try Dictionary(
      uniqueKeysWithValues: ids.map { ($0, try SQLiteConnection(path: engine.path(of: $0), role: .reader)) })
    let end = Monotonic.now &+ Self.patience
    while true {
      if let leases = try await Self.acquire(ids.map { WriterLease(path: engine.path(of: $0) + ".lease") }, on: loop) {
        defer { for lease in leases { lease.release() } }
        for connection in connections.values { try connection.beginSnapshot() }
        try instant()
        return
      }
      guard Monotonic.now < end else {
        throw StorageError(.unavailable, "The databases are written without a pause, e.g. migrated. Try again later.")
      }
      await loop.pause(UInt64.random(in: 1...50) * Self.pause)
    }
  }

  deinit { for connection in connections.values { connection.close() } }

  /// All leases; nil when one of them cannot be had soon.
  private static func acquire(_ leases: [WriterLease], on loop: EventLoop) async throws -> [WriterLease]? {
    for lease in leases {
      let end = Monotonic.now &+ patienceWithOne
      while try !lease.tryAcquire() {
        lease.announce()
        guard Monotonic.now < end else {
          lease.withdraw()
          for lease in leases { lease.release() }
          return nil
        }
        await loop.pause(pause)
      }
      lease.withdraw()
    }
    return leases
  }

  /// Copies a namespace to a new file and looks whether the copy is sound.
  /// - Parameter progress: told the pages copied and those there are.
  /// - Throws: ``StorageError``.
  func copy(_ id: String, to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws {
    guard let source = connections[id] else { return }
    try Self.copy(from: source.handle, to: target, progress)
  }

  /// Copies what a connection sees to a new file and looks whether the copy is sound.
  /// - Throws: ``StorageError``.
  static func copy(
    from source: OpaquePointer, to target: String, _ progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StorageError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(target, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    defer { sqlite3_close_v2(opened) }
    guard code == SQLITE_OK, let opened else { throw SQLiteFailure.error(code, on: opened, doing: "Opening \(target)") }
    try copyPages(from: source, to: opened, progress)
    // What those who watch resume behind means nothing in another file. Files of before have no such tables.
    for table in LiveStatements.tables { sqlite3_exec(opened, "delete from \(table)", nil, nil, nil) }
    try check(opened)
  }

  private static func copyPages(
    from source: OpaquePointer, to target: OpaquePointer, _ progress: (Int, Int) -> Void
  ) throws(StorageError) {
    guard let backup = sqlite3_backup_init(target, "main", source, "main") else {
      throw SQLiteFailure.error(sqlite3_errcode(target), on: target, doing: "The backup")
    }
    var code = SQLITE_OK
    repeat {
      code = sqlite3_backup_step(backup, pagesPerStep)
      let total = Int(sqlite3_backup_pagecount(backup))
      progress(total - Int(sqlite3_backup_remaining(backup)), total)
    } while code == SQLITE_OK
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw SQLiteFailure.error(code == SQLITE_DONE ? end : code, on: target, doing: "The backup")
    }
  }

  /// Makes the copy one file and lets SQLite look at all of it.
  static func check(_ connection: OpaquePointer) throws(StorageError) {
    guard sqlite3_exec(connection, "pragma journal_mode = delete", nil, nil, nil) == SQLITE_OK else {
      throw SQLiteFailure.error(sqlite3_errcode(connection), on: connection, doing: "The backup")
    }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, "pragma integrity_check(1)", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
    else { throw SQLiteFailure.error(sqlite3_errcode(connection), on: connection, doing: "The backup") }
    guard String(cString: text) == "ok" else {
      throw StorageError(.corrupt, "The database is damaged: \(String(cString: text)). Restore an older backup.")
    }
  }
}

extension SQLiteConnection {
  fileprivate func beginSnapshot() throws(StorageError) {
    if !isAutocommit { try run("rollback") }
    try run("begin")
    _ = try query(SQL(text: "select count(*) from sqlite_master", values: []), as: .host)
  }
}
