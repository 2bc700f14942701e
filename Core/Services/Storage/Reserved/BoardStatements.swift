internal import FieldhouseKit

/// The statements that combine an attempt with the entry so far, as one board declares it.
///
/// Both engines run the same text. An attempt is compared as one tuple (score, tie-breaks, earlier instant), so a
/// better score replaces the tie-breaks with its own, and a worse one leaves all of them. `~x` turns the order of
/// whole numbers around without overflow.
final class BoardStatements: Sendable {
  let seasons: BoardDeclaration.Seasons
  let tieBreakCount: Int
  /// Whether an attempt is added to the entry, so that the entry is not the attempt.
  let isSum: Bool
  /// For a change that leaves the details as they are.
  let score: HostStatement
  /// Takes the entry off the board.
  let withdrawal: HostStatement
  /// For a change that replaces the details, also when the attempt does not count.
  let scoreWithDetails: HostStatement
  /// For a change that replaces the details, but does nothing when the attempt does not count.
  let betterWithDetails: HostStatement
  /// For many changes of different entries, given as one value; where the engine can do that.
  let set: ScoreSetStatements?

  /// - Parameter notes: how the engine notes which entries have changed, where it does that; then the statements answer
  ///   with the entry and the number of the change.
  init(_ board: BoardDeclaration, notes: ChangeNotes?) {
    seasons = board.seasons
    tieBreakCount = board.tieBreaks.count
    let rule = Rule(board)
    isSum = rule.isSum
    let plain = rule.assignments(guarded: false) + rule.condition
    let replacing = rule.assignments(guarded: true) + ", details = excluded.details"
    let entry = { (change: String) in HostStatement(notes?.noting(change, answer: Self.entryColumns) ?? change) }
    withdrawal = HostStatement(notes?.noting(Self.withdrawal, answer: nil) ?? Self.withdrawal)
    score = entry(Self.insert(Self.columns) + Self.values(9) + Self.conflict + plain)
    scoreWithDetails = entry(Self.insert(Self.detailed) + Self.values(10) + Self.conflict + replacing)
    betterWithDetails = HostStatement(
      Self.insert(Self.detailed) + Self.values(10) + Self.conflict + rule.assignments(guarded: false)
        + ", details = excluded.details" + rule.condition)
    set = notes.map { notes in
      let answer = Self.entryColumns + ", " + ChangeNotes.key
      return ScoreSetStatements(
        score: notes.noting(
          Self.insert(Self.columns) + notes.rows(Self.columns) + Self.conflict + plain, answer: answer),
        scoreWithDetails: notes.noting(
          Self.insert(Self.detailed) + notes.rows(Self.detailed) + Self.conflict + replacing, answer: answer))
    }
  }

  private static let columns = "board, season, partition, account, score, t1, t2, t3, achieved_at"
  private static let detailed = columns + ", details"
  private static let conflict = " on conflict (board, season, partition, account) do update set "
  private static func insert(_ columns: String) -> String {
    "insert into fieldhouse_board_entries as e (\(columns))"
  }
  private static func values(_ count: Int) -> String {
    " values (" + (1...count).map { "?\($0)" }.joined(separator: ", ") + ")"
  }
  private static let key = "where board = ?1 and season = ?2 and partition = ?3 and account = ?4"
  private static let withdrawal = "delete from fieldhouse_board_entries \(key)"
  private static let entryColumns = "score, t1, t2, t3, achieved_at, details"

  /// Looks an entry up; for engines where this is quicker than `returning`, which fills a temporary table in SQLite.
  static let entry = HostStatement("select \(entryColumns) from fieldhouse_board_entries \(key)")
  /// Replaces the details of an entry alone.
  static let details = HostStatement("update fieldhouse_board_entries set details = ?5 \(key)")

  /// How two attempts become one.
  private struct Rule {
    let isSum: Bool
    /// True when the new attempt counts.
    let wins: String

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

    var condition: String { isSum ? "" : " where " + wins }

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
}
