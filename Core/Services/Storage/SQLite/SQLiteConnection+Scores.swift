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
      try run(board.withdrawal, attempt.key)
      return changedRows > 0 ? .some(nil) : nil
    }
    guard let details = attempt.entry.detailsText else {
      try run(board.score, attempt)
      return changedRows > 0 ? .some(try entry(attempt)) : nil
    }
    try run(board.betterWithDetails, attempt)
    if changedRows > 0 { return board.isSum ? .some(try entry(attempt)) : attempt.entry }
    try run(BoardStatements.details, attempt.key + [.text(details)])
    return .some(try entry(attempt))
  }

  private func run(_ statement: HostStatement, _ attempt: BoardAttempt) throws(StorageError) {
    let statement = try prepared(statement)
    guard try statement.step(attempt, on: self) == SQLITE_DONE else { throw failure(sqlite3_errcode(handle)) }
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

extension SQLiteStatement {
  /// Runs an upsert of an attempt. Place and texts are bound only where they are others than the time before, and the
  /// texts of the attempt are lent for the time of the call.
  /// - Returns: a result code.
  fileprivate func step(_ attempt: BoardAttempt, on connection: SQLiteConnection) throws(StorageError) -> CInt {
    if place != attempt.position {
      place = nil
      for (index, text) in [attempt.position.board, attempt.position.season, attempt.position.partition].enumerated() {
        let code = try bind(.text(text), at: CInt(index + 1))
        guard code == SQLITE_OK else { return code }
      }
      place = attempt.position
    }
    bindNumbers(of: attempt.entry)
    var account = attempt.entry.account.text
    var details = attempt.entry.detailsText ?? ""
    let hasDetails = attempt.entry.detailsText != nil
    connection.authority = authority
    let code = account.withUTF8 { account in
      details.withUTF8 { details -> CInt? in
        guard lend(account, 4), !hasDetails || lend(details, 10) else { return nil }
        defer { sqlite3_reset(handle) }
        return sqlite3_step(handle)
      }
    }
    guard let code else { throw .malformed("A text must not hold the character NUL.") }
    return code
  }

  private func bindNumbers(of entry: LedgerEntry) {
    sqlite3_bind_int64(handle, 5, entry.score)
    for index in 0..<3 {
      sqlite3_bind_int64(
        handle, CInt(6 + index), index < entry.tieBreaks.count ? entry.tieBreaks[index] : 0)
    }
    sqlite3_bind_int64(handle, 9, entry.achievedAt.millisecondsSince1970)
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
