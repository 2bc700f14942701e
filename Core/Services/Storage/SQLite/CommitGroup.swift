internal import FieldhouseKit
internal import Synchronization

/// Transactions that share one commit and one sync of the disk.
struct CommitGroup {
  /// How a group ended for a member.
  enum Outcome: Sendable {
    /// Its changes are on disk.
    case committed
    /// Nothing of it was kept.
    case failed(StorageError)
    /// Nothing of it was kept, through no fault of its own: it should run again.
    case again
  }

  private struct Member {
    let effects: [CommittedEffect]
    let ticket: CommitTicket
  }

  private static let largest = 512
  private static let longest: UInt64 = 3_000_000

  /// In monotonic nanoseconds.
  let startedAt = Monotonic.now
  private var members: [Member] = []

  /// Until when it waits for others, in monotonic nanoseconds; nil before it has begun to.
  var waitsUntil: UInt64?

  var count: Int { members.count }

  /// Whether it should be committed before another member joins.
  var isFull: Bool {
    members.count >= Self.largest || (!members.isEmpty && Monotonic.now &- startedAt > Self.longest)
  }

  mutating func add(_ effects: [CommittedEffect], _ ticket: CommitTicket) {
    members.append(Member(effects: effects, ticket: ticket))
  }

  /// The effects of all members in their order.
  var effects: [CommittedEffect] {
    members.count == 1 ? members[0].effects : members.flatMap(\.effects)
  }

  /// Tells every member how it ended.
  func end(_ outcome: Outcome) {
    for member in members { member.ticket.end(outcome) }
  }
}

/// Tells one member how its group has ended. It may wait anywhere: the writer's loop may be at work for long by then.
final class CommitTicket: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<CommitGroup.Outcome, Never>)
    case ended(CommitGroup.Outcome)
  }

  private let state = Mutex(State.open)

  /// Waits for the end; asked for once.
  func outcome() async -> CommitGroup.Outcome {
    await withCheckedContinuation { continuation in
      let ended = state.withLock { state -> CommitGroup.Outcome? in
        if case .ended(let outcome) = state { return outcome }
        state = .awaited(continuation)
        return nil
      }
      if let ended { continuation.resume(returning: ended) }
    }
  }

  func end(_ outcome: CommitGroup.Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<CommitGroup.Outcome, Never>? in
      defer { state = .ended(outcome) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: outcome)
  }
}
