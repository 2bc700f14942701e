internal import CSQLite
internal import FieldhouseKit

/// Copies a database file as it is at one instant, while it is written.
enum SQLiteSnapshot {
  private static let pagesPerStep: CInt = 2_000

  /// Copies to a new file and looks whether the copy is sound.
  /// - Parameter progress: told the pages copied and those there are.
  /// - Throws: ``StorageError``.
  static func copy(
    _ path: String, to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws {
    let source = try SQLiteConnection(path: path, role: .reader)
    defer { source.close() }
    try source.run("begin")
    _ = try source.run(HostStatement("select count(*) from sqlite_master"))
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(target, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    defer { sqlite3_close_v2(opened) }
    guard code == SQLITE_OK, let opened else { throw SQLiteFailure.error(code, on: opened, doing: "Opening \(target)") }
    try copyPages(from: source.handle, to: opened, progress)
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
