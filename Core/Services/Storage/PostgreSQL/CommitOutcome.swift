/// How a promise ended that was committed together with others.
enum CommitOutcome: Sendable {
  case committed
  /// Nothing of it was kept, through no fault of its own: it should be tried again.
  case again
  /// The same; others' transactions were in the way each time.
  case conflict(ServerError)
  /// Nothing of it was kept; it should be tried in a transaction of its own.
  case alone
  /// It fails, or its count was wrong: its body should run again without a prediction.
  case mispredicted
  case failed(any Error)
  /// No connection could be had.
  case lost(ConnectionLost)

  /// What went wrong, where that is known.
  var error: (any Error)? {
    switch self {
    case .conflict(let error): error
    case .failed(let error): error
    case .lost(let error): error
    case .committed, .again, .alone, .mispredicted: nil
    }
  }
}
