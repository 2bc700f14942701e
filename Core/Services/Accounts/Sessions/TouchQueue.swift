internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Uses of sessions that are still to be written; one transaction writes them all.
final class TouchQueue: Sendable {
  private struct Touch: Sendable, Hashable {
    let seenAt: Date
    let expiresAt: Date
  }

  /// By the id of the session; a later use takes the place of an earlier one.
  private let waiting = Mutex<[String: Touch]>([:])

  func add(_ id: String, seenAt: Date, expiresAt: Date) {
    waiting.withLock { $0[id] = Touch(seenAt: seenAt, expiresAt: expiresAt) }
  }

  /// Writes what waits. What could not be written waits on.
  /// - Throws: ``StorageError``.
  func flush(into storage: any Storage) async throws {
    let touches = waiting.withLock { $0 }
    guard !touches.isEmpty else { return }
    try await storage.write { transaction in
      for (id, touch) in touches {
        try await SessionStore.touch(id, seenAt: touch.seenAt, expiresAt: touch.expiresAt, in: transaction)
      }
    }
    waiting.withLock { waiting in
      for (id, touch) in touches where waiting[id] == touch { waiting[id] = nil }
    }
  }
}
