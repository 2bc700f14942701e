import Foundation

/// A part of a season by which people compare themselves: a round, or a month.
struct SeasonPeriod: Hashable, Sendable {
  /// The round's label, or the month as "2024-08" (UTC).
  let name: String
  /// The first kick-off.
  let begins: Date
  /// When the predictions of the first of its matches close.
  let closes: Date
  /// The ids of its matches.
  let matches: [String]

  /// The rounds of a season in the order of their first kick-offs; a match without a round is in none.
  static func rounds(_ matches: [Match]) -> [SeasonPeriod] { parts(matches) { $0.round } }

  /// The months of a season in their order, by the scheduled kick-offs in UTC.
  static func months(_ matches: [Match]) -> [SeasonPeriod] {
    parts(matches) { $0.kickOff.formatted(Date.ISO8601FormatStyle().year().month()) }
  }

  private static func parts(_ matches: [Match], by name: (Match) -> String?) -> [SeasonPeriod] {
    let named = Dictionary(grouping: matches.filter { name($0) != nil }) { name($0) ?? "" }
    return named.compactMap { name, matches in
      guard let begins = matches.map(\.kickOff).min(),
        let closes = matches.map({ PredictionWindow.closing(of: $0) }).min()
      else { return nil }
      return SeasonPeriod(name: name, begins: begins, closes: closes, matches: matches.map(\.id))
    }.sorted { ($0.begins, $0.name) < ($1.begins, $1.name) }
  }
}

/// What somebody has in a table of people, by which they are ranked: points, then exact scores, then correct wins.
struct BoardMerit: Hashable, Sendable, Comparable {
  var points = 0
  var exactScores = 0
  var correctWins = 0

  static func < (left: Self, right: Self) -> Bool {
    (left.points, left.exactScores, left.correctWins) < (right.points, right.exactScores, right.correctWins)
  }

  static func + (left: Self, right: Self) -> Self {
    BoardMerit(
      points: left.points + right.points, exactScores: left.exactScores + right.exactScores,
      correctWins: left.correctWins + right.correctWins)
  }
}

extension Dictionary where Value == BoardMerit {
  /// The rank of each, from 1: those of equal merit share one, and the ranks behind them are left out (1, 2, 2, 4).
  var ranks: [Key: Int] {
    let sorted = self.sorted { $0.value > $1.value }
    var ranks: [Key: Int] = [:]
    for (index, entry) in sorted.enumerated() {
      let isTied = index > 0 && sorted[index - 1].value == entry.value
      ranks[entry.key] = isTied ? ranks[sorted[index - 1].key] : index + 1
    }
    return ranks
  }
}
