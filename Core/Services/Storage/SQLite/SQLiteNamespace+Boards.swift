internal import CSQLite
internal import FieldhouseKit
internal import Foundation

extension SQLiteNamespace {
  func boardEntries(
    _ filter: BoardFilter, _ body: @escaping @Sendable (BoardPosition, LedgerEntry) throws -> Void
  ) async throws {
    let counts = Dictionary(
      namespace.boards.map { ($0.id, $0.tieBreaks.count) }, uniquingKeysWith: { first, _ in first })
    let (statement, values) = BoardQueries.entries(filter)
    try await onSnapshot(as: .host) { session in
      try session.call { connection in
        var position = BoardPosition(board: "", season: "")
        try connection.each(statement, values) { row in
          position.board = row.text(0, keeping: position.board)
          position.season = row.text(1, keeping: position.season)
          position.partition = row.text(2, keeping: position.partition)
          try body(position, row.entry(tieBreakCount: counts[position.board] ?? 3))
        }
      }
    }
  }

  func boardParts(_ filter: BoardFilter) async throws -> [BoardPart] {
    let (statement, values) = BoardQueries.parts(filter)
    return try await rows(statement, values).map(BoardPart.init(row:))
  }
}

extension SQLiteStatement {
  /// The text of a column, the old string when it is the same.
  fileprivate func text(_ column: CInt, keeping old: String) -> String {
    let new = text(column)
    return new == old ? old : new
  }

  /// The entry in the columns from the fourth on.
  fileprivate func entry(tieBreakCount: Int) -> LedgerEntry {
    let tieBreaks = (0..<CInt(tieBreakCount)).map { sqlite3_column_int64(handle, 5 + $0) }
    let hasDetails = sqlite3_column_type(handle, 9) != SQLITE_NULL
    return LedgerEntry(
      account: AccountID(text(3)), score: sqlite3_column_int64(handle, 4), tieBreaks: tieBreaks,
      achievedAt: Date(millisecondsSince1970: sqlite3_column_int64(handle, 8)), detailsText: hasDetails ? text(9) : nil)
  }
}
