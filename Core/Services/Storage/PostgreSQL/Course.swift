/// How a transaction is tried.
enum Way: Sendable, CaseIterable {
  /// With a prediction, without a connection until others' changes and its own are committed together.
  case tentative
  /// With a prediction that is given on a connection, then as before.
  case together
  /// With a prediction, in one round trip of its own.
  case alone
  /// Without a prediction.
  case plain
  /// Without one, in a transaction of the server that it shares with others of this process.
  case shared

  /// How the first try goes.
  /// - Parameter isCrowded: whether others share transactions just now, because they were in each other's way.
  static func first(as authority: Authority, predictionsAreCommon: Bool, isCrowded: Bool = false) -> Way {
    guard authority == .writing else { return .plain }
    return predictionsAreCommon ? .tentative : isCrowded ? .shared : .together
  }

  /// How the next try goes after others' transactions were in the way.
  var afterConflict: Way {
    switch self {
    case .tentative: .tentative
    case .together, .alone, .plain, .shared: .shared
    }
  }
}

/// How one try of a transaction has ended, as far as the next one depends on it.
enum TryEnd: Sendable, CaseIterable {
  /// It is done: committed, or there was nothing to commit.
  case done
  /// The body or a statement failed for good.
  case failed
  /// It needs a connection.
  case stopped
  /// A prediction may have been wrong.
  case mispredicted
  /// Others' transactions were in the way.
  case conflict
  /// No connection could be had, or it ended before the commit was sent.
  case lost
  /// Nothing of it was kept, through no fault of its own.
  case again
  /// It was not committed with others, and should be in a transaction of its own.
  case alone

  init(_ outcome: CommitOutcome) {
    self =
      switch outcome {
      case .committed: .done
      case .again: .again
      case .conflict: .conflict
      case .alone: .alone
      case .mispredicted: .mispredicted
      case .failed: .failed
      case .lost: .lost
      }
  }
}

/// What follows from the end of a try.
enum NextStep: Sendable, Hashable {
  case finish
  case fail
  /// Another try, at once.
  case retry(Way)
  /// Another try after others had time to end theirs; so many in all.
  case retryAfterConflict(Way)
  /// Another try on new connections; so many in all.
  case retryAfterLoss(Way)

  /// - Parameters:
  ///   - end: how the try ended.
  ///   - way: how it went.
  init(after end: TryEnd, of way: Way) {
    self =
      switch end {
      case .done: .finish
      case .failed: .fail
      case .stopped: .retry(.together)
      case .mispredicted: .retry(.plain)
      case .alone: .retry(way == .shared ? .plain : .alone)
      case .again: .retry(way)
      case .conflict: .retryAfterConflict(way.afterConflict)
      case .lost: .retryAfterLoss(way)
      }
  }
}
