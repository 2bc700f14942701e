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
  /// What it takes to win; a threshold unless given.
  var mode: Mode?
  /// How many places win where the most points do; 3 unless given.
  var winners: Int?
  /// Where these count, from the fewest points to the most.
  var milestones: [MilestoneInput]?
  /// What everybody's points together have to reach.
  var groupGoal: Double?
  /// How teams are drawn; by their size unless given.
  var drawBy: DrawBy?
  /// Whether the teams of those who want a random one are drawn together when the challenge begins, on its first day; no unless
  /// given.
  var drawsAtStart: Bool?
  /// How many take part at most; any number unless given.
  var capacity: Int?
  /// The id of an organisation whose members alone see and join it, without an invitation; for everybody unless given.
  var organisation: String?

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
        ("mode", .nullable(.enumeration(Mode.allCases.map { .string($0.rawValue) }))),
        ("winners", .nullable(.integer(1...100).withMessage("The best 1 to 100 win."))),
        (
          "milestones",
          .nullable(.array(of: MilestoneInput.schema, count: 1...20).withMessage("There are 1 to 20 milestones."))
        ), ("groupGoal", .nullable(.number(0.001...1_000_000_000).withMessage("Say how many points are the goal."))),
        ("drawBy", .nullable(.enumeration(DrawBy.allCases.map { .string($0.rawValue) }))),
        ("drawsAtStart", .nullable(.boolean)),
        ("capacity", .nullable(.integer(1...100_000).withMessage("1 to 100,000 take part at most."))),
        ("organisation", .nullable(.id)),
      ], required: ["kind", "title", "difficulty", "days", "zone", "exercises"])
  }
}

/// Points at which something is reached.
struct MilestoneInput: Decodable, Sendable, Described {
  var name: String
  var points: Double

  static var schema: Schema {
    .object(
      [
        ("name", .string(minLength: 1, maxLength: 40).withMessage("A milestone has a name of 1 to 40 characters.")),
        ("points", .number(0.001...1_000_000_000).withMessage("Say at how many points the milestone is.")),
      ], required: ["name", "points"])
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
  /// The condition that is the goal; needed where a threshold has to be passed, else that something is written down. Nothing is 0:
  /// `total <= 3` is met while nothing is written down of the exercise. Whoever writes nothing down at all passes nothing.
  var goal: String?
  /// The points; what was written down in all unless given, and MET minutes where minutes of an activity are counted.
  var points: String?
  /// An activity of the table of METs.
  var activity: String?

  static var schema: Schema {
    .object(
      [
        ("name", .string(minLength: 1, maxLength: 60).withMessage("An exercise has a name of 1 to 60 characters.")),
        ("measure", .measure), ("unit", .nullable(.string(maxLength: 20))),
        ("goal", .nullable(.string(minLength: 1, maxLength: 200).withMessage("A goal has 1 to 200 characters."))),
        ("points", .nullable(.string(maxLength: 200))), ("activity", .nullable(.string(maxLength: 40))),
      ], required: ["name", "measure"])
  }

  func exercise(_ number: Int) -> Exercise {
    let points = points.flatMap { $0.isEmpty ? nil : $0 }
    let met = activity.flatMap(MetTable.entry).map(ExerciseMet.init)
    return Exercise(
      id: "e\(number)", name: name, measure: measure, unit: unit ?? "", goal: goal ?? "count >= 1",
      points: points ?? (met != nil && measure == .duration ? "total * met" : "total"), met: met)
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
  /// Words of title and description, each of which may be a beginning.
  var query: String?
  var kind: Challenge.Kind?
  var mode: Mode?
  var hardest: Int?
  var easiest: Int?
  /// In days.
  var shortest: Int?
  var longest: Int?
  /// Whether all begin on one day, or everybody on the day of joining.
  var starts: StartName?
  /// The first day of those that begin on one day, such as `2025-08-15`, or a later one.
  var from: String?
  /// The id of an organisation of mine, whose challenges alone are found.
  var organisation: String?
  /// The `next` of the page before.
  var after: String?
  /// 1 to 50; 20 unless given.
  var limit: Int?

  static var schema: Schema {
    .object(
      [
        ("query", .string(maxLength: 100)), ("kind", .kind),
        ("mode", .enumeration(Mode.allCases.map { .string($0.rawValue) })), ("hardest", .integer(1...10)),
        ("easiest", .integer(1...10)), ("shortest", .integer(1...3_660)), ("longest", .integer(1...3_660)),
        ("starts", .enumeration(StartName.allCases.map { .string($0.rawValue) })), ("from", .string(format: .date)),
        ("organisation", .id), ("after", .string(maxLength: 100)),
        ("limit", .integer(1...50)),
      ])
  }
}

/// When those who take part begin.
enum StartName: String, Codable, CaseIterable, Sendable {
  case fixed, rolling
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
  /// An activity of the table of METs.
  var activity: String?

  static var schema: Schema {
    .object(
      [
        ("goal", .string(maxLength: 400)), ("points", .nullable(.string(maxLength: 400))), ("measure", .measure),
        ("days", .integer(1...3_660)), ("values", .array(of: .number(0...1_000_000), count: 0...3_660)),
        ("activity", .nullable(.string(maxLength: 40))),
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

/// How hard activities are.
struct MetOutput: RouteOutput, Decodable {
  struct Entry: RouteOutput, Decodable {
    var activity: String
    /// The code in the source.
    var code: Int
    /// In METs; 1 is sitting still.
    var met: Double
  }

  var edition: String
  var source: String
  var items: [Entry]
}
