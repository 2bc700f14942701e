import FieldhouseKit
import Foundation

/// A tournament to be made.
struct EventInput: RouteInput {
  var name: String
  var about: String?
  /// Nil for an unspecified course.
  var course: String?
  /// The layout's name; the first one unless given.
  var layout: String?
  /// How many holes an unspecified course has; 18 unless given.
  var holes: Int?
  /// How many rounds are played; 1 unless given.
  var rounds: Int?
  var startsAt: Date
  /// Minutes between two cards; a shotgun start unless given.
  var interval: Int?
  /// How many play on a card; 4 unless given.
  var groupSize: Int?
  /// Whether everybody sees the board; of the names those who agree.
  var isPublic: Bool?
  /// A league of mine.
  var league: String?

  /// What can be changed later, too.
  static var fields: [(String, Schema)] {
    [
      ("name", .string(minLength: 1, maxLength: 80)), ("about", .nullable(.string(maxLength: 1_000).text(.lines))),
      ("rounds", .nullable(.integer(1...10))), ("startsAt", .string(format: .dateTime)),
      ("interval", .nullable(.integer(1...60))), ("groupSize", .nullable(.integer(3...5))),
      ("isPublic", .nullable(.boolean)), ("league", .nullable(.id)),
    ]
  }

  static var schema: Schema {
    .object(
      fields + [
        ("course", .nullable(.id)), ("layout", .nullable(.string(maxLength: 40))),
        ("holes", .nullable(.integer(1...99))),
      ], required: ["name", "startsAt"])
  }
}

struct EventName: RouteInput, RouteOutput {
  var event: String
  static var schema: Schema { .object([("event", .id)], required: ["event"]) }
}

/// Coming into a tournament.
struct EventEntryInput: RouteInput {
  var event: String
  /// Such as `MPO`; letters and digits.
  var division: String
  /// The number of a member of the PDGA.
  var memberNumber: Int?
  /// Whether my name may stand on a board that everybody sees; not unless given.
  var consents: Bool?

  static var schema: Schema {
    .object(
      [
        ("event", .id), ("division", .division), ("memberNumber", .nullable(.integer(1...9_999_999))),
        ("consents", .nullable(.boolean)),
      ], required: ["event", "division"])
  }
}

/// Somebody whom the director enters or changes.
struct EntrantInput: RouteInput {
  var event: String
  /// Nil for somebody new.
  var entrant: String?
  var name: String?
  var division: String
  var pool: String?
  var memberNumber: Int?

  static var schema: Schema {
    .object(
      [
        ("event", .id), ("entrant", .nullable(.id)), ("name", .nullable(.guestName)), ("division", .division),
        ("pool", .nullable(.string(maxLength: 20))), ("memberNumber", .nullable(.integer(1...9_999_999))),
      ], required: ["event", "division"])
  }
}

struct EntrantName: RouteInput {
  var event: String
  var entrant: String
  static var schema: Schema { .object([("event", .id), ("entrant", .id)], required: ["event", "entrant"]) }
}

/// The cards of the next round as the director wants them.
struct CardsInput: RouteInput {
  var event: String
  /// The entrants of each card, by their ids; made by the rules unless given.
  var cards: [[String]]?
  /// When the first card begins; the first round when the tournament begins, and a further one at once, unless given.
  var startsAt: Date?

  static var schema: Schema {
    .object(
      [
        ("event", .id), ("cards", .nullable(.array(of: .array(of: .id, count: 1...20), count: 1...200))),
        ("startsAt", .nullable(.string(format: .dateTime))),
      ], required: ["event"])
  }
}

/// Throws that the director adds by a rule, or takes away that were added wrongly.
struct PenaltyInput: RouteInput {
  var event: String
  var entrant: String
  /// Which round, from 1.
  var round: Int
  /// The number of the rule, such as `808.F`.
  var rule: String
  var throwCount: Int
  var note: String?

  static var schema: Schema {
    let rule = Schema.string(pattern: "^[0-9]{3}(\\.[0-9A-Za-z]{1,4})*$").withMessage("Name the rule, such as 808.F.")
    return .object(
      [
        ("event", .id), ("entrant", .id), ("round", .integer(1...10)), ("rule", rule), ("throwCount", .integer(1...20)),
        ("note", .nullable(.string(maxLength: 200))),
      ], required: ["event", "entrant", "round", "rule", "throwCount"])
  }
}

