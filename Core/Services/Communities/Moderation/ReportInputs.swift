internal import FieldhouseKit

/// A report of a thing.
struct ReportInput: RouteInput {
  let kind: String
  let group: String?
  let thing: String?
  let reason: ReportReason
  let detail: String?

  static var schema: Schema {
    .object(
      [
        ("kind", ReportKinds.schema),
        ("group", .string(minLength: 1, maxLength: 64, description: "The group that it lies in, or is.")),
        (
          "thing",
          .string(
            minLength: 1, maxLength: 64,
            description: "The number of a message, the id of a member; left out for the group itself.")
        ), ("reason", ReportReason.schema),
        ("detail", .string(maxLength: ReportReason.longestText, description: "For who decides.").text(.lines)),
      ], required: ["kind", "reason"])
  }
}

/// Which cases to list.
struct CaseListInput: RouteInput {
  let group: String?
  let state: ReportCase.State?
  let limit: Int?
  let after: String?

  static var schema: Schema {
    .object(
      [("group", .string(minLength: 1, maxLength: 64, description: "Those that its admins look after."))]
        + AllCasesInput.fields)
  }
}

/// Which cases of all plugins to list.
struct AllCasesInput: RouteInput {
  let state: ReportCase.State?
  let limit: Int?
  let after: String?

  static var fields: [(String, Schema)] {
    [
      ("state", .enumeration(ReportCase.State.allCases.map { .string($0.rawValue) })), ("limit", Fields.limit),
      ("after", Fields.cursor),
    ]
  }

  static var schema: Schema { .object(fields) }
}

/// A case by its id.
struct CaseInput: RouteInput {
  let id: String
  static var schema: Schema { .object([("id", Fields.id)], required: ["id"]) }
}

/// A decision about a case.
struct DecisionInput: RouteInput {
  let id: String
  let decision: ReportDecision
  let note: String?

  static var schema: Schema {
    .object(
      [
        ("id", Fields.id), ("decision", ReportDecision.schema),
        (
          "note",
          .string(maxLength: ReportReason.longestText, description: "For other moderators; nobody else reads it.")
            .text(.lines)
        ),
      ], required: ["id", "decision"])
  }
}

/// What somebody says against the removal of what is theirs.
struct AppealInput: RouteInput {
  let id: String
  let text: String

  static var schema: Schema {
    .object(
      [("id", Fields.id), ("text", .string(minLength: 1, maxLength: ReportReason.longestText).text(.lines))],
      required: ["id", "text"])
  }
}
