public import Foundation

/// Ranked boards of people. A board is declared in the plugin's manifest; scores change inside the plugin's own
/// transaction (``Transaction/submit(_:)``) and show on the board when it has committed.
public protocol Leaderboards: Sendable {
  /// A page of a board, with my own entry.
  /// - Throws: ``Problem`` `board-unknown` when the plugin declares no such board.
  func page(_ query: BoardQuery) async throws -> BoardPage

  /// The entries of certain people on a board, those without a score left out, best rank first.
  /// - Throws: ``Problem`` `board-unknown`.
  func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry]

  /// The entries of a group's members, best first, those without a score left out, each with its rank in the group and
  /// on the board.
  /// - Parameters:
  ///   - accounts: the members; who is named twice counts once.
  ///   - season: a season's id; nil is the running one.
  ///   - partition: the part of the board; `""` is the whole.
  /// - Throws: ``Problem`` `board-unknown`.
  func members(
    _ accounts: [AccountID], on board: String, season: String?, partition: String
  ) async throws -> [MemberEntry]

  /// A page of a board's teams, with the viewer's own team.
  /// - Throws: ``Problem`` `board-unknown` when the plugin declares no such board, `teams-unknown` when the board has no
  ///   teams of that kind.
  func teams(_ query: TeamQuery) async throws -> TeamPage
}

/// A change of one person's score on a board. How it combines with the score so far is the board's operator:
/// `best` keeps the better attempt with its tie-breaks, `latest` replaces, `sum` adds score and tie-breaks.
public struct ScoreChange: Sendable, Hashable {
  /// The board's name in the manifest.
  public var board: String
  /// Whose score.
  public var account: AccountID
  /// The parts of the board the score counts in, e.g. a league or a country; `""` is the whole board.
  public var partitions: [String]
  /// The score, signed. For a `sum` board: the amount to add.
  public var score: Int64
  /// The attempt's further columns, in the order of the board's tie-break chain, at most three.
  public var tieBreaks: [Int64]
  /// What the board shows with the row, e.g. the number of predictions. Replaces what was shown before; nil keeps it.
  public var details: JSON?
  /// When the score was achieved; for `earliest` tie-breaks. To the millisecond.
  public var achievedAt: Date
  /// Takes the entry off the board instead.
  public var isWithdrawal: Bool
  /// The season, on boards with `manual` seasons; elsewhere it follows from `achievedAt`.
  public var season: String?

  /// A change of a score.
  public init(
    board: String, account: AccountID, score: Int64, achievedAt: Date, partitions: [String] = [""],
    tieBreaks: [Int64] = [], details: JSON? = nil, isWithdrawal: Bool = false, season: String? = nil
  ) {
    self.board = board
    self.account = account
    self.score = score
    self.achievedAt = achievedAt
    self.partitions = partitions
    self.tieBreaks = tieBreaks
    self.details = details
    self.isWithdrawal = isWithdrawal
    self.season = season
  }
}

/// What to show of a board.
public struct BoardQuery: Sendable, Hashable {
  /// Which part of the ranking is shown.
  public struct View: Sendable, Hashable {
    /// The name in the interface.
    public let name: String
    /// A view of this name.
    public init(_ name: String) { self.name = name }
    /// From the first rank on.
    public static var top: View { View("top") }
    /// The ranks around `viewer`.
    public static var around: View { View("around") }
    /// `viewer` and the people the viewer follows or is friends with.
    public static var friends: View { View("friends") }
    /// `viewer` and the people the viewer follows.
    public static var followed: View { View("followed") }
  }

  /// The board's name in the manifest.
  public var board: String
  /// A season's id; nil is the running one.
  public var season: String?
  /// The part of the board; `""` is the whole.
  public var partition: String
  /// Which part of the ranking.
  public var view: View
  /// Who is looking; decides `me`.
  public var viewer: AccountID?
  /// Rows a page, 1 to 100.
  public var limit: Int
  /// The `next` of the page before.
  public var after: String?
  /// Whether people are ranked by their score per available entry, which is fair to those who joined late; only on
  /// boards that declare ``BoardDeclaration/entries``.
  public var isFair: Bool

  /// A query for the top of a board.
  public init(
    board: String, season: String? = nil, partition: String = "", view: View = .top, viewer: AccountID? = nil,
    limit: Int = 10, after: String? = nil, isFair: Bool = false
  ) {
    self.board = board
    self.season = season
    self.partition = partition
    self.view = view
    self.viewer = viewer
    self.limit = limit
    self.after = after
    self.isFair = isFair
  }
}

/// A row of a board.
public struct BoardEntry: Sendable, Hashable {
  /// From 1; equal scores share a rank as the board's numbering says (1, 2, 2, 4 by default).
  public var rank: Int
  /// Who.
  public var account: Account
  /// The score.
  public var score: Int64
  /// The further columns of the tie-break chain.
  public var tieBreaks: [Int64]
  /// What the plugin shows with the row.
  public var details: JSON
  /// How many per cent of the others the person is ahead of, those of the same rank counted as half; 0 to 100, 100 for
  /// an only entry. Nil where it is not told: it is in ``BoardPage/me``.
  public var percentile: Double?
  /// The score per available entry; in the fair view.
  public var perEntry: Double?

  /// A row.
  public init(
    rank: Int, account: Account, score: Int64, tieBreaks: [Int64] = [], details: JSON = .object([:]),
    percentile: Double? = nil, perEntry: Double? = nil
  ) {
    self.rank = rank
    self.account = account
    self.score = score
    self.tieBreaks = tieBreaks
    self.details = details
    self.percentile = percentile
    self.perEntry = perEntry
  }
}

/// A page of a board.
public struct BoardPage: Sendable, Hashable {
  /// The board's name.
  public var board: String
  /// The season shown.
  public var season: String
  /// How many people are on the board (or part).
  public var size: Int
  /// The viewer's own row, nil without a score.
  public var me: BoardEntry?
  /// The rows, best first.
  public var items: [BoardEntry]
  /// The cursor of the next page, nil at the end.
  public var next: String?

  /// A page.
  public init(board: String, season: String, size: Int, me: BoardEntry?, items: [BoardEntry], next: String?) {
    self.board = board
    self.season = season
    self.size = size
    self.me = me
    self.items = items
    self.next = next
  }
}
