import FieldhouseKit
import Foundation

/// What is asked of soccer predictions.
struct FixturesInput: Encodable, Sendable {
  var team: String
  var from: Date
  var to: Date
}

struct FixturesAnswer: Decodable, Sendable {
  struct Team: Decodable, Sendable {
    var id: String
    var name: String
  }

  struct Fixture: Decodable, Sendable {
    var kickOff: Date
    var home: Team
    var away: Team
    var state: String
  }

  var fixtures: [Fixture]
}

extension WalkingClubs {
  /// So many days ahead are asked for, and so many that have passed: a match may have been put off.
  private static let (ahead, behind) = (21, 7)

  /// Asks once a day when clubs play that say which team is theirs.
  func fixtures(_ due: Date) async throws -> Date? {
    var after = ""
    while true {
      let last = after
      let rows = try await host.storage.read {
        try await $0.query(
          """
          select * from clubs where fixture_team is not null and is_archived = 0 and club > \(last) order by club limit 100
          """
        ).map(Club.init)
      }
      for club in rows { try await ask(for: club) }
      guard rows.count == 100, let end = rows.last else { break }
      after = end.id
    }
    return host.clock.now.addingTimeInterval(86_400)
  }

  private func ask(for club: Club) async throws {
    guard let team = club.fixtureTeam, let zone = TimeZone(identifier: club.zone) else { return }
    let now = host.clock.now
    let today = zone.day(of: now)
    let days = today - Self.behind...today + Self.ahead
    let input = FixturesInput(
      team: team, from: zone.beginning(of: days.lowerBound), to: zone.beginning(of: days.upperBound + 1))
    let answer: Answer<FixturesAnswer> = try await host.questions.ask("soccer-predictions.fixtures", input)
    // Nobody who answers now is no word about matches: what is known stays.
    guard let found = answer.value else { return }
    var opponents: [Int: (name: String, id: String)] = [:]
    var matches: [(week: Int, team: String)] = []
    for fixture in found.fixtures where !["cancelled", "postponed"].contains(fixture.state) {
      let other = fixture.home.id == team ? fixture.away : fixture.home
      let day = zone.day(of: fixture.kickOff)
      opponents[day] = (other.name, other.id)
      matches.append((DuelStore.monday(of: day), other.id))
    }
    let (known, told) = (opponents, matches)
    // Of other weeks not all matches were asked for.
    let weeks = DuelStore.monday(of: days.lowerBound + 6)...DuelStore.monday(of: days.upperBound - 6)
    try await host.storage.write { transaction in
      let before = try await transaction.query(
        """
        select day, opponent from match_days where club = \(club.id) and source = 'fixtures'
        and day between \(days.lowerBound) and \(days.upperBound)
        """)
      var kept: [Int: String] = [:]
      for row in before { kept[try row["day"]] = try row["opponent"] }
      for day in kept.keys.sorted() where known[day] == nil {
        _ = try await MatchDayStore.remove(day, of: club.id, .fixtures, at: now, in: transaction)
      }
      for (day, opponent) in known.sorted(by: { $0.key < $1.key }) {
        if kept[day] != opponent.name {
          try await MatchDayStore.put(day, of: club.id, opponent: opponent.name, .fixtures, at: now, in: transaction)
        }
        try await DuelStore.meet(club.id, team: opponent.id, day: day, in: transaction)
      }
      try await DuelStore.callOff(club.id, weeks, but: told, in: transaction)
    }
    try await wake()
  }
}
