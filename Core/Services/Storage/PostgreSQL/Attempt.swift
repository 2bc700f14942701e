internal import FieldhouseKit

/// How one try of a transaction ended.
enum Attempt<Value: Sendable>: Sendable {
  case done(Value)
  case failed(any Error)
  /// It is one statement that can be committed together with others'.
  case promised(Value, PredictedChange)
  /// It needs a connection.
  case stopped
  /// Nothing of it was kept; another try may succeed.
  case conflict(ServerError)
  /// The connection ended before the commit was sent.
  case lost(ConnectionLost)
  /// The connection ended during the commit.
  case unknown(CommitRecord, Value, [CommittedEffect])
  /// A prediction may have been wrong.
  case mispredicted

  /// From what a step has thrown.
  static func failure(_ error: any Error) -> Attempt {
    switch error {
    case let error as ServerError where error.isRetryable: .conflict(error)
    case let error as ServerError: .failed(error.storageError)
    case let error as ConnectionLost: .lost(error)
    default: .failed(error)
    }
  }

  var isWorthRetrying: Bool {
    switch self {
    case .conflict, .lost: true
    default: false
    }
  }
}

/// The tries of one transaction.
struct Retries {
  private var conflicts = 0
  private var losses = 0

  mutating func afterConflict(_ error: ServerError) async throws {
    conflicts += 1
    guard conflicts < 60 else { throw error.storageError }
    let longest = UInt64(min(conflicts, 20)) * 2_000_000
    try await Task.sleep(nanoseconds: UInt64.random(in: 0...longest))
  }

  /// A server that cannot be reached is tried three times, a connection that ended in the middle more often.
  mutating func afterLoss(_ error: ConnectionLost) async throws {
    losses += error.isRefusal ? 4 : 1
    guard losses < 12 else { throw error.storageError }
    try await Task.sleep(nanoseconds: UInt64(losses - 1) * 10_000_000)
  }
}
