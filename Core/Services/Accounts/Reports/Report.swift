internal import FieldhouseKit
internal import Foundation

/// A report of somebody who does what should not be. What lies in groups is reported where it lies.
struct Report: RouteOutput, Codable {
  let id: String
  /// Empty once the reporter's account is erased.
  let reporter: String
  /// `user`; in an older installation other kinds may wait.
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

/// A report as those see it who decide about it.
struct QueuedReport: RouteOutput, Decodable {
  let id: String
  let subjectKind: String
  let subject: String
  /// Whom it is about; left out where nobody or not a person.
  let person: AccountView?
  let reason: String
  let detail: String
  let state: String
  let createdAt: Date
  /// Empty once the reporter's account is erased.
  let reporter: String
  /// Who reported it; left out where they have left.
  let by: AccountView?

  init(_ report: Report, _ accounts: [AccountID: Account]) {
    (id, subjectKind, subject) = (report.id, report.subjectKind, report.subject)
    (reason, detail, state, createdAt) = (report.reason, report.detail, report.state, report.createdAt)
    reporter = report.reporter
    person = accounts[AccountID(report.subject)].map(AccountView.init)
    by = accounts[AccountID(report.reporter)].map(AccountView.init)
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
        ("subjectKind", .enumeration(["user"])), ("subject", .string(minLength: 1, maxLength: 64)),
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
