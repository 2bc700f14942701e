public import FieldhouseKit

// What those do who decide about reports of what lies elsewhere.
extension Accounts {
  /// Whether somebody decides about reports in the whole host, in this session.
  /// - Throws: ``StorageError``.
  public func handlesReports(_ principal: Principal) async throws -> Bool {
    if principal.isOperator { return true }
    do { return try await permits(principal, ReportRoutes.handleReports, scope: "") } catch let problem as Problem {
      guard problem.code == Problem.secondFactorRequired().code else { throw problem }
      return false
    }
  }

  /// Shuts an account: its sessions end within a second in every process, and nobody signs in to it.
  /// - Throws: ``Problem`` 404 `person-unknown`, 409 `last-administrator`; ``StorageError``.
  public func shut(_ account: AccountID, by call: Call) async throws {
    try await administration.setDisabled(true, account, by: call.actor)
  }

  /// Adds to the trail of who did what that somebody has decided about something that was reported.
  /// - Throws: ``StorageError``.
  public func noteDecision(_ decision: String, on subject: String, by call: Call) async throws {
    try await context.storage.write { [context] transaction in
      try await AuditLog(context: context).append(
        "report.decided", by: AccountID(call.actor), on: subject, detail: decision, in: transaction)
    }
  }
}
