import FieldhouseKit
import Foundation

extension Boards {
  /// A row before the account's name is known.
  struct BareRow: Sendable {
    let rank: Int
    let account: AccountID
    let score: Int64
    let tieBreaks: [Int64]
    let details: String?
  }

  private struct Rows: Sendable {
    var size = 0
    var me: BareRow?
    var items: [BareRow] = []
    var next: Int?
  }

  func page(_ query: BoardQuery, of plugin: String) async throws -> BoardPage {
    let (shelf, board) = try find(query.board, of: plugin)
    let season = try query.season ?? currentSeason(of: board, shelf)
    let place = BoardPlace(board: board.id, season: season, partition: query.partition)
    let offset = try query.after.map(Self.offset) ?? 0
    let friends = query.view == .friends ? try await circle(of: query.viewer) : []
    let rows = shelf.read(place) { part, slots in
      Self.rows(part, slots, board, query, offset: offset, friends: friends)
    }
    let found = rows ?? Rows()
    let people = try await accounts.accounts(found.items.map(\.account) + (found.me.map { [$0.account] } ?? []))
    return BoardPage(
      board: board.id, season: season, size: found.size,
      me: found.me.map { Self.entry($0, people) }, items: found.items.map { Self.entry($0, people) },
      next: found.next.map(String.init))
  }

  func entries(
    of ids: [AccountID], on name: String, partition: String, plugin: String
  ) async throws -> [BoardEntry] {
    let (shelf, board) = try find(name, of: plugin)
    let place = BoardPlace(board: board.id, season: try currentSeason(of: board, shelf), partition: partition)
    let rows = shelf.read(place) { part, slots in
      part.index.rows(among: ids.compactMap { slots.slot(of: $0) }, numbering: RankNumbering(board.numbering))
        .map { Self.bare($0.board, part, slots, board) }
    }
    let people = try await accounts.accounts(ids)
    return (rows ?? []).map { Self.entry($0, people) }
  }

  private func find(_ name: String, of plugin: String) throws -> (BoardShelf, BoardDeclaration) {
    guard let shelf = shelf(plugin), let board = shelf.declarations[name] else {
      throw Problem.notFound("board-unknown", "There is no board '\(name)' of '\(plugin)'.")
    }
    guard shelf.isComplete else {
      throw Problem.unavailable("board-pending", "The ranks are being rebuilt; try again.", retryAfterSeconds: 1)
    }
    return (shelf, board)
  }

  private func currentSeason(of board: BoardDeclaration, _ shelf: BoardShelf) throws -> String {
    board.seasons.season(at: clock.now) ?? shelf.seasons(of: board.id).first ?? "all"
  }

  private static func offset(_ cursor: String) throws -> Int {
    guard let offset = Int(cursor), offset >= 0 else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    return offset
  }

  private func circle(of viewer: AccountID?) async throws -> [AccountID] {
    guard let viewer else { throw Problem.unauthenticated() }
    return try await accounts.following(of: viewer) + [viewer]
  }

  private static func rows(
    _ part: BoardShelf.Part, _ slots: borrowing SlotTable, _ board: BoardDeclaration, _ query: BoardQuery, offset: Int,
    friends: [AccountID]
  ) -> Rows {
    let numbering = RankNumbering(board.numbering)
    let mine = query.viewer.flatMap { slots.slot(of: $0) }
    let me = mine.flatMap { part.index.row(of: $0, numbering: numbering) }
    var found: [RankRow] = []
    var next: Int?
    switch query.view {
    case .around: found = mine.map { part.index.around(slot: $0, count: query.limit, numbering: numbering) } ?? []
    case .friends:
      let all = part.index.rows(among: friends.compactMap { slots.slot(of: $0) }, numbering: numbering)
      found = all.dropFirst(offset).prefix(query.limit).map(\.board)
      next = offset + found.count < all.count ? offset + found.count : nil
    default:
      found = part.index.top(offset: offset, count: query.limit, numbering: numbering)
      next = offset + found.count < part.index.count ? offset + found.count : nil
    }
    var rows = Rows(size: part.index.count)
    rows.me = me.map { bare($0, part, slots, board) }
    for row in found { rows.items.append(bare(row, part, slots, board)) }
    rows.next = next
    return rows
  }

  private static func bare(
    _ row: RankRow, _ part: BoardShelf.Part, _ slots: borrowing SlotTable, _ board: BoardDeclaration
  ) -> BareRow {
    BareRow(
      rank: row.rank, account: slots.account(of: row.slot), score: row.key.score,
      tieBreaks: row.key.tieBreaks(board.tieBreaks.count), details: part.details[row.slot])
  }

  private static func entry(_ row: BareRow, _ people: [AccountID: Account]) -> BoardEntry {
    let account = people[row.account] ?? Account(id: row.account, kind: .guest, name: "–")
    let details = row.details.flatMap { text in try? JSON(parsing: text) } ?? .object([:])
    return BoardEntry(
      rank: row.rank, account: account, score: row.score, tieBreaks: row.tieBreaks, details: details)
  }
}
