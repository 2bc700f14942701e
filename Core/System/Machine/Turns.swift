internal import Synchronization

/// Lets what changes the same rows go one after the other in this process, in the order in which it came. On a server
/// transactions at once would only stand in each other's way: all but one would be done again. Those of other processes
/// still may.
public final class Turns: Sendable {
  /// Who waits, by key; a key is here while it is somebody's turn.
  private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

  /// Nobody's turn.
  public init() {}

  /// Runs a body once it is its turn among those of the same key.
  public func take<Value: Sendable>(_ key: String, _ body: () async throws -> Value) async throws -> Value {
    await enter(key)
    defer { leave(key) }
    return try await body()
  }

  /// How many wait for a key.
  func count(of key: String) -> Int { waiting.withLock { $0[key]?.count ?? 0 } }

  private func enter(_ key: String) async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        guard waiting[key] != nil else {
          waiting[key] = []
          return true
        }
        waiting[key]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave(_ key: String) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard waiting[key]?.isEmpty == false else {
        waiting[key] = nil
        return nil
      }
      return waiting[key]?.removeFirst()
    }
    next?.resume()
  }
}
