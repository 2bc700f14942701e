import FieldhouseKit
import Foundation

/// Another round of a game.
struct AnotherInput: RouteInput {
  var round: String
  /// Whether it goes from the last hole back to the first.
  var isReversed: Bool?

  static var schema: Schema {
    .object([("round", .id), ("isReversed", .nullable(.boolean))], required: ["round"])
  }
}

/// Several rounds of one game, and what they add up to.
struct GameOutput: RouteOutput {
  struct OfRound: RouteOutput {
    var id: String
    /// Which round of the game it is, from 1.
    var number: Int
    var state: Round.State
    /// Empty for an unspecified course without a name.
    var courseName: String
    var layoutName: String
    var par: Int
    var startedAt: Date?

    init(_ round: Round) {
      (id, number, state, courseName) = (round.id, round.number, round.state, round.courseName)
      (layoutName, par, startedAt) = (round.layout.name, round.layout.par, round.startedAt)
    }

    static var schema: Schema {
      .object(
        [
          ("id", .string()), ("number", .integer()), ("state", .state), ("courseName", .string()),
          ("layoutName", .string()), ("par", .integer()), ("startedAt", .string(format: .dateTime)),
        ], required: ["id", "number", "state", "courseName", "layoutName", "par"])
    }
  }

  struct OfPlayer: RouteOutput, Decodable {
    struct InRound: RouteOutput, Decodable {
      var round: String
      var throwCount: Int
      var toPar: Int
      var holes: Int
      var isOut: Bool
    }

    /// Empty for somebody who has left the platform.
    var name: String
    var picture: String?
    /// By the throws above par in all rounds; nil without a score, and for whoever did not finish one.
    var place: Int?
    var throwCount: Int
    /// Throws above the par of the holes that have a score.
    var toPar: Int
    var holes: Int
    var isOut: Bool
    /// Holes with an ace, an eagle or better, a birdie, a par, a bogey, or worse.
    var names: [String: Int]
    var rounds: [InRound]
  }

  var rounds: [OfRound]
  /// The best first.
  var players: [OfPlayer]

  static var schema: Schema {
    .object(
      [("rounds", .array(of: OfRound.schema)), ("players", .array(of: OfPlayer.schema))],
      required: ["rounds", "players"])
  }
}
