import Foundation

/// The earlier matches of the two teams of a match, whoever was at home, and who has won them by the score after extra time; a
/// shoot-out leaves a match drawn.
struct HeadToHead: Sendable {
  /// A match of the two as it is shown.
  struct Meeting: Sendable {
    /// Nil for one that a provider tells of, and that is not known here.
    var match: Match?
    let kickOff: Date
    let home: Team
    let away: Team
    let score: ScoreLine
    /// What a provider calls the competition; nil for a match that is known here.
    var competition: String?

    /// The id of the team that has won; nil for a draw.
    fileprivate var winner: String? {
      switch score.outcome {
      case .home: home.id
      case .away: away.id
      case .draw: nil
      }
    }
  }

  /// So many are shown.
  static let most = 10
  /// Two teams do not meet twice within this time, in seconds.
  private static let apart = 86_400.0

  /// Those known here that were played or awarded, the latest first.
  let matches: [Match]
  /// Those that are shown, the latest first: the ones known here, and what is told besides.
  let shown: [Meeting]
  /// Won by the home team of the match that it is about, drawn, and won by its away team.
  let home: Int
  let drawn: Int
  let away: Int

  /// - Parameters:
  ///   - match: the match that it is about.
  ///   - earlier: the matches of the two teams before it that are known here.
  ///   - told: what a provider tells of their earlier matches. Where it tells any, what is shown is counted, else everything known.
  init(_ match: Match, _ earlier: [Match], told: [Meeting] = [], at now: Date) {
    let known = earlier.compactMap { other -> Meeting? in
      let view = other.view(at: now)
      guard view.state == .played || view.state == .awarded, let score = view.score else { return nil }
      return Meeting(match: other, kickOff: other.kickOff, home: other.home, away: other.away, score: score)
    }
    var taken = [match.kickOff] + earlier.filter { $0.status != .removed }.map(\.kickOff)
    var all = known
    for one in told where one.kickOff < match.kickOff {
      guard !taken.contains(where: { abs($0.timeIntervalSince(one.kickOff)) < Self.apart }) else { continue }
      taken.append(one.kickOff)
      all.append(one)
    }
    all.sort { ($0.kickOff, $0.match?.id ?? "") > ($1.kickOff, $1.match?.id ?? "") }
    matches = all.compactMap(\.match)
    shown = Array(all.prefix(Self.most))
    let counted = told.isEmpty ? known : shown
    home = counted.count { $0.winner == match.home.id }
    drawn = counted.count { $0.winner == nil }
    away = counted.count - home - drawn
  }
}
