import FieldhouseKit
import Foundation

/// A group.
struct GroupInput: RouteInput {
  var group: String
  static var schema: Schema { .object([("group", .string(minLength: 1, maxLength: 100))], required: ["group"]) }
}

/// A league of a group.
struct GroupLeagueInput: RouteInput {
  var group: String
  var league: String
  static var schema: Schema {
    .object(
      [("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60))],
      required: ["group", "league"])
  }
}

/// Which table of a group's members.
struct GroupBoardInput: RouteInput {
  var group: String
  var league: String
  var game: String?
  var query: String?
  var view: String?
  var round: String?
  var month: String?

  static var schema: Schema {
    .object(
      [
        ("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60)),
        ("game", .enumeration(["league", "fun"], description: "By the league's points, or those of fun games.")),
        ("query", .string(maxLength: 60, description: "A part of the member's name.")),
        (
          "view",
          .enumeration(["now", "live"], description: "As it is, or as if the matches being played ended now.")
        ), ("round", .string(minLength: 1, maxLength: 100, description: "Only the matches of this round.")),
        ("month", .string(pattern: "^\\d{4}-\\d{2}$", description: "Only those of this month, as 2024-08 (UTC).")),
      ], required: ["group", "league"])
  }
}

/// Somebody whom I know.
struct CompanionOutput: RouteOutput {
  var account: Account
  static var schema: Schema { .object([("account", Account.schema)], required: ["account"]) }
}

/// A member in the table of a group.
struct GroupRowOutput: RouteOutput {
  var account: Account
  /// The rank inside the group, from 1; nil for who has not predicted in the league.
  var rank: Int?
  /// The rank on the league's leaderboard; nil in fun games.
  var leagueRank: Int?
  /// The points in the league or by the group's own rule, or those in fun games; the latter two may be below 0.
  var points: Worth
  /// How many of the points the matches that are being played would bring; only in the live table.
  var gained: Worth?
  /// By how many ranks these move the member, above 0 for up; only in the live table.
  var change: Int?

  static var schema: Schema {
    .object(
      [
        ("account", Account.schema), ("rank", .integer(1...Int64.max)), ("leagueRank", .integer(1...Int64.max)),
        ("points", .number()), ("gained", .number()), ("change", .integer()),
      ], required: ["account", "points"])
  }

  /// Whether the member stands before another: by rank, those without one last, by their names.
  func precedes(_ other: GroupRowOutput) -> Bool {
    let (one, two) = (rank ?? .max, other.rank ?? .max)
    return (one, account.name, account.id.text) < (two, other.account.name, other.account.id.text)
  }
}

/// How somebody did in a round, and how the group stood after it.
struct CourseRoundOutput: RouteOutput {
  /// The round's label.
  var round: String
  /// The first kick-off, UTC.
  var begins: Date
  /// What I have earned in the round, and with all before it.
  var points: Worth
  var total: Worth
  /// My rank in the group after the round; nil while I have predicted none of the settled matches.
  var rank: Int?
  /// How many members had a rank then.
  var ranked: Int
  /// Who has won the round, and with how many points; nobody while nobody has a point.
  var winners: [Account]
  var best: Worth

  static var schema: Schema {
    let counts = ["points", "total", "best"].map { ($0, Schema.number()) } + [("ranked", .integer(0...Int64.max))]
    return .object(
      [
        ("round", .string()), ("begins", .string(format: .dateTime)), ("rank", .integer(1...Int64.max)),
        ("winners", .array(of: Account.schema)),
      ] + counts, required: ["round", "begins", "winners"] + counts.map(\.0))
  }
}

/// The rounds and months of a season.
struct PeriodsOutput: RouteOutput, Decodable {
  struct Part: RouteOutput, Decodable {
    /// The round's label, or the month as `2024-08`.
    var name: String
    /// The first kick-off, UTC.
    var begins: Date
  }

  /// In the order of their first kick-offs; only those that have begun.
  var rounds: [Part]
  var months: [Part]
}
