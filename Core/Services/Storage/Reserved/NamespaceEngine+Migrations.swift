internal import FieldhouseKit

extension NamespaceEngine {
  func plan() async throws -> MigrationPlan {
    let rows = try await rows(HostStatements.appliedMigrations, [])
    return try MigrationLedger.plan(namespace, applied: MigrationLedger.applied(rows))
  }

  @discardableResult
  func migrate() async throws -> [String] {
    var done: [String] = []
    for migration in try await plan().pending {
      if try await run(migration) { done.append(migration.id) }
    }
    return done
  }

  /// False when another process has run it meanwhile.
  private func run(_ migration: Migration) async throws -> Bool {
    let statements = try StatementSplitter.split(migration.sql)
    return try await perform(as: .migrating, limits: .unlimited) { [namespace, now] transaction in
      let applied = try MigrationLedger.applied(await transaction.run(HostStatements.appliedMigrations, []))
      let plan = try MigrationLedger.plan(namespace, applied: applied)
      guard plan.pending.first?.id == migration.id else { return false }
      for (index, statement) in statements.enumerated() {
        do {
          try await transaction.execute(SQL(text: statement, values: []))
        } catch {
          throw MigrationLedger.failure(migration, statement: index + 1, error)
        }
      }
      let values: [SQLValue] = [
        .integer(Int64(applied.count + 1)), .text(migration.id), .text(migration.checksum), .integer(now),
      ]
      _ = try await transaction.run(HostStatements.addMigration, values)
      return true
    }
  }
}

extension TransactionLimits {
  /// For work of the host that may take its time: a day.
  static let unlimited = TransactionLimits(idle: .seconds(86_400), total: .seconds(86_400))
}
