internal import CSQLite

/// A column that a statement reads or changes.
struct TouchedColumn: Hashable {
  let table: String
  let name: String
}

/// The engine's own wall around a plugin's statements: SQLite asks it about everything a statement would touch.
final class SQLiteAuthorizer {
  /// On whose behalf statements are prepared and run now.
  var authority = Authority.host
  /// The columns that the statement which is being prepared touches; nil where nobody asks.
  var touched: Set<TouchedColumn>?

  /// Puts the wall around a connection, which must not outlive it.
  func install(on connection: OpaquePointer) {
    sqlite3_set_authorizer(
      connection,
      { context, action, first, second, _, _ in
        guard let context else { return SQLITE_DENY }
        let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
        authorizer.note(action, first, second)
        return authorizer.allows(action, first, second) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ action: CInt, _ table: UnsafePointer<CChar>?, _ column: UnsafePointer<CChar>?) {
    guard touched != nil, action == SQLITE_READ || action == SQLITE_UPDATE, let table, let column else { return }
    touched?.insert(TouchedColumn(table: String(cString: table), name: String(cString: column)))
  }

  private func allows(_ action: CInt, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?) -> Bool {
    switch authority {
    case .host, .inspecting: return true
    case .reading, .writing, .stepping:
      return Self.dataActions.contains(action) && !isReserved(first)
        && (action == SQLITE_FUNCTION || !isReserved(second))
        && !(action == SQLITE_FUNCTION && isForbiddenFunction(second))
    case .migrating:
      if action == SQLITE_INSERT || action == SQLITE_UPDATE || action == SQLITE_DELETE || action == SQLITE_READ {
        return !isHostName(first)
      }
      return Self.schemaActions.contains(action) && !isHostName(first) && !isHostName(second)
    }
  }

  private func isReserved(_ name: UnsafePointer<CChar>?) -> Bool {
    isHostName(name) || has(name, prefix: "sqlite_")
  }

  private func isHostName(_ name: UnsafePointer<CChar>?) -> Bool { has(name, prefix: "fieldhouse_") }

  private func isForbiddenFunction(_ name: UnsafePointer<CChar>?) -> Bool {
    guard let name else { return false }
    return ["load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"].contains(
      String(cString: name).lowercased())
  }

  private func has(_ name: UnsafePointer<CChar>?, prefix: StaticString) -> Bool {
    guard let name else { return false }
    return prefix.withUTF8Buffer { sqlite3_strnicmp(name, $0.baseAddress, CInt($0.count)) == 0 }
  }

  private static let dataActions: Set<CInt> = [
    SQLITE_SELECT, SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_FUNCTION, SQLITE_RECURSIVE,
  ]
  private static let schemaActions = dataActions.union([
    SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_VIEW, SQLITE_DROP_TABLE, SQLITE_DROP_INDEX,
    SQLITE_DROP_VIEW, SQLITE_ALTER_TABLE, SQLITE_REINDEX,
  ])
}
