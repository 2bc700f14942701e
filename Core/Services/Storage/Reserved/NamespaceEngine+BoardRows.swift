internal import FieldhouseKit

extension NamespaceEngine {
  func boardEntries(at position: BoardPosition, of accounts: [AccountID]) async throws -> [LedgerEntry] {
    let count = namespace.boards.first { $0.id == position.board }?.tieBreaks.count ?? 3
    let accounts = Array(Set(accounts))
    let place: [SQLValue] = [.text(position.board), .text(position.season), .text(position.partition)]
    return try await inspect { transaction in
      var entries: [LedgerEntry] = []
      for start in stride(from: 0, to: accounts.count, by: BoardRowStatements.width) {
        let names = (start..<start + BoardRowStatements.width).map {
          SQLValue.text(accounts[min($0, accounts.count - 1)].text)
        }
        for row in try await transaction.run(BoardRowStatements.entries, place + names) {
          entries.append(try LedgerEntry(account: try row[0], row: row, from: 1, tieBreakCount: count))
        }
      }
      return entries
    }
  }
}

extension NamespaceEngine {
  var boardErasure: HostStatement { BoardRowStatements.erasure }
}

/// The host's statements about the entries of certain people.
private enum BoardRowStatements {
  /// How many people one query asks for; the last name is repeated where there are fewer.
  static let width = 16

  /// Columns account, score, t1, t2, t3, achieved_at, details.
  static let entries = HostStatement(
    "select account, score, t1, t2, t3, achieved_at, details from fieldhouse_board_entries "
      + "where board = ?1 and season = ?2 and partition = ?3 and account in ("
      + (4..<4 + width).map { "?\($0)" }.joined(separator: ", ") + ")")

  static let erasure = HostStatement("delete from fieldhouse_board_entries where account = ?1 returning season")
}
