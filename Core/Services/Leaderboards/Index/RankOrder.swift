/// How the entries of one board are ordered. Fixed for the life of a ``RankIndex``.
///
/// Entries are compared column by column: score, the tie-break columns, the time of the achievement and at last the
/// slot (ascending), so every entry has exactly one position.
public struct RankOrder: Sendable, Hashable {
  /// Which end of a column comes first on the board.
  public enum Direction: Sendable, Hashable {
    /// The smallest value is first.
    case ascending
    /// The largest value is first.
    case descending
  }

  /// The most tie-break columns a board can have.
  public static let maximumTieBreaks = 3

  /// The direction of the score.
  public let score: Direction
  /// The directions of the tie-break columns, at most ``maximumTieBreaks``; their number is the board's number of columns.
  public let tieBreaks: [Direction]
  /// The direction of the time of the achievement; `ascending` puts the earliest first.
  public let achievedAt: Direction
  /// Whether the time separates ranks. When false it only orders the rows that share a rank.
  public let timeBreaksTies: Bool

  /// Makes an order; more than ``maximumTieBreaks`` tie-breaks are a programming error and trap.
  public init(
    score: Direction = .descending, tieBreaks: [Direction] = [], achievedAt: Direction = .ascending,
    timeBreaksTies: Bool = false
  ) {
    precondition(tieBreaks.count <= Self.maximumTieBreaks, "a board has at most three tie-break columns")
    self.score = score
    self.tieBreaks = tieBreaks
    self.achievedAt = achievedAt
    self.timeBreaksTies = timeBreaksTies
  }

  /// The directions of all columns in the order in which they are compared.
  var columns: [Direction] { [score] + tieBreaks + [achievedAt] }

  /// How many of the leading columns must be equal for two entries to share a rank.
  var groupWidth: Int { 1 + tieBreaks.count + (timeBreaksTies ? 1 : 0) }
}
