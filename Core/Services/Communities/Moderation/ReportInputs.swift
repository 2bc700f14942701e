internal import FieldhouseKit

/// A report of a thing.
struct ReportInput: RouteInput {
  let kind: String
  let group: String?
  let feed: FeedPlace?
  let thing: String?
  let reason: ReportReason
  let detail: String?

  /// Where the thing is.
  /// - Throws: ``Problem`` 422 `invalid-input` for one that is said to lie both in a group and in the feed of a thing.
  var place: ReportPlace {
    get throws {
      guard group == nil || feed == nil else {
        throw Problem.invalid("/feed", "report-place", "Name the group or the thing with a feed, not both.")
      }
      return ReportPlace(kind: kind, group: group ?? "", feed: feed, thing: thing ?? "")
    }
  }

  static var schema: Schema {
    .object(
      [
        ("kind", ReportKinds.schema),
        ("group", .string(minLength: 1, maxLength: 64, description: "The group that it lies in, or is.")),
        ("feed", .object(ThingFeedAddress.fields, required: ThingFeedAddress.fields.map(\.0))),
        (
          "thing",
          .string(
            minLength: 1, maxLength: 64,
            description:
              "The number of a message or a post, <post>/<comment>, the id of a member; none for the group itself."
          )
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
