internal import FieldhouseKit
internal import Synchronization

/// Removes what nobody needs any more from all namespaces of an engine, a minute after the start and once an hour, old notes
/// every five minutes, in no request's way. Has the server look at tables that it has never looked at, at the start and as often.
final class ServerUpkeep: Sendable {
  private static let beginning: UInt64 = 1_000_000_000
  private static let first: UInt64 = 60_000_000_000
  private static let later: UInt64 = 300_000_000_000
  private static let roundsPerHour = 12

  private struct State {
    var namespaces: [ServerNamespace] = []
    var hasBegun = false
  }

  private let pool: ServerPool
  private let state = Mutex(State())

  init(_ pool: ServerPool) { self.pool = pool }

  /// Looks after a namespace from now on.
  func add(_ namespace: ServerNamespace) {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      state.namespaces.append(namespace)
      return !state.hasBegun
    }
    guard isFirst else { return }
    pool.schedule(after: Self.beginning) { [weak self] in Task { await self?.analyse() } }
    schedule(after: Self.first)
  }

  private func analyse() async {
    for namespace in state.withLock({ $0.namespaces }) { try? await namespace.analyse() }
  }

  /// Ends it.
  func close() { state.withLock { $0.namespaces = [] } }

  private func schedule(after pause: UInt64, round: Int = 0) {
    pool.schedule(after: pause) { [weak self] in
      Task {
        await self?.analyse()
        for namespace in self?.state.withLock({ $0.namespaces }) ?? [] {
          if round.isMultiple(of: Self.roundsPerHour) {
            await namespace.upkeep()
          } else {
            try? await namespace.forgetNotes()
          }
        }
        self?.schedule(after: Self.later, round: round + 1)
      }
    }
  }
}

extension ServerNamespace {
  /// Removes the records of ended sessions, old notes, and what schemas of before have left. What cannot be removed now is
  /// removed the next time.
  func upkeep() async {
    await forgetEndedSessions()
    try? await forgetNotes()
    try? await dropTableOfBefore()
  }

  func forgetEndedSessions() async {
    let _: Attempt<Void> = await onConnection { connection in
      do { return .done(try await connection.forgetEndedSessions()) } catch {
        connection.close()
        return .failure(error)
      }
    }
  }

  /// Forgets the notes that are old, some at a time.
  /// - Parameter slice: how many at a time.
  func forgetNotes(slice: Int64 = 1_000) async throws {
    let run = { @Sendable (statement: HostStatement, values: [SQLValue]) in
      try await self.perform(as: .host, limits: .unlimited) { try await $0.run(statement, values).count }
    }
    _ = try await run(ScoreNotes.raiseFloor, [])
    while try await run(ScoreNotes.expiry, [.integer(slice)]) == slice {}
    _ = try await run(ScoreNotes.prepareExpiry, [])
  }

  /// A host of before that is ending has noted its changes in a table that nobody reads any more: once it has ended, the
  /// entries are read anew and the table goes.
  func dropTableOfBefore() async throws {
    let isThere = try await pool.withHostConnection { [schema] in try await $0.dropTableOfBefore(in: schema) }
    if isThere { foreignHooks.call(()) }
  }
}

extension ServerConnection {
  /// - Returns: whether it was there.
  fileprivate func dropTableOfBefore(in schema: String) async throws -> Bool {
    try queueOnce(
      "select 1 from pg_tables where schemaname = ?1 and tablename = ?2",
      [.text(schema), .text(ScoreNotes.tableOfBefore)])
    guard try await !exchange()[0].rows.isEmpty else { return false }
    try queueOnce("drop table \"\(schema)\".\(ScoreNotes.tableOfBefore)")
    _ = try await exchange()
    return true
  }
}
