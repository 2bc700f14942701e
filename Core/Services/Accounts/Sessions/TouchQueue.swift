internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Uses of sessions that are still to be written; one transaction writes them all.
final class TouchQueue: Sendable {
  private struct Touch: Sendable, Hashable {
    let seenAt: Date
    let expiresAt: Date
  }

  /// How many one transaction writes.
  private static let portion = 500

  /// By the id of the session; a later use takes the place of an earlier one.
  private let waiting = Mutex<[String: Touch]>([:])

  func add(_ id: String, seenAt: Date, expiresAt: Date) {
    waiting.withLock { $0[id] = Touch(seenAt: seenAt, expiresAt: expiresAt) }
  }

  /// Writes what waits, in portions: those who write meanwhile wait for no more than one. What could not be written waits on.
  /// - Throws: ``StorageError``.
  func flush(into storage: any Storage) async throws {
    let touches = Array(waiting.withLock { $0 })
    for first in stride(from: 0, to: touches.count, by: Self.portion) {
      try await write(touches[first..<min(first + Self.portion, touches.count)], into: storage)
    }
  }

  private func write(_ touches: ArraySlice<(key: String, value: Touch)>, into storage: any Storage) async throws {
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
