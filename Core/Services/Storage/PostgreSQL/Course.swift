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
  /// In a transaction of the server that it shares with others of this process.
  case shared
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

/// What is done next in the course of a transaction. It alone decides who shares one with others, and when: plugins' writes, and only
/// once they were in each other's way.
enum NextStep: Sendable, Hashable {
  case finish
  case fail
  /// Another try, at once.
  case retry(Way)
  /// Another try after others had time to end theirs; so many in all.
  case retryAfterConflict(Way)
  /// Another try on new connections; so many in all.
  case retryAfterLoss(Way)

  /// How the first try goes.
  /// - Parameter isCrowded: whether others share transactions just now, because they were in each other's way.
  static func first(as authority: Authority, predictionsAreCommon: Bool, isCrowded: Bool) -> Way {
    guard mayShare(authority) else { return .plain }
    return predictionsAreCommon ? .tentative : isCrowded ? .shared : .together
  }

  /// - Parameters:
  ///   - end: how the try ended.
  ///   - way: how it went.
  ///   - authority: whose transaction it is.
  init(after end: TryEnd, of way: Way, as authority: Authority) {
    self =
      switch end {
      case .done: .finish
      case .failed: .fail
      case .stopped: .retry(.together)
      case .mispredicted: .retry(.plain)
      case .alone: .retry(way == .shared ? .plain : .alone)
      case .again: .retry(way)
      case .conflict where !Self.mayShare(authority): .retryAfterConflict(.plain)
      case .conflict: .retryAfterConflict(way == .tentative ? .tentative : .shared)
      case .lost: .retryAfterLoss(way)
      }
  }

  /// Whose transactions are predicted, and may share one of the server: those of plugins, which are serializable. All others are read
  /// committed, and some of them have no limits or lock tables.
  private static func mayShare(_ authority: Authority) -> Bool { authority == .writing }
}
