import FieldhouseKit
import Foundation

/// A row of a card.
struct PlayerOutput: RouteOutput {
  var id: String
  /// Nil for a player without an account.
  var account: String?
  /// Empty for somebody who has left the platform.
  var name: String
  var picture: String?
  var isHost: Bool
  /// Where the player throws from.
  var tee: String
  /// The number of the team, from 1; nil for none.
  var team: Int?
  /// Throws that are given in games with handicaps.
  var handicap: Int
  /// Two or three letters for the head of the card: those that the player has saved, or some that are proposed.
  var cardName: String
  /// The throws that the handicap gives by hole; empty without one.
  var strokes: [Int]
  /// As the round stands; nil without a score, and for whoever did not finish.
  var place: Int?
  var throwCount: Int
  /// Throws above the par of the holes that have a score.
  var toPar: Int
  var holes: Int
  var isComplete: Bool
  var isDisputed: Bool
  var isOut: Bool
  /// The throws of each nine holes in the order of play.
  var nines: [Int]
  /// What the rounds of the game before this one add up to; nil in the first one.
  var before: BeforeOutput?
  /// Whether I may hand the row on to an account.
  var mayHandOn: Bool
  /// When the player agreed to the row; nil when something was entered since.
  var signedAt: Date?
  /// The cells in which something was entered.
  var cells: [CellOutput]

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("account", .string()), ("name", .string()), ("picture", .string()), ("isHost", .boolean),
        ("tee", .tee), ("team", .integer()), ("handicap", .integer()), ("cardName", .string()),
        ("strokes", .array(of: .integer())),
        ("place", .integer()), ("throwCount", .integer()), ("toPar", .integer()), ("holes", .integer()),
        ("isComplete", .boolean), ("isDisputed", .boolean), ("isOut", .boolean), ("nines", .array(of: .integer())),
        ("before", BeforeOutput.schema), ("mayHandOn", .boolean), ("signedAt", .string(format: .dateTime)),
        ("cells", .array(of: CellOutput.schema)),
      ],
      required: [
        "id", "name", "isHost", "tee", "handicap", "cardName", "strokes", "throwCount", "toPar", "holes", "isComplete",
        "isDisputed", "isOut", "nines",
        "mayHandOn", "cells",
      ])
  }
}

/// Earlier rounds of a game.
struct BeforeOutput: RouteOutput, Decodable {
  var throwCount: Int
  /// Of the holes that have a score.
  var par: Int
}

/// A cell of a card.
struct CellOutput: RouteOutput, Decodable {
  /// The position of the hole, from 1; 0 says whether the player did not finish.
  var hole: Int
  /// What it is about: throws, or something else that is noted of the hole.
  var mark: String
  /// Nil while there is none, or a dispute.
  var value: Int?
  /// What is in force: the ids are the `base` of an entry that takes its place. Several values are a dispute.
  var current: [EntryOutput]
  /// How many entries the cell has in all.
  var count: Int
}

/// An entry as a card shows it.
struct EntryOutput: RouteOutput, Decodable {
  var id: String
  var value: Int
  /// Who entered it; nil for somebody who has left the platform.
  var by: String?
  /// By the device's clock.
  var enteredAt: Date
  /// The discs after the first, throw after throw; nil for none.
  var more: [Int]?
}
