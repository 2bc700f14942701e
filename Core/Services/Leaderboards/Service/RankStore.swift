import FieldhouseKit

/// Keeps the ranks of one plugin's boards: in the memory of this process (``BoardShelf``) or in Redis, shared by several
/// (``RedisShelf``). Both pass one conformance suite.
///
/// A reader sees every change that this process applied before it asked, but for batches of thousands, which Redis shows
/// bit by bit. Entries that are equal in all columns have some
/// order among themselves that stays the same between changes.
protocol RankStore: Sendable {
  /// Whether it holds everything that storage holds; until then reads throw ``Problem`` `board-pending`.
  var isComplete: Bool { get }

  /// A number that is another one as soon as an answer may be; nil where that cannot be said, and until it is complete.
  var version: UInt64? { get }

  /// The memory taken in this process.
  var memory: BoardMemory { get }

  /// Begins to replace everything; what is applied meanwhile is not lost.
  func begin() -> any RankRebuild

  /// Takes over ranks that another process has put there, if they are complete.
  /// - Returns: up to which mark of storage's changes they are; nil when they must be rebuilt.
  func adopt() async -> Int64?

  /// Notes that all changes up to a mark of storage have been applied.
  func note(mark: Int64)

  /// Applies committed changes, in their order. Quick, and does not wait.
  func apply(_ changes: [BoardChange])

  /// Applies many committed changes, in their order.
  func apply(_ runs: [BoardRun])

  /// Takes a person off every board and forgets the name.
  func remove(_ account: AccountID)

  /// Those of some people who stand on a board, or have stood there.
  func known(_ accounts: [AccountID]) async throws -> [AccountID]

  /// The rows of an answer.
  func rows(_ query: RowQuery) async throws -> BoardRows

  /// The rows of certain people, best first, each with its rank among them; those without an entry are missing.
  func members(_ accounts: [AccountID], at place: BoardPlace) async throws -> [BoardRow]

  /// The teams of a kind that have members.
  func teams(_ query: TeamSumQuery) async throws -> [TeamSum]

  /// The seasons of a board that have had entries, the largest id first.
  func seasons(of board: String) async throws -> [String]

  /// Keeps rows as they were written, until they or the people on them change.
  /// - Parameter version: that of the ``BoardRows`` they came with.
  func keep(_ rows: [BoardRow], at place: BoardPlace, version: UInt64)

  /// Says that some people, nil for all, may have to be shown otherwise than so far.
  func peopleChanged(_ people: Set<AccountID>?)
}

extension RankStore {
  /// One by one.
  func apply(_ runs: [BoardRun]) { apply(runs.flatMap(\.changes)) }

  /// Ranks that no other process can reach.
  func adopt() async -> Int64? { nil }

  /// Nothing: no other process asks.
  func note(mark: Int64) {}

  /// Nothing is kept.
  func keep(_ rows: [BoardRow], at place: BoardPlace, version: UInt64) {}

  /// Nothing was kept.
  func peopleChanged(_ people: Set<AccountID>?) {}
}

/// A rebuild of all ranks from storage.
protocol RankRebuild: Sendable {
  /// Takes an entry in. The entries of one place come one after another. May wait for what takes it in.
  func add(_ record: BoardRecord, at place: BoardPlace)

  /// Whether entries may come as columns.
  var takesColumns: Bool { get }

  /// Takes entries in as columns, where ``takesColumns`` says so.
  func add(_ columns: BoardColumns)

  /// Puts the ranks in place, all entries having been added, with what has come in since the rebuild began.
  /// - Returns: false when another rebuild has begun meanwhile; then nothing is changed.
  func finish() async throws -> Bool
}

extension RankRebuild {
  /// Columns leave details out.
  var takesColumns: Bool { false }

  /// Nothing comes as columns.
  func add(_ columns: BoardColumns) {}
}

/// Which rows of a place are wanted.
struct RowQuery: Sendable {
  /// Which part of the ranking.
  enum View: Sendable {
    case top
    /// Around the viewer.
    case around
    /// Of these people only, in the board's order.
    case among([AccountID])
  }

  var place: BoardPlace
  var view: View
  var viewer: AccountID?
  /// From 1 to 100.
  var limit: Int
  var cursor: BoardCursor?
  /// Whether rows that are kept as JSON come so, without their account and details.
  var takesWritten = false
}

/// Which teams are wanted.
struct TeamSumQuery: Sendable {
  var board: String
  var season: String
  var teams: BoardDeclaration.Teams
  var viewer: AccountID?
}

/// What a team's members have scored.
struct TeamSum: Sendable, Hashable {
  /// The team's id.
  var team: String
  /// How many members have a score.
  var members: Int
  /// The sum of the scores that count.
  var sum: Int128
  /// Whether the viewer is a member.
  var isMine: Bool
}

/// A row before the account's name is known.
struct BoardRow: Sendable {
  var rank: Int
  var account: String
  var key: RankKey
  /// What the plugin shows with the row, as JSON text.
  var details = DetailsCache.none
  var percentile: Double?
  /// The rank among the people that were asked for.
  var memberRank = 0
  /// What the row says of itself, as JSON.
  var written: [UInt8]?
}

/// The rows of one answer.
struct BoardRows: Sendable {
  var size = 0
  var me: BoardRow?
  var items: [BoardRow] = []
  /// Where the next page begins, nil at the end.
  var next: BoardCursor?
  /// Rises with every change of what is kept as JSON.
  var version: UInt64 = 0

  /// An item, or `me` behind the last.
  subscript(index: Int) -> BoardRow {
    get { index < items.count ? items[index] : me! }
    set { if index < items.count { items[index] = newValue } else { me = newValue } }
  }

  /// The rows that are not there as JSON.
  var unwritten: [Int] {
    var places: [Int] = []
    for place in items.indices where items[place].written == nil { places.append(place) }
    if let me, me.written == nil { places.append(items.count) }
    return places
  }
}

extension Problem {
  /// The answer while ranks are being rebuilt.
  static let boardPending = Problem.unavailable(
    "board-pending", "The ranks are being rebuilt; try again.", retryAfterSeconds: 1)
}
