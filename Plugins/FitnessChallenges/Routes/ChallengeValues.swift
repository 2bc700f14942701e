import FieldhouseKit
import Foundation

/// A challenge to be made.
struct ChallengeInput: RouteInput {
  var kind: Challenge.Kind
  var title: String
  var about: String?
  var difficulty: Int
  /// How long it lasts, in days.
  var days: Int
  /// The first day; everybody begins on the day of joining unless given.
  var start: String?
  /// The time zone in which days begin and end, such as `America/New_York`.
  var zone: String
  var exercises: [ExerciseInput]
  /// How many of the exercises' goals have to be met; all unless given.
  var needed: Int?
  /// How many are in a team at most, in a team challenge.
  var teamSize: Int?
  /// How many teams there are from the beginning; none unless given.
  var teams: Int?
  /// Whether athletes found teams, too; no unless given.
  var mayFound: Bool?
  var teamScoring: TeamScoringName?
  /// How many members count where only the best do; 3 unless given.
  var bestCount: Int?
  /// Whether it is found by searching; yes unless given.
  var isListed: Bool?
  /// For how many hours behind its end a day can be written down; the host's setting unless given.
  var graceHours: Int?

  static var schema: Schema {
    .object(
      [
        ("kind", .kind.withMessage("Choose a team challenge or an individual challenge.")),
        ("title", .string(minLength: 1, maxLength: 80).withMessage("A title has 1 to 80 characters.")),
        ("about", .nullable(.string(maxLength: 2_000).text(.lines))),
        (
          "difficulty",
          .integer(1...10).withMessage("The difficulty is a number from 1 to 10, 10 being the hardest.")
        ), ("days", .integer(1...3_660).withMessage("A challenge lasts a day or more.")),
        ("start", .nullable(.string(format: .date))),
        ("zone", .string(minLength: 1, maxLength: 64)),
        (
          "exercises",
          .array(of: ExerciseInput.schema, count: 1...20).withMessage("A challenge has 1 to 20 exercises.")
        ), ("needed", .nullable(.integer(1...20))),
        ("teamSize", .nullable(.integer(2...1_000).withMessage("A team has 2 to 1,000 members."))),
        ("teams", .nullable(.integer(0...200))), ("mayFound", .nullable(.boolean)),
        ("teamScoring", .nullable(.enumeration(TeamScoringName.allCases.map { .string($0.rawValue) }))),
        ("bestCount", .nullable(.integer(1...100))), ("isListed", .nullable(.boolean)),
        ("graceHours", .nullable(.integer(24...168))),
      ], required: ["kind", "title", "difficulty", "days", "zone", "exercises"])
  }
}

enum TeamScoringName: String, Codable, CaseIterable, Sendable {
  case sum, average, best
}

struct ExerciseInput: Decodable, Sendable, Described {
  var name: String
  var measure: Measure
  /// What a value counts, such as `kg`.
  var unit: String?
  /// The condition that is the goal.
  var goal: String
  /// The points; what was written down in all unless given.
  var points: String?

  static var schema: Schema {
    .object(
      [
        ("name", .string(minLength: 1, maxLength: 60).withMessage("An exercise has a name of 1 to 60 characters.")),
        ("measure", .measure), ("unit", .nullable(.string(maxLength: 20))),
        ("goal", .string(minLength: 1, maxLength: 200).withMessage("A goal has 1 to 200 characters.")),
        ("points", .nullable(.string(maxLength: 200))),
      ], required: ["name", "measure", "goal"])
  }

  func exercise(_ number: Int) -> Exercise {
    let points = points.flatMap { $0.isEmpty ? nil : $0 }
    return Exercise(
      id: "e\(number)", name: name, measure: measure, unit: unit ?? "", goal: goal, points: points ?? "total")
  }
}

extension Schema {
  static var kind: Schema { .enumeration(Challenge.Kind.allCases.map { .string($0.rawValue) }) }
  static var measure: Schema { .enumeration(Measure.allCases.map { .string($0.rawValue) }) }
}

struct ChallengeName: RouteInput {
  var challenge: String
  static var schema: Schema { .object([("challenge", .id)], required: ["challenge"]) }
}

/// What to search for.
struct SearchInput: RouteInput {
  /// Words of title and description, the last of which may be a beginning.
  var query: String?
  var kind: Challenge.Kind?
  var hardest: Int?
  var easiest: Int?
  /// In days.
  var longest: Int?
  /// The `next` of the page before.
  var after: Int?
  /// 1 to 50; 20 unless given.
  var limit: Int?

  static var schema: Schema {
    .object(
      [
        ("query", .string(maxLength: 100)), ("kind", .kind), ("hardest", .integer(1...10)),
        ("easiest", .integer(1...10)), ("longest", .integer(1...3_660)), ("after", .integer(0...253_402_300_799_999)),
        ("limit", .integer(1...50)),
      ])
  }
}

/// A formula to be tried out.
struct FormulaInput: RouteInput {
  var goal: String
  var points: String?
  var measure: Measure
  /// How many days the challenge lasts.
  var days: Int
  /// What was written down on each day, one entry a day, from the first on.
  var values: [Double]

  static var schema: Schema {
    .object(
      [
        ("goal", .string(maxLength: 400)), ("points", .nullable(.string(maxLength: 400))), ("measure", .measure),
        ("days", .integer(1...3_660)), ("values", .array(of: .number(0...1_000_000), count: 0...3_660)),
      ], required: ["goal", "measure", "days", "values"])
  }
}

/// What a formula makes of a sample log.
struct FormulaOutput: RouteOutput, Decodable {
  var isMet: Bool
  var points: Double
  /// Whether a goal that is met stays met, whatever else is written down.
  var isRising: Bool
}
