import FieldhouseKit
import Foundation

struct TeamFiguresInput: RouteInput {
  var team: String
  var wins: Int
  var losses: Int
  var ties: Int
  /// The names of the members' fields, in order; as they are unless given. Figures of fields that go are gone.
  var fields: [String]?
  /// What follows from the fields, in order; as they are unless given.
  var formulas: [FormulaValue]?

  static var schema: Schema {
    let count = Schema.integer(0...100_000)
    return .object(
      [
        ("team", Fields.id), ("wins", count), ("losses", count), ("ties", count),
        (
          "fields",
          .nullable(
            .array(of: .string(minLength: 1, maxLength: 40), count: 0...StatisticsStore.mostFields, unique: true))
        ),
        ("formulas", .nullable(.array(of: FormulaValue.schema, count: 0...StatisticsStore.mostFields))),
      ], required: ["team", "wins", "losses", "ties"])
  }
}

struct MemberFiguresInput: RouteInput {
  var team: String
  var account: AccountID
  /// By the names of the team's fields.
  var values: [String: Double]

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("account", Fields.id), ("values", .map(of: .number(-1_000_000_000...1_000_000_000)))],
      required: ["team", "account", "values"])
  }
}

struct RecordInput: RouteInput {
  var team: String
  /// Of the whole team unless given.
  var account: AccountID?
  var title: String
  var value: String
  /// When it was set.
  var day: String?

  static var fields: [(String, Schema)] {
    [
      ("title", .string(minLength: 1, maxLength: 80)), ("value", .string(minLength: 1, maxLength: 80)),
      ("day", .nullable(.string(format: .date))),
    ]
  }
  static var schema: Schema {
    .object([("team", Fields.id), ("account", .nullable(Fields.id))] + fields, required: ["team", "title", "value"])
  }
}

struct RecordChangeInput: RouteInput {
  var team: String
  var record: String
  var title: String
  var value: String
  var day: String?

  static var schema: Schema {
    .object(
      [("team", Fields.id), ("record", Fields.id)] + RecordInput.fields, required: ["team", "record", "title", "value"])
  }
}

struct RecordPath: RouteInput {
  var team: String
  var record: String
  static var schema: Schema { .object([("team", Fields.id), ("record", Fields.id)], required: ["team", "record"]) }
}

struct RecordName: RouteOutput, Decodable { var record: String }

struct RecordOutput: RouteOutput, Decodable {
  var id: String
  /// Whose it is; nil for the whole team's.
  var person: PersonOutput?
  var title: String
  var value: String
  var day: String?

  init(_ record: StatisticsStore.Record, _ account: Account?) {
    (id, title, value, day) = (record.id, record.title, record.value, record.day)
    person = account.map(PersonOutput.init)
  }
}

struct PlayerOutput: RouteOutput, Decodable {
  var person: PersonOutput
  var values: [String: Double]
  /// What follows from them, by the names of the formulas; without those that have no value.
  var results: [String: Double]
}

/// A figure that follows from others.
struct FormulaValue: Codable, Sendable, Hashable, Described {
  var name: String
  /// Such as `Goals / Games`.
  var formula: String

  static var schema: Schema {
    .object(
      [("name", .string(minLength: 1, maxLength: 40)), ("formula", .string(minLength: 1, maxLength: 200))],
      required: ["name", "formula"])
  }
}

extension [FormulaValue] {
  /// What follows from a member's values.
  func results(of values: [String: Double], fields: [String]) -> [String: Double] {
    reduce(into: [:]) { $0[$1.name] = Formula($1.formula, fields: fields)?.value(of: values) }
  }
}

/// How a team and its members have played.
struct TeamFiguresOutput: RouteOutput, Decodable {
  var wins: Int
  var losses: Int
  var ties: Int
  /// How many there are.
  var members: Int
  var fields: [String]
  var formulas: [FormulaValue]
  var players: [PlayerOutput]
  /// The latest first.
  var records: [RecordOutput]
}
