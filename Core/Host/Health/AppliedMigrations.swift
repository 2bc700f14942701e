import FieldhouseKernel
import FieldhouseKit
import FieldhouseStorage

/// Plans migrations for the sake of those that have run: that the database cannot be asked is told elsewhere.
struct AppliedMigrations: MigrationPlanner {
  let planner: EnginePlanner

  func plan(_ manifest: Manifest, _ migrations: [MigrationFile]) async throws -> [PlannedMigration] {
    do {
      return try await planner.plan(manifest, migrations)
    } catch let error as StorageError where ![.migrationChanged, .migrationRemoved].contains(error.code) {
      return []
    }
  }
}
