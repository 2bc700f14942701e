import FieldhouseKit
import Foundation

/// A round to be opened.
struct RoundInput: RouteInput {
  /// Nil for an unspecified course.
  var course: String?
  /// The layout's name; the first one unless given.
  var layout: String?
  /// What an unspecified course is called; nothing unless given.
  var courseName: String?
  /// How many holes an unspecified course has; 18 unless given.
  var holes: Int?
  /// The position of the hole where the round begins; the first unless given.
  var start: Int?
  /// Whether the holes are played backwards from there.
  var isReversed: Bool?
  /// The fewest throws unless given.
  var games: [GameChoice]?
  /// How teams throw; everybody alone unless given.
  var format: TeamFormat?

  static var schema: Schema {
    .object(
      [
        ("course", .nullable(.id)), ("layout", .nullable(.string(maxLength: 40))),
        ("courseName", .nullable(.string(maxLength: 80))), ("holes", .nullable(.integer(1...99))),
        ("start", .nullable(.integer(1...99))), ("isReversed", .nullable(.boolean)), ("games", .nullable(.games)),
        ("format", .nullable(.teamFormat)),
      ])
  }
}

/// A round, by its id.
struct RoundName: RouteInput, RouteOutput {
  var round: String
  static var schema: Schema { .object([("round", .id)], required: ["round"]) }
}

/// For what the round is played, and how teams throw: chosen in the lobby.
struct GamesChange: RouteInput {
  var round: String
  var games: [GameChoice]
  /// Everybody alone unless given.
  var format: TeamFormat?

  static var schema: Schema {
    .object([("round", .id), ("games", .games), ("format", .nullable(.teamFormat))], required: ["round", "games"])
  }
}

extension GameChoice: Described {
  static var schema: Schema {
    .object(
      [
        ("kind", .game), ("isNet", .nullable(.boolean)), ("byTeam", .nullable(.boolean)),
        ("holes", .nullable(.integer(1...6))),
      ], required: ["kind"])
  }
}

/// How a player plays.
struct PlayerChange: RouteInput {
  var round: String
  var player: String
  /// What is not given stays as it is.
  var tee: TeeColour?
  /// 0 for no team.
  var team: Int?
  var handicap: Int?
  var cardName: String?

  static var schema: Schema {
    .object(
      [
        ("round", .id), ("player", .id), ("tee", .nullable(.tee)), ("team", .nullable(.integer(0...Int64(Teams.most)))),
        ("handicap", .nullable(.integer(-20...60))), ("cardName", .nullable(.cardName)),
      ], required: ["round", "player"])
  }
}

/// Joining by the letters that the host shows.
struct JoinInput: RouteInput {
  var code: String

  static var schema: Schema {
    let code = Schema.string(pattern: "^[A-Za-z]{3}$").withMessage("Game code must be 3 characters long")
    return .object([("code", code.withMessage("Game code is required", for: "required"))], required: ["code"])
  }
}

/// A player without an account.
struct GuestInput: RouteInput {
  var round: String
  var name: String

  static var schema: Schema {
    .object([("round", .id), ("name", .guestName)], required: ["round", "name"])
  }
}

struct PlayerName: RouteInput {
  var round: String
  var player: String
  static var schema: Schema { .object([("round", .id), ("player", .id)], required: ["round", "player"]) }
}

extension Schema {
  static var guestName: Schema {
    .string(minLength: 1, maxLength: 40).withMessage("A name has 1 to 40 characters.")
  }
  static var games: Schema { .array(of: GameChoice.schema, count: 0...GameChoice.most) }
  static var teamFormat: Schema { .enumeration(TeamFormat.allCases.map { .string($0.rawValue) }) }
  static var game: Schema { .enumeration(Game.allCases.map { .string($0.rawValue) }) }
  static var state: Schema { .enumeration(Round.State.allCases.map { .string($0.rawValue) }) }
}
