internal import FieldhouseKit

/// The host's tables inside each namespace, in the shared SQL.
enum ReservedSchema {
  /// The tables and indexes, each with whether it is looked up by its whole key and holds small rows, so that an
  /// engine may keep it in one tree.
  static func definitions(of namespace: RightsLedger) -> [(sql: String, isClustered: Bool)] {
    common + ReminderStatements.tables + (namespace.groups?.tables ?? []).map { ($0.sql, $0.isClustered) }
  }

  private static let common: [(sql: String, isClustered: Bool)] = [
    ("create table if not exists fieldhouse_state (key text not null primary key, value integer not null)", true),
    (
      """
      create table if not exists fieldhouse_migrations (
        position integer not null primary key, id text not null unique, checksum text not null,
        applied_at integer not null)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_outbox (
        sequence integer not null primary key, kind text not null, body text not null)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_replies (
        account text not null, route text not null, key text not null, fingerprint text not null,
        status integer not null, content_type text not null, body blob not null, created_at integer not null,
        primary key (account, route, key))
      """, false
    ),
    ("create index if not exists fieldhouse_replies_by_age on fieldhouse_replies (created_at)", false),
    // What an erasure empties; nothing is in it where nothing is kept.
    (
      """
      create index if not exists fieldhouse_replies_kept on fieldhouse_replies (created_at) where length(body) > 0
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_board_entries (
        board text not null, season text not null, partition text not null, account text not null,
        score integer not null, t1 integer not null, t2 integer not null, t3 integer not null,
        achieved_at integer not null, details text, primary key (board, season, partition, account))
      """, true
    ),
    (
      """
      create table if not exists fieldhouse_grants (
        account text not null, kind text not null, thing text not null, role text not null,
        primary key (account, kind, thing, role))
      """, true
    ),
    (
      """
      create index if not exists fieldhouse_grants_by_scope on fieldhouse_grants (kind, thing, role, account)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_grant_changes (
        part integer not null primary key, number integer not null)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_grant_changes_by_number on fieldhouse_grant_changes (number)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_live_events (
        sequence integer not null primary key, topic text not null, event text not null, payload text not null,
        at integer not null)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_live_events_by_topic on fieldhouse_live_events (topic, sequence)
      """, false
    ),
    ("create table if not exists fieldhouse_live_marks (key text not null primary key, value integer not null)", true),
    (
      """
      create table if not exists fieldhouse_account_changes (
        number integer not null, account text not null, at integer not null, primary key (number, account))
      """, true
    ),
    (
      """
      create index if not exists fieldhouse_account_changes_by_age on fieldhouse_account_changes (at)
      """, false
    ),
  ]
}

/// A statement of the host, prepared once per connection and found there without comparing its text.
final class HostStatement: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

/// The host's statements that every namespace uses.
enum HostStatements {
  static let appliedMigrations = HostStatement("select id, checksum from fieldhouse_migrations order by position")
  static let addMigration = HostStatement(
    "insert into fieldhouse_migrations (position, id, checksum, applied_at) values (?1, ?2, ?3, ?4)")

  static let addToOutbox = HostStatement("insert into fieldhouse_outbox (sequence, kind, body) values (?1, ?2, ?3)")
  static let pending = HostStatement(
    "select sequence, kind, body from fieldhouse_outbox where sequence > ?1 order by sequence limit ?2")
  /// How many are acknowledged with one statement; the first is repeated where there are fewer.
  static let acknowledged = 64
  static let acknowledge = HostStatement(
    "delete from fieldhouse_outbox where sequence in (" + (1...acknowledged).map { "?\($0)" }.joined(separator: ", ")
      + ")")

  static let reply = HostStatement(
    """
    select fingerprint, status, content_type, body from fieldhouse_replies
    where account = ?1 and route = ?2 and key = ?3
    """)
  private static let addReply = """
    insert into fieldhouse_replies (account, route, key, fingerprint, status, content_type, body, created_at)
    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict (account, route, key)
    """
  /// Answers with a row where nothing was stored for the key.
  static let claimReply = HostStatement("\(addReply) do nothing returning status")
  /// Stores the reply for a key that was claimed. Written so that it reads nothing that others may write.
  static let setReply = HostStatement(
    """
    \(addReply) do update set status = excluded.status, content_type = excluded.content_type, body = excluded.body
    """)

  /// What ``claimReply`` and ``setReply`` take behind the key.
  static func values(of reply: StoredReply, _ fingerprint: String, _ now: Int64) -> [SQLValue] {
    [.text(fingerprint), .integer(Int64(reply.status)), .text(reply.contentType), .blob(reply.body), .integer(now)]
  }
  static let expireReplies = HostStatement(
    "delete from fieldhouse_replies where created_at < ?1 returning status")
  static let eraseReplies = HostStatement("delete from fieldhouse_replies where account = ?1 returning status")
  /// Empties every reply, ?1 being no bytes; that it was given stays, with the status 0 that no reply has.
  static let emptyReplies = HostStatement(
    "update fieldhouse_replies set status = 0, content_type = '', body = ?1 where length(body) > 0")

  static let state = HostStatement("select value from fieldhouse_state where key = ?1")
  /// Sets a value that only grows.
  static let raiseState = HostStatement(
    """
    insert into fieldhouse_state as s (key, value) values (?1, ?2)
    on conflict (key) do update set value = excluded.value where excluded.value > s.value
    """)
  /// Sets a value that only grows; answers with it when it has.
  static let advanceState = HostStatement(raiseState.text + " returning value")
  static let largestSequence = HostStatement("select max(sequence) from fieldhouse_outbox")
}
