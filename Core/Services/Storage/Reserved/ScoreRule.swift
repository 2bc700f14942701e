internal import FieldhouseKit

/// How an attempt and the entry so far become one, in SQL: `e` is the entry, `excluded` the attempt.
struct ScoreRule: Sendable {
  /// Whether an attempt is added to the entry, so that the entry is not the attempt.
  let isSum: Bool
  /// True when the new attempt counts.
  private let wins: String

  init(_ board: BoardDeclaration) {
    isSum = board.operator == .sum
    let chain = [("score", board.order)] + zip(["t1", "t2", "t3"], board.tieBreaks.map(\.order))
    let tuple = { (row: String) in
      let parts = chain.map { ($1 == .ascending ? "~" : "") + row + "." + $0 } + ["~\(row).achieved_at"]
      return "(" + parts.joined(separator: ", ") + ")"
    }
    wins =
      board.operator == .best
      ? tuple("excluded") + " > " + tuple("e") : "excluded.achieved_at >= e.achieved_at"
  }

  /// Says when an attempt changes the entry.
  var condition: String { isSum ? "" : " where " + wins }

  /// What an attempt changes, but for the details.
  /// - Parameter guarded: whether attempts that do not count come too, and are to change nothing.
  func assignments(guarded: Bool) -> String {
    guard !isSum else {
      return ["score", "t1", "t2", "t3"].map { "\($0) = e.\($0) + excluded.\($0)" }.joined(separator: ", ")
        + ", achieved_at = case when \(wins) then excluded.achieved_at else e.achieved_at end"
    }
    return ["score", "t1", "t2", "t3", "achieved_at"].map {
      guarded ? "\($0) = case when \(wins) then excluded.\($0) else e.\($0) end" : "\($0) = excluded.\($0)"
    }.joined(separator: ", ")
  }
}
