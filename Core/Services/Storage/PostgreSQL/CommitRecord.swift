internal import FieldhouseKit

/// What a transaction leaves in its namespace so that its fate can be known when the connection ends while it commits.
struct CommitRecord: Sendable {
  let slot: String
  let number: Int64
}

extension ServerNamespace {
  /// Whether the transaction of a connection that has ended was committed. When it was not, it never will be: the row
  /// of its connection is fenced, so that a commit that is still on its way fails.
  /// - Throws: ``StorageError`` `storage-unavailable` when the server cannot be asked within ten seconds.
  func wasCommitted(_ record: CommitRecord) async throws -> Bool {
    let end = Monotonic.now &+ 10_000_000_000
    while true {
      do {
        let connection = try await pool.acquire(for: schema)
        return try await withTaskExecutorPreference(connection.loop) {
          defer { pool.release(connection) }
          try await connection.bind(to: schema)
          return try await connection.settle(record)
        }
      } catch {
        guard Monotonic.now < end else {
          throw StorageError(
            .unavailable, "The database server was lost during a commit and cannot say what became of it. "
              + "Look whether the change is there before trying again.")
        }
        try await Task.sleep(nanoseconds: 100_000_000)
      }
    }
  }
}

extension ServerConnection {
  fileprivate func settle(_ record: CommitRecord) async throws -> Bool {
    do {
      try queue("begin isolation level read committed", [], as: .host)
      try queue("select number from fieldhouse_commits where slot = ?1 for update", [.text(record.slot)], as: .host)
      // The row's lock is granted only when the other session has ended its transaction.
      let number = try await exchange().last?.rows.first?.values.first
      if case .integer(let number)? = number, number >= record.number {
        try queue("rollback", [], as: .host)
        _ = try await exchange()
        return true
      }
      let fence: [SQLValue] = [.integer(record.number), .text(record.slot)]
      try queue("update fieldhouse_commits set number = ?1 + 1, fence = ?1 where slot = ?2", fence, as: .host)
      try queue("commit", [], as: .host)
      _ = try await exchange()
      return false
    } catch {
      close()
      throw error
    }
  }

  /// Takes the role of a namespace and finds its tables.
  func bind(to schema: String) async throws {
    guard namespace != schema else { return }
    try queueOnce(
      "select set_config('role', ?1, false), set_config('search_path', ?2, false)",
      [.text(schema), .text("\"\(schema)\"")])
    try queueOnce(
      """
      insert into fieldhouse_commits (slot, number, fence) values (?1, ?2, ?2 - 1) on conflict (slot) do nothing
      """, [.text(slot), .integer(commitNumber)])
    _ = try await exchange()
    namespace = schema
  }
}
