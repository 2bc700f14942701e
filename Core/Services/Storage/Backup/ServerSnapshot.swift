internal import FieldhouseKit

extension PostgreSQLEngine {
  /// Runs `body` with namespaces that are all read in one transaction on one connection, so as they were at one instant,
  /// each as far as its migrations had run then. It blocks no write.
  /// - Throws: ``StorageError`` `storage-backup` for a namespace whose migrations are not known.
  func atOneInstant<Value: Sendable>(
    _ namespaces: [Namespace], _ body: @escaping @Sendable ([any Inspectable]) async throws -> Value
  ) async throws -> Value {
    try await withHostConnection { [self] connection in
      let transaction = ServerTransaction(
        connection, authority: .inspecting, limits: .unlimited, ledger: BoardLedger([]),
        rights: RightsLedger(Namespace(id: ""), .postgreSQL), names: nil,
        meter: AnswerMeter("", .unlimited))
      // What was set for a namespace must not meet the connection's next user.
      defer { connection.close() }
      _ = try await transaction.query("select 1")
      var parts: [any Inspectable] = []
      for var namespace in namespaces {
        let schema = schema(of: namespace.id)
        var part = ServerSnapshot(namespace: namespace, schema: schema, transaction: transaction)
        let applied = try await part.inspect {
          try MigrationLedger.applied(await $0.run(HostStatements.appliedMigrations, []))
        }
        let plan = try MigrationLedger.plan(namespace, applied: applied)
        namespace.migrations = Array(namespace.migrations.prefix(plan.applied.count))
        part.namespace = namespace
        parts.append(part)
      }
      return try await body(parts)
    }
  }
}

/// A namespace in a transaction that it shares with others. They are read one after another.
private struct ServerSnapshot: Inspectable {
  var namespace: Namespace
  let schema: String
  let transaction: ServerTransaction

  var catalog: Catalog { .postgreSQL }

  func inspect<Value: Sendable>(
    _ body: @escaping @Sendable (any HostTransaction) async throws -> Value
  ) async throws -> Value {
    try await transaction.onLoop {
      try await transaction.inCall {
        transaction.connection.namespace = schema
        try transaction.queueOnce("select set_config('search_path', ?1, true)", [.text("\"\(schema)\"")]) { _ in }
        try await transaction.flush()
      }
    }
    return try await body(transaction)
  }
}
