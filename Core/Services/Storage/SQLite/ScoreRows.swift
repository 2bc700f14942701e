internal import CSQLite
internal import FieldhouseKit
internal import Glibc

/// The answer of a ``ScoreQuery``, a part at a time as attempts.
struct ScoreRows {
  /// Attempts of one part.
  private static let most = 1024

  private let position: BoardPosition
  private let statement: SQLiteStatement
  private let account: CInt
  /// The columns of the score and of the tie-breaks.
  private let numbers: [CInt]
  private let details: [(name: String, column: CInt)]
  private let achievedAt: Int64
  private var people = DistinctTexts()
  private var isAtEnd = false
  /// Those of a batch are often alike.
  private var shown: (values: [SQLValue], text: String)?

  /// - Parameter statement: stands before its first row.
  /// - Throws: ``StorageError`` `storage-statement` when a column is missing.
  init(_ scores: ScoreQuery, at position: BoardPosition, from statement: SQLiteStatement) throws(StorageError) {
    self.position = position
    self.statement = statement
    let names = statement.columns.names
    let column = { (name: String) throws(StorageError) -> CInt in
      guard let index = names.firstIndex(of: name) else {
        throw .malformed("The query of scores has no column '\(name)'.")
      }
      return CInt(index)
    }
    account = try column("account")
    var (numbers, details) = ([try column("score")], [(name: String, column: CInt)]())
    for name in scores.tieBreaks { numbers.append(try column(name)) }
    for name in scores.details { details.append((name, try column(name))) }
    (self.numbers, self.details) = (numbers, details)
    achievedAt = scores.achievedAt.millisecondsSince1970
  }

  /// The next attempts; nil at the end.
  mutating func next(on connection: SQLiteConnection) throws(StorageError) -> ScoreRun? {
    var run = ScoreRun(at: position)
    while !isAtEnd, run.count < Self.most {
      isAtEnd = try !connection.step(statement)
      if !isAtEnd { try read(into: &run) }
    }
    return run.count > 0 ? run : nil
  }

  private mutating func read(into run: inout ScoreRun) throws(StorageError) {
    guard sqlite3_column_type(statement.handle, account) == SQLITE_TEXT,
      numbers.allSatisfy({ sqlite3_column_type(statement.handle, $0) == SQLITE_INTEGER })
    else {
      throw .malformed("The query of scores gives an account that is no text, or a number that is no whole one.")
    }
    let start = sqlite3_column_text(statement.handle, account)
    let text = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement.handle, account)))
    guard people.insert(text) else {
      throw .malformed("The query of scores names '\(String(decoding: text, as: UTF8.self))' twice.")
    }
    run.append(account: text, details: try detailsText()) { [statement, numbers, achievedAt] place in
      if place == 4 { return achievedAt }
      return place < numbers.count ? sqlite3_column_int64(statement.handle, numbers[place]) : 0
    }
  }

  private mutating func detailsText() throws(StorageError) -> String? {
    guard !details.isEmpty else { return nil }
    let values = details.map { statement.value($0.column) }
    if let shown, shown.values == values { return shown.text }
    var object = JSONObject()
    for (column, value) in zip(details, values) { object[column.name] = try Self.json(value) }
    let text = JSON.object(object).serialized(sortedKeys: true)
    shown = (values, text)
    return text
  }

  private static func json(_ value: SQLValue) throws(StorageError) -> JSON {
    switch value {
    case .integer(let number): .integer(number)
    case .text(let text): .string(text)
    case .null: .null
    case .real, .blob: throw .malformed("The query of scores shows what is no whole number, text or null.")
    }
  }
}

/// Texts of which none comes twice. Mostly they come in their order, and nothing has to be looked up.
private struct DistinctTexts {
  private var bytes: [UInt8] = []
  private var ends = [0]
  /// All of them, once one has come that is not behind the others.
  private var known: Set<[UInt8]>?

  /// - Returns: whether it is new.
  mutating func insert(_ text: UnsafeRawBufferPointer) -> Bool {
    if known == nil, isBehindAll(text) {
      bytes.append(contentsOf: text)
      ends.append(bytes.count)
      return true
    }
    if known == nil { known = Set(zip(ends, ends.dropFirst()).map { Array(bytes[$0..<$1]) }) }
    return known?.insert(Array(text)).inserted == true
  }

  private func isBehindAll(_ text: UnsafeRawBufferPointer) -> Bool {
    guard ends.count > 1 else { return true }
    return bytes.withUnsafeBytes { all in
      let last = all[ends[ends.count - 2]..<ends[ends.count - 1]]
      return last.lexicographicallyPrecedes(text)
    }
  }
}

extension SQLiteConnection {
  /// Applies the scores that a query gives and notes what has changed.
  func apply(
    _ scores: ScoreQuery, at position: BoardPosition, _ board: BoardStatements, to effects: TransactionEffects,
    _ nextSequence: () -> Int64
  ) throws(StorageError) {
    let statement = try begin(scores.query, as: .reading)
    defer { statement.reset() }
    var rows = try ScoreRows(scores, at: position, from: statement)
    while let attempts = try rows.next(on: self) { try apply(attempts, board, to: effects, nextSequence) }
  }
}
