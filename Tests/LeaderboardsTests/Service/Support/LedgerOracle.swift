import FieldhouseKit
import Foundation

/// The boards kept as plain tables and ranked by counting: slow, and right at a glance.
struct LedgerOracle {
  struct Place: Hashable {
    let board: String
    let season: String
    let partition: String
  }

  struct Entry {
    var score: Int64
    var tieBreaks: [Int64]
    var achievedAt: Int64
    var details: JSON?
  }

  let declarations: [String: BoardDeclaration]
  private(set) var tables: [Place: [AccountID: Entry]] = [:]

  init(_ declarations: [BoardDeclaration]) {
    self.declarations = Dictionary(uniqueKeysWithValues: declarations.map { ($0.id, $0) })
  }

  mutating func submit(_ change: ScoreChange) {
    let board = declarations[change.board]!
    for partition in change.partitions {
      let place = Place(
        board: board.id, season: board.seasons.season(at: change.achievedAt) ?? change.season!, partition: partition)
      if change.isWithdrawal {
        tables[place]?[change.account] = nil
      } else {
        tables[place, default: [:]][change.account] = combined(tables[place]?[change.account], change, board)
      }
    }
  }

  mutating func erase(_ account: AccountID) {
    for place in tables.keys { tables[place]?[account] = nil }
  }

  private func combined(_ old: Entry?, _ change: ScoreChange, _ board: BoardDeclaration) -> Entry {
    let attempt = Entry(
      score: change.score, tieBreaks: change.tieBreaks, achievedAt: change.achievedAt.millisecondsSince1970,
      details: change.details)
    guard var new = old else { return attempt }
    if board.operator == .sum {
      new.score += attempt.score
      new.tieBreaks = zip(new.tieBreaks, attempt.tieBreaks).map { $0 + $1 }
      new.achievedAt = max(new.achievedAt, attempt.achievedAt)
    } else {
      let wins =
        board.operator == .latest
        ? attempt.achievedAt >= new.achievedAt
        : Self.place(new, board).lexicographicallyPrecedes(Self.place(attempt, board)) == false
          && Self.place(new, board) != Self.place(attempt, board)
      if wins { (new.score, new.tieBreaks, new.achievedAt) = (attempt.score, attempt.tieBreaks, attempt.achievedAt) }
    }
    new.details = attempt.details ?? new.details
    return new
  }

  /// What separates ranks: the smaller, the better.
  private static func group(_ entry: Entry, _ board: BoardDeclaration) -> [Int64] {
    let values = zip([entry.score] + entry.tieBreaks, [board.order] + board.tieBreaks.map(\.order))
    return values.map { $1 == .ascending ? $0 : -$0 } + (board.earliestWins ? [entry.achievedAt] : [])
  }

  private static func place(_ entry: Entry, _ board: BoardDeclaration) -> [Int64] {
    group(entry, board) + [entry.achievedAt]
  }

  /// The ranks of some people among themselves, or of all; ordinal ranks of equal entries may be exchanged.
  func ranks(at place: Place, among people: Set<AccountID>? = nil) -> [AccountID: ClosedRange<Int>] {
    let board = declarations[place.board]!
    let entries = (tables[place] ?? [:]).filter { people?.contains($0.key) ?? true }
    let groups = entries.values.map { Self.group($0, board) }
    let places = entries.values.map { Self.place($0, board) }
    return entries.mapValues { entry in
      let mine = Self.group(entry, board)
      let better = groups.filter { $0.lexicographicallyPrecedes(mine) }
      switch board.numbering {
      case .dense: return Set(better).count + 1...Set(better).count + 1
      case .ordinal:
        let place = Self.place(entry, board)
        let before = places.count { $0.lexicographicallyPrecedes(place) }
        let level = places.count { $0 == place }
        return before + 1...before + level
      default: return better.count + 1...better.count + 1
      }
    }
  }
}
