import FieldhouseKit

/// What a game stands at.
struct StandingOutput: RouteOutput {
  struct Match: RouteOutput, Decodable {
    /// How many holes the first side is up; below 0 the second one is.
    var up: Int
    /// How many holes are left.
    var left: Int
    var isDecided: Bool
  }

  /// Of a side whose throws decide.
  struct Net: RouteOutput, Decodable {
    /// Throws above par less the handicap; nil without a score.
    var toPar: Int?
  }

  var game: GameChoice
  /// Who plays together: the ids of players, by side.
  var sides: [[String]]
  /// Skins or points by side; empty in a match, and where throws decide.
  var points: [Int]
  /// Points by hole and side, where each hole gives some; else empty.
  var byHole: [[Int]]
  /// Skins that lie on the next hole.
  var carried: Int
  /// The match; of a Nassau that of the front half, of the back half and of the whole.
  var matches: [Match]
  /// By side, where throws decide; else empty.
  var nets: [Net]
  /// In a playoff, by side: whether it is still in it; else empty.
  var isIn: [Bool]
  /// Of Wolf: whose turn as the wolf is next, as a place among the sides from 0.
  var wolf: Int?

  init(_ standing: GameStanding) {
    (game, sides) = (standing.game, standing.sides.map(\.players))
    (points, byHole, carried) = (standing.points, standing.byHole, standing.carried)
    matches = standing.matches.map { Match(up: $0.up, left: $0.left, isDecided: $0.isDecided) }
    (nets, isIn, wolf) = (standing.toPar.map { Net(toPar: $0) }, standing.isIn, standing.wolf)
  }

  static var schema: Schema {
    .object(
      [
        ("game", GameChoice.schema), ("sides", .array(of: .array(of: .string()))), ("points", .array(of: .integer())),
        ("byHole", .array(of: .array(of: .integer()))), ("carried", .integer()), ("matches", .array(of: Match.schema)),
        ("nets", .array(of: Net.schema)), ("isIn", .array(of: .boolean)), ("wolf", .integer()),
      ], required: ["game", "sides", "points", "byHole", "carried", "matches", "nets", "isIn"])
  }
}
