public import FieldhouseKit
import Foundation
import Synchronization

/// The boards of all plugins: exact ranks from an index in memory that is made from storage at the start and follows
/// every commit.
public final class Boards: Sendable {
  let accounts: any Authentication
  let clock: any HostClock
  private let shelves = Mutex<[String: BoardShelf]>([:])

  /// Boards without entries.
  public init(accounts: any Authentication, clock: any HostClock) {
    self.accounts = accounts
    self.clock = clock
  }

  /// Declares a plugin's boards and begins to rebuild their indices; changes wait until ``finish(_:entries:)``.
  public func begin(_ plugin: String, _ declarations: [BoardDeclaration]) {
    let shelf = shelves.withLock { shelves in
      let shelf = shelves[plugin] ?? BoardShelf(declarations)
      shelves[plugin] = shelf
      return shelf
    }
    shelf.begin()
  }

  /// Ends a rebuild with all entries of the plugin's storage.
  public func finish(_ plugin: String, entries: [BoardPlace: [BoardRecord]]) { shelf(plugin)?.finish(entries) }

  /// Applies committed changes of a plugin, in the order of the commits.
  public func apply(_ plugin: String, _ changes: [BoardChange]) { shelf(plugin)?.apply(changes) }

  /// The boards as one plugin sees them.
  public func leaderboards(of plugin: String) -> any Leaderboards { PluginBoards(boards: self, plugin: plugin) }

  /// Whether every index holds all that storage holds.
  public var isComplete: Bool { shelves.withLock { $0.values.allSatisfy(\.isComplete) } }

  func shelf(_ plugin: String) -> BoardShelf? { shelves.withLock { $0[plugin] } }
}

/// One plugin's view of the boards.
struct PluginBoards: Leaderboards {
  let boards: Boards
  let plugin: String

  func page(_ query: BoardQuery) async throws -> BoardPage { try await boards.page(query, of: plugin) }

  func entries(of accounts: [AccountID], on board: String, partition: String) async throws -> [BoardEntry] {
    try await boards.entries(of: accounts, on: board, partition: partition, plugin: plugin)
  }
}
