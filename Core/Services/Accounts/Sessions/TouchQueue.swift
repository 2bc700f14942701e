internal import FieldhouseKit
internal import Foundation
internal import Synchronization

/// Uses of sessions that are still to be written; one transaction writes them all.
final class TouchQueue: Sendable {
  private struct Touch {
    let id: String
    let seenAt: Date
    let expiresAt: Date
  }

  private let waiting = Mutex<[Touch]>([])

  func add(_ id: String, seenAt: Date, expiresAt: Date) {
    waiting.withLock { $0.append(Touch(id: id, seenAt: seenAt, expiresAt: expiresAt)) }
  }

  /// Writes what waits.
  func flush(into storage: any Storage) async throws {
    let touches = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard !touches.isEmpty else { return }
    try await storage.write { transaction in
      for touch in touches {
        try await SessionStore.touch(touch.id, seenAt: touch.seenAt, expiresAt: touch.expiresAt, in: transaction)
      }
    }
  }
}
