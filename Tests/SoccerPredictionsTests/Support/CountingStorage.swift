import FieldhouseKit
import Synchronization

/// A store that counts what is asked of it.
final class CountingStorage: Storage {
  /// Statements that read, the rows that they gave, and transactions that may write.
  struct Count: Hashable, Sendable {
    var statements = 0
    var rows = 0
    var writes = 0
  }

  private let base: any Storage
  private let counted = Mutex(Count())

  init(_ base: any Storage) { self.base = base }

  /// What was asked since the last time.
  func take() -> Count {
    counted.withLock { count in
      defer { count = Count() }
      return count
    }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    try await base.read { try await body(Reader(base: $0, storage: self)) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    counted.withLock { $0.writes += 1 }
    return try await base.write(body)
  }

  private struct Reader: ReadTransaction {
    let base: any ReadTransaction
    let storage: CountingStorage

    func query(_ sql: SQL) async throws -> [Row] {
      let rows = try await base.query(sql)
      storage.counted.withLock { ($0.statements, $0.rows) = ($0.statements + 1, $0.rows + rows.count) }
      return rows
    }

    func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
      storage.counted.withLock { $0.statements += 1 }
      try await base.forEach(sql) { row in
        storage.counted.withLock { $0.rows += 1 }
        try body(row)
      }
    }
  }
}

extension PluginHost {
  /// The same services with another store.
  func storing(in storage: any Storage) -> PluginHost {
    var host = PluginHost(
      pluginID: pluginID, folder: folder, clock: clock, storage: storage, authentication: authentication,
      rights: rights, notifications: notifications, leaderboards: leaderboards, events: events, schedules: schedules,
      http: http, media: media, texts: texts, settings: settings, rules: rules, log: log, metrics: metrics,
      questions: questions)
    host.groups = groups
    return host
  }
}
