internal import CSQLite
internal import FieldhouseKit
internal import FieldhouseMachine

/// What is in the database of a namespace, read from a file that nobody writes.
enum NamespaceCensus {
  /// The migrations that have run, and the rows and checksum of every table.
  /// - Throws: ``StorageError`` `storage-corrupt` when SQLite finds the file damaged or a reference leads nowhere.
  static func take(_ id: String, at path: String) throws -> BackupManifest.NamespaceState {
    let connection = try SQLiteConnection(path: path, role: .reader)
    defer { connection.close() }
    try SQLiteSnapshot.check(connection.handle)
    let broken = try connection.query(SQL(text: "pragma foreign_key_check", values: []), as: .host)
    guard broken.isEmpty else {
      let lost = counted(broken.count, "reference leads", plural: "references lead")
      throw StorageError(.corrupt, "The database of '\(id)' is damaged: \(lost) nowhere.")
    }
    let names = try connection.query(SQL(text: Catalog.sqlite.tables + " order by name", values: []), as: .host)
    let tables: [String] = try names.map { try $0[0] }
    return BackupManifest.NamespaceState(
      id: id, migrations: try migrations(connection, tables),
      tables: try tables.map { try table($0, connection) })
  }

  private static func migrations(_ connection: SQLiteConnection, _ tables: [String]) throws -> [BackupManifest.Step] {
    guard tables.contains("fieldhouse_migrations") else { return [] }
    return try MigrationLedger.applied(connection.run(HostStatements.appliedMigrations))
      .map { BackupManifest.Step(id: $0.id, checksum: $0.checksum) }
  }

  private static func table(_ name: String, _ connection: SQLiteConnection) throws -> BackupManifest.Table {
    let columns = try connection.query(
      SQL(text: Catalog.sqlite.columns, values: [.text(name)]), as: .host
    ).map { try $0[0] as String }.sorted()
    let statement = try connection.begin(TableShape(name: name, columns: columns).select, as: .host)
    defer { statement.reset() }
    var sum = RowChecksum()
    while try connection.step(statement) { sum.add(statement.row(statement.columns).values) }
    return BackupManifest.Table(name: name, rows: sum.rows, checksum: sum.text)
  }
}

extension BackupManifest.NamespaceState {
  /// Whether a host that knows these migrations can go on with it.
  /// - Throws: ``StorageError`` `storage-backup` when more or others have run.
  func check(against namespace: Namespace) throws(StorageError) {
    do throws(StorageError) {
      _ = try MigrationLedger.plan(namespace, applied: migrations.map { ($0.id, $0.checksum) })
    } catch {
      throw StorageError(
        .backup,
        "The backup's '\(id)' is newer than this host or plugin knows, or another one: \(error.message) "
          + "Nothing was restored.")
    }
  }
}
