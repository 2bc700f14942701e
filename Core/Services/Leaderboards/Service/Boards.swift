public import FieldhouseKit
import Synchronization

/// The boards of all plugins: exact ranks from an index in memory that is made from storage at the start and follows
/// every commit.
public final class Boards: Sendable {
  /// Reads the details of people's rows at a place from storage, as JSON text; rows that are not there are missing.
  public typealias DetailsSource =
    @Sendable (BoardPlace, [AccountID]) async throws -> [AccountID: String?]

  /// Takes over what any process has changed of people.
  public typealias Freshen = @Sendable () async throws -> Void

  let accounts: any Authentication
  let clock: any HostClock
  let freshen: Freshen?
  private let detailRows: Int
  private let redis: RedisAddress?
  let pages = PageMemory()
  private let shelves = Mutex<[String: Shelf]>([:])

  /// A plugin's boards and where their ranks are.
  struct Shelf: Sendable {
    let book: BoardBook
    let ranks: any RankStore
  }

  /// Boards without entries.
  /// - Parameters:
  ///   - accounts: who people are and whom they follow.
  ///   - clock: says which season runs.
  ///   - detailRows: of how many rows a plugin's details are kept in memory, at least 1; those of others are read
  ///     from storage when they are shown.
  ///   - redis: where the ranks are kept instead of in memory, shared by all processes that name the same server.
  ///   - freshen: called before people are shown over HTTP. With it rows are kept as they were written, and
  ///     ``peopleChanged(_:)`` must be told of every change before it returns.
  public init(
    accounts: any Authentication, clock: any HostClock, detailRows: Int = 50_000, redis: RedisAddress? = nil,
    freshen: Freshen? = nil
  ) {
    self.freshen = freshen
    self.accounts = accounts
    self.clock = clock
    self.detailRows = detailRows
    self.redis = redis
  }

  /// Declares a plugin's boards and begins to rebuild their indices. Until ``BoardRebuild/finish()`` reads are refused with
  /// `board-pending` and changes wait. The storage must be read after this call.
  /// - Parameter lost: called when ranks that are kept outside this process were lost and must be rebuilt.
  public func begin(
    _ plugin: String, _ declarations: [BoardDeclaration], details: @escaping DetailsSource,
    lost: @escaping @Sendable () -> Void = {}
  ) -> BoardRebuild {
    let shelf = declare(plugin, declarations, details: details, lost: lost)
    return BoardRebuild(shelf.book, shelf.ranks.begin())
  }

  /// Declares a plugin's boards and takes over the ranks that other processes keep up, if they are complete.
  /// - Returns: up to which mark of storage's changes they are; nil when they are not complete, or are kept in this
  ///   process: then they must be rebuilt, see ``begin(_:_:details:lost:)``.
  public func adopt(
    _ plugin: String, _ declarations: [BoardDeclaration], details: @escaping DetailsSource,
    lost: @escaping @Sendable () -> Void
  ) async -> Int64? {
    await declare(plugin, declarations, details: details, lost: lost).ranks.adopt()
  }

  private func declare(
    _ plugin: String, _ declarations: [BoardDeclaration], details: @escaping DetailsSource,
    lost: @escaping @Sendable () -> Void
  ) -> Shelf {
    shelves.withLock { shelves in
      if let shelf = shelves[plugin] { return shelf }
      let book = BoardBook(declarations)
      let ranks: any RankStore =
        if let redis {
          RedisShelf(book, at: redis, plugin: plugin, lost: lost)
        } else {
          BoardShelf(book, detailRows: detailRows, source: details)
        }
      let shelf = Shelf(book: book, ranks: ranks)
      shelves[plugin] = shelf
      return shelf
    }
  }

  /// Applies committed changes of a plugin, in the order of the commits.
  public func apply(_ plugin: String, _ changes: [BoardChange]) {
    guard let shelf = shelf(plugin) else { return }
    shelf.ranks.apply(shelf.book.expanded(changes))
  }

  /// Applies committed changes of a plugin that came in runs; runs of one place in the order of the commits.
  public func apply(_ plugin: String, _ runs: [BoardRun]) {
    guard let shelf = shelf(plugin) else { return }
    if shelf.book.hasRules {
      shelf.ranks.apply(shelf.book.expanded(runs.flatMap(\.changes)))
    } else {
      shelf.ranks.apply(runs)
    }
  }

  /// Applies what storage says has changed, by whichever process, up to a mark.
  public func apply(_ plugin: String, _ changes: [BoardChange], through mark: Int64) {
    guard let shelf = shelf(plugin) else { return }
    if !changes.isEmpty { shelf.ranks.apply(shelf.book.expanded(changes)) }
    shelf.ranks.note(mark: mark)
  }

  /// Takes a person off all boards of a plugin. What storage holds is not touched: delete it first, and again after this
  /// call until there was nothing to delete, for a commit may come in between.
  public func remove(_ account: AccountID, of plugin: String) { shelf(plugin)?.ranks.remove(account) }

  /// Says that some people, nil for all, may have to be shown otherwise than so far.
  public func peopleChanged(_ people: Set<AccountID>?) {
    for shelf in shelves.withLock({ Array($0.values) }) { shelf.ranks.peopleChanged(people) }
  }

  /// Those of some people who stand on a plugin's boards, or have stood there.
  /// - Throws: ``RankStoreError``.
  public func known(_ accounts: [AccountID], to plugin: String) async throws -> [AccountID] {
    guard let shelf = shelf(plugin), !accounts.isEmpty else { return [] }
    return try await shelf.ranks.known(accounts)
  }

  /// The boards as one plugin sees them.
  public func leaderboards(of plugin: String) -> any Leaderboards {
    PluginBoards(boards: self, plugin: plugin)
  }

  /// Whether every index holds all that storage holds.
  public var isComplete: Bool { shelves.withLock { $0.values.allSatisfy(\.ranks.isComplete) } }

  /// The plugins that have boards, sorted.
  public var plugins: [String] { shelves.withLock { $0.keys.sorted() } }

  /// The memory that a plugin's boards take; nil when it has none.
  public func memory(of plugin: String) -> BoardMemory? { shelf(plugin)?.ranks.memory }

  func shelf(_ plugin: String) -> Shelf? { shelves.withLock { $0[plugin] } }
}

/// One plugin's view of the boards.
struct PluginBoards: Leaderboards {
  let boards: Boards
  let plugin: String

  func page(_ query: BoardQuery) async throws -> BoardPage {
    try await boards.page(query, of: plugin)
  }

  func teams(_ query: TeamQuery) async throws -> TeamPage {
    try await boards.teams(query, of: plugin)
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
