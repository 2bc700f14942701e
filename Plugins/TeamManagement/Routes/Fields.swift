import FieldhouseKit
import Foundation

/// Schemas that several routes share.
enum Fields {
  static let id = Schema.string(minLength: 1, maxLength: 200)
  static let instant = Schema.string(format: .dateTime)
  static let teamName = Schema.string(minLength: 1, maxLength: 60).withMessage(
    "The name of a team has 1 to 60 characters.")
  static let sport = Schema.string(minLength: 1, maxLength: 60).withMessage(
    "Name the sport or activity in 1 to 60 characters.")
  static let person = Schema.object(
    [("id", .string()), ("name", .string()), ("picture", .string())], required: ["id", "name"])
}

/// A team by its id.
struct TeamInput: RouteInput {
  var team: String
  static var schema: Schema { .object([("team", Fields.id)], required: ["team"]) }
}

/// Somebody on a team.
struct MemberInput: RouteInput {
  var team: String
  var account: AccountID
  static var schema: Schema { .object([("team", Fields.id), ("account", Fields.id)], required: ["team", "account"]) }
}

/// An event of a team.
struct EventInput: RouteInput {
  var team: String
  var event: String
  static var schema: Schema { .object([("team", Fields.id), ("event", Fields.id)], required: ["team", "event"]) }
}

/// Somebody as the team sees them.
struct PersonOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var picture: String?

  init(_ account: Account) { (id, name, picture) = (account.id.text, account.name, account.picture) }

  static var schema: Schema { Fields.person }
}

extension String {
  /// The text without spaces around it.
  /// - Throws: ``Problem`` 422 when nothing is left.
  func trimmed(_ pointer: String, _ detail: String) throws -> String {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Problem.invalid(pointer, "too-short", detail) }
    return text
  }
}
