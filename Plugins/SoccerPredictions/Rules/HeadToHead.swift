import Foundation

/// The earlier matches of the two teams of a match, whoever was at home, and who has won them by the score after extra time; a
/// shoot-out leaves a match drawn.
struct HeadToHead: Sendable {
  /// Those that were played or awarded, the latest first.
  let matches: [Match]
  /// Won by the home team of the match that it is about, drawn, and won by its away team.
  let home: Int
  let drawn: Int
  let away: Int

  /// - Parameters:
  ///   - match: the match that it is about.
  ///   - earlier: the matches of the two teams before it.
  init(_ match: Match, _ earlier: [Match], at now: Date) {
    let results = earlier.compactMap { other -> (Match, Outcome)? in
      let view = other.view(at: now)
      guard view.state == .played || view.state == .awarded, let score = view.score else { return nil }
      return (other, other.home.id == match.home.id ? score.outcome : ScoreLine(score.away, score.home).outcome)
    }
    matches = results.map(\.0).sorted { ($0.kickOff, $0.id) > ($1.kickOff, $1.id) }
    home = results.count { $0.1 == .home }
    drawn = results.count { $0.1 == .draw }
    away = results.count { $0.1 == .away }
  }
}
