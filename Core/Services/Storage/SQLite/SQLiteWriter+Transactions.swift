internal import CSQLite
internal import FieldhouseKit

extension SQLiteWriter {
  /// Opens the group if there is none and joins it.
  func begin(as authority: Authority, limits: TransactionLimits) async throws -> SQLiteTransaction {
    do {
      let connection = try await file.connectionWithLease()
      let isFirst = group == nil
      try connection.run(isFirst ? Self.begin : Self.savepoint)
      if isFirst { group = CommitGroup() }
      connection.deadline = Monotonic.now &+ limits.total.nanoseconds
      let transaction = SQLiteTransaction(
        SQLiteSession(connection, authority: authority), hasSavepoint: !isFirst, limits: limits,
        ledger: ledger, rights: rights, names: names, meter: authority.isPlugins ? meter : AnswerMeter("", .unlimited),
        nextSequence: file.nextSequence)
      active = transaction
      watch(limits)
      return transaction
    } catch {
      // A file that was opened while it could not be written stays so: it is opened anew.
      if group == nil, (error as? StorageError)?.code == .readOnly { file.dropConnection() }
      passTurn()
      throw error
    }
  }

  /// Ends a transaction and has it committed with its group.
  func finish<Value>(
    _ transaction: SQLiteTransaction, _ result: Result<Value, any Error>
  ) throws -> (value: Value, ticket: CommitTicket) {
    transaction.session.end()
    guard active === transaction else { throw transaction.session.failure ?? StorageError.closed }
    let value: Value
    do {
      value = try settle(transaction, result)
    } catch {
      undo(transaction)
      passTurn()
      throw error
    }
    let ticket = CommitTicket()
    group?.add(transaction.effects, ticket)
    passTurn()
    return (value, ticket)
  }

  private func settle<Value>(_ transaction: SQLiteTransaction, _ result: Result<Value, any Error>) throws -> Value {
    let value = try result.get()
    if let failure = transaction.session.failure { throw failure }
    try transaction.settleScores()
    let connection = transaction.session.connection
    connection.deadline = .max
    if connection.hasUnresolvedReferences {
      throw StorageError(.constraint, "A foreign key points at a row that does not exist at the transaction's end.")
    }
    if transaction.hasSavepoint { try connection.run(Self.release) }
    return value
  }

  /// Takes the changes of a transaction back. When SQLite has rolled the whole group back already, or has to, its
  /// other members run again.
  func undo(_ transaction: SQLiteTransaction) {
    transaction.discardScores()
    let connection = transaction.session.connection
    connection.deadline = .max
    do {
      if connection.isAutocommit {
        loseGroup()
      } else if transaction.hasSavepoint {
        try connection.run(Self.rollbackTo)
        try connection.run(Self.release)
      } else {
        try connection.run(Self.rollback)
        loseGroup()
      }
    } catch {
      file.dropConnection()
      loseGroup()
    }
  }

  private func loseGroup() {
    let lost = group
    group = nil
    lost?.end(.again)
  }

  /// Commits the group and tells its members.
  func commitGroup() {
    guard let group, let connection = file.connection else { return }
    self.group = nil
    let start = Monotonic.now
    do {
      // What is deleted or replaced while it commits is found by the second look, before anybody is told of success.
      try file.presence.check()
      try connection.run(Self.commit)
      try file.presence.check()
    } catch {
      if !connection.isAutocommit { _ = try? connection.run(Self.rollback) }
      if error.code == .fileLost { file.rescue() }
      if error.code == .disk || error.code == .corrupt || !connection.isAutocommit { file.dropConnection() }
      group.end(.failed(error.code == .fileLost ? file.presence.loss ?? error : error))
      return
    }
    let now = Monotonic.now
    pace.note(group.count, took: now &- start)
    pace.noteEnd(after: now &- group.startedAt, at: now)
    news.add(group.effects)
    group.end(.committed)
  }

  private static let begin = HostStatement("begin immediate")
  private static let savepoint = HostStatement("savepoint fieldhouse")
  private static let release = HostStatement("release fieldhouse")
  private static let rollbackTo = HostStatement("rollback to fieldhouse")
  private static let rollback = HostStatement("rollback")
  private static let commit = HostStatement("commit")
}

extension SQLiteConnection {
  /// Whether a deferred foreign key is still violated.
  var hasUnresolvedReferences: Bool {
    var current: CInt = 0
    var highest: CInt = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current > 0
  }
}
