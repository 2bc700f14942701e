internal import FieldhouseKit

extension ServerNamespace {
  /// What this process has committed itself and told is left out. Of very much the rest comes the next time, with the same
  /// mark. When notes that come after the mark were forgotten, ``onForeignWrites(_:)`` is told.
  func boardChanges(since mark: Int64?) async throws -> BoardChanges? {
    let counts = Dictionary(
      namespace.boards.map { ($0.id, $0.tieBreaks.count) }, uniquingKeysWith: { first, _ in first })
    let found = try await snapshot { [told] transaction -> (changes: BoardChanges, hasGap: Bool) in
      let now = try await transaction.run(ScoreNotes.mark, [])[0]
      let (next, floor): (Int64, Int64) = (try now[0], try now[1])
      guard let mark else {
        told.begin()
        return (BoardChanges(mark: next, changes: []), false)
      }
      guard mark >= floor else { return (BoardChanges(mark: next, changes: []), true) }
      let look = try await transaction.look(since: mark, told)
      let changes = try await transaction.changes(of: look.notes, counts)
      told.note(look.notes.map(\.sequence))
      return (BoardChanges(mark: look.isAll ? next : mark, changes: changes), false)
    }
    if found.hasGap { foreignHooks.call(()) }
    return found.changes
  }
}

/// What is known of changed entries before they are looked up.
private struct ScoreNote {
  let transaction: Int64
  let sequence: Int64
  let size: Int64

  init(_ row: Row) throws { (transaction, sequence, size) = (try row[0], try row[1], try row[2]) }
}

extension ServerTransaction {
  /// The notes to look up now, in the order of their numbers: of those that were not told as many as name some ten thousand
  /// entries, one at least.
  fileprivate func look(since mark: Int64, _ told: ToldNotes) async throws -> (notes: [ScoreNote], isAll: Bool) {
    var (transaction, sequence, rest) = (mark, Int64.min, Int64(50_000))
    var (seen, notes): (Set<Int64>, [ScoreNote]) = ([], [])
    while rest > 0 {
      let page = try await run(ScoreNotes.since, [.integer(transaction), .integer(sequence)]).map(ScoreNote.init)
      for note in page where rest > 0 {
        seen.insert(note.sequence)
        (transaction, sequence) = (note.transaction, note.sequence)
        if told.contains(sequence) { continue }
        notes.append(note)
        rest -= note.size
      }
      guard page.count == ScoreNotes.page, rest > 0 else { break }
    }
    if rest > 0 { told.keep(seen) }
    return (notes.sorted { $0.sequence < $1.sequence }, rest > 0)
  }

  fileprivate func changes(of notes: [ScoreNote], _ counts: [String: Int]) async throws -> [AppliedScore] {
    var changes: [AppliedScore] = []
    for note in notes {
      let key: [SQLValue] = [.integer(note.transaction), .integer(note.sequence)]
      for row in try await run(ScoreNotes.changes, key) {
        changes.append(try AppliedScore(row, sequence: note.sequence, counts))
      }
    }
    return changes
  }
}

extension AppliedScore {
  /// From the columns of ``ScoreNotes/changes``.
  fileprivate init(_ row: Row, sequence: Int64, _ counts: [String: Int]) throws {
    let board: String = try row[0]
    let account: AccountID = try row[3]
    let isThere: Int64? = try row[4]
    self.init(
      sequence: sequence, position: BoardPosition(board: board, season: try row[1], partition: try row[2]),
      account: account,
      entry: isThere == nil
        ? nil : try LedgerEntry(account: account, row: row, from: 4, tieBreakCount: counts[board] ?? 3))
  }
}
