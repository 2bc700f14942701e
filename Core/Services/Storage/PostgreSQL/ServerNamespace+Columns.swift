internal import CPQ
internal import FieldhouseKit

extension ServerNamespace {
  /// Decoded from the server's answers without a row for each entry; while one piece is handed over the next comes.
  func boardColumns(_ body: @escaping @Sendable (LedgerColumns) throws -> Void) async throws {
    try await snapshot(as: .inspecting) { try await $0.boardColumns(body) }
  }
}

extension ServerTransaction {
  private static let piece = 4_096

  fileprivate func boardColumns(_ body: @Sendable (LedgerColumns) throws -> Void) async throws {
    try await onLoop {
      try await inCall { [self] in
        let reader = ColumnReader()
        try queueOnce("declare fieldhouse_columns no scroll cursor for \(BoardQueries.columns.text)", []) { _ in }
        try await flush()
        var next = try fetch(reader)
        var count = 0
        repeat {
          _ = try await next.replies()
          count = reader.takeCount()
          let done = reader.take(all: count == 0)
          if count > 0 { next = try fetch(reader) }
          for columns in done { try body(columns) }
        } while count > 0
      }
    }
  }

  private func fetch(_ reader: ColumnReader) throws -> Exchange {
    try connection.queueOnce("fetch \(Self.piece) from fieldhouse_columns", []) { reader.read($0) }
    return connection.start()
  }
}

/// Reads the entries in the columns of ``BoardQueries/columns``. Confined to one loop.
private final class ColumnReader {
  private var place: [[UInt8]] = []
  private var open = LedgerColumns(at: BoardPosition(board: "", season: ""), reserving: false)
  private var done: [LedgerColumns] = []
  private var count = 0

  /// How many entries have come since it was asked last.
  func takeCount() -> Int {
    defer { count = 0 }
    return count
  }

  /// The lists that are complete.
  /// - Parameter all: whether no more entries come.
  func take(all: Bool) -> [LedgerColumns] {
    if all { close() }
    defer { done = [] }
    return done
  }

  func read(_ result: OpaquePointer) {
    let rows = PQntuples(result)
    count += Int(rows)
    for row in 0..<rows {
      if open.isFull || !stands(result, row) {
        close()
        place = (0..<3).map { Array(Self.bytes(result, row, $0)) }
        let names = place.map { String(decoding: $0, as: UTF8.self) }
        open = LedgerColumns(at: BoardPosition(board: names[0], season: names[1], partition: names[2]))
      }
      open.append(
        account: Self.bytes(result, row, 3), hasDetails: Self.bytes(result, row, 9).first == UInt8(ascii: "t")
      ) {
        ResultDecoder.integer(Self.bytes(result, row, CInt(4 + $0))) ?? 0
      }
    }
  }

  private func close() {
    if open.count > 0 { done.append(open) }
    open = LedgerColumns(at: open.position, reserving: false)
  }

  private func stands(_ result: OpaquePointer, _ row: CInt) -> Bool {
    place.count == 3 && (0..<3).allSatisfy { Self.bytes(result, row, CInt($0)).elementsEqual(place[$0]) }
  }

  private static func bytes(_ result: OpaquePointer, _ row: CInt, _ column: CInt) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
  }
}
