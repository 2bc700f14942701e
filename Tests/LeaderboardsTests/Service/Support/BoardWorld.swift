import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import FieldhouseTestSupport
import Foundation
import Synchronization

/// Where a world keeps its entries and its ranks.
enum WorldKind: Sendable, CaseIterable {
  /// SQLite, and ranks in memory.
  case memory
  /// SQLite, and ranks in Redis.
  case redis
  /// PostgreSQL, and ranks in memory.
  case server

  /// All of them; a test on PostgreSQL fails where there is no server.
  static var available: [WorldKind] { allCases }
}

/// A plugin's boards on a database of its own, which can be closed and opened again.
final class BoardWorld: Sendable {
  static let plugin = "club"

  struct Opened: Sendable {
    let engine: any StorageEngine
    let storage: any NamespaceStorage
    let boards: Boards
  }

  let kind: WorldKind
  let name = "boards_" + UUID().uuidString.prefix(8).lowercased()
  let people = People()
  let clock = SettableClock()
  private let declarations: [BoardDeclaration]
  private let detailRows: Int
  private let redis: RedisServer
  private let opened = Mutex<Opened?>(nil)
  private let erasures = Mutex<Int64>(0)

  init(_ declarations: [BoardDeclaration], detailRows: Int = 1000, kind: WorldKind, redis: RedisServer = .shared)
    async throws
  {
    self.kind = kind
    self.redis = redis
    self.declarations = declarations
    self.detailRows = detailRows
    try await open()
  }

  /// Runs a test in a world of each kind, which ends with it.
  static func with(
    _ declarations: [BoardDeclaration], detailRows: Int = 1000, on kinds: [WorldKind] = WorldKind.available,
    redis: RedisServer = .shared, _ body: (BoardWorld) async throws -> Void
  ) async throws {
    for kind in kinds {
      let world = try await BoardWorld(declarations, detailRows: detailRows, kind: kind, redis: redis)
      do {
        try await body(world)
      } catch {
        await world.end()
        throw error
      }
      await world.end()
    }
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
    let number = erasures.withLock { erasures in
      erasures += 1
      return erasures
    }
    try await storage.follow(PersonalChange(sequence: number, work: .erase(account)), nil)
    boards.remove(account, of: Self.plugin)
  }

  /// Begins a rebuild that reads nothing yet.
  func begin() -> BoardRebuild { begin(opened.withLock { $0! }) }

  /// Reads all entries into a rebuild.
  func fill(_ rebuild: BoardRebuild) async throws { try await Self.fill(rebuild, storage) }

  /// Another process on the same database, with ranks of its own or the same Redis.
  func other() async throws -> Opened { try await make() }

  private var directory: String { NSTemporaryDirectory() + "fieldhouse-" + name }

  private func begin(_ opened: Opened) -> BoardRebuild {
    let storage = opened.storage
    return opened.boards.begin(Self.plugin, declarations) { place, accounts in
      let position = BoardPosition(board: place.board, season: place.season, partition: place.partition)
      let entries = try await storage.boardEntries(at: position, of: accounts)
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.account, $0.detailsText) })
    } lost: {
      Task {
        try await eventually { (try? await self.rebuild(opened)) != nil }
      }
    }
  }

  private func rebuild(_ opened: Opened) async throws {
    let rebuild = begin(opened)
    try await Self.fill(rebuild, opened.storage)
    try await rebuild.finish()
  }

  private static func fill(_ rebuild: BoardRebuild, _ storage: any NamespaceStorage) async throws {
    if rebuild.takesColumns { return try await storage.boardColumns { rebuild.add(BoardColumns($0)) } }
    try await storage.boardEntries(BoardFilter()) { position, entry in
      rebuild.add(
        BoardRecord(entry),
        at: BoardPlace(board: position.board, season: position.season, partition: position.partition))
    }
  }

  private func open() async throws {
    let made = try await make()
    opened.withLock { $0 = made }
  }

  private func make() async throws -> Opened {
    let engine: any StorageEngine =
      if kind == .server {
        PostgreSQLEngine(
          address: try TestPostgreSQL.address(), options: PostgreSQLOptions(connections: 2, prefix: name))
      } else {
        try SQLiteEngine(directory: directory)
      }
    let storage = try await engine.open(Namespace(id: Self.plugin, boards: declarations))
    try await storage.migrate()
    let redis = kind == .redis ? try await self.redis.address(prefix: name) : nil
    let boards = Boards(accounts: people, clock: clock, detailRows: detailRows, redis: redis, freshen: {})
    people.onChange { boards.peopleChanged($0) }
    let opened = Opened(engine: engine, storage: storage, boards: boards)
    storage.onCommit { effects in
      boards.apply(Self.plugin, effects.compactMap(BoardChange.init))
      let runs = effects.compactMap(BoardRun.init)
      if !runs.isEmpty { boards.apply(Self.plugin, runs) }
    }
    try await rebuild(opened)
    return opened
  }
}

/// A clock that stands at 2026-11-21T12:00:00Z until it is set.
final class SettableClock: HostClock {
  private let instant = Mutex(Date(timeIntervalSince1970: 1_795_262_400))

  var now: Date { instant.withLock { $0 } }

  func set(_ now: Date) { instant.withLock { $0 = now } }
}

extension BoardColumns {
  init(_ columns: LedgerColumns) {
    let position = columns.position
    self.init(
      place: BoardPlace(board: position.board, season: position.season, partition: position.partition),
      accounts: columns.accounts, ends: columns.ends, numbers: columns.numbers, hasDetails: columns.hasDetails)
  }
}

extension BoardRecord {
  init(_ entry: LedgerEntry) {
    self.init(
      account: entry.account, score: entry.score, tieBreaks: entry.tieBreaks, achievedAt: entry.achievedAt,
      details: entry.detailsText)
  }
}

extension BoardRun {
  init?(_ effect: CommittedEffect) {
    guard case .scores(let run) = effect else { return nil }
    self.init(columns: BoardColumns(run.columns), details: run.details, texts: run.texts, sequence: run.sequence)
  }
}

extension BoardChange {
  init?(_ effect: CommittedEffect) {
    guard case .score(let score) = effect else { return nil }
    self.init(score)
  }

  init(_ score: AppliedScore) {
    let position = score.position
    self.init(
      place: BoardPlace(board: position.board, season: position.season, partition: position.partition),
      account: score.account, record: score.entry.map(BoardRecord.init), sequence: score.sequence)
  }
}
