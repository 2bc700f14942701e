import FieldhouseKit
import FieldhouseTestSupport

/// A season made for a replay: what happens in it, and its file.
struct ReplaySeason: Sendable {
  struct Match: Sendable {
    let round: String
    let home: String
    let away: String
    let kickOff: String
    /// After 90 minutes.
    var score: (home: Int, away: Int)
    /// After extra time, where there was any.
    var extra: (home: Int, away: Int)?
    /// Goals of each player, own goals left out.
    var goals: [String: Int] = [:]
    /// The goals as the file has them.
    var lines: [String] = []

    var key: String { "\(round)|\(home)|\(away)" }
  }

  let code: String
  let season: String
  let teams: [String]
  var matches: [Match]

  /// Everybody's file.
  var text: String {
    let keys = teams.map(Self.key)
    let head = [
      "fieldhouse season 1", "league \(code)", "name Replay \(code)", "season \(season)", "zone Europe/London",
    ]
    var lines = head + ["source made for the tests"] + zip(keys, teams).map { "team \($0) \($1)" }
    for (index, match) in matches.enumerated() {
      if index == 0 || matches[index - 1].round != match.round { lines.append("round \(match.round)") }
      var line =
        "\(match.kickOff) \(Self.key(match.home)) \(Self.key(match.away)) \(match.score.home)-\(match.score.away)"
      if let extra = match.extra {
        line += " aet \(extra.home)-\(extra.away)"
        if extra.home == extra.away { line += " pen 4-3" }
      }
      lines += [line] + match.lines
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func key(_ team: String) -> String { team.filter { $0.isLetter || $0.isNumber }.uppercased() }

  /// Four teams, each against each at home and away, two matches each Saturday from 2024-08-17 on.
  static func league(_ code: String, _ random: inout SeededRandom, hasGoals: Bool = false) -> ReplaySeason {
    let suffix = code == "en.1" ? "" : code.filter { $0 != "." }
    let teams = ["Albion", "Borough", "City", "Dynamo"].map { $0 + suffix }
    let rounds = [
      [(0, 1), (2, 3)], [(2, 0), (3, 1)], [(0, 3), (1, 2)], [(1, 0), (3, 2)], [(0, 2), (1, 3)], [(3, 0), (2, 1)],
    ]
    let days = ["2024-08-17", "2024-08-24", "2024-08-31", "2024-09-07", "2024-09-14", "2024-09-21"]
    var matches: [Match] = []
    for (number, pairs) in rounds.enumerated() {
      for (place, pair) in pairs.enumerated() {
        var match = Match(
          round: "Matchday \(number + 1)", home: teams[pair.0], away: teams[pair.1],
          kickOff: "\(days[number]) \(place == 0 ? "12:30" : "15:00")",
          score: (random.next(below: 4), random.next(below: 4)))
        if hasGoals { match.addGoals(&random) }
        matches.append(match)
      }
    }
    return ReplaySeason(code: code, season: "2024-25", teams: teams, matches: matches)
  }

  /// Eight nations; who is level after 90 minutes plays on.
  static func cup(_ random: inout SeededRandom) -> ReplaySeason {
    let teams = ["Spain", "France", "Italy", "Germany", "England", "Portugal", "Poland", "Austria"]
    let rounds: [(String, String, [(Int, Int)])] = [
      ("Quarter-finals", "2024-08-18", [(0, 1), (2, 3), (4, 5), (6, 7)]),
      ("Semi-finals", "2024-08-25", [(0, 2), (4, 6)]),
      ("Match for third place", "2024-08-31", [(2, 6)]), ("Final", "2024-09-01", [(0, 4)]),
    ]
    var matches: [Match] = []
    for (round, day, pairs) in rounds {
      for (place, pair) in pairs.enumerated() {
        let home = random.next(below: 3)
        // The first of each round goes on.
        let score = (home: home, away: place == 0 ? home : random.next(below: 3))
        var match = Match(
          round: round, home: teams[pair.0], away: teams[pair.1], kickOff: "\(day) \(12 + place):00", score: score)
        if score.home == score.away {
          match.extra = (score.home + random.next(below: 2), score.away + random.next(below: 2))
        }
        matches.append(match)
      }
    }
    return ReplaySeason(code: "euro", season: "2024", teams: teams, matches: matches)
  }

  /// The players of the English teams, by the name of the team.
  static let players = [
    "Albion": ["Ann Archer", "Abe Adams"], "Borough": ["Bob Baker", "Ben Bold"], "City": ["Cat Carter", "Cid Cole"],
    "Dynamo": ["Dan Drew", "Don Dale"],
  ]

  static func id(_ player: String, of team: String) -> String {
    "eng-\(team.lowercased()):\(player.lowercased().replacing(" ", with: "-"))"
  }
}

extension ReplaySeason.Match {
  fileprivate mutating func addGoals(_ random: inout SeededRandom) {
    let sides = Array(repeating: (home, away), count: score.home) + Array(repeating: (away, home), count: score.away)
    for (number, side) in sides.enumerated() {
      let isOwn = random.next(below: 6) == 0
      let team = isOwn ? side.1 : side.0
      let player = (ReplaySeason.players[team] ?? [])[random.next(below: 2)]
      lines.append("+ \(side.0.uppercased()) \(10 + number * 9) \(isOwn ? "own " : "")\(player)")
      if !isOwn { goals[ReplaySeason.id(player, of: team), default: 0] += 1 }
    }
  }
}

/// What somebody says of a match of a replay.
struct ReplayPick: Sendable {
  let home: Int
  let away: Int
  var scorers: [String] = []
  var hasJoker = false
}

/// A second reckoning of points, from what the families of rules are said to do; in hundredths, and nothing of the plugin's.
enum Reckoning {
  static func sign(_ home: Int, _ away: Int) -> Int { home > away ? 1 : home < away ? -1 : 0 }

  /// A half away from zero.
  static func divided(_ value: Int, by divisor: Int) -> Int {
    (value < 0 ? -1 : 1) * ((abs(value) * 2 + divisor) / (2 * divisor))
  }

  static func whole(_ hundredths: Int) -> Int { divided(hundredths, by: 100) }

  /// What is said of a match by whom.
  struct Said {
    let pick: ReplayPick
    let actual: (home: Int, away: Int)
    let match: ReplaySeason.Match
    /// What everybody says.
    let crowd: [ReplayPick]

    var isRight: Bool { sign(pick.home, pick.away) == sign(actual.home, actual.away) }
    var isExact: Bool { pick.home == actual.home && pick.away == actual.away }
    var isDraw: Bool { actual.home == actual.away }
    var hasSameDifference: Bool { pick.home - pick.away == actual.home - actual.away }
    /// Goals too many and too few.
    var error: Int { abs(pick.home - actual.home) + abs(pick.away - actual.away) }
  }

  /// Three for the winner, two for the score, one for each scorer.
  static func usual(_ said: Said) -> Int {
    (said.isRight ? 3 : 0) + (said.isExact ? 2 : 0) + said.pick.scorers.count { said.match.goals[$0] != nil }
  }

  /// 4 or 2; 1.5 for each goal of a picked player, 3 of one at most, and half a point off for who did not score.
  static func scorers(_ said: Said) -> Int {
    var sum = said.isExact ? 400 : said.isRight ? 200 : 0
    for scorer in said.pick.scorers {
      let goals = said.match.goals[scorer] ?? 0
      sum += goals == 0 ? -50 : min(300, goals * 150)
    }
    return whole(max(0, sum))
  }

  /// 4, 3, 2; a draw 5 or 3.
  static func tiers(_ said: Said) -> Int {
    guard said.isRight else { return 0 }
    if said.isDraw { return said.isExact ? 5 : 3 }
    return said.isExact ? 4 : said.hasSameDifference ? 3 : 2
  }

  /// Score 10, draw 7, winner 5, goals of each team 1, difference 1, all goals 1.
  static func components(_ said: Said) -> Int {
    let (pick, actual) = (said.pick, said.actual)
    var sum = said.isExact ? 10 : 0
    if said.isRight { sum += said.isDraw ? 7 : 5 }
    if pick.home == actual.home { sum += 1 }
    if pick.away == actual.away { sum += 1 }
    if said.hasSameDifference { sum += 1 }
    if pick.home + pick.away == actual.home + actual.away { sum += 1 }
    return sum
  }

  /// Exact 3; a right outcome with one goal too many or too few 1.5; a right outcome 1.
  static func closeness(_ said: Said) -> Int {
    guard said.isRight else { return 0 }
    return whole(said.isExact ? 300 : said.error <= 1 ? 150 : 100)
  }

  /// From 10 on 1.5 less for each goal, 0.5 for each of the difference, 1 more for each team's goals.
  static func deviation(_ said: Said) -> Int {
    let (pick, actual) = (said.pick, said.actual)
    let difference = abs((pick.home - pick.away) - (actual.home - actual.away))
    let exact = (pick.home == actual.home ? 100 : 0) + (pick.away == actual.away ? 100 : 0)
    return whole(max(0, 1_000 - 150 * said.error - 50 * difference) + exact)
  }

  /// From 2 to 6 for the right outcome, the more the fewer said so. The joker doubles, or takes 3 where the outcome is wrong; nobody
  /// loses by it.
  static func quota(_ said: Said) -> Int {
    let same = said.crowd.count { sign($0.home, $0.away) == sign(said.pick.home, said.pick.away) }
    var sum = said.isRight ? 600 - divided(400 * same, by: said.crowd.count) : 0
    if said.pick.hasJoker { sum = max(0, said.isRight ? sum * 2 : sum - 300) }
    return whole(sum)
  }

  /// A hundred shared by all who said the score; 3 for the winner, and 3 off for a wrong one; nobody has less than 0.
  static func pot(_ said: Said) -> Int {
    let same = said.crowd.count { $0.home == said.pick.home && $0.away == said.pick.away }
    var sum = said.isRight ? 300 : -300
    if said.isExact { sum += divided(10_000, by: same) }
    return whole(max(0, sum))
  }

  /// 4, 3, 2 after extra time; half as much again in quarter-finals, twice in semi-finals, three times in the final.
  static func stages(_ said: Said) -> Int {
    let base = !said.isRight ? 0 : said.isExact ? 400 : said.hasSameDifference && !said.isDraw ? 300 : 200
    let factor = ["Quarter-finals": 150, "Semi-finals": 200, "Final": 300][said.match.round] ?? 100
    return whole(divided(base * factor, by: 100))
  }

  /// Of a group, in hundredths: 3 for the winner and 2.5 for the score, as much off where they are wrong; the joker doubles and never
  /// takes; 5 for three right in a row, 4 for both of a round.
  static func group(_ season: [Said]) -> Int {
    var (sum, row, rounds) = (0, 0, [:] as [String: Int])
    for said in season {
      var points = (said.isRight ? 300 : -300) + (said.isExact ? 250 : -250)
      if said.pick.hasJoker { points = max(0, points * 2) }
      sum += points
      row = said.isRight ? row + 1 : 0
      if row == 3 { (sum, row) = (sum + 500, 0) }
      if said.isRight { rounds[said.match.round, default: 0] += 1 }
    }
    return sum + rounds.values.count { $0 >= 2 } * 400
  }

  /// The team with most points, three for a win; then the better difference, then more goals.
  static func champion(_ season: ReplaySeason) -> String {
    var table: [String: [Int]] = [:]
    for match in season.matches {
      for (team, own, other) in [
        (match.home, match.score.home, match.score.away), (match.away, match.score.away, match.score.home),
      ] {
        let row = table[team] ?? [0, 0, 0]
        table[team] = [row[0] + (own > other ? 3 : own == other ? 1 : 0), row[1] + own - other, row[2] + own]
      }
    }
    return table.max { $0.value.lexicographicallyPrecedes($1.value) }?.key ?? ""
  }
}
