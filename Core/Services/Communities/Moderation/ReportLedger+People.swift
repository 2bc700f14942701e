internal import FieldhouseKit

// What happens to people.
extension ReportLedger {
  /// Takes out what was written about what somebody who is erased has written, before ``erasure(of:)`` forgets whose it was.
  static func eraseWords(about account: AccountID, in tables: any GroupTables) async throws {
    let own = try await tables.rows("select id from fieldhouse_report_cases where author = \(account)")
    for id in try own.map({ try $0["id"] as String }) {
      _ = try await tables.rows("update fieldhouse_report_flags set detail = '' where case_id = \(id) returning number")
      _ = try await tables.rows(
        "update fieldhouse_report_decisions set note = '' where case_id = \(id) returning number")
    }
  }

  /// What takes somebody who is erased out of what was reported: what they have reported counts on without them, what they
  /// wrote goes, and so does what names them.
  static func erasure(of account: AccountID) -> [SQL] {
    [
      "update fieldhouse_report_flags set reporter = null, detail = '' where reporter = \(account)",
      "update fieldhouse_report_decisions set actor = '', note = '' where actor = \(account)",
      """
      update fieldhouse_report_cases set thing = id
      where author = \(account) and kind = \(ReportableMember.kind) and thing = \(account)
      """,
      "update fieldhouse_report_cases set author = '', words = '', appeal = null where author = \(account)",
    ]
  }

  /// What makes another's what somebody has reported, decided or written. Of two who have reported the same and are one, one
  /// has.
  static func handover(of account: AccountID, to other: AccountID) -> [SQL] {
    [
      """
      update fieldhouse_report_flags set reporter = \(other) where reporter = \(account)
      and not exists (select 1 from fieldhouse_report_flags o
        where o.case_id = fieldhouse_report_flags.case_id and o.reporter = \(other))
      """,
      "delete from fieldhouse_report_flags where reporter = \(account)",
      "update fieldhouse_report_decisions set actor = \(other) where actor = \(account)",
      """
      update fieldhouse_report_cases set thing = \(other)
      where author = \(account) and kind = \(ReportableMember.kind) and thing = \(account)
      and not exists (select 1 from fieldhouse_report_cases o
        where o.kind = fieldhouse_report_cases.kind and o.group_id = fieldhouse_report_cases.group_id
        and o.thing = \(other))
      """,
      """
      update fieldhouse_report_cases set thing = id
      where author = \(account) and kind = \(ReportableMember.kind) and thing = \(account)
      """,
      "update fieldhouse_report_cases set author = \(other) where author = \(account)",
    ]
  }
}
