/// A row of a board.
public struct RankRow: Sendable, Hashable {
  /// Whose row it is.
  public let slot: UInt32
  /// What it is ranked by.
  public let key: RankKey
  /// The place in the board's order, from 0; no two rows share one.
  public let position: Int
  /// The rank, from 1, in the numbering asked for.
  public let rank: Int
}

/// A row among some of a board's entries: friends, a group, a club.
public struct SubsetRow: Sendable, Hashable {
  /// The row as it stands on the whole board.
  public let board: RankRow
  /// The rank inside the subset, from 1, in the numbering asked for.
  public let rank: Int
}

/// A change of one entry.
public struct RankChange: Sendable, Hashable {
  /// Whose entry changes.
  public let slot: UInt32
  /// The key that replaces the present one; nil takes the entry off the board.
  public let key: RankKey?

  /// Makes a change.
  public init(slot: UInt32, key: RankKey?) {
    self.slot = slot
    self.key = key
  }
}
