internal import FieldhouseKit

/// What a transaction leaves in its namespace so that its fate can be known when the connection ends while it commits.
struct CommitRecord: Sendable {
  let slot: String
  let number: Int64
}

extension ServerNamespace {
  /// Whether the transaction of a connection that has ended was committed. When it was not, it never will be: a record
  /// is put in its place, so that a commit that is still on its way fails. One that has changed nothing leaves no record
  /// and counts as not committed.
  /// Goes on when the task is cancelled: others may wait for the answer.
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
            .unavailable,
            "The database server was lost during a commit and cannot say what became of it. "
              + "Look whether the change is there before trying again.")
        }
        await pool.pause(100_000_000)
      }
    }
  }
}

extension ServerConnection {
  /// The values of the record of the transaction that is about to be committed. From time to time older ones go.
  func nextCommit() -> [SQLValue] {
    commitNumber += 1
    return [.text(slot), .integer(commitNumber)]
  }

  /// Removes the records that nobody can ask for any more.
  func forgetCommits() throws {
    guard commitNumber % 256 == 0 else { return }
    try queue(Self.begin, [], as: .host)
    try queue(
      "delete from fieldhouse_commits where slot = ?1 and number < ?2", [.text(slot), .integer(commitNumber)], as: .host
    )
    try queue("commit", [], as: .host)
    exchangeLater()
  }

  /// Puts a fence where the record of a commit would be, unless it is there, and looks which of the two it is: a
  /// fence of before, whose answer was lost, is no commit. Waits until the other session has ended its transaction.
  fileprivate func settle(_ record: CommitRecord) async throws -> Bool {
    let key: [SQLValue] = [.text(record.slot), .integer(record.number)]
    do {
      try queue(Self.begin, [], as: .host)
      try queue(ServerStatements.fence, key, as: .host)
      try queue("select at > 0 from fieldhouse_commits where slot = ?1 and number = ?2", key, as: .host)
      try queue("commit", [], as: .host)
      return try await exchange()[2].rows.first.map { try $0[0] } ?? false
    } catch {
      close()
      throw error
    }
  }

  /// Takes the role of a namespace and finds its tables.
  func bind(to schema: String) async throws {
    guard namespace != schema else { return }
    try queueOnce(Self.begin)
    try queueOnce(
      "select set_config('role', ?1, false), set_config('search_path', ?2, false)",
      [.text(schema), .text("\"\(schema)\"")])
    try queueOnce("commit")
    _ = try await exchange()
    namespace = schema
  }

  /// Removes the records of sessions that ended longer ago than anybody asks for them: two days.
  func forgetEndedSessions() async throws {
    try queueOnce(Self.begin)
    try queueOnce(
      "delete from fieldhouse_commits where abs(at) < (extract(epoch from clock_timestamp()) * 1000)::bigint - 172800000"
    )
    try queueOnce("commit")
    _ = try await exchange()
  }

  /// What looks at the records of others must not be in their way: a serializable transaction would be.
  private static let begin = "begin isolation level read committed"
}
