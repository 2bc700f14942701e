import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage

extension Boards {
  /// Puts a plugin's boards on its namespace: the indices are rebuilt from it and then follow its commits.
  /// - Throws: ``StorageError`` when the entries cannot be read.
  func open(_ plugin: String, _ declarations: [BoardDeclaration], storage: any NamespaceStorage) async throws {
    guard !declarations.isEmpty else { return }
    let start = { @Sendable () -> BoardRebuild in
      self.begin(plugin, declarations) { try await storage.details(at: $0, of: $1) }
    }
    let rebuild = start()
    storage.onCommit { [self] effects in
      let changes = effects.compactMap(BoardChange.init)
      if !changes.isEmpty { apply(plugin, changes) }
    }
    storage.onForeignWrites {
      let rebuild = start()
      Task { await Self.fill(rebuild, from: storage, again: start) }
    }
    try await storage.fill(rebuild)
    rebuild.finish()
  }

  /// Erases a person from a plugin's boards, in storage and in memory.
  /// - Throws: ``StorageError``.
  func erase(_ account: AccountID, of plugin: String, storage: any NamespaceStorage) async throws {
    while try await storage.eraseBoardEntries(of: account) > 0 { remove(account, of: plugin) }
    remove(account, of: plugin)
  }

  /// Reads the entries until that succeeds; until then the boards are pending.
  private static func fill(
    _ first: BoardRebuild, from storage: any NamespaceStorage,
    again start: @Sendable () -> BoardRebuild
  ) async {
    var rebuild = first
    while !Task.isCancelled {
      do {
        try await storage.fill(rebuild)
        rebuild.finish()
        return
      } catch {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        rebuild = start()
      }
    }
  }
}

extension NamespaceStorage {
  /// Hands all board entries to a rebuild.
  fileprivate func fill(_ rebuild: BoardRebuild) async throws {
    try await boardEntries(BoardFilter()) { position, entry in
      rebuild.add(BoardRecord(entry), at: BoardPlace(position))
    }
  }

  /// What the plugin shows with the rows of certain people.
  fileprivate func details(at place: BoardPlace, of accounts: [AccountID]) async throws -> [AccountID: String?] {
    let entries = try await boardEntries(at: BoardPosition(place), of: accounts)
    return Dictionary(
      entries.map { ($0.account, $0.detailsText) }, uniquingKeysWith: { first, _ in first })
  }
}

extension BoardPosition {
  init(_ place: BoardPlace) {
    self.init(board: place.board, season: place.season, partition: place.partition)
  }
}

extension BoardPlace {
  init(_ position: BoardPosition) {
    self.init(board: position.board, season: position.season, partition: position.partition)
  }
}

extension BoardRecord {
  init(_ entry: LedgerEntry) {
    self.init(
      account: entry.account, score: entry.score, tieBreaks: entry.tieBreaks,
      achievedAt: entry.achievedAt,
      details: entry.detailsText)
  }
}

extension BoardChange {
  init?(_ effect: CommittedEffect) {
    guard case .score(let score) = effect else { return nil }
    self.init(
      place: BoardPlace(score.position), account: score.account,
      record: score.entry.map(BoardRecord.init),
      sequence: score.sequence)
  }
}
