internal import FieldhouseKit
internal import Synchronization

/// A namespace that is a schema and a role.
final class ServerNamespace: NamespaceEngine {
  let namespace: Namespace
  let schema: String
  let pool: ServerPool
  let ledger: BoardLedger
  let rights: RightsLedger
  let predictions = ChangePredictions()
  let commitHooks = Hooks<[CommittedEffect]>()
  let foreignHooks = Hooks<Void>()
  let told = ToldNotes()
  /// Commits the promises of transactions together.
  let commits: Gathering<Promise, CommitOutcome>
  /// Runs transactions that were in each other's way one after the other.
  let turns: Turns
  /// Answers single queries together.
  let reads: Gathering<SQL, [Row]?>
  let singles = SingleQueries()
  let typed: TypedStatements
  private let options: PostgreSQLOptions

  init(_ namespace: Namespace, schema: String, pool: ServerPool, options: PostgreSQLOptions) {
    self.namespace = namespace
    self.schema = schema
    self.pool = pool
    self.options = options
    typed = TypedStatements(namespace.migrations)
    commits = Gathering(pool, .init(items: 64, patience: 100_000_000))
    turns = Turns(pool)
    reads = Gathering(pool, .init(items: 32, width: 2, patience: 20_000_000))
    ledger = BoardLedger(namespace.boards, takesSets: true)
    rights = RightsLedger(namespace, .postgreSQL, now: options.now)
  }

  var limits: TransactionLimits { options.limits }
  var now: Int64 { options.now().millisecondsSince1970 }
  var reminderChanges: Int { rights.reminders.value }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await perform(as: .writing, limits: limits) { try await body($0) }
  }

  func rows(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row] {
    try await snapshot { try await $0.run(statement, values) }
  }

  func inspect<Value: Sendable>(
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    try await snapshot(as: .inspecting) { try await body($0) }
  }

  var catalog: Catalog { .postgreSQL }
  var changeStatements: AccountChangeStatements { .postgreSQL }
  var boardErasure: HostStatement { ScoreNotes.erasure }

  /// The server looks after its log itself.
  func emptyLog() async {}

  func onCommit(_ hook: @escaping @Sendable ([CommittedEffect]) -> Void) { commitHooks.add(hook) }

  /// Every process may write at any time here, and ``boardChanges(since:)`` says what. The hook is called when that cannot
  /// be said any more.
  func onForeignWrites(_ hook: @escaping @Sendable () -> Void) { foreignHooks.add(hook) }

  func boardEntries(
    _ filter: BoardFilter, _ body: @escaping @Sendable (BoardPosition, LedgerEntry) throws -> Void
  ) async throws {
    let counts = Dictionary(
      namespace.boards.map { ($0.id, $0.tieBreaks.count) }, uniquingKeysWith: { first, _ in first })
    let (statement, values) = BoardQueries.entries(filter)
    try await snapshot { transaction in
      try await transaction.stream(statement.text, values) { row in
        let position = BoardPosition(board: try row[0], season: try row[1], partition: try row[2])
        let count = counts[position.board] ?? 3
        try body(position, LedgerEntry(account: try row[3], row: row, from: 4, tieBreakCount: count))
      }
    }
  }

  func boardParts(_ filter: BoardFilter) async throws -> [BoardPart] {
    let (statement, values) = BoardQueries.parts(filter)
    return try await rows(statement, values).map(BoardPart.init(row:))
  }
}
