import FieldhouseAccounts
import FieldhouseKit
import FieldhouseStorage
import Foundation

/// How one namespace follows what happens to people: from its own place on, in order, each change once. A hook that fails
/// holds up the hooks of this namespace, and neither what the host keeps in it nor any other namespace.
actor PersonalLane {
  /// What is done before a change is followed.
  typealias Step = @Sendable (PersonChange) async throws -> Void

  /// What happened to people after a place, at most so many.
  typealias Changes = @Sendable (_ after: Int64, _ limit: Int) async throws -> [PersonChange]

  /// What memory has of people on the boards of the namespace.
  struct Scores: Sendable {
    /// Whether a person may have any.
    let mayHold: @Sendable (AccountID) async -> Bool
    /// Forgets a person's.
    let remove: @Sendable (AccountID) -> Void
  }

  private static let batch = 256

  private let storage: any NamespaceStorage
  private let hooks: PersonalHooks
  private let before: Step?
  private let changes: Changes
  private let scores: Scores
  private let longestPause: Int
  private let patience: Duration
  private let log: any Log
  private var position: PersonalPosition?
  private var isWorking = false
  private var failure: PersonalFailure?

  private var id: String { storage.namespace.id }

  /// - Parameters:
  ///   - longestPause: how long hooks that fail are left alone at most, in seconds.
  ///   - patience: how long a hook may take; one that has not returned by then has failed.
  init(
    _ storage: any NamespaceStorage, _ hooks: PersonalHooks, before: Step?, changes: @escaping Changes, scores: Scores,
    longestPause: Int = 300, patience: Duration = Patience.ofPlugins, log: any Log
  ) {
    self.before = before
    self.storage = storage
    self.hooks = hooks
    self.changes = changes
    self.scores = scores
    self.longestPause = longestPause
    self.patience = patience
    self.log = log
  }

  /// What keeps the hooks from following: a change that they have failed at more than once.
  var health: Health {
    guard let failure, failure.times >= LaneRules.triesUntilShown else { return .ok }
    return .degraded(
      "What happened to people cannot be followed in its data: \(failure.change.hook) tried \(failure.times) times since "
        + "\(failure.since.formatted(.iso8601)), next \(failure.dueAt.formatted(.iso8601)): \(failure.cause)",
      remedy: "It is tried again by itself, and what happened later waits; mend the plugin if it goes on.")
  }

  /// Whether everything up to a place has been followed, or a failure keeps the hooks from it.
  func hasFollowed(through head: Int64) -> Bool { failure != nil || (position?.inHooks ?? -1) >= head }

  /// Follows what has happened, unless that is done already or being done.
  /// - Parameters:
  ///   - head: the place of the last change.
  ///   - settled: who was erased later than this place may have requests under way, and is left for a later call.
  func follow(through head: Int64, settled: Int64) async {
    guard !isWorking, (position?.inHooks ?? -1) < head else { return }
    isWorking = true
    defer { isWorking = false }
    do {
      try await followAll(settled: settled)
    } catch {
      log.warning("what happened to people could not be followed; trying again", ["plugin": id, "cause": "\(error)"])
    }
  }

  private func followAll(settled: Int64) async throws {
    guard let begun = try await storage.personalPosition() else { return }
    // Another process that has erased somebody may have ended before its log was empty.
    if let known = position, begun != known { await storage.emptyLog() }
    position = begun
    // Decided once: a pause that ends meanwhile has the hooks called for no change behind the one that they failed at.
    var calls = mayCall
    var place = calls ? begun.inHooks : begun.inTables
    while true {
      let found = try await changes(place, Self.batch)
      for change in found {
        if change.kind == .erased, change.sequence > settled { return }
        calls = try await follow(change, calling: calls)
        place = change.sequence
      }
      if found.count < Self.batch { return }
    }
  }

  private var mayCall: Bool { failure.map { $0.retryAt <= .now } ?? true }

  /// - Returns: whether the hooks have followed it, too, and go on with the next one.
  private func follow(_ change: PersonChange, calling calls: Bool) async throws -> Bool {
    let mayHaveScores = await scores.mayHold(change.account)
    let work = PersonalChange(sequence: change.sequence, work: change.work, mayHaveScores: mayHaveScores)
    if calls {
      do {
        try await before?(change)
        try await storage.follow(work) { [hooks, patience] transaction in
          try await Patience.wait(patience) { try await hooks(change, in: transaction) }
        }
        failure = nil
        let inTables = max(position?.inTables ?? 0, change.sequence)
        position?.inHooks = change.sequence
        position?.inTables = inTables
        forget(change, mayHaveScores)
        return true
      } catch {
        fail(change, error)
      }
    }
    guard change.sequence > position?.inTables ?? 0 else { return false }
    try await storage.follow(work, nil)
    position?.inTables = change.sequence
    forget(change, mayHaveScores)
    return false
  }

  private func fail(_ change: PersonChange, _ error: any Error) {
    let next = PersonalFailure(change.kind, cause: "\(error)", after: failure, longestPause: longestPause)
    failure = next
    log.error(
      "a plugin could not follow what happened to a person; trying again",
      ["plugin": id, "change": change.kind.rawValue, "times": "\(next.times)", "cause": next.cause])
  }

  private func forget(_ change: PersonChange, _ hadScores: Bool) {
    if hadScores, change.work != .none { scores.remove(change.account) }
  }
}

/// That a hook has failed.
struct PersonalFailure: Sendable {
  let change: PersonChange.Kind
  let cause: String
  let times: Int
  /// When the first of these failures was, real time.
  let since: Date
  let retryAt: ContinuousClock.Instant
  /// The same instant, real time.
  let dueAt: Date

  /// - Parameters:
  ///   - earlier: the failure before, when nothing has gone well since.
  ///   - longestPause: how long it is left alone at most, in seconds.
  init(_ change: PersonChange.Kind, cause: String, after earlier: PersonalFailure?, longestPause: Int) {
    self.change = change
    self.cause = cause
    times = (earlier?.times ?? 0) + 1
    since = earlier?.since ?? Date()
    let pause = min(longestPause, 1 << min(times - 1, 9))
    retryAt = .now + .seconds(pause)
    dueAt = Date().addingTimeInterval(TimeInterval(pause))
  }
}

extension PersonChange.Kind {
  /// What follows it.
  fileprivate var hook: String {
    switch self {
    case .erased: "erase"
    case .merged: "merge"
    case .blocked: "blocked"
    case .unblocked: "unblocked"
    }
  }
}

extension PersonChange {
  /// What the host does in each namespace.
  var work: PersonalChange.Work {
    switch (kind, other) {
    case (.erased, _): .erase(account)
    case (.merged, let other?): .merge(account, into: other)
    case (.merged, nil), (.blocked, _), (.unblocked, _): .none
    }
  }
}
