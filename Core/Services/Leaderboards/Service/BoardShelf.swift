import FieldhouseKit
import Synchronization

/// The boards of one plugin in memory: an index for every season and part that has entries.
///
/// Readers hold the state for microseconds. A writer holds it for a few hundred changes at most and lets readers in
/// between; the changes of a large batch are merged into a copy of the index, and readers see the old ranks until it
/// is in place.
final class BoardShelf: RankStore {
  struct State: Sendable {
    var accounts = AccountTable()
    var parts: [BoardPart] = []
    var numbers: [BoardPlace: Int] = [:]
    var teams: [TeamGroup: [Team]] = [:]
    var details: DetailsCache
    var written: WrittenRows
    var recent = RecentChanges()
    var isComplete = false
    var rebuild = 0
    var waiting = Waiting()

    /// The part at a place; nil when it never had an entry.
    func part(_ place: BoardPlace) -> BoardPart? { numbers[place].map { parts[$0] } }
  }

  /// A team and the number of its part.
  struct Team: Sendable {
    var name: String
    var part: Int
  }

  /// What has come in during a rebuild.
  struct Waiting: Sendable {
    var changes: [BoardChange] = []
    /// Who was erased; applied last, for nobody comes back.
    var erasures: [AccountID] = []

    var isEmpty: Bool { changes.isEmpty && erasures.isEmpty }
  }

  let book: BoardBook
  let source: Boards.DetailsSource
  let state: Mutex<State>
  /// Held while the boards are changed.
  let writing = Mutex(())

  init(_ book: BoardBook, detailRows: Int, source: @escaping Boards.DetailsSource) {
    self.book = book
    self.source = source
    state = Mutex(State(details: DetailsCache(capacity: detailRows), written: WrittenRows(capacity: detailRows)))
  }

  var isComplete: Bool { state.withLock { $0.isComplete } }

  var version: UInt64? { state.withLock { $0.isComplete ? $0.written.version : nil } }

  func known(_ accounts: [AccountID]) async throws -> [AccountID] {
    state.withLock { state in accounts.filter { state.accounts.number(of: $0) != nil } }
  }

  func begin() -> any RankRebuild { ShelfRebuild(self) }

  /// Reads one part; nil when it never had an entry.
  /// - Throws: ``Problem`` `board-pending`.
  func read<Value: Sendable>(
    _ place: BoardPlace,
    _ body: (borrowing BoardPart, borrowing AccountTable, inout DetailsCache, inout WrittenRows) -> Value
  ) throws -> Value? {
    try state.withLock { state in
      guard state.isComplete else { throw Problem.boardPending }
      guard let number = state.numbers[place] else { return nil }
      return body(state.parts[number], state.accounts, &state.details, &state.written)
    }
  }

  func seasons(of board: String) async throws -> [String] {
    Set(state.withLock { $0.numbers.keys.filter { $0.board == board }.map(\.season) }).sorted(by: >)
  }

  var memory: BoardMemory {
    state.withLock { state in
      BoardMemory(
        entries: state.parts.reduce(0) { $0 + $1.index.count },
        indexBytes: state.parts.reduce(0) { $0 + $1.index.byteCount + $1.slots.byteCount },
        accountBytes: state.accounts.byteCount, detailRows: state.details.count)
    }
  }
}

extension RankKey {
  init(_ record: BoardRecord) {
    self.init(
      score: record.score, tieBreaks: record.tieBreaks,
      achievedAt: record.achievedAt.millisecondsSince1970)
  }
}
