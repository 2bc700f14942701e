internal import FieldhouseKit

/// How the server notes which board entries have changed, so that other processes can follow.
///
/// Each statement that changes entries adds one row for each board and season, with the names of the entries, the number of
/// the change and the transaction that made it. Numbers are not given in the order of commits, so a reader begins anew
/// at the oldest transaction that was running when it looked last; what it sees twice has the same number. Notes are
/// kept for some minutes: who has not looked for longer has to read the entries.
enum ScoreNotes {
  /// How long a note is kept at least, in milliseconds; it is gone a quarter of an hour after the change while a host runs.
  static let age = 240_000
  /// The mark before which notes have been forgotten.
  private static let floor = "floor"
  /// The mark before which they will be.
  private static let next = "next"

  /// Notes changed entries; answers with the number of each note.
  /// - Parameter entries: a query with the columns board, season, partition, account.
  static func insertion(from entries: String) -> String {
    // The number is given when all entries have been changed, so that of two changes of one the later has the larger.
    """
    insert into fieldhouse_score_notes (transaction, sequence, board, season, size, partitions, accounts)
    select pg_current_xact_id()::text::bigint, nextval('fieldhouse_effects'), board, season, size, partitions, accounts
    from (
      select board, season, count(*) as size, array_agg(partition) as partitions, array_agg(account) as accounts
      from (\(entries)) as entries group by board, season) as sets
    returning sequence
    """
  }

  /// Notes entries that one statement has changed, whose names it knows; answers with the number of the note and how many they are.
  /// - Parameter changed: a query with a row for each of them, which has ended when the number is given.
  static func insertion(
    ofBoard board: String, season: String, partitions: String, accounts: String, of changed: String
  ) -> String {
    """
    insert into fieldhouse_score_notes (transaction, sequence, board, season, size, partitions, accounts)
    select pg_current_xact_id()::text::bigint, nextval('fieldhouse_effects'), \(board), \(season), size, \(partitions), \(accounts)
    from (select count(*) as size from \(changed)) as counted where size > 0
    returning sequence, size
    """
  }

  /// Takes the entry at board ?1, season ?2, partition ?3 of the account ?4 off; answers with the number of the note.
  static let withdrawal = HostStatement(
    """
    with changed as (
      delete from fieldhouse_board_entries where board = ?1 and season = ?2 and partition = ?3 and account = ?4
      returning board, season, partition, account),
    noted as (\(insertion(from: "select * from changed")))
    select sequence from noted
    """)

  /// Takes a person off all boards; answers with a row for each entry.
  static let erasure = HostStatement(
    """
    with changed as (
      delete from fieldhouse_board_entries where account = ?1 returning board, season, partition, account),
    noted as (\(insertion(from: "select * from changed")))
    select partition from changed
    """)

  /// The oldest transaction that runs, and that before which notes have been forgotten.
  static let mark = HostStatement(
    """
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
      coalesce((select value from fieldhouse_note_marks where key = '\(floor)'), 0)
    """)

  /// How many notes are read at once.
  static let page = 10_000

  /// Notes from a transaction on, after a number of its own, without what they name.
  static let since = HostStatement(
    """
    select transaction, sequence, size from fieldhouse_score_notes where (transaction, sequence) > (?1, ?2)
    order by transaction, sequence limit \(page)
    """)

  /// The entries that one note names, as they are.
  static let changes = HostStatement(
    // Written so that the entries are looked up one by one, however many the planner expects.
    """
    select n.board, n.season, c.partition, c.account, e.score, e.t1, e.t2, e.t3, e.achieved_at, e.details
    from fieldhouse_score_notes n, unnest(n.partitions, n.accounts) as c (partition, account)
    left join lateral (
      select score, t1, t2, t3, achieved_at, details from fieldhouse_board_entries
      where board = n.board and season = n.season and partition = c.partition and account = c.account limit 1) e on true
    where n.transaction = ?1 and n.sequence = ?2
    """)

  /// Says that notes from before what was written down ``age`` ago are forgotten, before they are.
  static let raiseFloor = HostStatement(
    """
    insert into fieldhouse_note_marks as m (key, value, at)
    select '\(floor)', value, at from fieldhouse_note_marks where key = '\(next)' and at < \(now) - \(age)
    on conflict (key) do update set value = excluded.value, at = excluded.at where excluded.value > m.value
    """)

  /// Forgets such notes, at most ?1 of them; answers with each.
  static let expiry = HostStatement(
    """
    delete from fieldhouse_score_notes where ctid = any (array(
      select ctid from fieldhouse_score_notes
      where transaction < (select value from fieldhouse_note_marks where key = '\(floor)')
      order by transaction, sequence limit ?1))
    returning sequence
    """)

  /// Writes down what may be forgotten after ``age``.
  static let prepareExpiry = HostStatement(
    """
    insert into fieldhouse_note_marks as m (key, value, at)
    values ('\(next)', pg_snapshot_xmin(pg_current_snapshot())::text::bigint, \(now))
    on conflict (key) do update set value = excluded.value, at = excluded.at where m.at < \(now) - \(age)
    """)

  private static let now = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

  /// The tables, which mean nothing in another database.
  static let tables = ["fieldhouse_score_notes", "fieldhouse_note_marks"]

  /// The table of schemas of before, which had a row for each entry.
  static let tableOfBefore = "fieldhouse_board_changes"

  /// Makes the tables, and half-filled pages for the entries: a change of one then fits beside the old, and needs no new
  /// place in the index. Names are pressed together by LZ4 where the server has it, which costs a tenth less of a set of
  /// new entries than the server's own way.
  static let definitions = [
    """
    do 'begin
      if not exists (
        select 1 from pg_class where relname = ''fieldhouse_score_notes''
          and relnamespace = current_schema()::regnamespace) then
        create table fieldhouse_score_notes (
          transaction bigint not null, sequence bigint not null, board text collate "C" not null,
          season text collate "C" not null, size bigint not null, partitions text[] collate "C" not null,
          accounts text[] collate "C" not null, primary key (transaction, sequence));
        create table fieldhouse_note_marks (
          key text collate "C" not null primary key, value bigint not null, at bigint not null);
        insert into fieldhouse_note_marks
          values (''\(floor)'', pg_snapshot_xmin(pg_current_snapshot())::text::bigint, \(now));
        begin
          alter table fieldhouse_score_notes
            alter column partitions set compression lz4, alter column accounts set compression lz4;
        exception when feature_not_supported then null;
        end;
        alter table fieldhouse_board_entries set (fillfactor = 50);
      end if;
    end'
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
}
