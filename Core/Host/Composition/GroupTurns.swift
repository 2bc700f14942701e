import FieldhouseCommunities
import Synchronization

/// Lets what changes the same row of a group go one after the other in this process, in the order in which it came. On a
/// server transactions at once would only stand in each other's way: all but one would be done again. Those of other
/// processes still may.
final class GroupTurns: Turns {
  /// Who waits, by group; a group is here while it is somebody's turn.
  private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

  /// Runs a body once it is its turn.
  func take<Value: Sendable>(_ group: String, _ body: () async throws -> Value) async throws -> Value {
    await enter(group)
    defer { leave(group) }
    return try await body()
  }

  /// How many wait in a group.
  func count(of group: String) -> Int { waiting.withLock { $0[group]?.count ?? 0 } }

  private func enter(_ group: String) async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        guard waiting[group] != nil else {
          waiting[group] = []
          return true
        }
        waiting[group]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave(_ group: String) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard waiting[group]?.isEmpty == false else {
        waiting[group] = nil
        return nil
      }
      return waiting[group]?.removeFirst()
    }
    next?.resume()
  }
}
