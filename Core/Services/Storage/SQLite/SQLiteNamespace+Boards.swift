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

  func boardColumns(_ body: @escaping @Sendable (LedgerColumns) throws -> Void) async throws {
    try await onSnapshot(as: .host) { session in
      try session.call { connection in
        var place = PlaceBytes()
        var columns = LedgerColumns(at: place.position, reserving: false)
        try connection.each(BoardQueries.columns, []) { row in
          let isElsewhere = !row.stands(at: place)
          if isElsewhere { place = row.placeBytes }
          if isElsewhere || columns.isFull {
            if columns.count > 0 { try body(columns) }
            columns = LedgerColumns(at: place.position)
          }
          row.append(to: &columns)
        }
        if columns.count > 0 { try body(columns) }
      }
    }
  }

  func boardParts(_ filter: BoardFilter) async throws -> [BoardPart] {
    let (statement, values) = BoardQueries.parts(filter)
    return try await rows(statement, values).map(BoardPart.init(row:))
  }
}

/// A place as the first three columns of a row hold it.
private struct PlaceBytes {
  var board: [UInt8] = []
  var season: [UInt8] = []
  var partition: [UInt8] = []

  var position: BoardPosition {
    BoardPosition(
      board: String(decoding: board, as: UTF8.self), season: String(decoding: season, as: UTF8.self),
      partition: String(decoding: partition, as: UTF8.self))
  }
}

extension SQLiteStatement {
  /// The bytes of a text, which last until the next step. Unlike `sqlite3_column_text` this copies nothing.
  private func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  private func holds(_ expected: [UInt8], in column: CInt) -> Bool {
    let bytes = bytes(column)
    guard bytes.count == expected.count else { return false }
    return bytes.isEmpty || memcmp(bytes.baseAddress!, expected, bytes.count) == 0
  }

  fileprivate func stands(at place: PlaceBytes) -> Bool {
    holds(place.partition, in: 2) && holds(place.season, in: 1) && holds(place.board, in: 0)
  }

  fileprivate var placeBytes: PlaceBytes {
    PlaceBytes(board: Array(bytes(0)), season: Array(bytes(1)), partition: Array(bytes(2)))
  }

  fileprivate func append(to columns: inout LedgerColumns) {
    columns.append(account: bytes(3), hasDetails: sqlite3_column_int64(handle, 9) != 0) {
      sqlite3_column_int64(handle, CInt(4 + $0))
    }
  }

  /// The text of a column, the old string when it is the same.
  fileprivate func text(_ column: CInt, keeping old: String) -> String {
    let start = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    var old = old
    let isSame = old.withUTF8 { $0.count == count && (count == 0 || memcmp($0.baseAddress!, start!, count) == 0) }
    return isSame ? old : text(column)
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
