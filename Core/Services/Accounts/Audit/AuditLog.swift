internal import FieldhouseKit
internal import Foundation

/// Who did what to whom. Entries are only ever added; each carries a keyed hash over itself and the one before, so
/// that an entry that was changed, removed or put in between is found.
struct AuditLog: Sendable {
  let context: AccountsContext

  /// Adds an entry. The counter's row lock keeps the order of several processes.
  func append(
    _ action: String, by actor: AccountID, on subject: String, detail: String = "", in transaction: any Transaction
  ) async throws {
    try await transaction.execute("update change_counter set value = value + 1 where id = 2")
    let sequence: Int64 = try await transaction.first("select value from change_counter where id = 2")?[0] ?? 0
    let last = try await transaction.first("select hash from audit where sequence = \(sequence - 1)")
    let entry = AuditEntry(
      sequence: sequence, at: context.clock.now, actor: actor.text, action: action, subject: subject, detail: detail)
    let hash = entry.hash(after: try last?[0] ?? "", secret: context.secret)
    try await transaction.execute(
      """
      insert into audit (sequence, at, actor, action, subject, detail, hash) values
      (\(sequence), \(entry.at), \(entry.actor), \(action), \(subject), \(detail), \(hash))
      """)
  }

  /// Everybody whose account was erased.
  static func erased(in transaction: any ReadTransaction) async throws -> [AccountID] {
    try await transaction.query("select subject from audit where action = 'account.erased'").map { try $0[0] }
  }

  /// The first entry that is not as it was written; nil when all are.
  func firstBroken(in transaction: any ReadTransaction) async throws -> Int64? {
    let check = AuditCheck(secret: context.secret)
    try await transaction.forEach("select * from audit order by sequence") { try check.take($0) }
    let count: Int64 = try await transaction.first("select value from change_counter where id = 2")?[0] ?? 0
    return check.broken(of: count)
  }

  /// The latest entries before a sequence number, the latest first.
  func list(before sequence: Int64?, limit: Int, in transaction: any ReadTransaction) async throws -> [AuditEntry] {
    try await transaction.query(
      "select * from audit where sequence < \(sequence ?? .max) order by sequence desc limit \(limit)"
    ).map(AuditEntry.init)
  }
}
