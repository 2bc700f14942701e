internal import CSQLite
internal import FieldhouseKit

/// What a result code of SQLite means to a caller.
enum SQLiteFailure {
  /// The error of the last call on a connection.
  static func error(_ code: CInt, on connection: OpaquePointer?, doing: String) -> StorageError {
    let reason = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let number = connection.map { sqlite3_extended_errcode($0) } ?? code
    return error(code, extended: number, reason: reason, doing: doing)
  }

  private static func error(_ code: CInt, extended: CInt, reason: String, doing: String) -> StorageError {
    let detail = "\(doing): \(reason) (SQLite \(extended))."
    switch code & 0xFF {
    case SQLITE_FULL:
      return StorageError(.full, "\(detail) The disk is full: free space; writing goes on by itself.")
    case SQLITE_READONLY, SQLITE_PERM:
      return StorageError(.readOnly, "\(detail) Let the host's user write the data directory and its files.")
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return StorageError(.corrupt, "\(detail) The file is damaged: see fieldhouse doctor.")
    case SQLITE_CONSTRAINT:
      // A strict table that is given a value of another type: a mistake in the statement, not in the data.
      let isType = extended == SQLITE_CONSTRAINT | (12 << 8)
      return StorageError(isType ? .statement : .constraint, detail)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_PROTOCOL:
      return StorageError(.unavailable, "\(detail) Try again later.")
    case SQLITE_IOERR:
      return StorageError(.disk, "\(detail) The disk failed: look at the system's log.")
    case SQLITE_INTERRUPT:
      return StorageError(.timeout, "\(detail) The statement took longer than allowed.")
    case SQLITE_AUTH:
      return StorageError(.forbidden, "\(detail) A plugin uses its own tables only.")
    default:
      return StorageError(.statement, detail)
    }
  }
}
