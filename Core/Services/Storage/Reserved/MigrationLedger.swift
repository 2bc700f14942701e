internal import FieldhouseKit

/// Compares what has run with what the plugin declares.
enum MigrationLedger {
  /// - Parameter applied: id and checksum of what has run, in order.
  /// - Throws: ``StorageError`` `storage-migration-changed` or `storage-migration-removed`.
  static func plan(
    _ namespace: Namespace, applied: [(id: String, checksum: String)]
  ) throws(StorageError) -> MigrationPlan {
    try checkUnique(namespace)
    for (index, done) in applied.enumerated() {
      guard index < namespace.migrations.count, namespace.migrations[index].id == done.id else {
        throw StorageError(
          .migrationRemoved,
          "The migration '\(done.id)' of '\(namespace.id)' has run at place \(index + 1) and is no longer there. "
            + "Put it back, or install the plugin's newer version again.")
      }
      guard namespace.migrations[index].checksum == done.checksum else {
        throw StorageError(
          .migrationChanged,
          "The migration '\(done.id)' of '\(namespace.id)' was changed after it had run. "
            + "Restore its text and put the change into a new migration.")
      }
    }
    return MigrationPlan(
      applied: applied.map(\.id), pending: Array(namespace.migrations.dropFirst(applied.count)))
  }

  private static func checkUnique(_ namespace: Namespace) throws(StorageError) {
    var seen: Set<String> = []
    for migration in namespace.migrations where !seen.insert(migration.id).inserted {
      throw StorageError(.migrationChanged, "Two migrations of '\(namespace.id)' are named '\(migration.id)'.")
    }
  }

  static func applied(_ rows: [Row]) throws -> [(id: String, checksum: String)] {
    try rows.map { (try $0[0], try $0[1]) }
  }

  static func failure(_ migration: Migration, statement: Int, _ error: any Error) -> StorageError {
    StorageError(
      .migrationFailed,
      "Statement \(statement) of the migration '\(migration.id)' failed, nothing was changed: \(error)")
  }
}
