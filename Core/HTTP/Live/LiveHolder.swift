import FieldhouseKit

/// What a client that watches has a right to, and needs as long as it watches.
struct LiveHolder: Sendable {
  /// Whose right it is.
  let account: AccountID
  /// The sources of the topics that need a right.
  let sources: Set<String>
  /// Asks whether the client may watch.
  /// - Throws: ``Problem`` with a status below 500 when it may not; anything else when that cannot be said.
  let check: @Sendable () async throws -> Void

  /// Whether the client may watch.
  /// - Throws: when that cannot be said.
  func mayWatch() async throws -> Bool {
    do {
      try await check()
      return true
    } catch let problem as Problem where problem.status < 500 {
      return false
    }
  }
}
