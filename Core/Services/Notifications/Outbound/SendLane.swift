internal import FieldhouseKit
internal import FieldhouseMachine

/// Lets one transaction over what is to leave run at a time in this process, those that came first before the others. All of them
/// touch the same rows at the front of the queue and the same counters: run beside one another they would conflict again and
/// again, and what has been sent would be sent once more.
struct SendLane: Sendable {
  /// With another process a transaction can still conflict; so often it is begun anew beyond what storage does by itself.
  private static let tries = 5

  private let turns = Turns()

  /// Writes in turn.
  /// - Throws: ``StorageError``; what the body throws.
  func write<Value: Sendable>(
    _ storage: any Storage, _ body: @escaping @Sendable (any Transaction) async throws -> Value
  ) async throws -> Value {
    try await turns.take("") {
      for _ in 1..<Self.tries {
        do {
          return try await storage.write(body)
        } catch let error as StorageError where error.code == .unavailable {
          try Task.checkCancellation()
        }
      }
      return try await storage.write(body)
    }
  }
}
