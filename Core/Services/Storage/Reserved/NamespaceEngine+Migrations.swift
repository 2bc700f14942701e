internal import FieldhouseKit

extension NamespaceEngine {
  func plan() async throws -> MigrationPlan {
    let rows = try await rows(HostStatements.appliedMigrations, [])
    return try MigrationLedger.plan(namespace, applied: MigrationLedger.applied(rows))
  }

  @discardableResult
  func migrate(_ progress: @escaping @Sendable (MigrationStep) -> Void) async throws -> [String] {
    var done: [String] = []
    for migration in try await plan().pending {
      if try await run(migration, progress) { done.append(migration.id) }
    }
    return done
  }

  /// False when another process has run it meanwhile.
  private func run(_ migration: Migration, _ progress: @escaping @Sendable (MigrationStep) -> Void) async throws -> Bool
  {
    let statements = try StatementSplitter.split(migration.sql)
    try checkValues(of: migration, statements)
    if try statements.contains(where: RepeatedStatement.isOne) {
      return try await RepeatedStatement(migration, statements).run(in: self, progress)
    }
    return try await perform(as: .migrating, limits: .unlimited) { [self] transaction in
      guard let place = try await place(of: migration, transaction) else { return false }
      for (index, statement) in statements.enumerated() {
        progress(MigrationStep(migration: migration.id, done: index, total: statements.count))
        do {
          try await transaction.execute(SQL(text: statement, values: []))
        } catch {
          throw MigrationLedger.failure(migration, statement: index + 1, error)
        }
      }
      progress(MigrationStep(migration: migration.id, done: statements.count, total: statements.count))
      try await note(migration, at: place, transaction)
      return true
    }
  }

  /// The columns are those that the migrations before have left.
  private func checkValues(of migration: Migration, _ statements: [String]) throws {
    var tables = DeclaredTables(namespace.migrations.prefix { $0.id != migration.id }.map(\.sql))
    for (index, statement) in statements.enumerated() {
      do {
        try tables.follow(statement)
      } catch {
        throw MigrationLedger.failure(migration, statement: index + 1, error)
      }
    }
  }

  /// The number the migration gets when it is the next one to run; nil when it has run.
  func place(of migration: Migration, _ transaction: any HostTransaction) async throws -> Int? {
    let applied = try MigrationLedger.applied(await transaction.run(HostStatements.appliedMigrations, []))
    let plan = try MigrationLedger.plan(namespace, applied: applied)
    return plan.pending.first?.id == migration.id ? applied.count + 1 : nil
  }

  /// Notes that a migration has run.
  func note(_ migration: Migration, at place: Int, _ transaction: any HostTransaction) async throws {
    let values: [SQLValue] = [
      .integer(Int64(place)), .text(migration.id), .text(migration.checksum), .integer(now),
    ]
    _ = try await transaction.run(HostStatements.addMigration, values)
  }
}

/// A statement with the placeholder `?1` that changes at most that many rows and leaves them so that it does not find
/// them again. It runs until it changes nothing, each time in a transaction of its own, so that others write in
/// between.
///
/// To find its rows it may read past all those it has changed before, so the rounds grow with what is done: the whole
/// reads each row some twenty times and not once for each round.
struct RepeatedStatement: Sendable {
  private static let fewestRows = 2_000
  private static let mostRows = 50_000
  private static let mostRounds = 10_000_000

  private let migration: Migration
  private let statement: String

  /// Whether a statement is of this kind.
  static func isOne(_ text: String) throws(StorageError) -> Bool {
    try SQLScanner.tokens(of: text).contains { if case .placeholder = $0.kind { true } else { false } }
  }

  /// - Throws: ``StorageError`` when the migration has another statement beside it.
  init(_ migration: Migration, _ statements: [String]) throws(StorageError) {
    guard let statement = statements.first, statements.count == 1 else {
      throw StorageError(
        .migrationFailed,
        "The migration '\(migration.id)' repeats a statement with ?1 and has others. Give each a migration of its own.")
    }
    self.migration = migration
    self.statement = statement
  }

  /// False when another process has run it meanwhile.
  func run(
    in engine: some NamespaceEngine, _ progress: @escaping @Sendable (MigrationStep) -> Void
  ) async throws -> Bool {
    var changedRows = 0
    for round in 0..<Self.mostRounds {
      progress(MigrationStep(migration: migration.id, done: round, total: round + 1))
      let rows = min(max(Self.fewestRows, changedRows / 20), Self.mostRows)
      let changed = try await engine.perform(as: .migrating, limits: .unlimited) { transaction in
        try await change(rows, in: engine, transaction)
      }
      guard let changed else { return false }
      if changed == 0 { return true }
      changedRows += changed
    }
    throw StorageError(.migrationFailed, "The migration '\(migration.id)' finds the same rows again and again.")
  }

  /// Runs once, and notes the migration when nothing is left to do.
  /// - Returns: the rows changed; nil when another process has run the migration meanwhile.
  private func change(
    _ rows: Int, in engine: some NamespaceEngine, _ transaction: any HostTransaction
  ) async throws -> Int? {
    guard let place = try await engine.place(of: migration, transaction) else { return nil }
    let changed: Int
    do {
      changed = try await transaction.execute(SQL(text: statement, values: [.integer(Int64(rows))]))
    } catch {
      throw MigrationLedger.failure(migration, statement: 1, error)
    }
    if changed == 0 { try await engine.note(migration, at: place, transaction) }
    return changed
  }
}

extension TransactionLimits {
  /// For work of the host that may take its time: a day.
  static let unlimited = TransactionLimits(idle: .seconds(86_400), total: .seconds(86_400))
}
