import FieldhouseKit

extension Boards {
  func teams(_ query: TeamQuery, of plugin: String) async throws -> TeamPage {
    let (shelf, traits) = try find(query.board, of: plugin)
    guard let board = self.shelf(plugin)?.book.declared[traits.id],
      let teams = board.teams.first(where: { $0.kind == query.kind })
    else {
      throw Problem.notFound("teams-unknown", "The board '\(traits.id)' ranks no teams of the kind '\(query.kind)'.")
    }
    let season = try await season(query.season, of: traits, shelf)
    let sums = try await shelf.teams(
      TeamSumQuery(board: board.id, season: season, teams: teams, viewer: query.viewer))
    let table = TeamTable(sums, teams, board)
    let page = table.page(after: query.after, limit: min(max(query.limit, 1), 100))
    return TeamPage(
      board: board.id, season: season, kind: teams.kind, size: table.entries.count, me: table.mine, items: page.items,
      next: page.next)
  }
}
