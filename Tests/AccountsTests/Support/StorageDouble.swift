import FieldhouseKit
import Foundation
import Synchronization

/// A storage that keeps nothing: it runs bodies as often as it is told, and fails when it is told to.
final class StorageDouble: Storage {
  struct Down: Error {}

  private struct State {
    var runs = 1
    var fails = false
    var commits = 0
    var reads = 0
    var statements: [String] = []
  }

  private let state = Mutex(State())

  /// How often the next bodies run, as when the engine asks for a retry.
  func set(runs: Int = 1, fails: Bool = false) { state.withLock { ($0.runs, $0.fails) = (runs, fails) } }
  var commits: Int { state.withLock { $0.commits } }
  var reads: Int { state.withLock { $0.reads } }
  var statements: [String] { state.withLock { $0.statements } }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ReadTransaction) async throws -> Value
  ) async throws -> Value {
    if state.withLock({ $0.fails }) { throw Down() }
    state.withLock { $0.reads += 1 }
    return try await body(Doing(storage: self))
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    for _ in 1..<state.withLock({ $0.runs }) { _ = try await body(Doing(storage: self)) }
    let value = try await body(Doing(storage: self))
    if state.withLock({ $0.fails }) { throw Down() }
    state.withLock { $0.commits += 1 }
    return value
  }

  private struct Doing: Transaction {
    let storage: StorageDouble

    func query(_ sql: SQL) async throws -> [Row] { [] }
    func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {}
    func execute(_ sql: SQL) async throws -> Int {
      storage.state.withLock { $0.statements.append(sql.text) }
      return 1
    }
    func submit(_ score: ScoreChange) async throws {}
    func notify(_ notification: NotificationRequest) async throws {}
    func emit(_ event: Event) async throws {}
  }
}
