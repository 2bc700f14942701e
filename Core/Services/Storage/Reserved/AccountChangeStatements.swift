internal import FieldhouseKit

/// How an engine numbers changes of accounts and tells which there were.
struct AccountChangeStatements: Sendable {
  /// Notes a change of the account ?1.
  let note: HostStatement
  /// Answers with the number from which on later changes are, and with number and account of each from the number ?1 on.
  let changes: HostStatement
  /// Keeps the last number, without an account, where something is as old as ?1 seconds.
  let keepNumber: HostStatement
  /// Forgets what was noted more than ?1 seconds ago.
  let expiry: HostStatement

  private init(number: String, next: String, second: String) {
    note = HostStatement(
      """
      insert into fieldhouse_account_changes (number, account, at) values (\(number), ?1, \(second))
      on conflict (number, account) do nothing
      """)
    changes = HostStatement(
      """
      select n.mark, c.number, c.account from (select \(next) as mark) n
      left join fieldhouse_account_changes c on c.number >= ?1 and c.account <> ''
      """)
    keepNumber = HostStatement(
      """
      insert into fieldhouse_account_changes (number, account, at)
      select last, '', \(second) from (select max(number) as last from fieldhouse_account_changes) as n
      where exists (select 1 from fieldhouse_account_changes where at < \(second) - ?1) and last is not null
      on conflict (number, account) do nothing
      """)
    expiry = HostStatement(
      """
      delete from fieldhouse_account_changes where at < \(second) - ?1
      and (account <> '' or number < (select max(number) from fieldhouse_account_changes)) returning number
      """)
  }

  /// One process writes at a time: changes are numbered in the order of their commits.
  static let sqlite = AccountChangeStatements(number: afterLargest, next: afterLargest, second: "unixepoch()")
  private static let afterLargest = "(select coalesce(max(number), 0) + 1 from fieldhouse_account_changes)"

  /// Changes have the number of their transaction. Those are not committed in their order, so a reader begins anew at the
  /// oldest transaction that was running when it looked last.
  static let postgreSQL = AccountChangeStatements(
    number: "pg_current_xact_id()::text::bigint", next: "pg_snapshot_xmin(pg_current_snapshot())::text::bigint",
    // The same for all rows of a statement, so that an index by age is of use.
    second: "extract(epoch from statement_timestamp())::bigint")
}

extension NamespaceEngine {
  func note(changed account: AccountID, in transaction: any Transaction) async throws {
    guard let transaction = transaction as? any HostTransaction else {
      throw StorageError.malformed("A change of an account is noted in a transaction of the namespace.")
    }
    _ = try await transaction.run(changeStatements.note, [.text(account.text)])
  }

  func accountChanges(since mark: Int64?) async throws -> ChangedAccounts {
    let found = try await rows(changeStatements.changes, [.integer(mark ?? .max)])
    let changes = try found.compactMap { row -> ChangedAccounts.Change? in
      guard let account: AccountID = try row[2] else { return nil }
      return ChangedAccounts.Change(number: try row[1], account: account)
    }
    return ChangedAccounts(mark: try found[0][0], changes: changes)
  }

  func forgetAccountChanges(olderThan age: Duration) async throws {
    let age = SQLValue.integer(age.components.seconds)
    try await perform(as: .host, limits: .unlimited) { [changeStatements] transaction in
      for statement in [changeStatements.keepNumber, changeStatements.expiry] {
        _ = try await transaction.run(statement, [age])
      }
    }
  }
}
