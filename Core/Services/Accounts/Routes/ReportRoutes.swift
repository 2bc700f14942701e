internal import FieldhouseKit
internal import Foundation

/// The routes for reporting and deciding reports.
struct ReportRoutes: RouteGroup {
  let context: AccountsContext
  let directory: Directory
  let limits: RateLimits

  private static let unknown = Problem.notFound("report-unknown", "There is no such report.")
  private static let own = Problem(
    status: 403, code: "report-own", detail: "You cannot report or judge what is your own.")

  /// The permission to see and decide reports.
  static let handleReports = "reports.handle"

  func declare(_ routes: inout Routes) {
    routes.post(
      "/reports", "Report a person to those who run this installation; the first report of a person counts",
      access: .account, problems: [.tooManyAttempts, Relations.unknownPerson, Relations.yourself]
    ) { [self] (input: ReportInput, call, transaction) in
      try await report(input, by: try call.account.id, at: call.now, in: transaction)
    }
    routes.get("/reports", "People who were reported, the first first", access: .permission(Self.handleReports)) {
      [self] (input: ReportListInput, _) in try await reports(input)
    }
    routes.put(
      "/reports/{id}", "Decide a report", access: .permission(Self.handleReports),
      problems: [Self.unknown, Self.own]
    ) { [self] (input: ReportDecision, call) in try await decide(input, call) }
  }

  /// Reporting the same once more answers the first report.
  private func report(
    _ input: ReportInput, by me: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Report {
    func earlier() async throws -> Report? {
      try await ReportStore.find(by: me, of: input.subjectKind, input.subject, in: transaction)
    }
    if let earlier = try await earlier() { return earlier }
    let subject = AccountID(input.subject)
    guard subject != me else { throw Relations.yourself }
    guard try await PersonStore.find(subject, in: transaction)?.isOpen == true else { throw Relations.unknownPerson }
    try await limits.take(.reportsPerAccount, .account(me), in: transaction)
    let report = Report(
      id: Identifier.random(), reporter: me.text, subjectKind: input.subjectKind, subject: input.subject,
      reason: input.reason, detail: input.detail ?? "", state: "open", createdAt: now)
    if try await ReportStore.insert(report, in: transaction) { return report }
    return try await earlier() ?? report
  }

  private func reports(_ input: ReportListInput) async throws -> Page<QueuedReport> {
    let limit = input.limit ?? 20
    let cursor = try Cursor(input.after, secret: context.secret)
    let found = try await context.storage.read { transaction in
      try await ReportStore.list(state: input.state ?? "open", after: cursor, limit: limit + 1, in: transaction)
    }
    let last = found.count > limit ? found[limit - 1] : nil
    let shown = found.prefix(limit)
    let accounts = try await directory.accounts(
      Array(Set(shown.flatMap { [$0.subject, $0.reporter] })).map { AccountID($0) })
    return Page(
      items: shown.map { QueuedReport($0, accounts) },
      next: last.map { Cursor(at: $0.createdAt, id: $0.id).text(secret: context.secret) })
  }

  /// The reporter is told when it is decided first, not what: that is the other's affair.
  private func decide(_ input: ReportDecision, _ call: Call) async throws -> NoContent {
    let me = try call.account.id
    try await context.storage.write { transaction in
      guard let report = try await ReportStore.find(input.id, in: transaction) else { throw Self.unknown }
      guard report.subject != me.text else { throw Self.own }
      try await ReportStore.decide(input.id, state: input.state, in: transaction)
      if input.state != "open", !report.reporter.isEmpty {
        try await transaction.notify(
          NotificationRequest(
            recipients: [AccountID(report.reporter)], kind: "report-decided", text: "accounts.report-decided.text",
            deduplicationKey: report.id))
      }
      try await AuditLog(context: context).append(
        "report.decided", by: me, on: input.id, detail: input.state, in: transaction)
    }
    return NoContent()
  }
}
