/// The walking league: clubs meet week by week like teams do, and what counts is the points of a week for each of their walkers.
enum League {
  /// Points for a duel won and for one that is drawn.
  static let (win, draw) = (3, 1)
  /// A duel is drawn when the two are as close, in thousandths of the larger.
  static let margin = 20
  /// So many clubs of a division go up, and so many down.
  static let moving = 1

  /// A duel that is settled; values are thousandths of a point for each walker.
  struct Result: Sendable, Hashable {
    var home: String
    var away: String
    var homeValue: Int
    var awayValue: Int

    /// 1 for the home club, −1 for the other, 0 for a draw.
    var outcome: Int {
      let difference = homeValue - awayValue
      guard abs(difference) * 1_000 > max(homeValue, awayValue) * League.margin else { return 0 }
      return difference > 0 ? 1 : -1
    }
  }

  /// A club's row of the table.
  struct Row: Sendable, Hashable {
    var club: String
    var played = 0
    var won = 0
    var drawn = 0
    var lost = 0
    /// What its duels brought it, and the others, in all.
    var made = 0
    var conceded = 0

    var points: Int { won * League.win + drawn * League.draw }
    var difference: Int { made - conceded }
  }

  /// The table: by points, then by the difference, then by what was made, then by the clubs' ids.
  static func table(_ clubs: [String], _ results: [Result]) -> [Row] {
    var rows = Dictionary(clubs.map { ($0, Row(club: $0)) }, uniquingKeysWith: { one, _ in one })
    for result in results {
      rows[result.home]?.add(result.homeValue, against: result.awayValue, outcome: result.outcome)
      rows[result.away]?.add(result.awayValue, against: result.homeValue, outcome: -result.outcome)
    }
    return rows.values.sorted { one, other in
      (other.points, other.difference, other.made, one.club) < (one.points, one.difference, one.made, other.club)
    }
  }

  /// Who meets whom in which round: everybody everybody once, each once a round at most. One stays where it is and the others go
  /// round (circle method); an odd one out rests.
  static func rounds(_ clubs: [String]) -> [[(home: String, away: String)]] {
    var circle: [String?] = clubs
    if circle.count % 2 == 1 { circle.append(nil) }
    guard circle.count > 1 else { return [] }
    let half = circle.count / 2
    return (0..<circle.count - 1).map { round in
      var pairs: [(home: String, away: String)] = []
      for index in 0..<half {
        guard let one = circle[index], let other = circle[circle.count - 1 - index] else { continue }
        pairs.append(round % 2 == 0 ? (one, other) : (other, one))
      }
      circle.insert(circle.removeLast(), at: 1)
      return pairs
    }
  }

  /// The divisions of the next season, best first: the last of each change places with the first of the one below. Who is new begins at
  /// the bottom; who is gone is left out, and those below move up.
  /// - Parameters:
  ///   - tables: the clubs of each division in the order of its table, best division first.
  ///   - clubs: all that take part, in the order in which new ones begin.
  ///   - size: how many are in a division, at least 2; the last one may have fewer.
  static func divisions(after tables: [[String]], _ clubs: [String], size: Int) -> [[String]] {
    var tables = tables
    for upper in tables.indices.dropLast() {
      let count = min(moving, tables[upper].count / 2, tables[upper + 1].count / 2)
      let (down, up) = (Array(tables[upper].suffix(count)), Array(tables[upper + 1].prefix(count)))
      tables[upper].replaceSubrange(tables[upper].count - count..<tables[upper].count, with: up)
      tables[upper + 1].replaceSubrange(0..<count, with: down)
    }
    let present = Set(clubs)
    let old = tables.flatMap { $0 }.filter(present.contains)
    let known = Set(old)
    let all = old + clubs.filter { !known.contains($0) }
    let step = max(size, 2)
    return stride(from: 0, to: all.count, by: step).map { Array(all[$0..<min($0 + step, all.count)]) }
  }
}

extension League.Row {
  fileprivate mutating func add(_ value: Int, against other: Int, outcome: Int) {
    played += 1
    (made, conceded) = (made + value, conceded + other)
    switch outcome {
    case 1: won += 1
    case -1: lost += 1
    default: drawn += 1
    }
  }
}
