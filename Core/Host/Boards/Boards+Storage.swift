import FieldhouseKit
import FieldhouseLeaderboards
import FieldhouseStorage

extension Boards {
  /// Puts a plugin's boards on its namespace: the ranks are read from it, or taken over from other processes, and then
  /// follow its commits.
  /// - Returns: the mark of storage's changes up to which the ranks are; nil when storage tells none.
  /// - Throws: ``StorageError`` when the entries cannot be read; ``RankStoreError``.
  func open(
    _ plugin: String, _ declarations: [BoardDeclaration], storage: any NamespaceStorage
  ) async throws -> Int64? {
    let mark = try await storage.boardChanges(since: nil)?.mark
    let opening = BoardOpening(boards: self, plugin: plugin, declarations: declarations, storage: storage)
    storage.onCommit { [self] in follow($0, of: plugin) }
    storage.onForeignWrites { opening.rebuild() }
    if mark != nil, let shared = await opening.adopt() { return shared }
    let rebuild = opening.begin()
    try await storage.fill(rebuild)
    try await rebuild.finish()
    return mark
  }

  /// Applies what a commit has changed, in its order.
  func follow(_ effects: [CommittedEffect], of plugin: String) {
    var changes: [BoardChange] = []
    var runs: [BoardRun] = []
    for effect in effects {
      switch effect {
      case .score(let score):
        if !runs.isEmpty { apply(plugin, runs) }
        runs = []
        changes.append(BoardChange(score))
      case .scores(let run):
        if !changes.isEmpty { apply(plugin, changes) }
        changes = []
        runs.append(BoardRun(run))
      case .notification, .event, .grants, .published: continue
      }
    }
    if !changes.isEmpty { apply(plugin, changes) }
    if !runs.isEmpty { apply(plugin, runs) }
  }

  /// Whether a person may have entries on a plugin's boards. Whoever has none, as memory has it, needs not be looked for in
  /// the whole table.
  func mayHold(_ account: AccountID, of plugin: String) async -> Bool {
    guard plugins.contains(plugin), isComplete else { return true }
    return (try? await known([account], to: plugin).isEmpty) != true
  }
}

/// How the ranks of a plugin are read from its namespace, at the start and whenever that is needed again.
private struct BoardOpening: Sendable {
  let boards: Boards
  let plugin: String
  let declarations: [BoardDeclaration]
  let storage: any NamespaceStorage

  func begin() -> BoardRebuild {
    boards.begin(plugin, declarations, details: details) { Task.detached { rebuild() } }
  }

  func adopt() async -> Int64? {
    await boards.adopt(plugin, declarations, details: details) { Task.detached { rebuild() } }
  }

  /// Begins a rebuild at once and fills it beside.
  func rebuild() {
    let rebuild = begin()
    Task { await fill(rebuild) }
  }

  /// Reads the entries until that succeeds; until then the boards are pending.
  private func fill(_ first: BoardRebuild) async {
    var rebuild = first
    while !Task.isCancelled {
      do {
        try await storage.fill(rebuild)
        try await rebuild.finish()
        return
      } catch {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
        rebuild = begin()
      }
    }
  }

  private var details: Boards.DetailsSource {
    { [storage] in try await storage.details(at: $0, of: $1) }
  }
}

extension NamespaceStorage {
  /// Hands all board entries to a rebuild.
  fileprivate func fill(_ rebuild: BoardRebuild) async throws {
    if rebuild.takesColumns { return try await boardColumns { rebuild.add(BoardColumns($0)) } }
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

extension BoardColumns {
  init(_ columns: LedgerColumns) {
    self.init(
      place: BoardPlace(columns.position), accounts: columns.accounts, ends: columns.ends, numbers: columns.numbers,
      hasDetails: columns.hasDetails)
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

extension BoardRun {
  init(_ run: ScoreRun) {
    self.init(columns: BoardColumns(run.columns), details: run.details, texts: run.texts, sequence: run.sequence)
  }
}

extension BoardChange {
  init(_ score: AppliedScore) {
    self.init(
      place: BoardPlace(score.position), account: score.account,
      record: score.entry.map(BoardRecord.init),
      sequence: score.sequence)
  }
}
