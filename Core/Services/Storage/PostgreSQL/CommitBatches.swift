internal import Synchronization

/// Commits the predicted changes of one namespace together: while one batch is on its way, the next one gathers.
///
/// There is no thread or task behind it. Whoever comes while nothing is on its way leads a batch; who leads one hands
/// the next one over to the first who waits.
final class CommitBatches: Sendable {
  /// How a change ended.
  enum Outcome: Sendable {
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

  private enum Turn: Sendable {
    case lead([Member])
    case ended(Outcome)
  }

  private struct Member: Sendable {
    let change: PredictedChange
    let continuation: CheckedContinuation<Turn, Never>
  }

  private struct State {
    var waiting: [Member] = []
    var onTheirWay = 0
    var lastStart: UInt64 = 0
    var isWatched = false
  }

  private static let largest = 64
  /// A batch that takes longer, because others hold what it needs, does not keep the next one.
  private static let patience: UInt64 = 100_000_000

  private let pool: ServerPool
  private let state = Mutex(State())

  init(_ pool: ServerPool) { self.pool = pool }

  /// Commits a change together with others', and returns when it is known how it ended.
  func commit(_ change: PredictedChange, on namespace: ServerNamespace) async -> Outcome {
    switch await turn(change) {
    case .ended(let outcome): return outcome
    case .lead(let members):
      let outcomes = await namespace.commitTogether(members.map(\.change))
      end()
      for (member, outcome) in zip(members, outcomes).dropFirst() {
        member.continuation.resume(returning: .ended(outcome))
      }
      return outcomes[0]
    }
  }

  private func turn(_ change: PredictedChange) async -> Turn {
    await withCheckedContinuation { continuation in
      let (members, mustWatch) = state.withLock { state in
        state.waiting.append(Member(change: change, continuation: continuation))
        let members = Self.next(&state)
        defer { state.isWatched = state.isWatched || members == nil }
        return (members, members == nil && !state.isWatched)
      }
      lead(members)
      if mustWatch { watch() }
    }
  }

  private func end() {
    lead(
      state.withLock { state in
        state.onTheirWay -= 1
        return Self.next(&state)
      })
  }

  private func lead(_ members: [Member]?) {
    if let members { members[0].continuation.resume(returning: .lead(members)) }
  }

  /// Those who wait, when it is time for them to go.
  private static func next(_ state: inout State) -> [Member]? {
    guard !state.waiting.isEmpty else { return nil }
    let now = Monotonic.now
    guard state.onTheirWay == 0 || now &- state.lastStart > patience else { return nil }
    state.onTheirWay += 1
    state.lastStart = now
    defer { state.waiting.removeFirst(min(largest, state.waiting.count)) }
    return Array(state.waiting.prefix(largest))
  }

  /// Looks from time to time whether those who wait have to wait on.
  private func watch() {
    pool.schedule(after: Self.patience) { [self] in
      let (members, mustWatch) = state.withLock { state in
        let members = Self.next(&state)
        state.isWatched = !state.waiting.isEmpty
        return (members, state.isWatched)
      }
      lead(members)
      if mustWatch { watch() }
    }
  }
}
