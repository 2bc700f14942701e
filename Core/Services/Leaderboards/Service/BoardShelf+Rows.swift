import FieldhouseKit
import Synchronization

/// Rows as the indices give them, and those whose details must be read from storage.
private struct FoundRows: Sendable {
  var rows = BoardRows()
  /// Where in ``rows`` details are missing (the number of items for `me`), with their names in the cache.
  var missing: [(index: Int, key: UInt64)] = []
}

extension RankRow {
  /// The row with its account and, where they are in memory, its details.
  fileprivate func shown(
    _ part: borrowing BoardPart, _ accounts: borrowing AccountTable, _ details: inout DetailsCache,
    _ miss: (UInt64) -> Void
  ) -> BoardRow {
    let number = part.slots.account(of: slot)
    var row = BoardRow(rank: rank, account: accounts.text(number), key: key)
    guard part.hasDetails else { return row }
    let name = part.detailsKey(number)
    if let text = details.details(name) { row.details = text } else { miss(name) }
    return row
  }

  /// The row as it was written before, if it is kept.
  fileprivate func written(_ part: borrowing BoardPart, _ written: inout WrittenRows) -> BoardRow? {
    let name = part.detailsKey(part.slots.account(of: slot))
    return written.row(name, key).map { BoardRow(rank: rank, account: "", key: key, written: $0) }
  }
}

extension BoardShelf {
  func rows(_ query: RowQuery) async throws -> BoardRows {
    let numbering = book.numbering(of: query.place.board)
    let found = try read(query.place) { part, accounts, details, written in
      var found = FoundRows()
      var mine: UInt32?
      if let viewer = query.viewer, let number = accounts.number(of: viewer) { mine = part.slots.slot(of: number) }
      let (rows, hasMore) = part.rows(query, mine, numbering, accounts)
      found.rows.size = part.index.count
      found.rows.version = written.version
      found.rows.items.reserveCapacity(rows.count)
      for (place, row) in rows.enumerated() {
        let kept = query.takesWritten ? row.written(part, &written) : nil
        found.rows.items.append(kept ?? row.shown(part, accounts, &details) { found.missing.append((place, $0)) })
      }
      if hasMore, let last = rows.last { found.rows.next = part.cursor(last, accounts) }
      guard let mine, let row = part.index.row(of: mine, numbering: numbering) else { return found }
      let kept = query.takesWritten ? row.written(part, &written) : nil
      found.rows.me = kept ?? row.shown(part, accounts, &details) { found.missing.append((rows.count, $0)) }
      found.rows.me?.percentile = part.index.percentile(of: mine)
      return found
    }
    guard var found else { return BoardRows() }
    if !found.missing.isEmpty { try await complete(&found, at: query.place) }
    return found.rows
  }

  func members(_ accounts: [AccountID], at place: BoardPlace) async throws -> [BoardRow] {
    let numbering = book.numbering(of: place.board)
    let found = try read(place) { part, table, details, _ in
      var found = FoundRows()
      let rows = part.index.rows(among: part.slots(of: accounts, table), numbering: numbering)
      for (place, row) in rows.enumerated() {
        var shown = row.board.shown(part, table, &details) { found.missing.append((place, $0)) }
        shown.memberRank = row.rank
        found.rows.items.append(shown)
      }
      return found
    }
    guard var found else { return [] }
    if !found.missing.isEmpty { try await complete(&found, at: place) }
    return found.rows.items
  }

  /// Reads the details that are not in memory.
  /// - Throws: what storage throws.
  private func complete(_ found: inout FoundRows, at place: BoardPlace) async throws {
    let keys = Array(Set(found.missing.map(\.key)))
    let load = state.withLock { $0.details.beginLoading(keys) }
    var read: [UInt64: String] = [:]
    defer { state.withLock { $0.details.finishLoading(load, keys, found: read) } }
    let accounts = Set(found.missing.map { AccountID(found.rows[$0.index].account) })
    var source = place
    if source.board.hasSuffix("/fair") { source.board.removeLast(5) }
    let texts = try await self.source(source, Array(accounts))
    for (index, key) in found.missing {
      guard let text = texts[AccountID(found.rows[index].account)] else { continue }
      let details = text.flatMap { (try? JSON(parsing: $0)) == nil ? nil : $0 } ?? DetailsCache.none
      read[key] = details
      found.rows[index].details = details
    }
  }
}

extension BoardPart {
  /// The slots of those accounts that have one.
  fileprivate func slots(of ids: [AccountID], _ accounts: borrowing AccountTable) -> [UInt32] {
    var found: [UInt32] = []
    for id in ids {
      if let number = accounts.number(of: id), let slot = slots.slot(of: number) { found.append(slot) }
    }
    return found
  }

  fileprivate func rows(
    _ query: RowQuery, _ mine: UInt32?, _ numbering: RankNumbering, _ accounts: borrowing AccountTable
  ) -> (rows: [RankRow], hasMore: Bool) {
    let first = query.cursor?.position(in: self, accounts) ?? 0
    switch query.view {
    case .among(let circle):
      let all = index.rows(among: slots(of: circle, accounts), numbering: numbering).map(\.board)
        .drop { $0.position < first }
      return (Array(all.prefix(query.limit)), all.count > query.limit)
    case .around where query.cursor == nil && mine.map { index.contains(slot: $0) } == true:
      let rows = index.around(slot: mine!, count: query.limit, numbering: numbering)
      return (rows, rows[rows.count - 1].position + 1 < index.count)
    case .around, .top:
      let rows = index.top(offset: first, count: query.limit, numbering: numbering)
      return (rows, (rows.last?.position ?? index.count) + 1 < index.count)
    }
  }

  fileprivate func cursor(_ row: RankRow, _ accounts: borrowing AccountTable) -> BoardCursor {
    BoardCursor(
      key: row.key, slot: row.slot, epoch: epoch, account: accounts.text(slots.account(of: row.slot)))
  }
}
