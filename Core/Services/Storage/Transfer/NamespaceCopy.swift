internal import FieldhouseKit
internal import FieldhouseMachine

/// Copies one namespace in one transaction of the target.
struct NamespaceCopy: Sendable {
  let source: any Inspectable
  let target: any NamespaceEngine
  let counter: TransferCounter

  func run() async throws -> [TransferReport.Table] {
    try await source.inspect { from in
      try await target.perform(as: .host, limits: .unlimited) { to in
        let tables = try await TableShape.all(from, source.catalog)
        try await target.catalog.loosen(to)
        for table in tables { try await to.add(table.deletion) }
        var copied: [TransferReport.Table] = []
        for table in tables { copied.append(try await copy(table, from, to)) }
        try await target.catalog.finish(to, tables)
        return copied
      }
    }
  }

  private func copy(
    _ table: TableShape, _ from: any HostTransaction, _ to: any HostTransaction
  ) async throws -> TransferReport.Table {
    var sent = RowChecksum()
    try await from.chunks(table.select) { rows in
      for row in rows {
        sent.add(row.values)
        try await to.add(table.insert(row.values))
      }
      counter.add(rows.count, of: "\(source.namespace.id).\(table.name)")
    }
    var arrived = RowChecksum()
    try await to.chunks(table.select) { rows in
      for row in rows { arrived.add(row.values) }
    }
    guard sent == arrived else {
      throw StorageError(
        .corrupt,
        "Table '\(table.name)' of '\(source.namespace.id)' did not arrive as it was sent (\(counted(sent.rows, "row")) sent, "
          + "\(arrived.rows) found). Nothing was kept.")
    }
    return TransferReport.Table(
      namespace: source.namespace.id, name: table.name, rows: sent.rows, checksum: sent.text)
  }
}
