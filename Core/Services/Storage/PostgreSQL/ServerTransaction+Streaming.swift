internal import FieldhouseKit

// Large results.
extension ServerTransaction {
  func forEach(_ sql: SQL, _ body: @escaping @Sendable (Row) throws -> Void) async throws {
    do {
      try StatementInspector.check(sql.text, as: authority)
    } catch {
      if fault == nil { fault = error }
      throw error
    }
    try await stream(sql.text, sql.values, body)
  }

  /// Hands over the rows of a query piece by piece. What `body` throws ends the query and not the transaction.
  func stream(
    _ text: String, _ values: [SQLValue], _ body: @escaping @Sendable (Row) throws -> Void
  ) async throws {
    try await onLoop {
      let stop = try await inCall { [self] () -> (any Error)? in
        let cursor = try declare(text, values)
        var (piece, stop) = (CursorPiece(), nil as (any Error)?)
        repeat {
          let rows = try await fetch(piece, from: cursor)
          do { for row in rows { try body(row) } } catch { stop = error }
          piece.measure(rows)
        } while stop == nil && !piece.isLast
        try queueOnce("close \(cursor)", []) { _ in }
        return stop
      }
      if let stop { throw stop }
    }
  }

  func chunks(_ sql: SQL, _ body: ([Row]) async throws -> Void) async throws {
    let cursor = try await onLoop { try await inCall { [self] in try declare(sql.text, sql.values) } }
    var piece = CursorPiece()
    repeat {
      let rows = try await onLoop { [piece] in
        try await inCall { [self] in try await fetch(piece, from: cursor) }
      }
      piece.measure(rows)
      if !rows.isEmpty { try await body(rows) }
    } while !piece.isLast
    try await onLoop { try await inCall { [self] in try queueOnce("close \(cursor)", []) { _ in } } }
  }

  private func declare(_ text: String, _ values: [SQLValue]) throws -> String {
    try checkValues(text, values, as: authority)
    cursors += 1
    let name = "fieldhouse_cursor_\(cursors)"
    try queueOnce("declare \(name) no scroll cursor for \(text)", values) { _ in }
    return name
  }

  private func fetch(_ piece: CursorPiece, from cursor: String) async throws -> [Row] {
    try checkTotal()
    var rows: [Row] = []
    try queueOnce("fetch \(piece.size) from \(cursor)", []) { rows = $0.rows }
    try await flush()
    return rows
  }
}

/// How many rows of a large result are asked for at a time: as many as take about a megabyte.
private struct CursorPiece: Sendable {
  private static let largest = 500
  private static let bytes = 1_000_000

  private(set) var size = 32
  /// Whether the piece before was the last one.
  private(set) var isLast = false

  mutating func measure(_ rows: [Row]) {
    isLast = rows.count < size
    let bytes = rows.reduce(0) { $0 + $1.values.reduce(0) { $0 + Self.bytes(of: $1) } }
    size = min(max(1, rows.count * Self.bytes / max(1, bytes)), Self.largest)
  }

  private static func bytes(of value: SQLValue) -> Int {
    switch value {
    case .text(let text): text.utf8.count
    case .blob(let blob): blob.count
    default: 8
    }
  }
}
