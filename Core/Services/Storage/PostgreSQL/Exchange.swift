/// Statements that were sent together, and their answers when they have come. Confined to the connection's loop.
final class Exchange: @unchecked Sendable {
  private var result: Result<[ServerReply], any Error>?
  private var continuation: CheckedContinuation<[ServerReply], any Error>?
  /// The answers to the statements before the one that failed.
  private(set) var answered: [ServerReply] = []

  /// Whether the answers have come.
  var hasEnded: Bool { result != nil }

  /// Waits for the answers; asked for once.
  /// - Returns: one reply per statement.
  /// - Throws: ``ServerError`` of the first that failed; ``ConnectionLost``.
  func replies() async throws -> [ServerReply] {
    if let result { return try result.get() }
    return try await withCheckedThrowingContinuation { continuation = $0 }
  }

  /// Tells the answers.
  /// - Parameter answered: those that came before a failure.
  func end(_ result: Result<[ServerReply], any Error>, after answered: [ServerReply] = []) {
    self.answered = answered
    if let continuation {
      self.continuation = nil
      continuation.resume(with: result)
    } else {
      self.result = result
    }
  }
}
