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
  static let limits: ClosedRange<Int64> = 1...100
  /// The longest name of a plugin, a board or a season, in Unicode scalars, as the other lengths.
  static let longestName = 100
  static let longestPartition = 200
  static let longestCursor = 400

  static var schema: Schema {
    .object(
      [
        ("plugin", .string(maxLength: longestName)), ("board", .string(maxLength: longestName)),
        ("season", .string(maxLength: longestName, description: "A season's id; the running one without.")),
        ("partition", .string(maxLength: longestPartition, description: "A part of the board, e.g. a league.")),
        ("view", .enumeration(views.map { .string($0) })),
        ("limit", .integer(limits, description: "Rows a page; 10 without.")),
        ("after", .string(maxLength: longestCursor, description: "The 'next' of the page before.")),
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

  private func boardRoute(_ routes: inout Routes) {
    var typed = Routes()
    typed.get(
      "/{plugin}/{board}", "A leaderboard: my row, then the rows of the view", access: .everyone,
      problems: [
        .notFound("board-unknown", "There is no such board."),
        .notFound("fair-unknown", "The board does not count entries."),
        .invalid(
          "/after", "cursor", "This is no 'next' of this list. Leave 'after' out to begin anew."),
        .unavailable("board-pending", "The ranks are being rebuilt; try again."),
      ]
    ) { [self] (input: BoardInput, call) in
      var query = BoardQuery(
        board: input.board, season: input.season, partition: input.partition ?? "",
        view: BoardQuery.View(input.view ?? "top"), viewer: call.principal?.account.id, limit: input.limit ?? 10,
        after: input.after)
      query.isFair = input.fair ?? false
      return try await page(query, of: input.plugin)
    }
    for route in typed.all { routes.add(quickened(route)) }
  }

  /// The route with the short way for calls that are plainly right; the others take the typed one.
  private func quickened(_ route: Route) -> Route {
    guard let typed = route.handler.plain else { return route }
    var quick = route
    quick.handler = Route.Handler(plain: { [self] request, call in
      if let answer = try await answer(request, call) { return answer }
      return try await typed(request, call)
    })
    return quick
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
