import FieldhouseAccounts
import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import Foundation

/// How one namespace follows what happens to people: from its own place on, in order, each change once. A hook that fails
/// holds up the hooks of this namespace, and neither what the host keeps in it nor any other namespace.
actor PersonalLane {
  /// What is done before a change is followed.
  typealias Step = @Sendable (PersonChange) async throws -> Void

  private static let batch = 256

  private let storage: any NamespaceStorage
  private let hooks: PersonalHooks
  private let before: Step?
  private let accounts: Accounts
  private let boards: Boards
  private let log: any Log
  private var position: PersonalPosition?
  private var isWorking = false
  private var failure: PersonalFailure?

  private var id: String { storage.namespace.id }

  init(
    _ storage: any NamespaceStorage, _ hooks: PersonalHooks, before: Step?, accounts: Accounts, boards: Boards,
    log: any Log
  ) {
    self.before = before
    self.storage = storage
    self.hooks = hooks
    self.accounts = accounts
    self.boards = boards
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
    var place = mayCall ? begun.inHooks : begun.inTables
    while true {
      let changes = try await accounts.changesOfPeople(after: place, limit: Self.batch)
      for change in changes {
        if change.kind == .erased, change.sequence > settled { return }
        try await follow(change)
        place = change.sequence
      }
      if changes.count < Self.batch { return }
    }
  }

  private var mayCall: Bool { failure.map { $0.retryAt <= .now } ?? true }

  private func follow(_ change: PersonChange) async throws {
    let mayHaveScores = await boards.mayHold(change.account, of: id)
    let work = PersonalChange(sequence: change.sequence, work: change.work, mayHaveScores: mayHaveScores)
    if mayCall {
      do {
        try await before?(change)
        try await storage.follow(work) { [hooks] in try await hooks(change, in: $0) }
        failure = nil
        let inTables = max(position?.inTables ?? 0, change.sequence)
        position?.inHooks = change.sequence
        position?.inTables = inTables
        return forget(change, mayHaveScores)
      } catch {
        fail(change, error)
      }
    }
    guard change.sequence > position?.inTables ?? 0 else { return }
    try await storage.follow(work, nil)
    position?.inTables = change.sequence
    forget(change, mayHaveScores)
  }

  private func fail(_ change: PersonChange, _ error: any Error) {
    let next = PersonalFailure(change.kind, cause: "\(error)", after: failure)
    failure = next
    log.error(
      "a plugin could not follow what happened to a person; trying again",
      ["plugin": id, "change": change.kind.rawValue, "times": "\(next.times)", "cause": next.cause])
  }

  private func forget(_ change: PersonChange, _ hadScores: Bool) {
    if hadScores, change.work != .none { boards.remove(change.account, of: id) }
  }
}

/// That a hook has failed.
struct PersonalFailure: Sendable {
  private static let longest = 300

  let change: PersonChange.Kind
  let cause: String
  let times: Int
  /// When the first of these failures was, real time.
  let since: Date
  let retryAt: ContinuousClock.Instant
  /// The same instant, real time.
  let dueAt: Date

  /// - Parameter earlier: the failure before, when nothing has gone well since.
  init(_ change: PersonChange.Kind, cause: String, after earlier: PersonalFailure?) {
    self.change = change
    self.cause = cause
    times = (earlier?.times ?? 0) + 1
    since = earlier?.since ?? Date()
    let pause = min(Self.longest, 1 << min(times - 1, 9))
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
