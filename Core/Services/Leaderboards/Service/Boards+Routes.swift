public import FieldhouseKit

/// What to show of a board over HTTP.
struct BoardInput: RouteInput {
  var plugin: String
  var board: String
  var season: String?
  var partition: String?
  var view: String?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [
        ("plugin", .string(maxLength: 100)), ("board", .string(maxLength: 100)),
        ("season", .string(maxLength: 100, description: "A season's id; the running one without.")),
        ("partition", .string(maxLength: 200, description: "A part of the board, e.g. a league.")),
        ("view", .enumeration(["top", "around", "friends"])),
        ("limit", .integer(1...100, description: "Rows a page; 10 without.")),
        ("after", .string(maxLength: 400, description: "The 'next' of the page before.")),
      ], required: ["plugin", "board"])
  }
}

extension Boards {
  /// Declares the boards' routes, to be mounted at `/v1/leaderboards`.
  public func routes(_ routes: inout Routes) {
    routes.get(
      "/{plugin}/{board}", "A leaderboard: my row, then the rows of the view", access: .everyone,
      problems: [
        .notFound("board-unknown", "There is no such board."),
        .invalid(
          "/after", "cursor", "This is no 'next' of this list. Leave 'after' out to begin anew."),
        .unavailable("board-pending", "The ranks are being rebuilt; try again."),
      ]
    ) { [self] (input: BoardInput, call) in
      try await page(
        BoardQuery(
          board: input.board, season: input.season, partition: input.partition ?? "",
          view: BoardQuery.View(input.view ?? "top"), viewer: call.principal?.account.id,
          limit: input.limit ?? 10,
          after: input.after), of: input.plugin)
    }
  }
}
