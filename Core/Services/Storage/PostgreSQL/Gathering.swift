internal import Synchronization

/// Does the same kind of work for many at once: while it is done for some, those who come gather for the next time.
///
/// There is no thread or task behind it. Whoever comes while nothing is on its way leads; who leads hands the next time
/// over to the first who waits.
final class Gathering<Item: Sendable, Outcome: Sendable>: Sendable {
  /// How much is done at once.
  struct Bounds: Sendable {
    /// The most items.
    var items: Int
    /// How many times may be on their way side by side.
    var width = 1
    /// What takes longer than this, in nanoseconds, because others hold what it needs, does not keep the next.
    var patience: UInt64
  }

  private enum Turn: Sendable {
    case lead([Member])
    case ended(Outcome)
  }

  private struct Member: Sendable {
    let item: Item
    let continuation: CheckedContinuation<Turn, Never>
  }

  private struct State {
    var waiting: [Member] = []
    var onTheirWay = 0
    var lastStart: UInt64 = 0
    var isWatched = false
  }

  private let bounds: Bounds
  private let pool: ServerPool
  private let state = Mutex(State())

  init(_ pool: ServerPool, _ bounds: Bounds) {
    self.pool = pool
    self.bounds = bounds
  }

  /// Does `work` for an item together with others', and returns its outcome.
  /// - Parameter work: answers with an outcome for each item.
  func add(_ item: Item, _ work: ([Item]) async -> [Outcome]) async -> Outcome {
    switch await turn(item) {
    case .ended(let outcome): return outcome
    case .lead(let members):
      let outcomes = await work(members.map(\.item))
      end()
      for (member, outcome) in zip(members, outcomes).dropFirst() {
        member.continuation.resume(returning: .ended(outcome))
      }
      return outcomes[0]
    }
  }

  private func turn(_ item: Item) async -> Turn {
    await withCheckedContinuation { continuation in
      let (members, mustWatch) = state.withLock { state in
        state.waiting.append(Member(item: item, continuation: continuation))
        let members = next(&state)
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
        return next(&state)
      })
  }

  private func lead(_ members: [Member]?) {
    if let members { members[0].continuation.resume(returning: .lead(members)) }
  }

  /// Those who wait, when it is time for them to go.
  private func next(_ state: inout State) -> [Member]? {
    guard !state.waiting.isEmpty else { return nil }
    let now = Monotonic.now
    guard state.onTheirWay < bounds.width || now &- state.lastStart > bounds.patience else { return nil }
    state.onTheirWay += 1
    state.lastStart = now
    defer { state.waiting.removeFirst(min(bounds.items, state.waiting.count)) }
    return Array(state.waiting.prefix(bounds.items))
  }

  /// Looks from time to time whether those who wait have to wait on.
  private func watch() {
    pool.schedule(after: bounds.patience) { [self] in
      let (members, mustWatch) = state.withLock { state in
        let members = next(&state)
        state.isWatched = !state.waiting.isEmpty
        return (members, state.isWatched)
      }
      lead(members)
      if mustWatch { watch() }
    }
  }
}
