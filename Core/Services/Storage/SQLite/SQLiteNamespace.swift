internal import FieldhouseKit
internal import Synchronization

/// A namespace in a file of its own.
final class SQLiteNamespace: NamespaceEngine {
  let namespace: Namespace
  let path: String
  let writer: SQLiteWriter
  let rights: RightsLedger
  let readers: ReaderPool
  let slowReads: SlowReads
  let file: DatabaseFile
  /// Which part of the file is looked at next.
  let slice = Slices()
  let options: SQLiteOptions
  private let presence: FilePresence
  private let meter: AnswerMeter

  init(_ namespace: Namespace, path: String, options: SQLiteOptions) throws(StorageError) {
    presence = try FilePresence(path: path, isExclusive: false)
    for suffix in ["", "-wal", "-shm", ".lease"] { PrivateFile.mend(path + suffix) }
    self.namespace = namespace
    self.path = path
    self.options = options
    file = DatabaseFile(path: path)
    meter = AnswerMeter(namespace.id, namespace.queryLimits)
    rights = RightsLedger(namespace, .sqlite, now: options.now)
    writer = SQLiteWriter(
      file: file, name: "w:" + namespace.id, ledger: BoardLedger(namespace.boards), rights: rights,
      names: namespace.names, meter: meter, now: options.now)
    readers = ReaderPool(file: file, largest: options.readersPerNamespace)
    slowReads = SlowReads(namespace: namespace.id)
  }

  var limits: TransactionLimits { options.limits }
  var now: Int64 { options.now().millisecondsSince1970 }
  var reminderChanges: Int { rights.reminders.value }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await onSnapshot(as: .reading) { [meter, slowReads, readers] session in
      try await body(
        SQLiteReadTransaction(session: session, meter: meter, slowReads: slowReads, lend: { readers.lend() }))
    }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await writer.perform(limits: options.limits) { try await body($0) }
  }

  func perform<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    // One process writes at a time: there are no steps that anybody could come between.
    try await writer.perform(as: authority == .stepping ? .writing : authority, limits: limits) { try await body($0) }
  }

  func rows(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try await onSnapshot(as: .host) { try $0.call { try $0.run(statement, values) } }
  }

  func inspect<Value: Sendable>(
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    try await onSnapshot(as: .host) { [namespace, rights] session in
      try await body(
        SQLiteTransaction(
          session, hasSavepoint: false, limits: .unlimited, ledger: BoardLedger([]), rights: rights,
          names: nil, meter: AnswerMeter(namespace.id, .unlimited), nextSequence: { 0 }))
    }
  }

  func emptyLog() async { await writer.emptyLog() }

  var catalog: Catalog { .sqlite }
  var changeStatements: AccountChangeStatements { .sqlite }

  func onCommit(_ hook: @escaping @Sendable ([CommittedEffect]) -> Void) { writer.news.hooks.add(hook) }

  func onForeignWrites(_ hook: @escaping @Sendable () -> Void) { writer.file.foreignWrites.add(hook) }

  func close() async {
    await writer.close()
    readers.close()
    presence.end()
  }

  /// Runs `body` on a reader's connection inside a snapshot.
  func onSnapshot<Value: Sendable>(
    as authority: Authority, _ body: (SQLiteSession) async throws -> Value
  ) async throws -> Value {
    let connection = try await readers.acquire()
    let session = SQLiteSession(connection, authority: authority)
    defer {
      session.end()
      readers.release(connection, isUsable: endSnapshot(session), isLent: session.isLent)
    }
    connection.deadline = Monotonic.now &+ options.limits.total.nanoseconds
    try connection.run(Self.begin)
    return try await body(session)
  }

  private func endSnapshot(_ session: SQLiteSession) -> Bool {
    session.connection.deadline = .max
    if let code = session.failure?.code, code == .disk || code == .corrupt { return false }
    return session.connection.isAutocommit || (try? session.connection.run(Self.end)) != nil
  }

  private static let begin = HostStatement("begin")
  private static let end = HostStatement("commit")
}
