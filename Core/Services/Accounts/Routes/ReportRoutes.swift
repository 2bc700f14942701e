internal import FieldhouseKit
internal import Foundation

/// The routes for reporting and deciding reports.
struct ReportRoutes: RouteGroup {
  let context: AccountsContext
  let limits: RateLimits

  /// The permission to see and decide reports.
  static let handleReports = "reports.handle"

  func declare(_ routes: inout Routes) {
    routes.post(
      "/reports", "Report a person, group, post or message; the first report of a thing counts", access: .account,
      problems: [.tooManyAttempts]
    ) { [self] (input: ReportInput, call, transaction) in
      try await report(input, by: try call.account.id, at: call.now, in: transaction)
    }
    routes.get("/reports", "Reports to decide", access: .permission(Self.handleReports)) {
      [self] (input: ReportListInput, _) in try await reports(input)
    }
    routes.put("/reports/{id}", "Decide a report", access: .permission(Self.handleReports)) {
      [self] (input: ReportDecision, call) in try await decide(input, call)
    }
  }

  /// Reporting the same once more answers the first report.
  private func report(
    _ input: ReportInput, by me: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Report {
    func earlier() async throws -> Report? {
      try await ReportStore.find(by: me, of: input.subjectKind, input.subject, in: transaction)
    }
    if let earlier = try await earlier() { return earlier }
    try await limits.take(.reportsPerAccount, .account(me), in: transaction)
    let report = Report(
      id: Identifier.random(), reporter: me.text, subjectKind: input.subjectKind, subject: input.subject,
      reason: input.reason, detail: input.detail ?? "", state: "open", createdAt: now)
    if try await ReportStore.insert(report, in: transaction) { return report }
    return try await earlier() ?? report
  }

  private func reports(_ input: ReportListInput) async throws -> Page<Report> {
    let limit = input.limit ?? 20
    let cursor = try Cursor(input.after, secret: context.secret)
    let found = try await context.storage.read { transaction in
      try await ReportStore.list(state: input.state ?? "open", after: cursor, limit: limit + 1, in: transaction)
    }
    let last = found.count > limit ? found[limit - 1] : nil
    return Page(
      items: Array(found.prefix(limit)),
      next: last.map { Cursor(at: $0.createdAt, id: $0.id).text(secret: context.secret) })
  }

  private func decide(_ input: ReportDecision, _ call: Call) async throws -> NoContent {
    let me = try call.account.id
    try await context.storage.write { transaction in
      guard try await ReportStore.decide(input.id, state: input.state, in: transaction) else {
        throw Problem.notFound("report-unknown", "There is no such report.")
      }
      try await AuditLog(context: context).append(
        "report.decided", by: me, on: input.id, detail: input.state, in: transaction)
    }
    return NoContent()
  }
}
