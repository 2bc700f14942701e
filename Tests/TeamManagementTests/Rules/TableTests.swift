import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `The table of a league` {
  private func game(_ home: String, _ away: String, _ score: Int, _ other: Int) -> LeagueTable.Game {
    LeagueTable.Game(home: home, away: away, homeScore: score, awayScore: other)
  }

  /// Group H of the FIFA World Cup 2022: what was scored decided for South Korea.
  @Test func `is that of a group of the world cup`() {
    let games = [
      game("Uruguay", "South Korea", 0, 0), game("Portugal", "Ghana", 3, 2), game("South Korea", "Ghana", 2, 3),
      game("Portugal", "Uruguay", 2, 0), game("Ghana", "Uruguay", 0, 2), game("South Korea", "Portugal", 2, 1),
    ]
    let rows = LeagueTable.rows(of: ["Ghana", "Uruguay", "South Korea", "Portugal"], games)
    let told = rows.map {
      "\($0.position) \($0.team) \($0.won) \($0.tied) \($0.lost) \($0.scored):\($0.conceded) \($0.points)"
    }
    #expect(
      told == [
        "1 Portugal 2 0 1 6:4 6", "2 South Korea 1 1 1 4:4 4", "3 Uruguay 1 1 1 2:2 4", "4 Ghana 1 0 2 5:7 3",
      ])
  }

  @Test func `adds up whatever was played, and puts nobody before who is better`() {
    var random = SeededRandom(seed: 92)
    for _ in 1...100 {
      let teams = (0..<2 + random.next(below: 6)).map { "t\($0)" }
      let games = (0..<random.next(below: 20)).map { _ in
        let home = random.next(below: teams.count)
        let away = (home + 1 + random.next(below: teams.count - 1)) % teams.count
        return game(teams[home], teams[away], random.next(below: 4), random.next(below: 4))
      }
      let rows = LeagueTable.rows(of: teams, games + [game("t0", "gone", 9, 0), game("gone", "t1", 9, 0)])
      #expect(Set(rows.map(\.team)) == Set(teams) && rows.count == teams.count)
      for row in rows {
        let own = games.filter { $0.home == row.team || $0.away == row.team }.map {
          $0.home == row.team ? ($0.homeScore, $0.awayScore) : ($0.awayScore, $0.homeScore)
        }
        #expect(row.played == own.count && row.scored == own.reduce(0) { $0 + $1.0 })
        let points = own.reduce(0) { $0 + ($1.0 > $1.1 ? 3 : $1.0 == $1.1 ? 1 : 0) }
        #expect(row.points == points && row.conceded == own.reduce(0) { $0 + $1.1 })
        let better = rows.filter { isBetter($0, row) }.count
        #expect(row.position == better + 1, "as many are before as are better")
      }
      for (one, next) in zip(rows, rows.dropFirst()) where one.position == next.position {
        #expect(one.team < next.team, "who is even stands in the order of the teams")
      }
    }
  }

  private func isBetter(_ one: LeagueTable.Row, _ other: LeagueTable.Row) -> Bool {
    let (first, second) = (one.scored - one.conceded, other.scored - other.conceded)
    if one.points != other.points { return one.points > other.points }
    return first == second ? one.scored > other.scored : first > second
  }
}

@Suite struct `Spans of time that overlap` {
  @Test func `are found as when each is held against each`() {
    var random = SeededRandom(seed: 54)
    for _ in 1...200 {
      let spans = (0..<random.next(below: 14)).map { _ -> (from: Date, to: Date) in
        let from = Double(random.next(below: 40))
        return (
          Date(timeIntervalSince1970: from), Date(timeIntervalSince1970: from + 1 + Double(random.next(below: 12)))
        )
      }
      var expected: Set<Set<Int>> = []
      for one in spans.indices {
        for other in spans.indices
        where one < other && spans[one].from < spans[other].to && spans[other].from < spans[one].to {
          expected.insert([one, other])
        }
      }
      let pairs = Conflicts.pairs(spans)
      #expect(Set(pairs.map { Set([$0.one, $0.other]) }) == expected && pairs.count == expected.count)
      #expect(pairs.allSatisfy { spans[$0.one].from <= spans[$0.other].from }, "the one that begins first comes first")
      let later = pairs.map { spans[$0.other].from }
      #expect(later == later.sorted(), "in the order in which the later one begins")
    }
  }

  @Test func `are told up to a number, those first that begin first`() {
    // 21 at once make 210 pairs; the last one begins behind the others.
    var spans = (1...20).map { _ in (from: Date(timeIntervalSince1970: 0), to: Date(timeIntervalSince1970: 100)) }
    spans.append((from: Date(timeIntervalSince1970: 50), to: Date(timeIntervalSince1970: 60)))
    let pairs = Conflicts.pairs(spans)
    #expect(pairs.count == Conflicts.most && pairs.count { $0.other == 20 } == 10)
  }
}

@Suite struct `Hours in which spares sleep` {
  @Test(arguments: [
    ("Asia/Kathmandu", "2025-09-02T16:14:59Z", "2025-09-02T16:14:59Z"),
    ("Asia/Kathmandu", "2025-09-02T16:15:00Z", "2025-09-03T02:15:00Z"),
    ("America/New_York", "2025-09-02T23:00:00Z", "2025-09-02T23:00:00Z"),
    ("America/New_York", "2025-09-03T02:00:00Z", "2025-09-03T12:00:00Z"),
    // Clocks are put forward in Sydney in the night before 5 October.
    ("Australia/Sydney", "2025-10-04T12:00:00Z", "2025-10-04T21:00:00Z"),
    ("Australia/Sydney", "2025-10-04T20:59:59Z", "2025-10-04T21:00:00Z"),
    ("Pacific/Kiritimati", "2025-12-31T08:00:00Z", "2025-12-31T18:00:00Z"),
  ])
  func `are those of the place, on both sides of the world`(zone: String, now: String, awake: String) throws {
    #expect(Instants.text(Spares.awake(from: try Instants.at(now), in: try Instants.zone(zone))) == awake)
  }
}
