internal import CSQLite
internal import FieldhouseKit
internal import Foundation

/// One attempt at one place of a board, as it would be stored.
struct BoardAttempt {
  var position: BoardPosition
  /// The attempt as an entry.
  let entry: LedgerEntry
  let isWithdrawal: Bool

  init(_ change: ScoreChange, season: String, details: String?, tieBreakCount: Int) {
    position = BoardPosition(board: change.board, season: season)
    isWithdrawal = change.isWithdrawal
    let missing = tieBreakCount - change.tieBreaks.count
    entry = LedgerEntry(
      account: change.account, score: change.score,
      tieBreaks: missing == 0 ? change.tieBreaks : change.tieBreaks + [Int64](repeating: 0, count: missing),
      achievedAt: Date(millisecondsSince1970: change.achievedAt.millisecondsSince1970), detailsText: details)
  }

  /// An attempt of a run of attempts.
  init(_ run: ScoreRun, _ index: Int, tieBreakCount: Int) {
    position = run.columns.position
    isWithdrawal = run.details[index] == ScoreRun.withdrawn
    let numbers = run.columns.numbers[index * 5..<index * 5 + 5]
    let account = run.columns.accounts[run.columns.start(of: index)..<run.columns.ends[index]]
    entry = LedgerEntry(
      account: AccountID(String(decoding: account, as: UTF8.self)), score: numbers.first ?? 0,
      tieBreaks: Array(numbers.dropFirst().prefix(tieBreakCount)),
      achievedAt: Date(millisecondsSince1970: numbers.last ?? 0), detailsText: run.text(index))
  }

  /// The values that name the entry.
  fileprivate var key: [SQLValue] {
    [position.board, position.season, position.partition, entry.account.text].map(SQLValue.text)
  }
}

extension SQLiteConnection {
  /// Applies an attempt with one statement where that is enough: an attempt that counts is the entry from then on.
  /// - Returns: the entry as it is now, inner nil when it was taken off; outer nil when nothing has changed.
  func apply(_ attempt: BoardAttempt, _ board: BoardStatements) throws(StorageError) -> LedgerEntry?? {
    if attempt.isWithdrawal {
      try run(BoardStatements.withdrawal, attempt.key)
      return changedRows > 0 ? .some(nil) : nil
    }
    guard let details = attempt.entry.detailsText else {
      try run(board.score, attempt)
      return changedRows > 0 ? .some(try entry(attempt)) : nil
    }
    try run(board.betterWithDetails, attempt)
    if changedRows > 0 { return board.isSum ? .some(try entry(attempt)) : attempt.entry }
    return .some(try replaceDetails(attempt, details))
  }

  /// Applies attempts at one place in their order and notes what has changed.
  func apply(
    _ attempts: ScoreRun, _ board: BoardStatements, to effects: TransactionEffects, _ nextSequence: () -> Int64
  ) throws(StorageError) {
    var bytes = AttemptBytes(attempts)
    // The attempts from here on are the entries now.
    var start = 0
    // Whether nobody so far had an entry, as in the first round of a season.
    var areNew = true
    for index in 0..<attempts.count {
      let hasDetails = bytes.read(index)
      let isOne = !board.isSum && hasDetails
      if isOne {
        try run(board.betterWithDetails, at: attempts.columns.position, &bytes)
        if changedRows > 0 { continue }
      } else if areNew, attempts.details[index] != ScoreRun.withdrawn {
        try run(hasDetails ? board.firstWithDetails : board.first, at: attempts.columns.position, &bytes)
        if changedRows > 0 { continue }
        areNew = false
      }
      effects.append(attempts, start..<index, sequence: nextSequence())
      start = index + 1
      let attempt = BoardAttempt(attempts, index, tieBreakCount: board.tieBreakCount)
      let entry = isOne ? .some(try replaceDetails(attempt, attempts.text(index) ?? "")) : try apply(attempt, board)
      guard let entry else { continue }
      effects.append(attempt.entry.account, at: attempt.position, entry, sequence: nextSequence())
    }
    effects.append(attempts, start..<attempts.count, sequence: nextSequence())
  }

  private func run(_ statement: HostStatement, _ attempt: BoardAttempt) throws(StorageError) {
    var bytes = AttemptBytes(attempt)
    try run(statement, at: attempt.position, &bytes)
  }

