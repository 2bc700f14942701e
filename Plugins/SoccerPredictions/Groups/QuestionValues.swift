import FieldhouseKit
import Foundation

/// A question to ask.
struct QuestionInput: RouteInput {
  var group: String
  var league: String
  var kind: String
  var text: String
  var options: [String]?
  var points: Worth

  static var schema: Schema {
    let kinds = Schema.enumeration(BonusQuestion.Kind.allCases.map { .string($0.rawValue) })
    let option = Schema.string(minLength: 1, maxLength: 60).text(.line)
    return .object(
      [
        ("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60)),
        ("kind", kinds), ("text", .string(minLength: 1, maxLength: 200).text(.line)),
        ("options", .array(of: option, count: 2...50, unique: true)), ("points", Worth.schema(0.25...1000)),
      ], required: ["group", "league", "kind", "text", "points"])
  }
}

/// An input that names a question of a group.
protocol NamesQuestion {
  var group: String { get }
  var league: String { get }
  var question: String { get }
}

/// A question of a group.
struct QuestionName: RouteInput, NamesQuestion {
  var group: String
  var league: String
  var question: String

  static let parts: [(String, Schema)] = [
    ("group", .string(minLength: 1, maxLength: 100)), ("league", .string(minLength: 1, maxLength: 60)),
    ("question", .string(minLength: 1, maxLength: 100)),
  ]
  static var schema: Schema { .object(parts, required: parts.map(\.0)) }
}

/// What somebody answers to a question, or an admin says is right.
struct AnswerInput: RouteInput, NamesQuestion {
  var group: String
  var league: String
  var question: String
  var answer: String

  static var schema: Schema {
    let parts = QuestionName.parts + [("answer", .string(minLength: 1, maxLength: 200, description: "An option's id."))]
    return .object(parts, required: parts.map(\.0))
  }
}

/// A question, what can be answered, and what I and the others know of it.
struct QuestionOutput: RouteOutput {
  var id: String
  /// `champion`, `topScorer` or `free`.
  var kind: String
  var text: String
  var options: [NamedOutput]
  var points: Worth
  /// UTC.
  var closesAt: Date
  var isOpen: Bool
  /// What I have answered: an option's id.
  var mine: String?
  /// How many have answered.
  var answers: Int
  /// The ids of what is right, several where players are equal; nil while nobody knows.
  var right: [String]?

  static var schema: Schema {
    let members: [(String, Schema)] = [
      ("id", .string()), ("kind", .string()), ("text", .string()), ("options", .array(of: NamedOutput.schema)),
      ("points", .number()), ("closesAt", .string(format: .dateTime)), ("isOpen", .boolean),
      ("answers", .integer(0...Int64.max)),
    ]
    return .object(
      members + [("mine", .string()), ("right", .array(of: .string()))], required: members.map(\.0))
  }
}
