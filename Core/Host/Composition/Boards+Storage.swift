import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage
import Synchronization

extension Boards {
  /// Puts a plugin's boards on its namespace: the indices are rebuilt from it and then follow its commits.
  func open(_ plugin: String, _ declarations: [BoardDeclaration], storage: any NamespaceStorage) async throws {
    guard !declarations.isEmpty else { return }
    begin(plugin, declarations)
    storage.onCommit { [self] effects in
      let changes = effects.compactMap(BoardChange.init)
      if !changes.isEmpty { apply(plugin, changes) }
    }
    storage.onForeignWrites { [self] in
      begin(plugin, declarations)
      Task { try await rebuild(plugin, storage) }
    }
    try await rebuild(plugin, storage)
  }

  private func rebuild(_ plugin: String, _ storage: any NamespaceStorage) async throws {
    let entries = Mutex<[FieldhouseLeaderboards.BoardPlace: [BoardRecord]]>([:])
    try await storage.boardEntries(BoardFilter()) { position, entry in
      entries.withLock { $0[BoardPlace(position), default: []].append(BoardRecord(entry)) }
    }
    finish(plugin, entries: entries.withLock { $0 })
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
      account: entry.account, score: entry.score, tieBreaks: entry.tieBreaks, achievedAt: entry.achievedAt,
      details: entry.detailsText)
  }
}

extension BoardChange {
  init?(_ effect: CommittedEffect) {
    guard case .score(let score) = effect else { return nil }
    self.init(place: BoardPlace(score.position), account: score.account, record: score.entry.map(BoardRecord.init))
  }
}
