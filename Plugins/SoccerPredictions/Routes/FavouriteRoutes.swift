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
  static var unknownTeam: Problem { .notFound("team-unknown", "There is no such team.") }
  var favouriteStore: FavouriteStore { FavouriteStore(storage: host.storage) }

  func favouriteRoutes(_ routes: inout Routes) {
    routes.get("/me/favourites", "My favourite leagues and teams", access: .account) { (_: NoInput, call) in
      let mine = try await myFavourites(call)
      return FavouritesOutput(leagues: leagues(of: mine, at: call.now), teams: teams(of: mine))
    }
    routes.put(
      "/me/favourites/leagues/{league}", "Favour a league", access: .account, problems: [Catalogue.unknownLeague]
    ) { (input: FavouriteLeagueInput, call, transaction) in
      guard catalogue.reading.calendars[input.league] != nil else { throw Catalogue.unknownLeague }
      try await favour([Favourite(kind: .league, id: input.league)], call, transaction)
      return NoContent()
    }
    routes.delete("/me/favourites/leagues/{league}", "No longer favour a league", access: .account) {
      (input: FavouriteLeagueInput, call, transaction) in
      try await unfavour(Favourite(kind: .league, id: input.league), call, transaction)
      return NoContent()
    }
    routes.put(
      "/me/favourites/teams/{team}", "Favour a team, and the league it plays in", access: .account,
      problems: [Self.unknownTeam]
    ) { (input: FavouriteTeamInput, call, transaction) in
      let team = catalogue.reading.team(called: input.team)
      guard let match = catalogue.reading.latestMatch(of: team) else { throw Self.unknownTeam }
      let both = [Favourite(kind: .team, id: team), Favourite(kind: .league, id: match.league.league)]
      try await favour(both, call, transaction)
      return NoContent()
    }
    routes.delete("/me/favourites/teams/{team}", "No longer favour a team", access: .account) {
      (input: FavouriteTeamInput, call, transaction) in
      try await unfavour(Favourite(kind: .team, id: catalogue.reading.team(called: input.team)), call, transaction)
      return NoContent()
    }
  }

  private func favour(_ favourites: [Favourite], _ call: Call, _ transaction: any Transaction) async throws {
    let account = try call.account.id
    try await favouriteStore.add(favourites, to: account, at: call.now, in: transaction)
    try await reminders.favoured(favourites, by: account, at: call.now, in: transaction)
  }

  private func unfavour(_ favourite: Favourite, _ call: Call, _ transaction: any Transaction) async throws {
    let account = try call.account.id
    try await favouriteStore.remove(favourite, from: account, in: transaction)
    let left = try await favouriteStore.all(of: account, in: transaction)
    try await reminders.unfavoured(favourite, left, by: account, at: call.now, in: transaction)
  }

  /// What the caller favours; somebody who is not signed in favours nothing.
  func myFavourites(_ call: Call) async throws -> [Favourite] {
    guard let account = call.principal?.account.id else { return [] }
    return try await favouriteStore.all(of: account)
  }

  func leagues(of favourites: [Favourite], at now: Date) -> [LeagueOutput] {
    let reading = catalogue.reading
    let known = Dictionary(reading.leagues(at: now).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return favourites.filter { $0.kind == .league }.compactMap { favourite in
      known[favourite.id].map { LeagueOutput($0, reading.logos) }
    }
  }

  func teams(of favourites: [Favourite]) -> [NamedOutput] {
    let reading = catalogue.reading
    return favourites.filter { $0.kind == .team }.compactMap { reading.team($0.id) }
  }
}

extension Catalogue.Reading {
  /// A team as its last match names it.
  fileprivate func team(_ id: String) -> NamedOutput? {
    guard let match = latestMatch(of: id) else { return nil }
    return logos.named(match.home.id == id ? match.home : match.away)
  }

  /// The last match of a team in a league of its country, or else in a cup there, or else in any competition.
  fileprivate func latestMatch(of team: String) -> Match? {
    let mine = matches.values.filter { $0.home.id == team || $0.away.id == team }
    return mine.map { (match: $0, closeness: seasons[$0.league]?.league.closeness ?? 0) }
      .max { ($0.closeness, $0.match.kickOff) < ($1.closeness, $1.match.kickOff) }?.match
  }
}

extension League {
  /// How close a team is to a competition it plays in: closest to the league it belongs to, then to a cup of its country.
  fileprivate var closeness: Int {
    guard country != nil else { return 0 }
    // Leagues have a number behind their country ("de.1") or a name of their own ("mls"), cups a word ("de.cup").
    let parts = id.split(separator: ".")
    return parts.count == 1 || parts.last.flatMap { Int($0) } != nil ? 2 : 1
  }
}
