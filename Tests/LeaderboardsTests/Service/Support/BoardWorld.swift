import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import Foundation
import Synchronization

/// A plugin's boards on a database of its own, which can be closed and opened again.
final class BoardWorld: Sendable {
  static let plugin = "club"

  let directory = NSTemporaryDirectory() + "fieldhouse-boards-\(UUID().uuidString)"
  let people = People()
  private let declarations: [BoardDeclaration]
  private let detailRows: Int
  private let opened = Mutex<(engine: SQLiteEngine, storage: any NamespaceStorage, boards: Boards)?>(nil)

  init(_ declarations: [BoardDeclaration], detailRows: Int = 1000) async throws {
    self.declarations = declarations
    self.detailRows = detailRows
    try await open()
  }

  /// Runs a test in a world that ends with it.
  static func with(
    _ declarations: [BoardDeclaration], detailRows: Int = 1000, _ body: (BoardWorld) async throws -> Void
  ) async throws {
    let world = try await BoardWorld(declarations, detailRows: detailRows)
    do {
      try await body(world)
    } catch {
      await world.end()
      throw error
    }
    await world.end()
  }

  var storage: any NamespaceStorage { opened.withLock { $0!.storage } }
  var boards: Boards { opened.withLock { $0!.boards } }
  var leaderboards: any Leaderboards { boards.leaderboards(of: Self.plugin) }

  /// Ends the process as far as the boards are concerned and starts another one.
  func restart() async throws {
    await opened.withLock { $0!.engine }.close()
    try await open()
  }

  func end() async {
    await opened.withLock { $0!.engine }.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Commits changes in one transaction.
  func submit(_ changes: ScoreChange...) async throws { try await submit(changes) }

  func submit(_ changes: [ScoreChange]) async throws {
    try await storage.write { transaction in
      for change in changes { try await transaction.submit(change) }
    }
  }

  /// Erases a person in storage and in memory.
  func erase(_ account: AccountID) async throws {
    try await storage.eraseBoardEntries(of: account)
    boards.remove(account, of: Self.plugin)
  }

  /// Begins a rebuild that reads nothing yet.
  func begin() -> BoardRebuild {
    let storage = self.storage
    return boards.begin(Self.plugin, declarations) { place, accounts in
      let position = BoardPosition(board: place.board, season: place.season, partition: place.partition)
      let entries = try await storage.boardEntries(at: position, of: accounts)
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.account, $0.detailsText) })
    }
  }

  /// Reads all entries into a rebuild.
  func fill(_ rebuild: BoardRebuild) async throws {
    try await storage.boardEntries(BoardFilter()) { position, entry in
      rebuild.add(
        BoardRecord(entry),
        at: BoardPlace(board: position.board, season: position.season, partition: position.partition))
    }
  }

  private func open() async throws {
    let engine = try SQLiteEngine(directory: directory)
    let storage = try await engine.open(Namespace(id: Self.plugin, boards: declarations))
    try await storage.migrate()
    let boards = Boards(accounts: people, clock: StandingClock(), detailRows: detailRows)
    opened.withLock { $0 = (engine, storage, boards) }
    let rebuild = begin()
    storage.onCommit { effects in boards.apply(Self.plugin, effects.compactMap(BoardChange.init)) }
    try await fill(rebuild)
    rebuild.finish()
  }
}

/// A clock that stands at 2026-11-21T12:00:00Z.
struct StandingClock: HostClock {
  var now: Date { Date(timeIntervalSince1970: 1_795_262_400) }
}

extension BoardRecord {
  init(_ entry: LedgerEntry) {
    self.init(
      account: entry.account, score: entry.score, tieBreaks: entry.tieBreaks, achievedAt: entry.achievedAt,
      details: entry.detailsText)
  }
}

extension BoardChange {
  init?(_ effect: CommittedEffect) {
    guard case .score(let score) = effect else { return nil }
    let position = score.position
    self.init(
      place: BoardPlace(board: position.board, season: position.season, partition: position.partition),
      account: score.account, record: score.entry.map(BoardRecord.init), sequence: score.sequence)
  }
}
