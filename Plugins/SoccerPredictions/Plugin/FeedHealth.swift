import FieldhouseKit
import Foundation
import Synchronization

/// How the feed is doing, for readiness.
final class FeedHealth: Sendable {
  private struct State {
    var failure: String?
    var problems: [FeedProblem] = []
    /// What is wrong with seasons as a whole.
    var seasons: [SeasonKey: [FeedProblem]] = [:]
    /// Seasons of which there is no file any more.
    var gone: Set<SeasonKey> = []
    /// Matches that should be over and of which the feed says nothing.
    var overdue: Set<String> = []
  }

  private let state = Mutex(State())

  /// The feed cannot be read.
  func failed(_ error: any Error) { state.withLock { $0.failure = "\(error)" } }

  /// The feed has been read.
  /// - Parameter renamed: the seasons that it has under other names.
  func read(_ changes: FeedChanges, renamed: Set<SeasonKey>) {
    state.withLock { state in
      state.failure = nil
      state.problems = changes.problems
      state.gone.formUnion(changes.removed)
      state.gone.subtract(changes.cursor.versions.keys)
      state.gone.subtract(renamed)
    }
  }

  /// Notes what is wrong with seasons.
  func note(_ problems: [SeasonKey: [FeedProblem]]) {
    state.withLock { $0.seasons.merge(problems) { $1 } }
  }

  /// Notes which of some matches should be over by now without the feed saying anything of them.
  func note(_ matches: [Match], at now: Date) {
    state.withLock { state in
      for match in matches {
        if match.isOverdue(at: now) { state.overdue.insert(match.id) } else { state.overdue.remove(match.id) }
      }
    }
  }

  /// What readiness says.
  var health: Health {
    state.withLock { state in
      if let failure = state.failure {
        return .degraded(
          "The feed cannot be read, so that matches stay as they are: \(failure)",
          remedy: "Mend that, or correct the feed's settings; it is read again by itself.")
      }
      let seasons = state.seasons.sorted { $0.key < $1.key }.flatMap(\.value)
      let gone = state.gone.sorted().map { key in
        FeedProblem(
          file: key.description, code: "season-gone",
          detail: "there is no file of the season any more; its matches stay as they were")
      }
      let problems = state.problems + seasons + gone
      if let first = problems.first { return .degraded("\(problems.count) problems in the feed; the first: \(first)") }
      guard let match = state.overdue.min() else { return .ok }
      return .degraded(
        "The feed is behind: of \(state.overdue.count) matches that should be over it has no result, such as \(match).",
        remedy: "See why the feed is not kept up to date.")
    }
  }
}

extension Match {
  /// So long after its end a feed may be behind, in seconds: 1 day.
  private static let patience = 86_400.0
  /// What is older than this was never told and is no sign of a feed that has fallen behind, in seconds: 14 days.
  private static let memory = 14 * 86_400.0

  /// When the feed begins to be behind with the match, and when that is no sign of anything any more.
  var overdueTimes: [Date] {
    [Self.patience, Self.memory].map { kickOff + MatchTimeline.longest + $0 }
  }

  fileprivate func isOverdue(at now: Date) -> Bool {
    let late = now.timeIntervalSince(kickOff) - MatchTimeline.longest
    return status == .scheduled && score == Score() && areTeamsKnown && late >= Self.patience && late < Self.memory
  }
}
