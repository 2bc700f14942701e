internal import FieldhouseKit

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
    let continuation: CheckedContinuation<Outcome, Never>
  }

  private static let largest = 512
  private static let longest: UInt64 = 3_000_000

  private let startedAt = Monotonic.now
  private var members: [Member] = []

  /// Until when it waits for others, in monotonic nanoseconds; nil before it has begun to.
  var waitsUntil: UInt64?

  var count: Int { members.count }

  /// Whether it should be committed before another member joins.
  var isFull: Bool {
    members.count >= Self.largest || (!members.isEmpty && Monotonic.now &- startedAt > Self.longest)
  }

  mutating func add(_ effects: [CommittedEffect], _ continuation: CheckedContinuation<Outcome, Never>) {
    members.append(Member(effects: effects, continuation: continuation))
  }

  /// The effects of all members in their order.
  var effects: [CommittedEffect] {
    members.count == 1 ? members[0].effects : members.flatMap(\.effects)
  }

  /// Tells every member how it ended.
  func end(_ outcome: Outcome) {
    for member in members { member.continuation.resume(returning: outcome) }
  }
}
