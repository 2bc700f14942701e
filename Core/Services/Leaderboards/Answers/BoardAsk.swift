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

  init(board: String) { self.board = board }

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
}

extension BoardAsk {
  /// Reads a query that is plainly right; nil for every other one, which the route's schema must judge.
  /// - Parameter text: `name=value` pairs; nil when there are none.
  init?(board: String, plainQuery text: String?) {
    self.init(board: board)
    guard let text, !text.isEmpty else { return }
    var names = 0
    for pair in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), pair.allSatisfy(Self.isPlain) else { return nil }
      let value = String(Substring(pair[pair.index(after: sign)...]))
      guard let name = set(Substring(pair[..<sign]), to: value), names & name == 0 else { return nil }
      names |= name
    }
  }

  /// Visible ASCII that stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
  }

  /// Takes in a field.
  /// - Returns: a bit for the field; nil when name or value is none of the route's.
  private mutating func set(_ name: Substring, to value: String) -> Int? {
    switch name {
    case "view" where BoardInput.views.contains(value):
      view = value
      return 1
    case "limit" where value.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      guard let number = Int64(value), BoardInput.limits.contains(number) else { return nil }
      limit = Int(number)
      return 2
    case "season" where value.utf8.count <= BoardInput.longestName:
      season = value
      return 4
    case "partition" where value.utf8.count <= BoardInput.longestPartition:
      partition = value
      return 8
    case "after" where value.utf8.count <= BoardInput.longestCursor:
      after = value
      return 16
    case "fair" where value == "true" || value == "false":
      isFair = value == "true"
      return 32
    default: return nil
    }
  }
}
