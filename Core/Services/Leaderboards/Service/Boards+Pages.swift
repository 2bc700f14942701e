import FieldhouseKit

extension Boards {
  func page(_ query: BoardQuery, of plugin: String) async throws -> BoardPage {
    let (shelf, board) = try find(query.board, of: plugin)
    let season = query.season ?? currentSeason(of: board, shelf)
    let place = BoardPlace(board: board.id, season: season, partition: query.partition)
    let circle = query.view == .friends ? try await circle(of: query.viewer) : nil
    if query.view == .around, query.viewer == nil { throw Problem.unauthenticated() }
    let cursor = try query.after.map { try BoardCursor($0, at: place, isFriends: circle != nil) }
    let numbering = RankNumbering(board.numbering)
    var rows = shelf.rows(query, at: place, circle: circle, cursor: cursor, numbering: numbering)
    try await shelf.complete(&rows, at: place)
    let people = try await accounts.accounts(rows.all.map(\.account))
    let width = board.tieBreaks.count
    return BoardPage(
      board: board.id, season: season, size: rows.size,
      me: rows.me.map { BoardEntry($0, people, width) },
      items: rows.items.map { BoardEntry($0, people, width) }, next: rows.next)
  }

  func members(
    _ members: [AccountID], on name: String, season: String?, partition: String, of plugin: String
  ) async throws -> [MemberEntry] {
    let (shelf, board) = try find(name, of: plugin)
    let season = season ?? currentSeason(of: board, shelf)
    let place = BoardPlace(board: board.id, season: season, partition: partition)
    var rows = shelf.members(members, at: place, numbering: RankNumbering(board.numbering))
    try await shelf.complete(&rows, at: place)
    let people = try await accounts.accounts(rows.items.map(\.account))
    return zip(rows.memberRanks, rows.items).map {
      MemberEntry(rank: $0, entry: BoardEntry($1, people, board.tieBreaks.count))
    }
  }

  private func find(_ name: String, of plugin: String) throws -> (BoardShelf, BoardDeclaration) {
    guard let shelf = shelf(plugin), let board = shelf.declarations[name] else {
      throw Problem.notFound("board-unknown", "There is no board '\(name)' of '\(plugin)'.")
    }
    guard shelf.isComplete else {
      throw Problem.unavailable(
        "board-pending", "The ranks are being rebuilt; try again.", retryAfterSeconds: 1)
    }
    return (shelf, board)
  }

  private func currentSeason(of board: BoardDeclaration, _ shelf: BoardShelf) -> String {
    board.seasons.season(at: clock.now) ?? shelf.seasons(of: board.id).first ?? "all"
  }

  private func circle(of viewer: AccountID?) async throws -> [AccountID] {
    guard let viewer else { throw Problem.unauthenticated() }
    return try await accounts.following(of: viewer) + [viewer]
  }
}

extension BoardEntry {
  /// A row with its account; one that has been erased meanwhile is shown without a name.
  init(_ row: BoardRow, _ people: [AccountID: Account], _ tieBreaks: Int) {
    self.init(
      rank: row.rank,
      account: people[row.account] ?? Account(id: row.account, kind: .guest, name: "–"),
      score: row.key.score, tieBreaks: row.key.tieBreaks(tieBreaks),
      details: row.details ?? .object([:]))
    percentile = row.percentile
  }
}
