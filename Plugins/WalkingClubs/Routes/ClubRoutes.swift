import FieldhouseKit
import Foundation

/// What may be done in a club.
enum Permission {
  static let walk = "walk-for-club"
  static let run = "run-club"
}

extension WalkingClubs {
  func clubRoutes(_ routes: inout Routes) {
    routes.get(
      "/clubs/{club}/settings", "Where a club's match days are told of, and its zone",
      access: .permission(Permission.run, in: "club")
    ) { (input: ClubInput, _) in
      guard let club = try await host.storage.read({ try await ClubStore.club(input.club, in: $0) }) else {
        throw Problem.notFound()
      }
      return ClubSettings(timeZone: club.zone, fixtureTeam: club.fixtureTeam)
    }
    routes.put(
      "/clubs/{club}/settings", "Say in which zone a club is, and which team of soccer predictions is its",
      access: .permission(Permission.run, in: "club"), problems: [.zoneUnknown]
    ) { (input: ClubSettingsInput, call, transaction) in
      guard let zone = TimeZone.onEarth(input.timeZone) else { throw Problem.zoneUnknown }
      try await transaction.execute(
        "update clubs set zone = \(input.timeZone), fixture_team = \(input.fixtureTeam) where club = \(input.club)")
      if input.fixtureTeam == nil {
        try await MatchDayStore.removeTold(
          of: input.club, from: zone.day(of: call.now), at: call.now, in: transaction)
        try await wake()
      }
      try await host.schedules.schedule("fixtures", due: call.now.addingTimeInterval(1)) { due in
        try await fixtures(due)
      }
      return NoContent()
    }
    matchDayRoutes(&routes)
    routes.get(
      "/clubs/{club}/dashboard",
      "How a club walks, week by week: nothing that is about fewer people than the operator says",
      access: .permission(Permission.run, in: "club")
    ) { (input: ClubInput, call) in
      let (least, today) = (settings.leastPeople, TimeZone.gmt.day(of: call.now))
      return try await host.storage.read { transaction in
        DashboardOutput(
          leastPeople: least, members: try await ClubStore.club(input.club, in: transaction)?.members ?? 0,
          weeks: try await Dashboard.weeks(of: input.club, to: today, least: least, in: transaction))
      }
    }
  }

  private func matchDayRoutes(_ routes: inout Routes) {
    routes.get("/clubs/{club}/match-days", "The days on which a club plays, from yesterday on", access: .everyone) {
      (input: ClubInput, call) in
      let first = TimeZone.gmt.day(of: call.now) - 1
      let days = try await host.storage.read {
        try await MatchDayStore.list(of: input.club, from: first, limit: 100, in: $0)
      }
      return Page(items: days.map(MatchDayOutput.init))
    }
    routes.put(
      "/clubs/{club}/match-days/{day}", "Enter a match day", access: .permission(Permission.run, in: "club")
    ) { (input: MatchDayInput, call, transaction) in
      try await MatchDayStore.put(
        try Fields.day(input.day), of: input.club, opponent: input.opponent ?? "", .entry, at: call.now, in: transaction
      )
      try await wake()
      return NoContent()
    }
    routes.delete(
      "/clubs/{club}/match-days/{day}", "Take a match day back that was entered",
      access: .permission(Permission.run, in: "club")
    ) { (input: ClubDayInput, call, transaction) in
      _ = try await MatchDayStore.remove(
        try Fields.day(input.day), of: input.club, .entry, at: call.now, in: transaction)
      try await wake()
      return NoContent()
    }
  }
}

struct ClubSettings: RouteOutput, Decodable {
  var timeZone: String
  var fixtureTeam: String?
}

struct ClubSettingsInput: RouteInput {
  var club: String
  var timeZone: String
  /// The id of the club's team in soccer predictions; none unless given.
  var fixtureTeam: String?
  static var schema: Schema {
    .object(
      [("club", Fields.id), ("timeZone", Fields.zone), ("fixtureTeam", .nullable(Fields.id))],
      required: ["club", "timeZone"])
  }
}

struct ClubDayInput: RouteInput {
  var club: String
  var day: String
  static var schema: Schema { .object([("club", Fields.id), ("day", Fields.day)], required: ["club", "day"]) }
}

struct MatchDayInput: RouteInput {
  var club: String
  var day: String
  var opponent: String?
  static var schema: Schema {
    .object(
      [("club", Fields.id), ("day", Fields.day), ("opponent", .nullable(.string(maxLength: 80)))],
      required: ["club", "day"])
  }
}

struct MatchDayOutput: RouteOutput, Decodable {
  var day: String
  var opponent: String
  /// `entry` or `fixtures`.
  var source: String

  init(_ day: MatchDayStore.MatchDay) {
    (self.day, opponent, source) = (CivilDay.text(day.day), day.opponent, day.source)
  }
}

struct DashboardOutput: RouteOutput, Decodable {
  /// Figures about fewer people are null.
  var leastPeople: Int
  var members: Int
  /// The latest first.
  var weeks: [DashboardWeek]
}

/// A week of a club, from Monday on.
struct DashboardWeek: RouteOutput, Decodable {
  var firstDay: String
  /// How many have walked, on how many days, how many steps a day on average, and on how many of the days with others.
  var walkers: Int?
  var days: Int?
  var stepsADay: Int?
  var together: Int?
}

/// Reads how a club walks.
enum Dashboard {
  private static let weeks = 8

  static func weeks(
    of club: String, to today: Int, least: Int, in transaction: any ReadTransaction
  ) async throws -> [DashboardWeek] {
    // 1970-01-01 was a Thursday: weeks that begin on Monday are counted so.
    let current = (today + 3) / 7
    let first = (current - weeks + 1) * 7 - 3
    let rows = try await transaction.query(
      """
      select x.week, count(distinct x.account) as walkers, count(*) as days, sum(x.steps) as steps,
        sum(case when x.together <> '' then 1 else 0 end) as together
      from (select (day + 3) / 7 as week, account, steps, together from day_points
        where club = \(club) and day >= \(first) and points > 0) x
      group by x.week
      """)
    var found: [Int: Row] = [:]
    for row in rows { found[try row["week"]] = row }
    return try (0..<weeks).map { back in
      let week = current - back
      var output = DashboardWeek(firstDay: CivilDay.text(week * 7 - 3))
      guard let row = found[week], try row["walkers"] >= least else { return output }
      let (days, steps): (Int, Int) = (try row["days"], try row["steps"])
      (output.walkers, output.days, output.stepsADay) = (try row["walkers"], days, steps / max(days, 1))
      output.together = try row["together"]
      return output
    }
  }
}
