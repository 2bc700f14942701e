internal import CSQLite
internal import FieldhouseKit

/// A connection to one database file. Used by one thread at a time.
final class SQLiteConnection: @unchecked Sendable {
  /// What a connection is for.
  enum Role: Sendable {
    /// The only one that writes and checkpoints.
    case writer
    /// Reads snapshots.
    case reader
  }

  let handle: OpaquePointer
  let path: String
  private let authorizer = SQLiteAuthorizer()
  private let watchdog: StatementWatchdog
  private let log = LogLength()
  private var cache = StatementCache()
  private var isClosed = false

  /// Opens a file; a writer creates it.
  /// - Throws: ``StorageError``.
  init(path: String, role: Role) throws(StorageError) {
    _ = Self.isLibraryPrepared
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (role == .writer ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteFailure.error(code, on: opened, doing: "Opening \(path)")
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.path = path
    watchdog = StatementWatchdog(opened)
    authorizer.install(on: opened)
    SQLiteGuards.install(on: opened)
    try configure(role)
    if role == .writer { log.follow(opened) }
  }

  deinit { close() }

  /// Ends the connection, once: its place in memory may be another connection's afterwards. Nothing is checkpointed.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The monotonic time in nanoseconds at which a running statement is interrupted.
  var deadline: UInt64 {
    get { watchdog.deadline }
    set { watchdog.deadline = newValue }
  }

  /// How many pages the write-ahead log had after the last commit.
  var logPages: Int { log.pages }

  /// Whether no transaction is open, also because SQLite rolled it back itself.
  var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  private func configure(_ role: Role) throws(StorageError) {
    for (option, isOn) in Self.options { _ = fieldhouse_sqlite_option(handle, option, isOn) }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.patience)
    for pragma in role == .writer ? Self.writerSettings : Self.readerSettings { try run(pragma) }
  }

  /// For how many milliseconds another connection is waited for.
  static let patience: CInt = 5_000
  private static let isLibraryPrepared = fieldhouse_sqlite_prepare() == SQLITE_OK

  private static let options: [(CInt, CInt)] = [
    (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1), (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
  ]
  private static let commonSettings = [
    "pragma wal_autocheckpoint = 0", "pragma case_sensitive_like = on", "pragma temp_store = memory",
  ]
  private static let writerSettings =
    [
      "pragma journal_mode = wal", "pragma synchronous = full", "pragma secure_delete = on",
      "pragma cache_size = -32000",
    ] + commonSettings
  private static let readerSettings = ["pragma query_only = on", "pragma cache_size = -16000"] + commonSettings
}

extension SQLiteConnection {
  /// Runs one of the host's statements that is not worth keeping.
  func run(_ text: String) throws(StorageError) {
    authorizer.authority = .host
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one of the host's statements.
  /// - Returns: the rows of its answer.
  @discardableResult
  func run(_ statement: HostStatement, _ values: [SQLValue] = []) throws(StorageError) -> [Row] {
    let prepared = try prepared(statement)
    var rows: [Row] = []
    try use(prepared, values) { rows.append($0) }
    return rows
  }

  /// Runs one of the host's statements for each row without keeping them.
  func each<Failure: Error>(
    _ statement: HostStatement, _ values: [SQLValue], _ body: (SQLiteStatement) throws(Failure) -> Void
  ) throws {
    let prepared = try prepared(statement)
    defer { prepared.reset() }
    try bind(prepared, values)
    while try step(prepared) { try body(prepared) }
  }

  /// All rows of a query, as long as the meter allows them.
  func query(
    _ sql: SQL, as authority: Authority, _ meter: AnswerMeter = AnswerMeter("", .unlimited)
  ) throws(StorageError) -> [Row] {
    var meter = meter
    var rows: [Row] = []
    try use(try prepared(sql.text, as: authority), sql.values) { (row) throws(StorageError) in
      try meter.add(row)
      rows.append(row)
    }
    return rows
  }

  /// Runs a statement to its end.
  /// - Returns: the number of rows it changed.
  func change(_ sql: SQL, as authority: Authority) throws(StorageError) -> Int {
    let statement = try prepared(sql.text, as: authority)
    try use(statement, sql.values) { _ in }
    return statement.isReadOnly ? 0 : changedRows
  }

  /// The number of rows the last insert, update or delete changed.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// A statement that stands before its first row; the caller steps and resets it.
  func begin(_ sql: SQL, as authority: Authority) throws(StorageError) -> SQLiteStatement {
    let statement = try prepared(sql.text, as: authority)
    try bind(statement, sql.values)
    return statement
  }

  /// Goes to the next row; false at the end.
  func step(_ statement: SQLiteStatement) throws(StorageError) -> Bool {
    authorizer.authority = statement.authority
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  private func use(
    _ statement: SQLiteStatement, _ values: [SQLValue], _ body: (Row) throws(StorageError) -> Void
  ) throws(StorageError) {
    defer { statement.reset() }
    try bind(statement, values)
    guard try step(statement) else { return }
    let columns = statement.columns
    repeat { try body(statement.row(columns)) } while try step(statement)
  }

  private func bind(_ statement: SQLiteStatement, _ values: [SQLValue]) throws(StorageError) {
    let code = try statement.bind(values)
    guard code == SQLITE_OK else { throw failure(code) }
    try checkTypes(statement, values)
  }

  private func prepared(_ text: String, as authority: Authority) throws(StorageError) -> SQLiteStatement {
    if let statement = cache.find(text, as: authority) { return statement }
    try StatementInspector.check(text, as: authority)
    let translated = authority == .migrating ? try SQLDialect.sqlite.translate(text) : text
    defer { authorizer.touched = nil }
    let report = authority.isPlugins || authority == .migrating ? report(on: text) : .success(.init())
    authorizer.touched = authority.isPlugins ? [] : nil
    let guards = (try? report.get())?.guards ?? []
    let statement = try prepare(SQLGuard.applied(guards, to: translated), as: authority)
    if let touched = authorizer.touched {
      authorizer.touched = nil
      statement.expected = try expectedValues(of: text, touching: touched)
      statement.text = text
    }
    if authority == .reading, !statement.isReadOnly { throw .refused("The statement changes data inside a read.") }
    if authority != .migrating { cache.add(text, statement) }
    return statement
  }

  /// Prepares a plugin's statement without reading its text before, so that SQLite's own wall can be tried.
  func prepareUnread(_ text: String, as authority: Authority) throws(StorageError) {
    _ = try prepare(text, as: authority)
  }

  /// On whose behalf a statement is run now.
  var authority: Authority {
    get { authorizer.authority }
    set { authorizer.authority = newValue }
  }

  /// One of the host's statements, ready to be run.
  func prepared(_ statement: HostStatement) throws(StorageError) -> SQLiteStatement {
    if let prepared = cache.find(statement) { return prepared }
    let prepared = try prepare(statement.text, as: .host)
    cache.add(statement, prepared)
    return prepared
  }

  private func prepare(_ text: String, as authority: Authority) throws(StorageError) -> SQLiteStatement {
    authorizer.authority = authority
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
    guard code == SQLITE_OK else { throw failure(code) }
    guard let pointer else { throw .malformed("The statement is empty.") }
    return SQLiteStatement(pointer, authority: authority)
  }

  /// The error of the last call.
  func failure(_ code: CInt) -> StorageError {
    SQLiteFailure.error(code, on: handle, doing: "The database \(path.split(separator: "/").last ?? "")")
  }
}
