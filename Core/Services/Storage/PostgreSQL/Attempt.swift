internal import FieldhouseKit

/// How one try of a transaction ended.
enum Attempt<Value: Sendable>: Sendable {
  case done(Value)
  case failed(any Error)
  /// It was committed, and has caused something.
  case committed(Value, CommittedEffects)
  /// It can be committed together with others'.
  case promised(Value, Promise)
  /// It shared a transaction of the server, of which this became.
  case rode(Result<Value, any Error>, CommitOutcome)
  /// It needs a connection.
  case stopped
  /// Nothing of it was kept; another try may succeed.
  case conflict(ServerError)
  /// The connection ended before the commit was sent.
  case lost(ConnectionLost)
  /// The connection ended during the commit.
  case unknown(CommitRecord, Value, CommittedEffects)
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
