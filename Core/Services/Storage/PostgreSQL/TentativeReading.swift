internal import FieldhouseKit
internal import Synchronization

/// A read that has no snapshot: its query is sent together with those of others, each of which sees the data as it is then.
/// When more is asked of it the read has to run again on a snapshot.
final class TentativeReading: ReadTransaction {
  private enum State: Sendable {
    case fresh
    case asked(String)
    case stopped
  }

  /// What a call throws that needs a snapshot.
  struct Stop: Error {}

  private let namespace: ServerNamespace
  private let state = Mutex(State.fresh)

  init(_ namespace: ServerNamespace) { self.namespace = namespace }

  /// Whether the read has to run again.
  var isStopped: Bool {
    state.withLock { if case .stopped = $0 { true } else { false } }
  }

  func query(_ sql: SQL) async throws -> [Row] {
    guard namespace.singles.contains(sql.text), (try? Arguments(sql.values)) != nil,
      namespace.typed.allows(sql)
    else { throw stop() }
    let isFirst = state.withLock { state in
      guard case .fresh = state else { return false }
      state = .asked(sql.text)
      return true
    }
    guard isFirst, let rows = await namespace.answer(sql) else { throw stop() }
    return rows
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws { throw stop() }

  private func stop() -> Stop {
    let asked = state.withLock { state -> String? in
      defer { state = .stopped }
      if case .asked(let text) = state { return text } else { return nil }
    }
    if let asked { namespace.singles.forget(asked) }
    return Stop()
  }
}

/// Reading on a snapshot. Notes whether there is one query only.
final class ServerReadTransaction: ReadTransaction {
  private let transaction: ServerTransaction
  private let singles: SingleQueries
  private let first = Mutex<(text: String, time: UInt64, calls: Int)>(("", 0, 0))

  init(_ transaction: ServerTransaction, _ singles: SingleQueries) {
    self.transaction = transaction
    self.singles = singles
  }

  func query(_ sql: SQL) async throws -> [Row] {
    let start = Monotonic.now
    let rows = try await transaction.query(sql)
    first.withLock { first in
      if first.calls == 0 { first = (sql.text, Monotonic.now &- start, 0) }
      first.calls += 1
    }
    return rows
  }

  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    first.withLock { $0.calls += 2 }
    try await transaction.forEach(sql, body)
  }

  /// Notes what it was, when its body has ended.
  func end() {
    let first = first.withLock { $0 }
    guard !first.text.isEmpty else { return }
    if first.calls == 1 { singles.note(first.text, time: first.time) } else { singles.forget(first.text) }
  }
}
