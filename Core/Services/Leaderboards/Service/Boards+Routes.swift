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
  var fair: Bool?

  static let views = ["top", "around", "friends", "followed"]

  static var schema: Schema {
    .object(
      [
        ("plugin", .string(maxLength: 100)), ("board", .string(maxLength: 100)),
        ("season", .string(maxLength: 100, description: "A season's id; the running one without.")),
        ("partition", .string(maxLength: 200, description: "A part of the board, e.g. a league.")),
        ("view", .enumeration(views.map { .string($0) })),
        ("limit", .integer(1...100, description: "Rows a page; 10 without.")),
        ("after", .string(maxLength: 400, description: "The 'next' of the page before.")),
        ("fair", .boolean(description: "Whether to rank by the score per available entry.")),
      ], required: ["plugin", "board"])
  }
}

/// What to show of a board's teams over HTTP.
struct TeamsInput: RouteInput {
  var plugin: String
  var board: String
  var kind: String
  var season: String?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [
        ("plugin", .string(maxLength: 100)), ("board", .string(maxLength: 100)),
        ("kind", .string(maxLength: 100, description: "A kind of teams, e.g. club.")),
        ("season", .string(maxLength: 100, description: "A season's id; the running one without.")),
        ("limit", .integer(1...100, description: "Teams a page; 10 without.")),
        ("after", .string(maxLength: 200, description: "The 'next' of the page before.")),
      ], required: ["plugin", "board", "kind"])
  }
}

extension Boards {
  /// Declares the boards' routes, to be mounted at `/v1/leaderboards`.
  public func routes(_ routes: inout Routes) {
    boardRoute(&routes)
    teamsRoute(&routes)
  }

  private func boardRoute(_ all: inout Routes) {
    var routes = Routes()
    routes.get(
      "/{plugin}/{board}", "A leaderboard: my row, then the rows of the view", access: .everyone,
      problems: [
        .notFound("board-unknown", "There is no such board."),
        .notFound("fair-unknown", "The board does not count entries."),
        .invalid(
          "/after", "cursor", "This is no 'next' of this list. Leave 'after' out to begin anew."),
        .unavailable("board-pending", "The ranks are being rebuilt; try again."),
      ]
    ) { [self] (input: BoardInput, call) in
      try await encodedPage(BoardAsk(input, viewer: call.principal?.account.id), of: input.plugin)
    }
    for route in routes.all { all.add(remembering(route)) }
  }

  private func teamsRoute(_ routes: inout Routes) {
    routes.get(
      "/{plugin}/{board}/teams/{kind}", "A leaderboard's teams: my team, then the ranks", access: .everyone,
      problems: [
        .notFound("board-unknown", "There is no such board."),
        .notFound("teams-unknown", "The board ranks no teams of that kind."),
        .unavailable("board-pending", "The ranks are being rebuilt; try again."),
      ]
    ) { [self] (input: TeamsInput, call) in
      try await teams(
        TeamQuery(
          board: input.board, kind: input.kind, season: input.season, viewer: call.principal?.account.id,
          limit: input.limit ?? 10, after: input.after), of: input.plugin)
    }
  }
}