struct PenaltyName: RouteInput {
  var event: String
  var penalty: String
  static var schema: Schema { .object([("event", .id), ("penalty", .id)], required: ["event", "penalty"]) }
}

/// A tournament in a list.
struct EventOutput: RouteOutput {
  var id: String
  var name: String
  var about: String
  var courseName: String
  var layoutName: String
  var holes: Int
  var rounds: Int
  var startsAt: Date
  /// Minutes between two cards; nil for a shotgun start.
  var interval: Int?
  /// How many play on a card.
  var groupSize: Int
  var state: PlayedEvent.State
  var isPublic: Bool
  var league: String?

  init(_ event: PlayedEvent) {
    (id, name, about, courseName) = (event.id, event.name, event.about, event.courseName)
    (layoutName, holes, rounds, startsAt) = (event.layout.name, event.layout.holes.count, event.rounds, event.startsAt)
    (interval, groupSize, state) = (event.interval, event.groupSize, event.state)
    (isPublic, league) = (event.isPublic, event.league)
  }

  static var fields: [(String, Schema)] {
    [
      ("id", .string()), ("name", .string()), ("about", .string()), ("courseName", .string()),
      ("layoutName", .string()),
      ("holes", .integer()), ("rounds", .integer()), ("startsAt", .string(format: .dateTime)), ("interval", .integer()),
      ("groupSize", .integer()),
      ("state", .enumeration(PlayedEvent.State.allCases.map { .string($0.rawValue) })), ("isPublic", .boolean),
      ("league", .string()),
    ]
  }

  static var schema: Schema {
    .object(
      fields,
      required: [
        "id", "name", "about", "courseName", "layoutName", "holes", "rounds", "startsAt", "groupSize", "state",
        "isPublic",
      ])
  }
}

/// A tournament with its board.
struct BoardOutput: RouteOutput {
  struct Row: RouteOutput, Decodable {
    var id: String
    /// Empty on a board that everybody sees for whoever does not want to be named there.
    var name: String
    var isMe: Bool
    /// Whether I may be named on a board that everybody sees; nil of others.
    var consents: Bool?
    var division: String
    var pool: String
    var memberNumber: Int?
    /// In the division; nil before a round is over, and for whoever is out.
    var place: Int?
    /// Whether a playoff has to decide about the first place.
    var isTied: Bool
    /// Whether the first place was won in a playoff.
    var hasWonPlayoff: Bool
    var isOut: Bool
    /// Throws with penalty throws of each finished round.
    var rounds: [Int]
    var total: Int
    /// Throws above par of all holes that have a score, with penalty throws.
    var toPar: Int
    /// Holes with a score in the round that is being played, or the last one.
    var thru: Int
    /// Penalty throws in all.
    var penalties: Int
  }

  struct CardOutput: RouteOutput, Decodable {
    /// The round of the card; nil for whoever does not play on it and does not direct.
    var round: String?
    var number: Int
    var teeTime: Date
    /// The number of the hole where it begins.
    var hole: Int
    /// The entrants.
    var entrants: [String]
    /// Whether it is submitted, or was ended by the director.
    var isOver: Bool
  }

  struct PenaltyOutput: RouteOutput, Decodable {
    var id: String
    var entrant: String
    var round: Int
    var rule: String
    var throwCount: Int
    var note: String
  }

  var event: EventOutput
  /// The director's name; empty for one who has left the platform.
  var director: String
  var isDirector: Bool
  /// Nil while I am not entered.
  var me: String?
  var rows: [Row]
  var cards: [CardOutput]
  var penalties: [PenaltyOutput]

  static var schema: Schema {
    .object(
      [
        ("event", EventOutput.schema), ("director", .string()), ("isDirector", .boolean), ("me", .string()),
        ("rows", .array(of: Row.schema)),
        ("cards", .array(of: CardOutput.schema)), ("penalties", .array(of: PenaltyOutput.schema)),
      ], required: ["event", "director", "isDirector", "rows", "cards", "penalties"])
  }
}

extension Schema {
  fileprivate static var division: Schema {
    .string(pattern: "^[A-Z0-9]{1,8}$").withMessage("A division has 1 to 8 capital letters and digits, such as MPO.")
  }
}
