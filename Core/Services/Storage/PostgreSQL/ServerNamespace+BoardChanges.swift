internal import FieldhouseKit

extension ServerNamespace {
  func boardChanges(since mark: Int64?) async throws -> BoardChanges? {
    let counts = Dictionary(
      namespace.boards.map { ($0.id, $0.tieBreaks.count) }, uniquingKeysWith: { first, _ in first })
    return try await snapshot { transaction in
      let next: Int64 = try await transaction.run(BoardChangeStatements.mark, [])[0][0]
      guard let mark else { return BoardChanges(mark: next, changes: []) }
      let rows = try await transaction.run(BoardChangeStatements.changes, [.integer(mark)])
      return BoardChanges(mark: next, changes: try rows.map { try AppliedScore($0, counts) })
    }
  }
}

extension AppliedScore {
  /// From the columns of ``BoardChangeStatements/changes``.
  fileprivate init(_ row: Row, _ counts: [String: Int]) throws {
    let board: String = try row[0]
    let account: AccountID = try row[3]
    let isThere: Int64? = try row[5]
    self.init(
      sequence: try row[4], position: BoardPosition(board: board, season: try row[1], partition: try row[2]),
      account: account,
      entry: isThere == nil
        ? nil : try LedgerEntry(account: account, row: row, from: 5, tieBreakCount: counts[board] ?? 3))
  }
}

/// How the server notes which board entries have changed, and tells.
///
/// Triggers write one row for each entry: the number of its last change and the transaction that made it. Numbers are not
/// given in the order of commits, so the reader begins anew at the oldest transaction that was running when it looked
/// last; what it sees twice has the same number.
enum BoardChangeStatements {
  fileprivate static let mark = HostStatement("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
  fileprivate static let changes = HostStatement(
    """
    select c.board, c.season, c.partition, c.account, c.sequence, e.score, e.t1, e.t2, e.t3, e.achieved_at, e.details
    from fieldhouse_board_changes c left join fieldhouse_board_entries e
      on e.board = c.board and e.season = c.season and e.partition = c.partition and e.account = c.account
    where c.transaction >= ?1 order by c.sequence
    """)

  /// Makes what notes the changes, where it is missing.
  static let definitions =
    [
      """
      create table if not exists fieldhouse_board_changes (
        board text not null, season text not null, partition text not null, account text not null,
        sequence integer not null, transaction integer not null, primary key (board, season, partition, account))
      """,
      """
      create index if not exists fieldhouse_board_changes_by_transaction on fieldhouse_board_changes (transaction)
      """,
      """
      create or replace function fieldhouse_note_board_changes() returns trigger language plpgsql
      set search_path from current as '
      begin
        insert into fieldhouse_board_changes (board, season, partition, account, sequence, transaction)
        select board, season, partition, account, nextval(''fieldhouse_effects''), pg_current_xact_id()::text::bigint
        from changed
        on conflict (board, season, partition, account)
          do update set sequence = excluded.sequence, transaction = excluded.transaction;
        return null;
      end'
      """,
    ] + [("inserted", "insert", "new"), ("updated", "update", "new"), ("deleted", "delete", "old")].map(trigger)

  private static func trigger(_ name: String, _ event: String, _ rows: String) -> String {
    """
    do 'begin
      if not exists (
        select 1 from pg_trigger where tgrelid = ''fieldhouse_board_entries''::regclass
          and tgname = ''fieldhouse_board_\(name)'') then
        create trigger fieldhouse_board_\(name) after \(event) on fieldhouse_board_entries
          referencing \(rows) table as changed for each statement execute function fieldhouse_note_board_changes();
      end if;
    end'
    """
  }
}
