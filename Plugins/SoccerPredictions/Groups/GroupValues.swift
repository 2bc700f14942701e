import FieldhouseKit

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

  static var schema: Schema {
    .object(
      [
        ("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60)),
        ("game", .enumeration(["league", "fun"], description: "By the league's points, or those of fun games.")),
        ("query", .string(maxLength: 60, description: "A part of the member's name.")),
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
  /// The points in the league, or those in fun games, which may be below 0.
  var points: Int

  static var schema: Schema {
    .object(
      [
        ("account", Account.schema), ("rank", .integer(1...Int64.max)), ("leagueRank", .integer(1...Int64.max)),
        ("points", .integer()),
      ], required: ["account", "points"])
  }

  /// Whether the member stands before another: by rank, those without one last, by their names.
  func precedes(_ other: GroupRowOutput) -> Bool {
    let (one, two) = (rank ?? .max, other.rank ?? .max)
    return (one, account.name, account.id.text) < (two, other.account.name, other.account.id.text)
  }
}
