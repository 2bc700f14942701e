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

extension MemberEntry {
  /// The rows of a group from their ranks on the board: who shares a rank there shares it here (1, 2, 2, 4).
  static func ranked(_ entries: [BoardEntry]) -> [MemberEntry] {
    var result: [MemberEntry] = []
    for (position, entry) in entries.sorted(by: { $0.rank < $1.rank }).enumerated() {
      let isTied = position > 0 && result[position - 1].entry.rank == entry.rank
      result.append(MemberEntry(rank: isTied ? result[position - 1].rank : position + 1, entry: entry))
    }
    return result
  }
}
