internal import FieldhouseKit
internal import Foundation

/// A fault of the web app on people's devices, as often as it was met at one place with one message. Nothing of it says who met it.
struct Crash: RouteOutput, Codable {
  let id: String
  /// What the browser said of it.
  let message: String
  /// The innermost frame, such as `/app.js:12:4`; empty where the browser told none.
  let place: String
  /// The calls that led to it when it was met last, the innermost first, a line each.
  let stack: String
  /// The page where it was met last, without what stood in its query.
  let page: String
  /// What the browser calls itself.
  let browser: String
  /// The version of the app.
  let version: String
  /// How often it was met.
  let times: Int
  let firstAt: Date
  let lastAt: Date
}

extension Crash {
  init(_ row: Row) throws {
    id = try row["id"]
    message = try row["message"]
    place = try row["place"]
    stack = try row["stack"]
    page = try row["page"]
    browser = try row["browser"]
    version = try row["version"]
    times = try row["times"]
    firstAt = try row["first_at"]
    lastAt = try row["last_at"]
  }
}

/// A fault that was met.
struct CrashInput: RouteInput {
  let message: String
  let place: String?
  let stack: String?
  let page: String
  let browser: String?
  let version: String?

  static var schema: Schema {
    .object(
      [
        ("message", .string(minLength: 1, maxLength: 300).text(.lines)), ("place", .string(maxLength: 300)),
        ("stack", .string(maxLength: 4000).text(.lines)),
        ("page", .string(maxLength: 300, pattern: "^/[^?#]*$")), ("browser", .string(maxLength: 300)),
        ("version", .string(maxLength: 50)),
      ], required: ["message", "page"])
  }
}

/// Which faults to list.
struct CrashListInput: RouteInput {
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object([("limit", .integer(1...100)), ("after", .string(minLength: 1, maxLength: 100))])
  }
}

/// A fault by its id.
struct CrashIDInput: RouteInput {
  let id: String
  static var schema: Schema { .object([("id", .string(minLength: 1, maxLength: 64))], required: ["id"]) }
}
