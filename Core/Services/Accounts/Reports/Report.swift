internal import FieldhouseKit
internal import Foundation

/// A report of something that should not be.
struct Report: RouteOutput, Codable {
  let id: String
  /// Empty once the reporter's account is erased.
  let reporter: String
  let subjectKind: String
  let subject: String
  let reason: String
  let detail: String
  let state: String
  let createdAt: Date
}

extension Report {
  init(_ row: Row) throws {
    id = try row["id"]
    reporter = try row["reporter"]
    subjectKind = try row["subject_kind"]
    subject = try row["subject"]
    reason = try row["reason"]
    detail = try row["detail"]
    state = try row["state"]
    createdAt = try row["created_at"]
  }
}

struct ReportInput: RouteInput {
  let subjectKind: String
  let subject: String
  let reason: String
  let detail: String?

  static var schema: Schema {
    .object(
      [
        ("subjectKind", .enumeration(["user", "group", "post", "message"])),
        ("subject", .string(minLength: 1, maxLength: 200)),
        ("reason", .enumeration(["harassment", "bullying", "spam", "inappropriate", "other"])),
        ("detail", .string(maxLength: 500).text(.lines)),
      ], required: ["subjectKind", "subject", "reason"])
  }
}

struct ReportListInput: RouteInput {
  let state: String?
  let limit: Int?
  let after: String?

  static var schema: Schema { .object([("state", .enumeration(["open", "upheld", "dismissed"]))] + PageInput.fields) }
}

struct ReportDecision: RouteInput {
  let id: String
  let state: String

  static var schema: Schema {
    .object(
      [("id", .string(minLength: 1, maxLength: 64)), ("state", .enumeration(["open", "upheld", "dismissed"]))],
      required: ["id", "state"])
  }
}
