/// The tables of what was reported in a plugin's groups and feeds, in the plugin's namespace.
enum ReportSchema {
  /// Each with whether it is looked up by its whole key and holds small rows.
  ///
  /// A case is a thing that was reported: `group_id` is the group that it lies in or is, or `<kind>/<id>` of the thing
  /// in whose feed it lies; `scope` is the group whose admins look after it, empty where only operators do; `position`
  /// its number where things of the kind are numbered, of a comment with that of its post above it; `words` what it
  /// said when it was first reported in the current round; `moved_at` when it was opened or decided last. Rounds begin
  /// with 1; where a thing is restored or reports are dismissed the next one begins, and only flags of the current one
  /// count. Decisions are added and never changed, but for whom they name when somebody leaves.
  static let tables: [(sql: String, isClustered: Bool)] = [
    (
      """
      create table if not exists fieldhouse_report_cases (
        id text not null primary key, kind text not null, group_id text not null, thing text not null,
        scope text not null, position integer not null, author text not null, words text not null,
        state text not null, is_hidden integer not null, round integer not null, moved_at integer not null,
        appeal text, appealed_at integer, unique (kind, group_id, thing))
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_report_cases_by_state
      on fieldhouse_report_cases (state, moved_at, id)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_report_cases_by_scope
      on fieldhouse_report_cases (scope, state, moved_at, id)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_report_cases_by_position
      on fieldhouse_report_cases (group_id, kind, position)
      """, false
    ),
    ("create index if not exists fieldhouse_report_cases_by_author on fieldhouse_report_cases (author)", false),
    (
      """
      create table if not exists fieldhouse_report_flags (
        case_id text not null, number integer not null, reporter text, reason text not null, detail text not null,
        at integer not null, round integer not null, primary key (case_id, number), unique (case_id, reporter))
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_report_flags_by_reporter on fieldhouse_report_flags (reporter, at)
      """, false
    ),
    (
      """
      create table if not exists fieldhouse_report_decisions (
        case_id text not null, number integer not null, at integer not null, actor text not null,
        decision text not null, note text not null, primary key (case_id, number))
      """, false
    ),
    ("create index if not exists fieldhouse_report_decisions_by_actor on fieldhouse_report_decisions (actor)", false),
  ]
}
