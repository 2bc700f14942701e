internal import FieldhouseKit

/// Score changes that have not been sent: those of different entries go together as one statement.
struct PendingScores: Sendable {
  /// What is sent for some changes.
  enum Step: Sendable {
    case set(ScoreSet)
    case withdrawal(BoardPosition, AccountID)
  }

  /// Changes that wait at one place.
  private struct Place {
    let board: BoardStatements
    var plain: ScoreRun
    var detailed: ScoreRun
    var accounts: Set<AccountID> = []

    init(_ position: BoardPosition, _ board: BoardStatements) {
      self.board = board
      (plain, detailed) = (ScoreRun(at: position), ScoreRun(at: position))
    }

    var position: BoardPosition { plain.columns.position }
  }

  /// So many changes go in one statement.
  private static let largest = 4_000

  private var boards: BoardFinder
  private var texts = DetailsTexts()
  private var steps: [Step] = []
  private var places: [Place] = []
  private var numbers: [BoardPosition: Int] = [:]
  private var latest = 0
  private var waiting = 0

  init(_ ledger: BoardLedger) { boards = BoardFinder(ledger) }

  /// How many changes wait.
  var count: Int { waiting }
  /// Whether the changes should be sent.
  var isFull: Bool { waiting >= Self.largest || steps.count >= 64 }

  /// The board of a change and its season.
  /// - Throws: as ``BoardLedger/board(of:)``.
  mutating func target(of change: ScoreChange) throws -> (statements: BoardStatements, season: String) {
    try boards.board(of: change)
  }

  /// The board and the place of all scores that a query gives.
  /// - Throws: as ``BoardLedger/board(of:)``.
  mutating func place(of query: ScoreQuery) throws -> (statements: BoardStatements, position: BoardPosition) {
    try boards.place(of: query)
  }

  /// Adds what a change does in each part of its board.
  mutating func add(_ change: ScoreChange, to board: BoardStatements, season: String) {
    let details = change.isWithdrawal ? nil : change.details.map { texts.text(of: $0) }
    var position = BoardPosition(board: change.board, season: season)
    for partition in change.partitions {
      position.partition = partition
      add(change, at: position, board, details)
    }
  }

  private mutating func add(
    _ change: ScoreChange, at position: BoardPosition, _ board: BoardStatements, _ details: String?
  ) {
    if change.isWithdrawal {
      close()
      return steps.append(.withdrawal(position, change.account))
    }
    if !place(at: position, board, takes: change.account) {
      close()
      _ = place(at: position, board, takes: change.account)
    }
    if details == nil {
      places[latest].plain.append(change, details: nil)
    } else {
      places[latest].detailed.append(change, details: details)
    }
    waiting += 1
  }

  /// Makes a place the latest.
  /// - Returns: false when a change of the same entry waits, which has to be made first.
  private mutating func place(at position: BoardPosition, _ board: BoardStatements, takes account: AccountID) -> Bool {
    if places.isEmpty || places[latest].position != position {
      latest = numbers[position] ?? places.count
      if latest == places.count {
        numbers[position] = latest
        places.append(Place(position, board))
      }
    }
    return places[latest].accounts.insert(account).inserted
  }

  /// The changes that wait, in the order they must be made; from now on none does.
  mutating func takeAll() -> [Step] {
    close()
    defer { steps = [] }
    return steps
  }

  /// Makes sets of what waits.
  private mutating func close() {
    guard waiting > 0 else { return }
    let sorted = places.sorted { $0.position.order < $1.position.order }
    var rest = sorted[...]
    while let first = rest.first {
      let next = rest.firstIndex {
        ($0.position.board, $0.position.season) != (first.position.board, first.position.season)
      }
      let alike = rest[..<(next ?? rest.endIndex)]
      rest = rest[alike.endIndex...]
      add(alike.map(\.plain), first.board, first.board.sets?.plain, hasDetails: false)
      add(alike.map(\.detailed), first.board, first.board.sets?.detailed, hasDetails: true)
    }
    (places, numbers, latest, waiting) = ([], [:], 0, 0)
  }

  private mutating func add(
    _ runs: [ScoreRun], _ board: BoardStatements, _ statements: ScoreSetStatements.Kind?, hasDetails: Bool
  ) {
    let runs = runs.filter { $0.count > 0 }.map { $0.sorted() }
    guard let statements, !runs.isEmpty else { return }
    steps.append(
      .set(
        ScoreSet(statements: statements, hasDetails: hasDetails, tieBreakCount: board.tieBreakCount, runs: runs)))
  }
}

extension PendingScores.Step {
  /// Queues what is sent for the step.
  func queue(_ send: (HostStatement, [SQLValue], [ServerArray]) throws -> Void) rethrows {
    switch self {
    case .set(let set): try send(set.statements.combining, set.values, set.arrays)
    case .withdrawal(let position, let account):
      let key = [position.board, position.season, position.partition, account.text]
      try send(ScoreNotes.withdrawal, key.map(SQLValue.text), [])
    }
  }

  /// What the answer says has changed.
  func note(_ rows: [Row], in effects: TransactionEffects) throws {
    switch self {
    case .set(let set): try set.note(rows, in: effects)
    case .withdrawal(let position, let account):
      guard let row = rows.first else { return }
      effects.notes.append(try row[0])
      effects.append(account, at: position, nil, sequence: try row[0])
    }
  }
}

extension BoardPosition {
  /// What positions are sorted by.
  fileprivate var order: (String, String, String) { (board, season, partition) }
}
