import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage

/// Keeps the ranks as the database has them when other processes write it too.
///
/// Where the engine tells which entries have changed, they are asked for four times a second. Where one process at a time
/// writes (SQLite), an empty transaction takes the writer's lease: if another process has had it meanwhile, storage
/// says so and the ranks are rebuilt.
actor BoardFollower {
  private static let interval = Duration.milliseconds(250)

  private struct Followed {
    let storage: any NamespaceStorage
    /// Nil where the engine does not tell what has changed.
    var mark: Int64?
    /// Whether the last look failed; a series of failures is logged once.
    var isFailing = false
  }

  private let boards: Boards
  private let log: any Log
  private var followed: [String: Followed] = [:]

  init(boards: Boards, log: any Log) {
    self.boards = boards
    self.log = log
  }

  /// Follows a plugin's namespace from now on.
  /// - Parameter mark: what storage said before the ranks were read; nil when it tells no changes.
  func follow(_ plugin: String, _ storage: any NamespaceStorage, since mark: Int64?) {
    followed[plugin] = Followed(storage: storage, mark: mark)
  }

  /// Works until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: Self.interval) } catch { return }
      await look()
    }
  }

  /// Takes over what has changed so far.
  func look() async {
    for (plugin, namespace) in followed {
      do {
        followed[plugin]?.mark = try await look(plugin, namespace)
        followed[plugin]?.isFailing = false
      } catch {
        if !namespace.isFailing {
          log.warning("changes of the boards could not be read; trying again", ["plugin": plugin, "cause": "\(error)"])
        }
        followed[plugin]?.isFailing = true
      }
    }
  }

  private func look(_ plugin: String, _ namespace: Followed) async throws -> Int64? {
    guard let mark = namespace.mark else {
      try await namespace.storage.write { _ in }
      return nil
    }
    let found = try await StorageUpkeep.look { try await namespace.storage.boardChanges(since: mark) }
    guard let found else { return mark }
    boards.apply(plugin, found.changes.map(BoardChange.init), through: found.mark)
    return found.mark
  }
}
