internal import FieldhouseKit

extension Accounts {
  /// Erases those again who left and are back, because an older backup was restored, and makes accounts one again that
  /// were merged.
  /// - Returns: how many were erased or merged.
  /// - Throws: ``StorageError``, and `CocoaError` when it cannot be read who left.
  @discardableResult
  public func eraseAgain() async throws -> Int { try await upkeep.leaving.eraseAgain() }

  /// Does what is due by now beside requests: erases who has left and guests that nobody uses, clears away what has
  /// expired, and sends reminders.
  /// - Throws: ``StorageError``.
  public func settle() async throws { try await upkeep.settle() }
}
