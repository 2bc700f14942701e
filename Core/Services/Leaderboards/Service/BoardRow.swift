import FieldhouseKit
import Synchronization

/// A row before the account's name is known.
struct BoardRow: Sendable {
  let rank: Int
  let number: UInt32
  let account: AccountID
  let key: RankKey
  let detailsKey: UInt64
  /// Nil while they must be read from storage.
  var details: JSON?
  var percentile: Double?

  init(_ row: RankRow, _ part: borrowing BoardPart, _ state: inout BoardShelf.State) {
    rank = row.rank
    number = part.slots.account(of: row.slot)
    account = state.accounts.account(number)
    key = row.key
    detailsKey = part.detailsKey(number)
    details = part.hasDetails ? state.details.details(detailsKey) : .object([:])
  }
}

/// The rows of one answer.
struct BoardRows: Sendable {
  var size = 0
  var me: BoardRow?
  var items: [BoardRow] = []
  /// The rank of each item inside the group that was asked for.
  var memberRanks: [Int] = []
  var next: String?

  /// All rows whose account is shown.
  var all: [BoardRow] { items + (me.map { [$0] } ?? []) }
}

extension BoardShelf {
  /// The rows of the answer to a query.
  /// - Parameter circle: for the view `friends`, the people shown.
  func rows(
    _ query: BoardQuery, at place: BoardPlace, circle: [AccountID]?, cursor: BoardCursor?,
    numbering: RankNumbering
  ) -> BoardRows {
    read(place) { part, state in
      var rows = BoardRows(size: part.index.count)
      let mine = query.viewer.flatMap { state.accounts.number(of: $0) }.flatMap {
        part.slots.slot(of: $0)
      }
      if let mine, let row = part.index.row(of: mine, numbering: numbering) {
        rows.me = BoardRow(row, part, &state)
        rows.me?.percentile = part.index.percentile(of: mine)
      }
      let first = cursor?.position(in: part, state.accounts) ?? 0
      let limit = min(max(query.limit, 1), 100)
      let found: (rows: [RankRow], hasMore: Bool)
      if let circle {
        found = part.rows(circle, from: first, limit, numbering, state.accounts)
      } else {
        let isAround = query.view == .around && cursor == nil
        found = part.rows(around: isAround ? mine : nil, from: first, limit, numbering)
      }
      for row in found.rows { rows.items.append(BoardRow(row, part, &state)) }
      if found.hasMore, let last = found.rows.last {
        rows.next = part.cursor(last, state.accounts).text(at: place, isFriends: circle != nil)
      }
      return rows
    } ?? BoardRows()
  }

  /// The rows of a group's members with their ranks in it.
  func members(_ accounts: [AccountID], at place: BoardPlace, numbering: RankNumbering) -> BoardRows {
    read(place) { part, state in
      var rows = BoardRows(size: part.index.count)
      for row in part.index.rows(
        among: part.slots(of: accounts, state.accounts), numbering: numbering)
      {
        rows.items.append(BoardRow(row.board, part, &state))
        rows.memberRanks.append(row.rank)
      }
      return rows
    } ?? BoardRows()
  }

  /// Reads the details that are not in memory.
  /// - Throws: what storage throws.
  func complete(_ rows: inout BoardRows, at place: BoardPlace) async throws {
    let missing = rows.all.filter { $0.details == nil }
    guard !missing.isEmpty else { return }
    let keys = Array(Set(missing.map(\.detailsKey)))
    let load = state.withLock { $0.details.beginLoading(keys) }
    var found: [UInt64: JSON] = [:]
    defer { state.withLock { $0.details.finishLoading(load, keys, found: found) } }
    let texts = try await source(place, Array(Set(missing.map(\.account))))
    for row in missing {
      if let text = texts[row.account] { found[row.detailsKey] = JSON(details: text) }
    }
    for index in rows.items.indices where rows.items[index].details == nil {
      rows.items[index].details = found[rows.items[index].detailsKey]
    }
    if let key = rows.me?.detailsKey, rows.me?.details == nil { rows.me?.details = found[key] }
  }
}

extension BoardPart {
  /// The slots of those accounts that have one.
  func slots(of ids: [AccountID], _ accounts: borrowing AccountTable) -> [UInt32] {
    ids.compactMap { accounts.number(of: $0).flatMap { slots.slot(of: $0) } }
  }

  fileprivate func rows(
    _ circle: [AccountID], from first: Int, _ limit: Int, _ numbering: RankNumbering,
    _ accounts: borrowing AccountTable
  ) -> (rows: [RankRow], hasMore: Bool) {
    let all = index.rows(among: slots(of: circle, accounts), numbering: numbering).map(\.board)
      .drop { $0.position < first }
    return (Array(all.prefix(limit)), all.count > limit)
  }

  fileprivate func rows(
    around slot: UInt32?, from first: Int, _ limit: Int, _ numbering: RankNumbering
  ) -> (rows: [RankRow], hasMore: Bool) {
    var rows: [RankRow] = []
    if let slot { rows = index.around(slot: slot, count: limit, numbering: numbering) }
    if rows.isEmpty { rows = index.top(offset: first, count: limit, numbering: numbering) }
    return (rows, (rows.last?.position ?? index.count) + 1 < index.count)
  }

  fileprivate func cursor(_ row: RankRow, _ accounts: borrowing AccountTable) -> BoardCursor {
    BoardCursor(
      key: row.key, slot: row.slot, epoch: epoch,
      account: accounts.account(slots.account(of: row.slot)))
  }
}
