import FieldhouseKit
import Synchronization

/// The boards of one plugin: the declared ones, and an index for every season and part that has entries.
///
/// Readers hold the state for microseconds. A writer holds it for a few hundred changes at most and lets readers in
/// between; the changes of a large batch are merged into a copy of the index, and readers see the old ranks until it
/// is in place.
final class BoardShelf: Sendable {
  struct State: Sendable {
    var accounts = AccountTable()
    var parts: [BoardPart] = []
    var numbers: [BoardPlace: Int] = [:]
    var details: DetailsCache
    var recent = RecentChanges()
    var isComplete = false
    var rebuild = 0
    var waiting = Waiting()

    /// The part at a place; nil when it never had an entry.
    func part(_ place: BoardPlace) -> BoardPart? { numbers[place].map { parts[$0] } }
  }

  /// What has come in during a rebuild.
  struct Waiting: Sendable {
    var changes: [BoardChange] = []
    /// Who was erased; applied last, for nobody comes back.
    var erasures: [AccountID] = []

    var isEmpty: Bool { changes.isEmpty && erasures.isEmpty }
  }

  /// Reads the details of people's rows at a place from storage, as JSON text; rows that are not there are missing.
  typealias Source = @Sendable (BoardPlace, [AccountID]) async throws -> [AccountID: String?]

  let declarations: [String: BoardDeclaration]
  let source: Source
  let state: Mutex<State>
  /// Held while the boards are changed.
  let writing = Mutex(())

  init(_ declarations: [BoardDeclaration], detailRows: Int, source: @escaping Source) {
    self.declarations = Dictionary(
      declarations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.source = source
    state = Mutex(State(details: DetailsCache(capacity: detailRows)))
  }

  /// Whether every entry of the database is in the indices.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Reads one part; nil when it never had an entry.
  func read<Value: Sendable>(
    _ place: BoardPlace, _ body: (borrowing BoardPart, inout State) -> Value
  ) -> Value? {
    state.withLock { state in
      guard let number = state.numbers[place] else { return nil }
      return body(state.parts[number], &state)
    }
  }

  /// The seasons of a board that have had entries, the largest id first.
  func seasons(of board: String) -> [String] {
    Set(state.withLock { $0.numbers.keys.filter { $0.board == board }.map(\.season) }).sorted(by: >)
  }

  /// The memory taken.
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

extension RankOrder {
  /// The order of a declared board.
  init(_ board: BoardDeclaration?) {
    self.init(
      score: Direction(board?.order),
      tieBreaks: (board?.tieBreaks ?? []).map { Direction($0.order) },
      timeBreaksTies: board?.earliestWins ?? false)
  }
}

extension RankOrder.Direction {
  init(_ order: BoardDeclaration.Order?) { self = order == .ascending ? .ascending : .descending }
}

extension RankNumbering {
  init(_ numbering: BoardDeclaration.Numbering) {
    self = numbering == .dense ? .dense : numbering == .ordinal ? .ordinal : .standard
  }
}
