internal import FieldhouseKit
internal import Foundation

/// What somebody wrote to the people who run the installation.
struct ContactMessage: RouteOutput, Codable {
  /// How far it has come.
  enum State: String, Sendable, Codable, CaseIterable { case open, done }

  let id: String
  /// Who was signed in; nil for a stranger.
  let account: AccountID?
  let name: String
  let email: String
  let text: String
  let state: State
  let sentAt: Date
}

extension ContactMessage {
  init(_ row: Row) throws {
    id = try row["id"]
    account = try row["account"]
    name = try row["name"]
    email = try row["email"]
    text = try row["text"]
    state = State(rawValue: try row["state"]) ?? .open
    sentAt = try row["sent_at"]
  }
}

/// A message to be sent.
struct ContactInput: RouteInput {
  /// How long a message may be, in characters.
  static let longest = 500

  let name: String
  let email: String
  let text: String

  static var schema: Schema {
    .object(
      [
        ("name", .string(minLength: 1, maxLength: 100)), ("email", .string(maxLength: 254, format: .email)),
        ("text", .string(minLength: 1, maxLength: longest).text(.lines)),
      ], required: ["name", "email", "text"])
  }
}

/// Which messages to list.
struct ContactListInput: RouteInput {
  let state: ContactMessage.State?
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object([
      ("state", ContactFields.state), ("limit", .integer(1...100)), ("after", .string(minLength: 1, maxLength: 100)),
    ])
  }
}

/// How far a message has come.
struct ContactStateInput: RouteInput {
  let id: String
  let state: ContactMessage.State

  static var schema: Schema {
    .object([("id", ContactFields.id), ("state", ContactFields.state)], required: ["id", "state"])
  }
}

/// A message by its id.
struct ContactMessageInput: RouteInput {
  let id: String
  static var schema: Schema { .object([("id", ContactFields.id)], required: ["id"]) }
}

/// What the fields of several inputs allow.
enum ContactFields {
  static var id: Schema { .string(minLength: 1, maxLength: 64) }
  static var state: Schema { .enumeration(ContactMessage.State.allCases.map { .string($0.rawValue) }) }
}
