internal import FieldhouseKit

/// The host's statements about reminders, in the shared SQL.
enum ReminderStatements {
  /// What is over is kept so long behind its end, in milliseconds: a thing that is put off takes it along.
  static let memory: Int64 = 30 * 86_400_000

  /// The table and its indexes. A row waits (`is_over` 0) until `next_at`, when it is due, or is over and forgotten then.
  static let tables: [(sql: String, isClustered: Bool)] = [
    (
      """
      create table if not exists fieldhouse_reminders (
        thing text not null, kind text not null, account text not null, at integer not null, lead integer not null,
        grace integer not null, next_at integer not null, is_over integer not null, text text not null,
        arguments text not null, link text, about text not null, primary key (thing, kind, account))
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_reminders_by_time on fieldhouse_reminders (is_over, next_at)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_reminders_by_account on fieldhouse_reminders (account, at)
      """, false
    ),
    (
      """
      create index if not exists fieldhouse_reminders_about on fieldhouse_reminders (account) where about <> ''
      """, false
    ),
  ]

  static let columns = "thing, kind, account, at, lead, grace, is_over, text, arguments, link, about"

  /// Sets reminders, as many as there are people; behind their values comes the time.
  static func set(_ rows: [[SQLValue]], now: Int64) -> SQL {
    let width = rows[0].count
    let places = rows.indices.map { row in
      "(" + (1...width).map { "?\(row * width + $0)" }.joined(separator: ", ") + ")"
    }
    let stays = "r.is_over = 1 and excluded.next_at <= ?\(rows.count * width + 1)"
    return SQL(
      text: """
        insert into fieldhouse_reminders as r
          (thing, kind, account, at, lead, grace, next_at, is_over, text, arguments, link, about)
        values \(places.joined(separator: ", "))
        on conflict (thing, kind, account) do update set
          is_over = case when \(stays) then 1 else 0 end,
          next_at = case when \(stays) then excluded.at + excluded.grace + \(memory) else excluded.next_at end,
          at = excluded.at, lead = excluded.lead, grace = excluded.grace, text = excluded.text,
          arguments = excluded.arguments, link = excluded.link, about = excluded.about
        """, values: rows.flatMap(\.self) + [.integer(now)])
  }

  /// Moves those of the thing ?1 and the kind ?2, or of all kinds for `''`, to ?3; it is ?4.
  static let move = HostStatement(
    """
    update fieldhouse_reminders set at = ?3,
      is_over = case when is_over = 1 and ?3 - lead <= ?4 then 1 else 0 end,
      next_at = case when is_over = 1 and ?3 - lead <= ?4 then ?3 + grace + \(memory) else ?3 - lead end
    where thing = ?1 and (kind = ?2 or ?2 = '') returning account
    """)

  /// Removes those of the thing ?1 and the kind ?2, or of all kinds for `''`.
  static let cancel = HostStatement(
    "delete from fieldhouse_reminders where thing = ?1 and (kind = ?2 or ?2 = '') returning account")
  /// The same of some people, who follow the values ?1 and ?2.
  static func cancel(_ values: [SQLValue], of people: [AccountID]) -> SQL {
    let places = people.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
    return SQL(
      text: """
        delete from fieldhouse_reminders
        where thing = ?1 and (kind = ?2 or ?2 = '') and account in (\(places)) returning account
        """, values: values + people.map(\.sqlValue))
  }

  /// When the next one is due.
  static let next = HostStatement("select min(next_at) from fieldhouse_reminders where is_over = 0")
  /// Whether something is to be done at ?1: a row where it is.
  static let isWaited = HostStatement(
    """
    select 1 from fieldhouse_reminders where is_over = 0 and next_at <= ?1
    union all select 1 from fieldhouse_reminders where is_over = 1 and next_at <= ?1 limit 1
    """)
  /// Takes ?2 of those that are due at ?1. It is asked for twice: another process may have taken one since it was found.
  static let take = HostStatement(
    """
    update fieldhouse_reminders set is_over = 1, next_at = at + grace + \(memory)
    where is_over = 0 and next_at <= ?1 and (thing, kind, account) in (
      select thing, kind, account from fieldhouse_reminders where is_over = 0 and next_at <= ?1
      order by next_at limit ?2)
    returning \(columns)
    """)
  /// Forgets ?2 of those that are over for long at ?1.
  static let forget = HostStatement(
    """
    delete from fieldhouse_reminders where (thing, kind, account) in (
      select thing, kind, account from fieldhouse_reminders where is_over = 1 and next_at <= ?1
      order by next_at limit ?2)
    returning account
    """)

  /// Those of the person ?1 that are of use at ?2, behind the place ?3, ?4, ?5; ?6 at most.
  static let page = HostStatement(
    """
    select \(columns) from fieldhouse_reminders
    where account = ?1 and at + grace > ?2 and at >= ?3 and (at, thing, kind) > (?3, ?4, ?5)
    order by at, thing, kind limit ?6
    """)

  static let erase = HostStatement("delete from fieldhouse_reminders where account = ?1 returning account")
  /// Removes those that name somebody, by ``mark(_:)``.
  static let eraseAbout = HostStatement(
    "delete from fieldhouse_reminders where about <> '' and about like ?1 returning account")
  /// Gives ?2 what ?1 has and ?2 has not.
  static let merge = HostStatement(
    """
    update fieldhouse_reminders set account = ?2 where account = ?1 and not exists (
      select 1 from fieldhouse_reminders as o
      where o.thing = fieldhouse_reminders.thing and o.kind = fieldhouse_reminders.kind and o.account = ?2)
    returning account
    """)
  /// Has those that name ?1 name ?2, both as they stand between the others.
  static let mergeAbout = HostStatement(
    """
    update fieldhouse_reminders set about = replace(about, ?1, ?2) where about <> '' and about like ?3 returning account
    """)

  /// The people whom one names as they are kept: `|a|b|`; nothing for nobody.
  static func text(_ about: [AccountID]) -> String {
    about.isEmpty ? "" : "|" + Set(about).map(\.text).sorted().joined(separator: "|") + "|"
  }

  /// What stands for a person in them.
  static func mark(_ account: AccountID) -> String { "|\(account.text)|" }
}
