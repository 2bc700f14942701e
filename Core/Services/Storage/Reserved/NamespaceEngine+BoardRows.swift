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
          $0 < accounts.count ? SQLValue.text(accounts[$0].text) : .null
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
  /// How many people one query asks for; null where there are fewer.
  static let width = 16

  /// Columns account, score, t1, t2, t3, achieved_at, details. Each entry is looked for by its whole key: of a table that is
  /// not analysed yet, PostgreSQL takes a place for a few entries, and would look for a list of people among all that are
  /// there.
  static let entries = HostStatement(
    (4..<4 + width).map {
      "select account, score, t1, t2, t3, achieved_at, details from fieldhouse_board_entries "
        + "where board = ?1 and season = ?2 and partition = ?3 and account = ?\($0)"
    }.joined(separator: " union all "))

  static let erasure = HostStatement("delete from fieldhouse_board_entries where account = ?1 returning season")
}
