import FieldhouseKit
import Foundation

/// The ranked teams of one kind, best first; teams of equal scores by their ids.
struct TeamTable: Sendable {
  /// A team's score as a fraction.
  private struct Score: Comparable {
    let sum: Int128
    let divisor: Int128

    static func < (left: Score, right: Score) -> Bool { left.sum * right.divisor < right.sum * left.divisor }
    static func == (left: Score, right: Score) -> Bool { left.sum * right.divisor == right.sum * left.divisor }
    var value: Double { Double(sum) / Double(divisor) }
  }

  /// The rows.
  let entries: [TeamEntry]
  /// The best team that the viewer is in.
  let mine: TeamEntry?

  /// Ranks teams.
  init(_ sums: [TeamSum], _ teams: BoardDeclaration.Teams, _ board: BoardDeclaration) {
    let isAverage = teams.scoring == .average
    let rows = sums.filter { $0.members >= max(1, teams.minimumSize) }
      .map { (team: $0, score: Score(sum: $0.sum, divisor: isAverage ? Int128($0.members) : 1)) }
      .sorted { left, right in
        if left.score != right.score { return (left.score > right.score) == (board.order != .ascending) }
        return left.team.team < right.team.team
      }
    let numbering = RankNumbering(board.numbering)
    var entries: [TeamEntry] = []
    entries.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      let begins = position == 0 || rows[position - 1].score != row.score
      let rank = numbering.rank(after: entries.last?.rank ?? 0, position: position, beginsGroup: begins)
      entries.append(
        TeamEntry(rank: rank, team: row.team.team, score: row.score.value, members: row.team.members))
    }
    self.entries = entries
    mine = rows.firstIndex { $0.team.isMine }.map { entries[$0] }
  }

  /// A page behind a team; from the top when the team is no longer ranked.
  func page(after: String?, limit: Int) -> (items: [TeamEntry], next: String?) {
    let start = after.flatMap { team in entries.firstIndex { $0.team == team } }.map { $0 + 1 } ?? 0
    let items = entries[start...].prefix(limit)
    return (Array(items), items.endIndex < entries.count ? items.last?.team : nil)
  }
}
