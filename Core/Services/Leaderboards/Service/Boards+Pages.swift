import FieldhouseKit

extension Boards {
  func page(_ query: BoardQuery, of plugin: String) async throws -> BoardPage {
    let found = try await find(BoardAsk(query), of: plugin)
    let (rows, shape) = (found.rows, found.shape)
    let people = try await people(of: rows)
    return BoardPage(
      board: found.board.id, season: found.place.season, size: rows.size, me: rows.me.map { shape.entry($0, people) },
      items: rows.items.map { shape.entry($0, people) }, next: found.next)
  }

  /// The rows that are asked for.
  /// - Parameter takesWritten: whether rows that are kept as JSON come so.
  /// - Throws: ``Problem``.
  func find(_ ask: BoardAsk, of plugin: String, takesWritten: Bool = false) async throws -> FoundPage {
    let (ranks, board) = try find(ask.board, of: plugin)
    let season = try await season(ask.season, of: board, ranks)
    let place = try place(board, season, ask.partition, isFair: ask.isFair)
    let query = RowQuery(
      place: place, view: try await view(ask), viewer: ask.viewer, limit: min(max(ask.limit, 1), 100),
      cursor: try ask.after.map { try BoardCursor($0, at: place, list: ask.list) }, takesWritten: takesWritten)
    let rows = try await ranks.rows(query)
    return FoundPage(
      ranks: ranks, board: board, place: place, rows: rows, next: rows.next?.text(at: place, list: ask.list),
      shape: RowShape(board, isFair: ask.isFair))
  }

  func members(
    _ members: [AccountID], on name: String, season: String?, partition: String, of plugin: String
  ) async throws -> [MemberEntry] {
    let (ranks, board) = try find(name, of: plugin)
    let season = try await self.season(season, of: board, ranks)
    let rows = try await ranks.members(members, at: place(board, season, partition, isFair: false))
    let people = try await accounts.accounts(rows.map { AccountID($0.account) })
    let shape = RowShape(board, isFair: false)
    return rows.map { MemberEntry(rank: $0.memberRank, entry: shape.entry($0, people)) }
  }

  func find(_ name: String, of plugin: String) throws -> (any RankStore, BoardTraits) {
    guard let shelf = shelf(plugin), let board = shelf.book.traits[name] else {
      throw Problem.notFound("board-unknown", "There is no board '\(name)' of '\(plugin)'.")
    }
    return (shelf.ranks, board)
  }

  /// The season that is asked for, or the running one.
  func season(_ wanted: String?, of board: BoardTraits, _ ranks: any RankStore) async throws -> String {
    if let season = wanted ?? board.season(clock) { return season }
    return try await ranks.seasons(of: board.id).first ?? "all"
  }

  private func place(
    _ board: BoardTraits, _ season: String, _ partition: String, isFair: Bool
  ) throws -> BoardPlace {
    guard isFair else { return BoardPlace(board: board.id, season: season, partition: partition) }
    guard let fair = board.fairID else {
      throw Problem.notFound("fair-unknown", "The board '\(board.id)' does not count entries; leave 'fair' out.")
    }
    return BoardPlace(board: fair, season: season, partition: partition)
  }

  private func people(of rows: BoardRows) async throws -> [AccountID: Account] {
    var ids = rows.items.map { AccountID($0.account) }
    if let me = rows.me { ids.append(AccountID(me.account)) }
    return try await accounts.accounts(ids)
  }

  private func view(_ ask: BoardAsk) async throws -> RowQuery.View {
    guard ["around", "friends", "followed"].contains(ask.view) else { return .top }
    guard let viewer = ask.viewer else { throw Problem.unauthenticated() }
    switch ask.view {
    case "followed": return .among(try await accounts.following(of: viewer) + [viewer])
    case "friends":
      return .among(try await accounts.following(of: viewer) + accounts.friends(of: viewer) + [viewer])
    default: return .around
    }
  }
}

/// The rows of a page before the names of the people are known.
struct FoundPage: Sendable {
  let ranks: any RankStore
  let board: BoardTraits
  let place: BoardPlace
  var rows: BoardRows
  let next: String?
  let shape: RowShape
}
