import FieldhouseKit
import Foundation

extension WalkingClubs {
  func leagueRoutes(_ routes: inout Routes) {
    routes.put(
      "/seasons/{season}/league",
      "Draw the divisions of a season, and who meets whom: who was last goes down, who was first up",
      access: .operators, problems: [.seasonUnknown, .leagueRuns]
    ) { (input: SeasonName, call, transaction) in
      guard let season = try await SeasonStore.season(input.season, in: transaction) else {
        throw Problem.seasonUnknown
      }
      let isSettled =
        try await transaction.first(
          "select season from duels where season = \(season.id) and division > 0 and settled_at is not null limit 1")
        != nil
      guard !isSettled else { throw Problem.leagueRuns }
      try await DuelStore.draw(season, size: settings.divisionSize, in: transaction)
      return NoContent()
    }
    routes.get(
      "/seasons/{season}/league", "The tables of the walking league, the first division first", access: .everyone,
      problems: [.seasonUnknown]
    ) { (input: SeasonName, _) in
      try await host.storage.read { transaction in
        guard let season = try await SeasonStore.season(input.season, in: transaction) else {
          throw Problem.seasonUnknown
        }
        let tables = try await DuelStore.tables(of: season.id, in: transaction)
        let clubs = try await ClubStore.clubs(tables.flatMap { $0.map(\.club) }, in: transaction)
        return Page(
          items: tables.enumerated().map { index, rows in
            DivisionOutput(
              division: index + 1,
              rows: rows.compactMap { row in
                clubs[row.club].map { LeagueRow(row, ClubOutput($0)) }
              })
          })
      }
    }
    routes.get(
      "/clubs/{club}/duels", "Whom a club meets in walking, from four weeks ago on, with how it stands",
      access: .everyone
    ) { (input: ClubInput, call) in try await duels(of: input.club, at: call.now) }
  }

  private func duels(of club: String, at now: Date) async throws -> Page<DuelOutput> {
    let today = TimeZone.gmt.day(of: now)
    return try await host.storage.read { transaction in
      let duels = try await DuelStore.duels(of: club, from: today - 28, in: transaction)
      let clubs = try await ClubStore.clubs(Array(Set(duels.flatMap { [$0.home, $0.away] })), in: transaction)
      var items: [DuelOutput] = []
      for duel in duels {
        guard let home = clubs[duel.home], let away = clubs[duel.away],
          let season = try await SeasonStore.season(duel.season, in: transaction)
        else { continue }
        var (homeValue, awayValue) = (duel.homeValue, duel.awayValue)
        if !duel.isSettled, duel.firstDay <= today {
          homeValue = try await DuelStore.value(of: home.id, duel.firstDay, season.rules, in: transaction)
          awayValue = try await DuelStore.value(of: away.id, duel.firstDay, season.rules, in: transaction)
        }
        items.append(
          DuelOutput(
            home: ClubOutput(home), away: ClubOutput(away), firstDay: CivilDay.text(duel.firstDay),
            lastDay: CivilDay.text(duel.firstDay + 6), division: duel.division == 0 ? nil : duel.division,
            homeValue: homeValue.map { Double($0) / 1_000 }, awayValue: awayValue.map { Double($0) / 1_000 },
            isSettled: duel.isSettled))
      }
      return Page(items: items)
    }
  }

  /// Settles duels that are over, some in a transaction.
  func settleLeague(at now: Date) async throws {
    while true {
      let due = try await host.storage.read { try await DuelStore.toSettle(at: now, limit: 100, in: $0) }
      guard !due.isEmpty else { return }
      try await host.storage.write { transaction in
        for (duel, season) in due { try await DuelStore.settle(duel, season.rules, at: now, in: transaction) }
      }
    }
  }
}

extension Problem {
  static var leagueRuns: Problem {
    .conflict("league-runs", "The league of this season has results: it is not drawn anew.")
  }
}

struct SeasonName: RouteInput {
  var season: String
  static var schema: Schema { .object([("season", Fields.id)], required: ["season"]) }
}

struct DivisionOutput: RouteOutput, Decodable {
  var division: Int
  var rows: [LeagueRow]
}

struct LeagueRow: RouteOutput, Decodable {
  var club: ClubOutput
  var played: Int
  var won: Int
  var drawn: Int
  var lost: Int
  /// Points for each walker that it made beyond those of the others, in all duels.
  var difference: Double
  var points: Int

  init(_ row: League.Row, _ club: ClubOutput) {
    self.club = club
    (played, won, drawn, lost) = (row.played, row.won, row.drawn, row.lost)
    (difference, points) = (Double(row.difference) / 1_000, row.points)
  }
}

struct DuelOutput: RouteOutput, Decodable {
  var home: ClubOutput
  var away: ClubOutput
  var firstDay: String
  var lastDay: String
  /// Nil for a meeting that a match of the two has brought about.
  var division: Int?
  /// Points of the week for each walker; nil before it begins.
  var homeValue: Double?
  var awayValue: Double?
  /// Whether that is final.
  var isSettled: Bool
}
