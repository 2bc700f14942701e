internal import FieldhouseKit
internal import Foundation

/// How a namespace keeps who holds which role: what the plugin declares, and how the engine notes what has changed.
struct RightsLedger: Sendable {
  let declaration: RightsDeclaration
  let statements: GrantChangeStatements
  /// What gives the roles in groups; nil where there are none.
  let groups: GroupService?
  /// The host's time, by which reminders are due.
  let now: @Sendable () -> Date
  /// Counts what changes reminders.
  let reminders = ReminderCount()

  init(
    _ namespace: Namespace, _ statements: GrantChangeStatements, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.now = now
    (declaration, groups) = (namespace.rights, namespace.groups)
    self.statements = statements
  }
}

/// The host's statements about grants that every engine shares.
enum GrantStatements {
  /// Answers with the account where it did not hold the role.
  static let grant = HostStatement(
    """
    insert into fieldhouse_grants (account, kind, thing, role) values (?1, ?2, ?3, ?4)
    on conflict (account, kind, thing, role) do nothing returning account
    """)
  static let revoke = HostStatement(
    "delete from fieldhouse_grants where account = ?1 and kind = ?2 and thing = ?3 and role = ?4 returning account")
  static let revokeAll = HostStatement("delete from fieldhouse_grants where kind = ?1 and thing = ?2 returning account")
  static let erase = HostStatement("delete from fieldhouse_grants where account = ?1 returning account")
  /// Gives ?2 what ?1 holds; answers with ?2 for each role that it did not hold.
  static let copy = HostStatement(
    """
    insert into fieldhouse_grants (account, kind, thing, role)
    select cast(?2 as text), kind, thing, role from fieldhouse_grants where account = ?1
    on conflict (account, kind, thing, role) do nothing returning account
    """)

  /// Columns role, kind, thing.
  static let ofAccount = HostStatement(
    "select role, kind, thing from fieldhouse_grants where account = ?1 order by kind, thing, role")
  /// The roles that count in a scope with their kinds.
  static let counting = HostStatement(
    """
    select role, kind from fieldhouse_grants where account = ?1 and kind = ?2 and thing = ?3
    union all select role, kind from fieldhouse_grants where account = ?1 and kind = '' and thing = '' and ?2 <> ''
    """)
  /// Columns role, account.
  static let holders = HostStatement(
    """
    select role, account from fieldhouse_grants where kind = ?1 and thing = ?2 and (role, account) > (?3, ?4)
    order by role, account limit ?5
    """)

  /// The values of ``grant`` and ``revoke``.
  static func key(_ role: String, _ account: AccountID, in scope: Scope) -> [SQLValue] {
    standing(of: account, in: scope) + [.text(role)]
  }

  /// The values of ``counting``.
  static func standing(of account: AccountID, in scope: Scope) -> [SQLValue] {
    [.text(account.text), .text(scope.kind), .text(scope.id)]
  }

  /// The answer of ``holders``.
  static func holders(_ rows: [Row], in scope: Scope) throws -> [Grant] {
    try rows.map { Grant(try $0[0], to: try $0[1], in: scope) }
  }

  /// The values of ``holders``.
  static func page(in scope: Scope, _ after: Grant?, _ limit: Int) -> [SQLValue] {
    [
      .text(scope.kind), .text(scope.id), .text(after?.role ?? ""), .text(after?.account.text ?? ""),
      .integer(Int64(min(max(limit, 1), 1_000))),
    ]
  }
}

/// How an engine numbers changes of grants and tells which there were.
struct GrantChangeStatements: Sendable {
  /// Notes a change in the part ?1.
  let note: HostStatement
  /// Answers with the number from which on later changes are, and with each part changed from the number ?1 on.
  let changes: HostStatement

  private init(number: String, next: String) {
    note = HostStatement(
      """
      insert into fieldhouse_grant_changes (part, number) values (?1, \(number))
      on conflict (part) do update set number = excluded.number
      """)
    changes = HostStatement(
      """
      select n.number, c.part from (select \(next) as number) n
      left join fieldhouse_grant_changes c on c.number >= ?1
      """)
  }

  /// One process writes at a time: changes are numbered in the order of their commits.
  static let sqlite = GrantChangeStatements(number: afterLargest, next: afterLargest)
  private static let afterLargest = "(select coalesce(max(number), 0) + 1 from fieldhouse_grant_changes)"

  /// Changes have the number of their transaction. Those are not committed in their order, so a reader begins anew at the
  /// oldest transaction that was running when it looked last.
  static let postgreSQL = GrantChangeStatements(
    number: "pg_current_xact_id()::text::bigint", next: "pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
}
