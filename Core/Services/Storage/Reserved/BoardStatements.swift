internal import FieldhouseKit

/// The statements that combine an attempt with the entry so far, as one board declares it.
///
/// Both engines combine in the same words (``ScoreRule``). An attempt is compared as one tuple (score, tie-breaks, earlier
/// instant), so a better score replaces the tie-breaks with its own, and a worse one leaves all of them. `~x` turns the
/// order of whole numbers around without overflow.
final class BoardStatements: Sendable {
  let seasons: BoardDeclaration.Seasons
  let tieBreakCount: Int
  /// Whether an attempt is added to the entry, so that the entry is not the attempt.
  let isSum: Bool
  /// For a change that leaves the details as they are.
  let score: HostStatement
  /// For a change that replaces the details, but does nothing when the attempt does not count.
  let betterWithDetails: HostStatement
  /// For an attempt of somebody who may have no entry: does nothing where there is one.
  let first: HostStatement
  let firstWithDetails: HostStatement
  /// For many attempts at once; where the engine can do that.
  let sets: ScoreSetStatements?

  /// - Parameter takesSets: whether the engine applies many attempts with one statement.
  init(_ board: BoardDeclaration, takesSets: Bool) {
    seasons = board.seasons
    tieBreakCount = board.tieBreaks.count
    let rule = ScoreRule(board)
    isSum = rule.isSum
    score = HostStatement(
      Self.insert(Self.columns, values: 9) + Self.conflict + rule.assignments(guarded: false) + rule.condition)
    betterWithDetails = HostStatement(
      Self.insert(Self.columns + ", details", values: 10) + Self.conflict + rule.assignments(guarded: false)
        + ", details = excluded.details" + rule.condition)
    first = HostStatement(Self.insert(Self.columns, values: 9) + Self.unlessThere)
    firstWithDetails = HostStatement(Self.insert(Self.columns + ", details", values: 10) + Self.unlessThere)
    sets = takesSets ? ScoreSetStatements(rule, tieBreakCount: board.tieBreaks.count) : nil
  }

  static let columns = "board, season, partition, account, score, t1, t2, t3, achieved_at"
  static let conflict = " on conflict (board, season, partition, account) do update set "
  private static let unlessThere = " on conflict (board, season, partition, account) do nothing"
  private static func insert(_ columns: String, values count: Int) -> String {
    "insert into fieldhouse_board_entries as e (\(columns))"
      + " values (" + (1...count).map { "?\($0)" }.joined(separator: ", ") + ")"
  }
  private static let key = "where board = ?1 and season = ?2 and partition = ?3 and account = ?4"

  /// Takes an entry off its board.
  static let withdrawal = HostStatement("delete from fieldhouse_board_entries \(key)")
  /// Looks an entry up; for engines where this is quicker than `returning`, which fills a temporary table in SQLite.
  static let entry = HostStatement(
    "select score, t1, t2, t3, achieved_at, details from fieldhouse_board_entries \(key)")
  /// Replaces the details of an entry alone.
  static let details = HostStatement("update fieldhouse_board_entries set details = ?5 \(key)")
}
