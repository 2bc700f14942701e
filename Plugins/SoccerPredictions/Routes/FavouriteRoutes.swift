import FieldhouseKit
import Foundation

/// A league to favour or not.
struct FavouriteLeagueInput: RouteInput {
  var league: String
  static var schema: Schema { .object([("league", .string(minLength: 1, maxLength: 60))], required: ["league"]) }
}

/// A team to favour or not.
struct FavouriteTeamInput: RouteInput {
  var team: String
  static var schema: Schema { .object([("team", .string(minLength: 1, maxLength: 120))], required: ["team"]) }
}

/// My favourites.
struct FavouritesOutput: RouteOutput, Decodable {
  var leagues: [LeagueOutput]
  var teams: [NamedOutput]
}

extension SoccerPredictions {
  private static var unknownTeam: Problem { .notFound("team-unknown", "There is no such team.") }
  private static var unknownLeague: Problem { .notFound("league-unknown", "There is no such league.") }

  func favouriteRoutes(_ routes: inout Routes) {
    routes.get("/me/favourites", "My favourite leagues and teams", access: .account) { (_: NoInput, call) in
      try await favourites(call)
    }
    routes.put("/me/favourites/leagues/{league}", "Favour a league", access: .account, problems: [Self.unknownLeague]) {
      (input: FavouriteLeagueInput, call) in
      guard catalogue.reading.calendars[input.league] != nil else { throw Self.unknownLeague }
      try await favour([("league", input.league)], call)
      return NoContent()
    }
    routes.delete("/me/favourites/leagues/{league}", "No longer favour a league", access: .account) {
      (input: FavouriteLeagueInput, call) in
      try await forget("league", input.league, call)
      return NoContent()
    }
    routes.put(
      "/me/favourites/teams/{team}", "Favour a team, and the league it plays in", access: .account,
      problems: [Self.unknownTeam]
    ) { (input: FavouriteTeamInput, call) in
      guard let match = catalogue.reading.latestMatch(of: input.team) else { throw Self.unknownTeam }
      try await favour([("team", input.team), ("league", match.league.league)], call)
      return NoContent()
    }
    routes.delete("/me/favourites/teams/{team}", "No longer favour a team", access: .account) {
      (input: FavouriteTeamInput, call) in
      try await forget("team", input.team, call)
      return NoContent()
    }
  }

  private func favour(_ things: [(kind: String, id: String)], _ call: Call) async throws {
    let account = try call.account.id
    try await host.storage.write { transaction in
      for thing in things {
        try await transaction.execute(
          """
          insert into favourites (account, kind, id, created_at) values (\(account), \(thing.kind), \(thing.id), \(call.now))
          on conflict (account, kind, id) do nothing
          """)
      }
    }
  }

  private func forget(_ kind: String, _ id: String, _ call: Call) async throws {
    let account = try call.account.id
    try await host.storage.write { transaction in
      try await transaction.execute(
        "delete from favourites where account = \(account) and kind = \(kind) and id = \(id)")
    }
  }

  private func favourites(_ call: Call) async throws -> FavouritesOutput {
    let account = try call.account.id
    let rows = try await host.storage.read { transaction in
      try await transaction.query("select kind, id from favourites where account = \(account) order by created_at, id")
    }
    let reading = catalogue.reading
    let leagues = Dictionary(reading.leagues(at: call.now).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var output = FavouritesOutput(leagues: [], teams: [])
    for row in rows {
      let id: String = try row["id"]
      let kind: String = try row["kind"]
      if kind == "league" {
        if let league = leagues[id] { output.leagues.append(LeagueOutput(league)) }
      } else if let match = reading.latestMatch(of: id) {
        let team = match.home.id == id ? match.home : match.away
        output.teams.append(NamedOutput(id: team.id, name: team.name))
      }
    }
    return output
  }
}

extension Catalogue.Reading {
  /// The last match of a team in any season of a domestic league, or else of any competition.
  fileprivate func latestMatch(of team: String) -> Match? {
    let mine = matches.values.filter { $0.home.id == team || $0.away.id == team }
    let domestic = mine.filter { seasons[$0.league]?.league.country != nil }
    return (domestic.isEmpty ? mine : domestic).max { $0.kickOff < $1.kickOff }
  }
}
