public import FieldhouseKit

/// How far a process has heard what others have changed.
public struct FeedMark: Sendable, Hashable {
  /// The mark of the changes of grants.
  public let grants: Int64
  /// Which database the number of the event is of.
  public let epoch: Int64
  /// The number of the last live event.
  public let event: Int64

  /// A mark from what storage says.
  public init(grants: Int64, epoch: Int64, event: Int64) {
    (self.grants, self.epoch, self.event) = (grants, epoch, event)
  }
}

/// What any process has changed since a mark.
public struct FeedChanges: Sendable {
  /// What to ask with next time. Changes that are told once may be told again.
  let mark: FeedMark
  /// The live topics on which something was told; nil where any may have been.
  let topics: Set<String>?
  /// The parts with accounts whose grants have changed.
  let parts: Set<Int>

  /// - Parameter topics: nil where something may have been told on any.
  public init(mark: FeedMark, topics: Set<String>?, parts: Set<Int>) {
    (self.mark, self.topics, self.parts) = (mark, topics, parts)
  }
}

/// Where what any process has changed in the feeds, groups and grants of a plugin is read. Every change of a feed or a group
/// is told on its live topic, in the transaction that makes it.
public protocol FeedNews: Sendable {
  /// The part that changes of an account's grants are noted in; always the same.
  func part(of account: AccountID) -> Int

  /// What any process has changed since a mark.
  /// - Parameter mark: what an earlier answer said; nil to learn the present mark only.
  /// - Throws: ``StorageError``.
  func changes(since mark: FeedMark?) async throws -> FeedChanges
}
