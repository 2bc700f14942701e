import FieldhouseKit
import Foundation

/// A continent or country that has leagues.
struct PlaceOutput: RouteOutput, Decodable {
  /// The continent's name, or the country's FIFA code.
  var id: String
  var name: String
  /// ISO 3166-1 alpha-2 of a country.
  var country: String?
  /// How many leagues it has.
  var leagues: Int
}

/// A league in the season shown.
struct LeagueOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var continent: String
  /// The country's name; nil for a competition between countries.
  var country: String?
  /// ISO 3166-1 alpha-2.
  var countryCode: String?
  /// As people write it: "2024/25".
  var season: String
  /// Where the logo is; nil where there is none.
  var logo: String?

  init(_ league: League, _ logos: Logos) {
    logo = logos[.league(league.id)]
    id = league.id
    name = league.name
    continent = league.continent
    country = league.country?.name
    countryCode = league.country?.alpha2
    season = league.season
  }
}

/// A season of a league.
struct SeasonOutput: RouteOutput, Decodable {
  /// As other routes take it: "2024-25".
  var id: String
  /// As people write it: "2024/25".
  var season: String
  /// `current` is what is shown, `coming` what has not begun to be, `past` what is over.
  var state: String
  /// The first kick-off and the end of the last match, UTC.
  var begins: Date
  var ends: Date
}

/// A name with its id.
struct NamedOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  /// Where the logo of a league or team is, in places that show logos; nil where there is none.
  var logo: String?
}

/// A row of the standings.
struct StandingOutput: RouteOutput, Decodable {
  var position: Int
  var team: NamedOutput
  var played: Int
  var won: Int
  var drawn: Int
  var lost: Int
  var goalsFor: Int
  var goalsAgainst: Int
  var goalDifference: Int
  var points: Int
  /// How the last 5 matches ended, the latest last: `won`, `drawn` or `lost`.
  var form: [String]
  /// Whether the team is playing now and the score of that counts here.
  var isPlaying: Bool

  init(_ row: TeamStanding, isPlaying: Bool) {
    form = row.form.map(\.rawValue)
    self.isPlaying = isPlaying
    position = row.position
    team = NamedOutput(id: row.team.id, name: row.team.name)
    played = row.played
    won = row.won
    drawn = row.drawn
    lost = row.lost
    goalsFor = row.goalsFor
    goalsAgainst = row.goalsAgainst
    goalDifference = row.goalDifference
    points = row.points
  }
}

/// One table of the standings.
struct TableOutput: RouteOutput, Decodable {
  /// The group's name; nil when the season has one table.
  var name: String?
  var rows: [StandingOutput]
}

/// Which leagues.
struct LeaguesInput: RouteInput {
  var continent: String?
  var country: String?
  var query: String?

  static var schema: Schema {
    .object(
      [
        ("continent", .string(maxLength: 40)),
        ("country", .string(maxLength: 60, description: "The country's name, FIFA code or ISO 3166-1 alpha-2 code.")),
        ("query", .string(maxLength: 100, description: "A part of the league's or country's name.")),
      ], required: [])
  }
}

/// Which countries.
struct CountriesInput: RouteInput {
  var continent: String?
  static var schema: Schema { .object([("continent", .string(maxLength: 40))], required: []) }
}

/// A league, and perhaps one of its past seasons.
struct LeagueInput: RouteInput {
  var league: String
  var season: String?

  static var schema: Schema {
    .object(
      [
        ("league", .string(minLength: 1, maxLength: 60)),
        ("season", .string(maxLength: 9, description: "Such as 2024-25; the current one without.")),
      ], required: ["league"])
  }
}

/// Which table of a league.
struct StandingsInput: RouteInput {
  var league: String
  var season: String?
  var view: String?

  static var schema: Schema {
    let view = Schema.enumeration(
      ["now", "live", "form"],
      description: "As it is; as if the matches that are being played ended now; of each team's last 5 matches.")
    return .object(
      [("league", .string(minLength: 1, maxLength: 60)), ("season", .string(maxLength: 9)), ("view", view)],
      required: ["league"])
  }
}

/// Which matches of a league.
struct LeagueMatchesInput: RouteInput {
  var league: String
  var season: String?
  var state: String?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [
        ("league", .string(minLength: 1, maxLength: 60)), ("season", .string(maxLength: 9)),
        ("state", .enumeration(["live", "upcoming", "played"])), ("limit", .integer(1...400)),
        ("after", .string(maxLength: 200)),
      ], required: ["league"])
  }
}

/// A league's leaderboard.
struct LeagueBoardInput: RouteInput {
  var league: String
  var season: String?
  var view: String?
  var limit: Int?
  var after: String?

  static var schema: Schema {
    .object(
      [
        ("league", .string(minLength: 1, maxLength: 60)), ("season", .string(maxLength: 9)),
        ("view", .enumeration(["top", "around", "friends"])), ("limit", .integer(1...100)),
        ("after", .string(maxLength: 200)),
      ], required: ["league"])
  }
}
