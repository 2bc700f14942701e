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
  var game: Game?

  static var schema: Schema {
    .object(
      [
        ("course", .nullable(.id)), ("layout", .nullable(.string(maxLength: 40))),
        ("courseName", .nullable(.string(maxLength: 80))), ("holes", .nullable(.integer(1...99))),
        ("start", .nullable(.integer(1...99))), ("isReversed", .nullable(.boolean)), ("game", .nullable(.game)),
      ])
  }
}

/// A round, by its id.
struct RoundName: RouteInput, RouteOutput {
  var round: String
  static var schema: Schema { .object([("round", .id)], required: ["round"]) }
}

/// A change of the game, in the lobby.
struct RoundChange: RouteInput {
  var round: String
  var game: Game
  static var schema: Schema { .object([("round", .id), ("game", .game)], required: ["round", "game"]) }
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
    let name = Schema.string(minLength: 1, maxLength: 40).withMessage("A name has 1 to 40 characters.")
    return .object([("round", .id), ("name", name)], required: ["round", "name"])
  }
}

struct PlayerName: RouteInput {
  var round: String
  var player: String
  static var schema: Schema { .object([("round", .id), ("player", .id)], required: ["round", "player"]) }
}

extension Schema {
  static var game: Schema { .enumeration(Game.allCases.map { .string($0.rawValue) }) }
  static var state: Schema { .enumeration(Round.State.allCases.map { .string($0.rawValue) }) }
}
