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
/// Each statement that changes entries writes one row for each: the number of its last change and the transaction that
/// made it. Numbers are not given in the order of commits, so the reader begins anew at the oldest transaction that was
/// running when it looked last; what it sees twice has the same number.
enum BoardChangeStatements {
  fileprivate static let mark = HostStatement("select pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
  fileprivate static let changes = HostStatement(
    // Written so that the entries are looked up one by one, however many the planner expects to have changed.
    """
    with changes as materialized (
      select board, season, partition, account, sequence from fieldhouse_board_changes where transaction >= ?1)
    select c.board, c.season, c.partition, c.account, c.sequence, e.score, e.t1, e.t2, e.t3, e.achieved_at, e.details
    from changes c left join lateral (
      select score, t1, t2, t3, achieved_at, details from fieldhouse_board_entries
      where board = c.board and season = c.season and partition = c.partition and account = c.account limit 1) e on true
    order by c.sequence
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
      // Schemas of before have triggers that noted the changes. Looked for first: dropping locks the table either way.
      """
      do 'begin
        if exists (
          select 1 from pg_proc where proname = ''fieldhouse_note_board_changes''
            and pronamespace = current_schema()::regnamespace) then
          drop trigger if exists fieldhouse_board_inserted on fieldhouse_board_entries;
          drop trigger if exists fieldhouse_board_updated on fieldhouse_board_entries;
          drop trigger if exists fieldhouse_board_deleted on fieldhouse_board_entries;
          drop function fieldhouse_note_board_changes();
        end if;
      end'
      """,
    ]

  /// How a statement notes what it has changed.
  static let notes = ChangeNotes(
    sequence: "nextval('fieldhouse_effects')",
    attempts: """
      select * from json_to_recordset(?1::json) as attempts (board text, season text, partition text, account text,
        score bigint, t1 bigint, t2 bigint, t3 bigint, achieved_at bigint, details text)
      """,
    note: """
      insert into fieldhouse_board_changes (board, season, partition, account, sequence, transaction)
      select board, season, partition, account, sequence, pg_current_xact_id()::text::bigint from changed
      on conflict (board, season, partition, account)
        do update set sequence = excluded.sequence, transaction = excluded.transaction
      """)

  /// Takes a person off all boards; answers with a row for each entry.
  static let erasure = HostStatement(
    notes.noting("delete from fieldhouse_board_entries where account = ?1", answer: nil))
}
