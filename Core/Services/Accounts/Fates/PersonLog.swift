internal import FieldhouseKit
internal import Foundation

/// What happened to people, in the order of the commits, for whoever keeps something of them.
///
/// It holds ids and nothing else. Who was erased or merged stays in it for good, since a plugin may be switched off, and a
/// backup kept, for as long as anybody likes: an id without an account is random, and nothing is found by it any more.
/// Of a pair that blocked and unblocked each other only the last is kept, and nothing once one of the two is erased.
struct PersonLog: Sendable {
  let context: AccountsContext

  /// Adds a change. The counter's row lock keeps the order of several processes.
  func append(
    _ kind: PersonChange.Kind, _ account: AccountID, _ other: AccountID? = nil, in transaction: any Transaction
  ) async throws {
    let now = (context.clock.isSimulated ? Date() : context.clock.now).millisecondsSince1970
    // Places begin with the time, so that those from before a backup was restored are not given again.
    try await transaction.execute(
      """
      update change_counter set value = case when value < \(now) then \(now) else value + 1 end where id = 3
      """)
    if kind == .blocked || kind == .unblocked { try await Self.forget(account, other, in: transaction) }
    try await transaction.execute(
      """
      insert into person_log (sequence, kind, account, other)
      select value, \(kind.rawValue), \(account), \(other?.text ?? "") from change_counter where id = 3
      """)
  }

  /// Takes out that a pair has blocked or unblocked.
  private static func forget(
    _ account: AccountID, _ other: AccountID?, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      delete from person_log where account = \(account) and other = \(other?.text ?? "")
      and kind in ('blocked', 'unblocked')
      """)
  }

  /// Takes out whom somebody has blocked, and who has blocked somebody, also as an account that is part of this one now.
  static func forgetBlocks(of account: AccountID, in transaction: any Transaction) async throws {
    let names: SQL = """
      (select cast(\(account) as text) union
      select account from person_log where other = \(account) and kind = 'merged')
      """
    for column: SQL in ["account", "other"] {
      try await transaction.execute(
        "delete from person_log where kind in ('blocked', 'unblocked') and \(column) in \(names)")
    }
  }

  /// The changes after a place, in their order.
  static func list(
    after sequence: Int64, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [PersonChange] {
    try await transaction.query(
      """
      select sequence, kind, account, other from person_log where sequence > \(sequence)
      order by sequence limit \(limit)
      """
    ).map(PersonChange.init)
  }

  /// The place of the last change; 0 when there was none.
  static func head(in transaction: any ReadTransaction) async throws -> Int64 {
    try await transaction.first("select value from change_counter where id = 3")?[0] ?? 0
  }

  /// The accounts that were merged, each with the one that it became part of, in the order in which that happened.
  static func merged(in transaction: any ReadTransaction) async throws -> [PersonChange] {
    try await transaction.query(
      "select sequence, kind, account, other from person_log where kind = 'merged' order by sequence"
    ).map(PersonChange.init)
  }

  /// Those of some accounts that were erased or merged, the last change of each.
  static func departures(
    of accounts: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: PersonChange] {
    let changes = try await transaction.query(
      """
      select sequence, kind, account, other from person_log where account in (\(list: accounts))
      and kind in ('erased', 'merged') order by sequence
      """
    ).map(PersonChange.init)
    return Dictionary(changes.map { ($0.account, $0) }, uniquingKeysWith: { $1 })
  }
}

extension PersonChange {
  init(_ row: Row) throws {
    let (name, other): (String, String) = (try row[1], try row[3])
    guard let kind = Kind(rawValue: name) else {
      throw StorageError(.corrupt, "The log of people holds '\(name)'. Restore accounts from a backup.")
    }
    self.init(
      sequence: try row[0], kind: kind, account: try row[2], other: other.isEmpty ? nil : AccountID(other))
  }
}
