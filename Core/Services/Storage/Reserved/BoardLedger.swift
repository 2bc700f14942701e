internal import FieldhouseKit
internal import Foundation

/// The stored scores of a namespace's boards: says which statement applies a change.
struct BoardLedger: Sendable {
  /// The season of boards that have but one.
  static let onlySeason = "all"

  private let boards: [String: BoardStatements]

  /// - Parameter takesSets: see ``BoardStatements``.
  init(_ boards: [BoardDeclaration], takesSets: Bool = false) {
    self.boards = Dictionary(
      boards.map { ($0.id, BoardStatements($0, takesSets: takesSets)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The board a change is for and the season it counts in.
  /// - Throws: ``Problem`` `board-unknown` or `season-missing`; ``StorageError`` for too many tie-breaks.
  func board(of change: ScoreChange) throws -> (statements: BoardStatements, season: String) {
    guard let board = boards[change.board] else {
      throw Problem(
        status: 500, code: "board-unknown", detail: "The plugin's manifest declares no board '\(change.board)'.")
    }
    guard change.tieBreaks.count <= board.tieBreakCount else {
      throw StorageError.malformed("A score on '\(change.board)' has more tie-breaks than the board has columns.")
    }
    return (board, try SeasonRule.season(of: change, board.seasons))
  }
}

/// Looks boards up for one score after another: those of a batch are mostly on one board that has one season.
struct BoardFinder: Sendable {
  private let ledger: BoardLedger
  private var latest: (board: String, statements: BoardStatements)?

  init(_ ledger: BoardLedger) { self.ledger = ledger }

  /// As ``BoardLedger/board(of:)``.
  mutating func board(of score: ScoreChange) throws -> (statements: BoardStatements, season: String) {
    if let latest, latest.statements.seasons == .none, score.board == latest.board,
      score.tieBreaks.count <= latest.statements.tieBreakCount
    {
      return (latest.statements, BoardLedger.onlySeason)
    }
    let found = try ledger.board(of: score)
    latest = (score.board, found.statements)
    return found
  }
}

extension BoardFinder {
  /// The board and the place of all scores that a query gives.
  /// - Throws: as ``BoardLedger/board(of:)``.
  mutating func place(of scores: ScoreQuery) throws -> (statements: BoardStatements, position: BoardPosition) {
    let likeness = ScoreChange(
      board: scores.board, account: AccountID(""), score: 0, achievedAt: scores.achievedAt,
      tieBreaks: scores.tieBreaks.map { _ in 0 }, season: scores.season)
    let (statements, season) = try board(of: likeness)
    return (statements, BoardPosition(board: scores.board, season: season, partition: scores.partition))
  }
}

extension LedgerEntry {
  /// From the columns score, t1, t2, t3, achieved_at, details, beginning at a column.
  init(account: AccountID, row: Row, from column: Int, tieBreakCount: Int) throws {
    var tieBreaks: [Int64] = []
    for index in 0..<tieBreakCount { tieBreaks.append(try row[column + 1 + index]) }
    self.init(
      account: account, score: try row[column], tieBreaks: tieBreaks, achievedAt: try row[column + 4],
      detailsText: try row[column + 5])
  }
}
