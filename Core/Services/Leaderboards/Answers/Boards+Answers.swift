import FieldhouseKit

extension Boards {
  /// A page whose rows are written once and then kept until they change, without the detour over a ``BoardPage``.
  func encodedPage(_ ask: BoardAsk, of plugin: String) async throws -> EncodedBoardPage {
    var found = try await find(ask, of: plugin, takesWritten: freshen != nil)
    try await write(&found)
    return page(found)
  }

  /// A page of rows that are written.
  private func page(_ found: FoundPage) -> EncodedBoardPage {
    let rows = found.rows
    var page = EncodedBoardPage(
      BoardPage(
        board: found.board.id, season: found.place.season, size: rows.size, me: nil, items: [], next: found.next))
    page.reserveCapacity(rows.items.count)
    for row in rows.items { page.append(rank: row.rank, own: row.written ?? []) }
    if let me = rows.me { page.setMe(rank: me.rank, own: me.written ?? [], percentile: me.percentile) }
    return page
  }

  /// Writes the rows that are not written yet.
  private func write(_ found: inout FoundPage) async throws {
    let places = found.rows.unwritten
    guard !places.isEmpty else { return }
    let people = try await accounts.accounts(places.map { AccountID(found.rows[$0].account) })
    for place in places {
      found.rows[place].written = try EncodedBoardPage.own(of: found.shape.entry(found.rows[place], people))
    }
    guard freshen != nil else { return }
    found.ranks.keep(places.map { found.rows[$0] }, at: found.place, version: found.rows.version)
  }
}
