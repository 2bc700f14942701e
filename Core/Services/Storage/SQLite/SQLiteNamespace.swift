internal import FieldhouseKit

/// A namespace in a file of its own.
final class SQLiteNamespace: NamespaceEngine {
  let namespace: Namespace
  let path: String
  let writer: SQLiteWriter
  let readers: ReaderPool
  private let options: SQLiteOptions
  private let presence: FilePresence

  init(_ namespace: Namespace, path: String, options: SQLiteOptions) throws(StorageError) {
    presence = try FilePresence(path: path, isExclusive: false)
    self.namespace = namespace
    self.path = path
    self.options = options
    writer = SQLiteWriter(path: path, name: "w:" + namespace.id, ledger: BoardLedger(namespace.boards))
    readers = ReaderPool(path: path, largest: options.readersPerNamespace)
  }

  var limits: TransactionLimits { options.limits }
  var now: Int64 { options.now().millisecondsSince1970 }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await onSnapshot(as: .reading) { try await body(SQLiteReadTransaction(session: $0)) }
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
    try await writer.perform(as: authority, limits: limits) { try await body($0) }
  }

  func rows(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try await onSnapshot(as: .host) { try $0.call { try $0.run(statement, values) } }
  }

  func inspect<Value: Sendable>(
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    try await onSnapshot(as: .host) { session in
      try await body(
        SQLiteTransaction(
          session, hasSavepoint: false, limits: .unlimited, ledger: BoardLedger([]), nextSequence: { 0 }))
    }
  }

  var catalog: Catalog { .sqlite }

  func onCommit(_ hook: @escaping @Sendable ([CommittedEffect]) -> Void) { writer.commitHooks.add(hook) }

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
      readers.release(connection, isUsable: endSnapshot(session))
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
