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
  /// For what it is played.
  var games: [GameChoice]
  /// How teams throw.
  var format: TeamFormat
  /// The tees of the layout, the normal one first.
  var tees: [String]
  /// In the order of play; what a cell says of a hole it says of its position here, from 1.
  var holes: [Hole]
  /// My own row's id.
  var me: String?
  var isHost: Bool
  /// Whether each player keeps a card of his or her own, of which I am shown mine while the round is played.
  var isIndependent: Bool
  /// The tournament whose card it is; nil for none.
  var event: String?
  /// The id under which I show my score to everybody; nil while I do not.
  var share: String?
  var players: [PlayerOutput]
  /// Which round of the game it is, from 1.
  var number: Int
  /// The round that followed.
  var next: String?
  /// Those who were invited by somebody.
  var invited: [String]
  /// What the games stand at, in their order; without the fewest throws of single players, which the rows say.
  var standings: [StandingOutput]
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
        ("games", .games), ("format", .teamFormat), ("tees", .array(of: .string())), ("holes", .holes),
        ("me", .string()), ("isHost", .boolean), ("isIndependent", .boolean),
        ("event", .string()), ("share", .string()),
        ("players", .array(of: PlayerOutput.schema)), ("number", .integer()), ("next", .string()),
        ("invited", .array(of: .string())), ("standings", .array(of: StandingOutput.schema)), ("version", .integer()),
        ("createdAt", instant), ("startedAt", instant), ("endedAt", instant),
      ],
      required: [
        "id", "state", "courseName", "layoutName", "games", "format", "tees", "holes", "isHost", "isIndependent",
        "players", "number",
        "invited",
        "standings", "version", "createdAt",
      ])
  }
}
