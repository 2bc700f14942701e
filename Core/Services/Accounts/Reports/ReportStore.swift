internal import FieldhouseKit
internal import Foundation

/// Reports in storage.
enum ReportStore {
  /// Puts a report in, unless its reporter has reported the same before.
  /// - Returns: whether it is there now and was not before.
  static func insert(_ report: Report, in transaction: any Transaction) async throws -> Bool {
    try await transaction.execute(
      """
      insert into reports (id, reporter, subject_kind, subject, reason, detail, state, created_at) values
      (\(report.id), \(report.reporter), \(report.subjectKind), \(report.subject), \(report.reason),
      \(report.detail), \(report.state), \(report.createdAt)) on conflict do nothing
      """) > 0
  }

  /// What somebody has reported of a thing.
  static func find(
    by reporter: AccountID, of kind: String, _ subject: String, in transaction: any ReadTransaction
  ) async throws -> Report? {
    try await transaction.first(
      "select * from reports where reporter = \(reporter) and subject_kind = \(kind) and subject = \(subject)"
    ).map(Report.init)
  }

  /// A page of reports in a state, the oldest first.
  static func list(
    state: String, after cursor: Cursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Report] {
    let (at, last) = (cursor?.at ?? .distantPastInStorage, cursor?.id ?? "")
    return try await transaction.query(
      """
      select * from reports where state = \(state)
      and (created_at > \(at) or (created_at = \(at) and id > \(last))) order by created_at, id limit \(limit)
      """
    ).map(Report.init)
  }

  static func find(_ id: String, in transaction: any ReadTransaction) async throws -> Report? {
    try await transaction.first("select * from reports where id = \(id)").map(Report.init)
  }

  static func decide(_ id: String, state: String, in transaction: any Transaction) async throws {
    try await transaction.execute("update reports set state = \(state) where id = \(id)")
  }
}
