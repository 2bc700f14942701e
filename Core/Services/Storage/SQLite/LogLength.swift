internal import CSQLite

/// Follows the length of the write-ahead log.
final class LogLength {
  /// Pages after the last commit of the connection.
  private(set) var pages = 0

  func follow(_ connection: OpaquePointer) {
    sqlite3_wal_hook(
      connection,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().pages = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
