public import FieldhouseKit

extension Accounts {
  /// The event that says that an account was erased; its payload is `{"account": id}`.
  public static var erasedEvent: String { Erasure.event }

  /// Everybody whose account was erased, as the audit log has it.
  /// - Throws: ``StorageError``.
  public func erased() async throws -> [AccountID] {
    try await context.storage.read {
      try await $0.query("select subject from audit where action = 'account.erased'").map { try $0[0] }
    }
  }
}
