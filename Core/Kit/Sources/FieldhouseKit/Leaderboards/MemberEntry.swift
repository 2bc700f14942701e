/// A row of a board with the rank inside a group of people.
public struct MemberEntry: Sendable, Hashable {
  /// The rank inside the group, from 1.
  public var rank: Int
  /// The row as it stands on the board, with the rank there.
  public var entry: BoardEntry

  /// A row.
  public init(rank: Int, entry: BoardEntry) {
    self.rank = rank
    self.entry = entry
  }
}
