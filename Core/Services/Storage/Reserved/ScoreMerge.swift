internal import FieldhouseKit
internal import Foundation

/// Gives the board entries of one person to another, each combined with what the other has as the board's operator says.
struct ScoreMerge: Sendable {
  private let boards: [String: BoardDeclaration]
  private let erasure: HostStatement

  /// - Parameter erasure: takes the person ?1 off all boards.
  init(boards: [BoardDeclaration], erasure: HostStatement) {
    self.boards = Dictionary(boards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.erasure = erasure
  }

  /// Columns board, season, partition, score, t1, t2, t3, achieved_at, details.
  static let entries = HostStatement(
    "select board, season, partition, score, t1, t2, t3, achieved_at, details from fieldhouse_board_entries "
      + "where account = ?1 order by board, season, partition")
  /// For boards that the manifest does not declare now.
  private static let addition = HostStatement(
    "insert into fieldhouse_board_entries (\(BoardStatements.columns), details) values ("
      + (1...10).map { "?\($0)" }.joined(separator: ", ")
      + ") on conflict (board, season, partition, account) do nothing")

  func run(_ account: AccountID, into other: AccountID, in transaction: any HostTransaction) async throws {
    let rows = try await transaction.run(Self.entries, [.text(account.text)])
    guard !rows.isEmpty else { return }
    _ = try await transaction.run(erasure, [.text(account.text)])
    for row in rows {
      guard let board = boards[try row[0]] else {
        _ = try await transaction.run(
          Self.addition, Array(row.values[..<3]) + [.text(other.text)] + Array(row.values[3...]))
        continue
      }
      try await give(row, of: board, to: other, in: transaction)
    }
  }

  private func give(
    _ row: Row, of board: BoardDeclaration, to other: AccountID, in transaction: any HostTransaction
  ) async throws {
    let position = BoardPosition(board: board.id, season: try row[1], partition: try row[2])
    let entry = try LedgerEntry(account: other, row: row, from: 3, tieBreakCount: board.tieBreaks.count)
    let key = [position.board, position.season, position.partition, other.text].map { SQLValue.text($0) }
    let own = try await transaction.run(BoardStatements.entry, key).first.map {
      try LedgerEntry(account: other, row: $0, from: 0, tieBreakCount: board.tieBreaks.count)
    }
    let showsDetails = own.map { board.counts(entry, beside: $0) } ?? true
    try await transaction.submit(
      ScoreChange(
        board: board.id, account: other, score: entry.score, achievedAt: entry.achievedAt,
        partitions: [position.partition], tieBreaks: entry.tieBreaks,
        details: showsDetails ? try entry.detailsText.map { try JSON(parsing: $0) } : nil, season: position.season))
  }
}

extension BoardDeclaration {
  /// Whether an attempt replaces an entry, so that what it shows belongs to what counts, as ``ScoreRule`` has it in SQL. What is
  /// shown beside a sum is not the sum of what was shown beside its parts.
  fileprivate func counts(_ attempt: LedgerEntry, beside entry: LedgerEntry) -> Bool {
    if self.operator == .sum { return false }
    if self.operator == .latest { return attempt.achievedAt >= entry.achievedAt }
    return rank(entry).lexicographicallyPrecedes(rank(attempt))
  }

  /// The chain by which entries are compared, the larger the better.
  private func rank(_ entry: LedgerEntry) -> [Int64] {
    let values = zip([entry.score] + entry.tieBreaks, [order] + tieBreaks.map(\.order))
    return values.map { $1 == .ascending ? ~$0 : $0 } + [~entry.achievedAt.millisecondsSince1970]
  }
}

extension NamespaceEngine {
  func boardEntries(of account: AccountID) async throws -> [(position: BoardPosition, entry: LedgerEntry)] {
    let counts = Dictionary(
      namespace.boards.map { ($0.id, $0.tieBreaks.count) }, uniquingKeysWith: { first, _ in first })
    return try await rows(ScoreMerge.entries, [.text(account.text)]).map { row in
      let position = BoardPosition(board: try row[0], season: try row[1], partition: try row[2])
      let count = counts[position.board] ?? 3
      return (position, try LedgerEntry(account: account, row: row, from: 3, tieBreakCount: count))
    }
  }
}
