import FieldhouseKit
import Foundation

/// A round with its whole card.
struct RoundOutput: RouteOutput {
  var id: String
  /// The letters to join by, until the round is over.
  var code: String?
  var state: Round.State
  /// Empty for an unspecified course without a name.
  var courseName: String
  var layoutName: String
  var game: Game
  /// In the order of play; what a cell says of a hole it says of its position here, from 1.
  var holes: [Hole]
  /// My own row's id.
  var me: String?
  var isHost: Bool
  var players: [PlayerOutput]
  /// Which round of the game it is, from 1.
  var number: Int
  /// The round that followed.
  var next: String?
  /// Those who were invited by somebody.
  var invited: [String]
  /// What the game stands at; nil for the fewest throws.
  var standing: StandingOutput?
  /// Counts every change.
  var version: Int
  var createdAt: Date
  var startedAt: Date?
  var endedAt: Date?

  static var schema: Schema {
    let instant = Schema.string(format: .dateTime)
    return .object(
      [
        ("id", .string()), ("code", .string()), ("state", .state), ("courseName", .string()), ("layoutName", .string()),
        ("game", .game), ("holes", .holes), ("me", .string()), ("isHost", .boolean),
        ("players", .array(of: PlayerOutput.schema)), ("number", .integer()), ("next", .string()),
        ("invited", .array(of: .string())), ("standing", StandingOutput.schema), ("version", .integer()),
        ("createdAt", instant), ("startedAt", instant), ("endedAt", instant),
      ],
      required: [
        "id", "state", "courseName", "layoutName", "game", "holes", "isHost", "players", "number", "invited", "version",
        "createdAt",
      ])
  }
}

/// What a game stands at.
struct StandingOutput: RouteOutput, Decodable {
  struct Match: RouteOutput, Decodable {
    /// How many holes the first player is up; below 0 the second one is.
    var up: Int
    /// How many holes are left.
    var left: Int
    var isDecided: Bool
  }

  /// Skins or points of each player, in the order of the players.
  var points: [Int]
  /// Skins that lie on the next hole.
  var carried: Int
  /// The match; of a Nassau that of the front half, of the back half and of the whole.
  var matches: [Match]

  init(_ standing: GameStanding) {
    (points, carried) = (standing.points, standing.carried)
    matches = standing.matches.map { Match(up: $0.up, left: $0.left, isDecided: $0.isDecided) }
  }
}
