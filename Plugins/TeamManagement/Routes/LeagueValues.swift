import FieldhouseKit
import Foundation

struct LeagueDraftInput: RouteInput {
  var team: String
  var name: String

  static var schema: Schema {
    .object([("team", Fields.id), ("name", .string(minLength: 1, maxLength: 60))], required: ["team", "name"])
  }
}

struct LeagueCodeInput: RouteInput {
  var team: String
  var code: String

  static var schema: Schema {
    .object([("team", Fields.id), ("code", .string(minLength: 1, maxLength: 40))], required: ["team", "code"])
  }
}

struct LeaguePath: RouteInput {
  var team: String
  var league: String
  static var schema: Schema { .object([("team", Fields.id), ("league", Fields.id)], required: ["team", "league"]) }
}

struct LeagueGamePath: RouteInput {
  var team: String
  var league: String
  var game: String

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("league", Fields.id), ("game", Fields.id)], required: ["team", "league", "game"])
  }
}

/// A game as one of its teams enters it.
struct LeagueGameInput: RouteInput {
  var team: String
  var league: String
  /// The id of the other team.
  var opponent: String
  /// Whether the team was the host.
  var isHome: Bool
  var score: Int
  var opponentScore: Int
  var day: String

  var game: LeagueTable.Game {
    isHome
      ? LeagueTable.Game(home: team, away: opponent, homeScore: score, awayScore: opponentScore)
      : LeagueTable.Game(home: opponent, away: team, homeScore: opponentScore, awayScore: score)
  }

  static var schema: Schema {
    .object(
      [
        ("team", Fields.id), ("league", Fields.id), ("opponent", Fields.id), ("isHome", .boolean),
        ("score", .integer(0...10_000)), ("opponentScore", .integer(0...10_000)), ("day", .string(format: .date)),
      ], required: ["team", "league", "opponent", "isHome", "score", "opponentScore", "day"])
  }
}

struct LeagueName: RouteOutput, Decodable {
  var league: String
  /// What other teams join with.
  var code: String
}

struct LeagueGameName: RouteOutput, Decodable { var game: String }

/// A league, with its table.
struct LeagueOutput: RouteOutput {
  var id: String
  var name: String
  /// For those who keep the team's statistics.
  var code: String?
  /// By position.
  var table: [LeagueRowOutput]
  /// The latest first.
  var games: [LeagueGameOutput]

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("name", .string()), ("code", .string().secret),
        ("table", .array(of: LeagueRowOutput.schema)), ("games", .array(of: LeagueGameOutput.schema)),
      ], required: ["id", "name", "table", "games"])
  }
}

struct LeagueRowOutput: RouteOutput, Decodable {
  var team: String
  var name: String
  var position: Int
  var played: Int
  var won: Int
  var tied: Int
  var lost: Int
  var scored: Int
  var conceded: Int
  var points: Int

  init(_ row: LeagueTable.Row, _ name: String) {
    (team, self.name, position, played) = (row.team, name, row.position, row.played)
    (won, tied, lost) = (row.won, row.tied, row.lost)
    (scored, conceded, points) = (row.scored, row.conceded, row.points)
  }
}

struct LeagueGameOutput: RouteOutput, Decodable {
  var id: String
  var home: String
  var homeName: String
  var away: String
  var awayName: String
  var homeScore: Int
  var awayScore: Int
  var day: String

  init(_ game: LeagueStore.Game, _ names: [String: String]) {
    let result = game.result
    (id, day, home, away) = (game.id, game.day, result.home, result.away)
    (homeName, awayName) = (names[home] ?? "", names[away] ?? "")
    (homeScore, awayScore) = (result.homeScore, result.awayScore)
  }
}
