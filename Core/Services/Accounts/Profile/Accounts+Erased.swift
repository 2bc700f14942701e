public import FieldhouseKit

extension Accounts {
  /// The event that says that an account was erased; its payload is `{"account": id}`.
  public static var erasedEvent: String { Erasure.event }

  /// Everybody whose account was erased, as the audit log has it.
  /// - Throws: ``StorageError``.
  public func erased() async throws -> [AccountID] {
    try await context.storage.read { try await AuditLog.erased(in: $0) }
  }

  /// Erases those again who left and are back, because an older backup was restored.
  /// - Returns: how many were erased.
  /// - Throws: ``StorageError``, and `CocoaError` when it cannot be read who left.
  @discardableResult
  public func eraseAgain() async throws -> Int { try await upkeep.leaving.eraseAgain() }

  /// Does what is due by now beside requests: erases who has left and guests that nobody uses, clears away what has
  /// expired, and sends reminders.
  /// - Throws: ``StorageError``.
  public func settle() async throws { try await upkeep.settle() }
}
