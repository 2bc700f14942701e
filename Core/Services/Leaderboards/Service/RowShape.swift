import FieldhouseKit

/// How a board's rows are shown.
struct RowShape: Sendable {
  private let tieBreaks: Int
  private let isFair: Bool

  init(_ board: BoardTraits, isFair: Bool) {
    tieBreaks = board.tieBreaks
    self.isFair = isFair
  }

  /// The score to show.
  func score(_ key: RankKey) -> Int64 { isFair ? FairScore.parts(of: key).score : key.score }

  /// The columns of the tie-break chain to show.
  func tieBreaks(_ key: RankKey) -> [Int64] {
    guard isFair else { return key.tieBreaks(tieBreaks) }
    return tieBreaks > 0 ? [key[tieBreak: 2]] : []
  }

  /// The score per available entry; in the fair view.
  func perEntry(_ key: RankKey) -> Double? {
    guard isFair else { return nil }
    let (score, available) = FairScore.parts(of: key)
    return Double(score) / Double(available)
  }

  /// A row with its account; one that has been erased meanwhile is shown without a name.
  func entry(_ row: BoardRow, _ people: [AccountID: Account]) -> BoardEntry {
    let id = AccountID(row.account)
    var entry = BoardEntry(
      rank: row.rank, account: people[id] ?? Self.unknown(id), score: score(row.key), tieBreaks: tieBreaks(row.key),
      details: JSON(details: row.details))
    entry.percentile = row.percentile
    entry.perEntry = perEntry(row.key)
    return entry
  }

  /// Who is shown where nobody is known.
  static func unknown(_ id: AccountID) -> Account { Account(id: id, kind: .guest, name: "–") }
}
