internal import FieldhouseKit
internal import Foundation

/// The stored scores of a namespace's boards: says which statement applies a change.
struct BoardLedger: Sendable {
  /// The season of boards that have but one.
  static let onlySeason = "all"

  private let boards: [String: BoardStatements]

  /// - Parameter notes: see ``BoardStatements``.
  init(_ boards: [BoardDeclaration], notes: ChangeNotes? = nil) {
    self.boards = Dictionary(
      boards.map { ($0.id, BoardStatements($0, notes: notes)) }, uniquingKeysWith: { first, _ in first })
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

  /// What a score change does, one step per partition.
  /// - Throws: as ``board(of:)``.
  func steps(for change: ScoreChange) throws -> [LedgerStep] {
    let (board, season) = try board(of: change)
    let details = change.details?.serialized(sortedKeys: true)
    return change.partitions.map { partition in
      let position = BoardPosition(board: change.board, season: season, partition: partition)
      return LedgerStep(position: position, change: change, details: details, statements: board)
    }
  }
}

/// One statement of a score change and what it means.
struct LedgerStep: Sendable {
  let position: BoardPosition
  let account: AccountID
  let statement: HostStatement
  let values: [SQLValue]
  let isWithdrawal: Bool
  /// For this step among many; nil for one that has to be taken alone.
  let set: HostStatement?
  let tieBreakCount: Int

  init(position: BoardPosition, change: ScoreChange, details: String?, statements: BoardStatements) {
    self.position = position
    account = change.account
    isWithdrawal = change.isWithdrawal
    tieBreakCount = statements.tieBreakCount
    var values: [SQLValue] = [
      .text(position.board), .text(position.season), .text(position.partition), .text(change.account.text),
    ]
    if change.isWithdrawal {
      statement = statements.withdrawal
      set = nil
    } else {
      statement = details == nil ? statements.score : statements.scoreWithDetails
      set = details == nil ? statements.set?.score : statements.set?.scoreWithDetails
      values.append(.integer(change.score))
      for index in 0..<3 { values.append(.integer(index < change.tieBreaks.count ? change.tieBreaks[index] : 0)) }
      values.append(.integer(change.achievedAt.millisecondsSince1970))
      if let details { values.append(.text(details)) }
    }
    self.values = values
  }

  /// The effect of the step, when it changed something.
  /// - Parameter row: the entry as it is now.
  func effect(_ row: Row?, sequence: Int64) throws -> AppliedScore {
    let entry =
      try isWithdrawal
      ? nil
      : row.map {
        try LedgerEntry(account: account, row: $0, from: 0, tieBreakCount: tieBreakCount)
      }
    return AppliedScore(sequence: sequence, position: position, account: account, entry: entry)
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
