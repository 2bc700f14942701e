public import FieldhouseKit
import Synchronization

/// The boards of all plugins: exact ranks from an index in memory that is made from storage at the start and follows
/// every commit.
public final class Boards: Sendable {
  /// Reads the details of people's rows at a place from storage, as JSON text; rows that are not there are missing.
  public typealias DetailsSource =
    @Sendable (BoardPlace, [AccountID]) async throws -> [AccountID: String?]

  let accounts: any Authentication
  let clock: any HostClock
  private let detailRows: Int
  private let shelves = Mutex<[String: BoardShelf]>([:])

  /// Boards without entries.
  /// - Parameters:
  ///   - accounts: who people are and whom they follow.
  ///   - clock: says which season runs.
  ///   - detailRows: of how many rows a plugin's details are kept in memory, at least 1; those of others are read
  ///     from storage when they are shown.
  public init(accounts: any Authentication, clock: any HostClock, detailRows: Int = 50_000) {
    self.accounts = accounts
    self.clock = clock
    self.detailRows = detailRows
  }

  /// Declares a plugin's boards and begins to rebuild their indices. Until ``BoardRebuild/finish()`` reads are refused with
  /// `board-pending` and changes wait. The storage must be read after this call.
  public func begin(
    _ plugin: String, _ declarations: [BoardDeclaration], details: @escaping DetailsSource
  ) -> BoardRebuild {
    let shelf = shelves.withLock { shelves in
      let shelf =
        shelves[plugin] ?? BoardShelf(declarations, detailRows: detailRows, source: details)
      shelves[plugin] = shelf
      return shelf
    }
    return BoardRebuild(shelf)
  }

  /// Applies committed changes of a plugin, in the order of the commits.
  public func apply(_ plugin: String, _ changes: [BoardChange]) { shelf(plugin)?.apply(changes) }

  /// Takes a person off all boards of a plugin. What storage holds is not touched: delete it first, and again after this
  /// call until there was nothing to delete, for a commit may come in between.
  public func remove(_ account: AccountID, of plugin: String) { shelf(plugin)?.remove(account) }

  /// The boards as one plugin sees them.
  public func leaderboards(of plugin: String) -> any Leaderboards {
    PluginBoards(boards: self, plugin: plugin)
  }

  /// Whether every index holds all that storage holds.
  public var isComplete: Bool { shelves.withLock { $0.values.allSatisfy(\.isComplete) } }

  /// The plugins that have boards, sorted.
  public var plugins: [String] { shelves.withLock { $0.keys.sorted() } }

  /// The memory that a plugin's boards take; nil when it has none.
  public func memory(of plugin: String) -> BoardMemory? { shelf(plugin)?.memory }

  func shelf(_ plugin: String) -> BoardShelf? { shelves.withLock { $0[plugin] } }
}

/// One plugin's view of the boards.
struct PluginBoards: Leaderboards {
  let boards: Boards
  let plugin: String

  func page(_ query: BoardQuery) async throws -> BoardPage {
    try await boards.page(query, of: plugin)
  }

  func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry] {
    try await members(accounts, on: board, season: nil, partition: partition).map(\.entry)
  }

  func members(
    _ accounts: [AccountID], on board: String, season: String?, partition: String
  ) async throws -> [MemberEntry] {
    try await boards.members(accounts, on: board, season: season, partition: partition, of: plugin)
  }
}
