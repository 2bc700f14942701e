internal import FieldhouseKit

/// A transaction as the host uses it: beside the plugin's statements it runs the host's own on the reserved tables.
protocol HostTransaction: Transaction {
  /// How the namespace keeps grants.
  var rights: RightsLedger { get }

  /// What it may name; nil for anything.
  var names: DeclaredNames? { get }

  /// Keeps a live event, which has no number yet, with the commit.
  func keep(_ event: KeptLiveEvent) async throws

  /// Takes back the live events that the transaction keeps and that get their numbers with its commit.
  /// - Returns: a number behind all that there are; nil where none were taken back.
  func takeBackKept() async throws -> SQLValue?

  /// Runs one of the host's statements.
  /// - Returns: the rows of its answer.
  /// - Throws: ``StorageError``.
  func run(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row]

  /// Runs one of the host's statements whose answer nobody needs, an error of which may show at a later call.
  /// - Throws: ``StorageError``.
  func pass(_ statement: HostStatement, _ values: [SQLValue]) async throws

  /// Runs one of the host's statements whose answer nobody needs, an error of which may show at a later call, and tells
  /// its effect when the transaction commits.
  func note(_ statement: HostStatement, _ values: [SQLValue], causing effect: CommittedEffect) async throws

  /// Runs a statement whose answer nobody needs; an error may show at a later call.
  func add(_ sql: SQL) async throws

  /// Hands over the rows of one of the host's queries, some at a time.
  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws
}

extension HostTransaction {
  func takeBackKept() async throws -> SQLValue? { nil }

  func pass(_ statement: HostStatement, _ values: [SQLValue]) async throws { _ = try await run(statement, values) }
}

/// A namespace that can be read as it was at one instant.
protocol Inspectable: Sendable {
  /// What it is.
  var namespace: Namespace { get }

  /// How the engine tells what is in a namespace.
  var catalog: Catalog { get }

  /// Runs `body` on a snapshot with the host's rights; it must not write.
  func inspect<Value: Sendable>(
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value
}

/// What an engine brings so that the rest of ``NamespaceStorage`` follows.
protocol NamespaceEngine: NamespaceStorage, Inspectable {
  /// Runs `body` as one transaction.
  func perform<Value: Sendable>(
    as authority: Authority, limits: TransactionLimits,
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value

  /// The rows of one of the host's queries on a snapshot.
  func rows(_ statement: HostStatement, _ values: [SQLValue]) async throws -> [Row]

  /// How the namespace keeps grants.
  var rights: RightsLedger { get }

  /// Takes the person ?1 off all boards; answers with a row for each entry.
  var boardErasure: HostStatement { get }

  /// How the namespace numbers changes of accounts.
  var changeStatements: AccountChangeStatements { get }

  /// The limits of plugins' transactions.
  var limits: TransactionLimits { get }

  /// Milliseconds since 1970.
  var now: Int64 { get }
}
