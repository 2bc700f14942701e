import FieldhouseKit

/// What is asked of a board, by a plugin or over HTTP.
struct BoardAsk: Sendable {
  /// The board's name in the manifest.
  var board: String
  /// A season's id; nil is the running one.
  var season: String?
  /// The part of the board; `""` is the whole.
  var partition = ""
  /// The name of the view.
  var view = "top"
  /// Who is looking.
  var viewer: AccountID?
  /// Rows a page.
  var limit = 10
  /// The `next` of the page before.
  var after: String?
  /// Whether people are ranked by their score per available entry.
  var isFair = false

  /// The name of the list that cursors belong to.
  var list: String { view == "top" || view == "around" ? "board" : view }

  init(_ query: BoardQuery) {
    board = query.board
    season = query.season
    partition = query.partition
    view = query.view.name
    viewer = query.viewer
    limit = query.limit
    after = query.after
    isFair = query.isFair
  }

  init(_ input: BoardInput, viewer: AccountID?) {
    board = input.board
    season = input.season
    partition = input.partition ?? ""
    view = input.view ?? "top"
    self.viewer = viewer
    limit = input.limit ?? 10
    after = input.after
    isFair = input.fair ?? false
  }
}