  private func run(
    _ statement: HostStatement, at position: BoardPosition, _ bytes: inout AttemptBytes
  ) throws(StorageError) {
    let statement = try prepared(statement)
    guard try statement.step(at: position, &bytes, on: self) == SQLITE_DONE else {
      throw failure(sqlite3_errcode(handle))
    }
  }

  /// Replaces the details of the entry that an attempt did not replace.
  private func replaceDetails(_ attempt: BoardAttempt, _ details: String) throws(StorageError) -> LedgerEntry? {
    try run(BoardStatements.details, attempt.key + [.text(details)])
    return try entry(attempt)
  }

  private func entry(_ attempt: BoardAttempt) throws(StorageError) -> LedgerEntry? {
    guard let row = try run(BoardStatements.entry, attempt.key).first else { return nil }
    do {
      return try LedgerEntry(
        account: attempt.entry.account, row: row, from: 0, tieBreakCount: attempt.entry.tieBreaks.count)
    } catch {
      throw StorageError(.corrupt, "An entry of the board '\(attempt.position.board)' cannot be read: \(error)")
    }
  }
}

/// What an upsert of an attempt is bound to, beside its place.
private struct AttemptBytes {
  private let run: ScoreRun
  /// The place of ``details`` among the texts of the run.
  private var place: UInt32?
  private var entry = 0
  private var details: String?

  /// Those of a run, one after another.
  init(_ run: ScoreRun) { self.run = run }

  init(_ attempt: BoardAttempt) {
    var run = ScoreRun(at: attempt.position)
    run.append(attempt.entry.account, attempt.entry, sequence: 0)
    self.run = run
    details = attempt.entry.detailsText
  }

  /// Stands on an attempt from now on.
  /// - Returns: whether it has details.
  mutating func read(_ index: Int) -> Bool {
    entry = index
    if place != run.details[index] { (place, details) = (run.details[index], run.text(index)) }
    return details != nil
  }

  /// Lends the bytes of the account, those of the details, and the five numbers.
  mutating func lend<Value>(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<Int64>) -> Value
  ) -> Value {
    let (ids, numbers) = (run.columns.start(of: entry)..<run.columns.ends[entry], entry * 5..<entry * 5 + 5)
    return run.columns.accounts.withUnsafeBufferPointer { accounts in
      run.columns.numbers.withUnsafeBufferPointer { columns in
        let account = UnsafeBufferPointer(rebasing: accounts[ids])
        let numbers = UnsafeBufferPointer(rebasing: columns[numbers])
        return details?.withUTF8 { body(account, $0, numbers) } ?? body(account, nil, numbers)
      }
    }
  }
}

extension SQLiteStatement {
  /// Runs an upsert of an attempt. The place is bound only where it is another than the time before, and the texts of the
  /// attempt are lent for the time of the call.
  /// - Returns: a result code.
  fileprivate func step(
    at position: BoardPosition, _ bytes: inout AttemptBytes, on connection: SQLiteConnection
  ) throws(StorageError) -> CInt {
    if place != position {
      place = nil
      for (index, text) in [position.board, position.season, position.partition].enumerated() {
        let code = try bind(.text(text), at: CInt(index + 1))
        guard code == SQLITE_OK else { return code }
      }
      place = position
    }
    connection.authority = authority
    let code = bytes.lend { account, details, numbers -> CInt? in
      for (column, number) in numbers.enumerated() { sqlite3_bind_int64(handle, CInt(5 + column), number) }
      guard lend(account, 4), details.map({ lend($0, 10) }) ?? true else { return nil }
      defer { sqlite3_reset(handle) }
      return sqlite3_step(handle)
    }
    guard let code else { throw .malformed("A text must not hold the character NUL.") }
    return code
  }

  /// Binds a text without copying it; false when it holds NUL.
  private func lend(_ text: UnsafeBufferPointer<UInt8>, _ index: CInt) -> Bool {
    guard let start = text.baseAddress, text.count > 0 else {
      return sqlite3_bind_text(handle, index, "", 0, nil) == SQLITE_OK
    }
    guard memchr(start, 0, text.count) == nil else { return false }
    return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      sqlite3_bind_text(handle, index, $0, CInt(text.count), nil)
    } == SQLITE_OK
  }
}
