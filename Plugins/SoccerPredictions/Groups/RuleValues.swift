import FieldhouseKit
import Foundation

/// A rule to begin with.
struct RuleTemplateOutput: RouteOutput {
  /// `classic`, `tiers`, `parts`, `close`, `crowd` or `bold`.
  var name: String
  var rule: ScoringRule
  static var schema: Schema {
    .object([("name", .string()), ("rule", ScoringRule.schema)], required: ["name", "rule"])
  }
}

/// A rule for a group's league.
struct GroupRuleInput: RouteInput {
  var group: String
  var league: String
  var rule: ScoringRule

  static var schema: Schema {
    .object(
      [
        ("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60)),
        ("rule", ScoringRule.schema),
      ], required: ["group", "league", "rule"])
  }
}

/// A rule to be tried on the rounds of a season that are over.
struct RuleTrialInput: RouteInput {
  var group: String
  var league: String
  var rule: ScoringRule
  var season: String?

  static var schema: Schema {
    .object(
      [
        ("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60)),
        ("rule", ScoringRule.schema),
        ("season", .string(maxLength: 9, description: "Such as 2023-24; the one that the table shows without.")),
      ], required: ["group", "league", "rule"])
  }
}

/// A rule of a season and since when it holds.
struct RuleVersionOutput: RouteOutput {
  /// From 1.
  var number: Int
  /// As receipts name it.
  var version: String
  /// The first round that it holds for, and when that begins, UTC.
  var round: String
  var begins: Date
  /// Whether that round has begun.
  var holds: Bool
  /// The season that it was taken over from, "2023-24"; nil for one that somebody has set.
  var carriedFrom: String?
  var rule: ScoringRule

  /// - Parameter periods: the rounds of the season.
  init(_ version: RuleVersion, _ periods: [SeasonPeriod], at now: Date) {
    (number, self.version, round) = (version.number, version.name, version.round)
    begins = periods.first { $0.name == version.round }?.begins ?? version.begins
    (holds, carriedFrom, rule) = (version.holds(periods, at: now), version.carriedFrom, version.rule)
  }

  static var schema: Schema {
    let members: [(String, Schema)] = [
      ("number", .integer(1...Int64.max)), ("version", .string()), ("round", .string()),
      ("begins", .string(format: .dateTime)), ("holds", .boolean), ("rule", ScoringRule.schema),
    ]
    return .object(members + [("carriedFrom", .string())], required: members.map(\.0))
  }
}

/// The rules of a season, the first one first.
struct RulesOutput: RouteOutput {
  /// As other routes take it: "2024-25".
  var season: String
  /// The rounds that have not begun, and of them the one from which on a change would hold; nil when none is left.
  var next: String?
  /// None where the league's points count.
  var items: [RuleVersionOutput]

  static var schema: Schema {
    .object(
      [("season", .string()), ("next", .string()), ("items", .array(of: RuleVersionOutput.schema))],
      required: ["season", "items"])
  }
}

/// What somebody would have by another rule.
struct RuleTrialRow: RouteOutput {
  var account: Account
  var points: Worth
  var rank: Int
  /// What there is by the present rules.
  var before: Worth
  var rankBefore: Int

  static var schema: Schema {
    let members: [(String, Schema)] = [
      ("account", Account.schema), ("points", .number()), ("rank", .integer(1...Int64.max)), ("before", .number()),
      ("rankBefore", .integer(1...Int64.max)),
    ]
    return .object(members, required: members.map(\.0))
  }
}

/// The table of a season's past matches by another rule, at most 100 rows of it.
struct RuleTrialOutput: RouteOutput {
  var season: String
  /// Of how many matches.
  var matches: Int
  /// How many people it has.
  var size: Int
  var items: [RuleTrialRow]

  static var schema: Schema {
    let members: [(String, Schema)] = [
      ("season", .string()), ("matches", .integer(0...Int64.max)), ("size", .integer(0...Int64.max)),
      ("items", .array(of: RuleTrialRow.schema)),
    ]
    return .object(members, required: members.map(\.0))
  }
}
