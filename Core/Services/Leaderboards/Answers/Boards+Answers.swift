import FieldhouseKit

extension Boards {
  /// A page with the accounts and details as they are kept, without the detour over a ``BoardPage``.
  func encodedPage(_ ask: BoardAsk, of plugin: String) async throws -> EncodedBoardPage {
    let found = try await find(ask, of: plugin)
    var ids = found.rows.items.map(\.account)
    if let me = found.rows.me { ids.append(me.account) }
    let people = try await shown(ids)
    return EncodedBoardPage(
      board: found.board.id, season: found.place.season, size: found.rows.size,
      me: try found.rows.me.map { try found.shape.encoded($0, people[found.rows.items.count]) },
      items: try zip(found.rows.items, people).map { try found.shape.encoded($0, $1) }, next: found.next)
  }
}

extension RowShape {
  /// A row with its account as JSON; nil for somebody who has been erased meanwhile.
  fileprivate func encoded(_ row: BoardRow, _ account: [UInt8]?) throws -> EncodedBoardPage.Row {
    var shown = account ?? []
    if account == nil { try JSONOutput.encode(Self.unknown(AccountID(row.account)), into: &shown) }
    return EncodedBoardPage.Row(
      rank: row.rank, account: shown, score: score(row.key), tieBreaks: tieBreaks(row.key), details: row.details,
      percentile: row.percentile, perEntry: perEntry(row.key))
  }
}
