/// How ranks are counted where entries tie. Ranks begin at 1.
public enum RankNumbering: Sendable, Hashable, CaseIterable {
  /// 1, 2, 2, 4: one more than the number of entries that are strictly better.
  case standard
  /// 1, 2, 2, 3: one more than the number of different results that are strictly better.
  case dense
  /// 1, 2, 3, 4: one more than the position, whatever ties.
  case ordinal

  /// The rank of the row at `position`, given the rank of the row before it and whether the row begins a new group of ties.
  func rank(after previous: Int, position: Int, beginsGroup: Bool) -> Int {
    switch self {
    case .standard: beginsGroup ? position + 1 : previous
    case .dense: beginsGroup ? previous + 1 : previous
    case .ordinal: position + 1
    }
  }
}
