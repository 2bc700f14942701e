import FieldhouseKit

/// The problems that any route may answer.
enum GeneralProblems {
  static let all: [Problem] = [
    .unauthenticated(), .forbidden(), .notFound("not-found", "There is nothing at this path."),
    .sessionEnded(),
    .accountNeeded(),
    Problem(status: 403, code: "foreign-origin", detail: "Calls with the session cookie must come from this site."),
    Problem(status: 405, code: "method-not-allowed", detail: "The path answers other methods; see Allow."),
    Problem(
      status: 409, code: "storage-conflict", detail: "Somebody changed this at the same time; look and try again."),
    Problem(status: 413, code: "http-body-too-large", detail: "The body is larger than this resource takes."),
    Problem(status: 412, code: "precondition-failed", detail: "The file has another version by now."),
    RequestRules.unsupported(["application/json"]), RequestRules.precondition, RequestRules.unexpectedBody,
    RequestRules.accountChanged,
    IdempotentCall.refused,
    Problem(
      status: 409, code: "idempotency-key-in-flight",
      detail: "The first request with this Idempotency-Key is still being worked on; try again."),
    Problem(
      status: 409, code: "idempotency-reply-forgotten",
      detail: "The request was carried out; its answer is kept no longer, because somebody has left since."),
    Problem(status: 422, code: "invalid-input", detail: "The input is understood and refused; `errors` says why."),
    Problem(status: 422, code: "idempotency-key-reused", detail: "The Idempotency-Key was used for another request."),
    .badRequest("json-syntax", "The body is not JSON."),
    .badRequest("idempotency-key-malformed", "The Idempotency-Key must have 1 to 255 visible ASCII characters."),
    .badRequest("path-malformed", "The path is not percent-encoded UTF-8."),
    .badRequest("query-malformed", "The query is not percent-encoded UTF-8."),
    Problem(status: 500, code: "internal-error", detail: "Something went wrong on our side; the log has it."),
    .unavailable("storage-unavailable", "The host cannot save or read right now; try again."),
    .unavailable("shutting-down", "The host is shutting down; try again."),
    Problem(status: 507, code: "storage-full", detail: "The host has no space left; nothing was saved."),
  ]

  /// The codes of all problems by name, for the documentation.
  static func document(_ routes: [MountedRoute]) -> JSON {
    var codes: JSONObject = [:]
    for problem in all + routes.flatMap(\.route.problems) where codes[problem.code] == nil {
      codes[problem.code] = ["status": .integer(Int64(problem.status)), "detail": .string(problem.detail)]
    }
    return .object(codes)
  }
}
