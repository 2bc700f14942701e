internal import FieldhouseKit
internal import Foundation

private let columns: SQL = "number, account, at, text, reply_to, state"

// What the tables say of chats.
extension GroupRows {
  /// The number of the last message; 0 before the first.
  func lastMessage(in group: String) async throws -> Int {
    try await rows("select last from fieldhouse_chats where group_id = \(group)").first?["last"] ?? 0
  }

  func message(_ number: Int, in group: String) async throws -> ChatMessage? {
    let found = try await rows(
      "select \(columns) from fieldhouse_chat_messages where group_id = \(group) and number = \(number)")
    return try await messages(found, in: group).first
  }

  /// Messages before a number, the latest first.
  func messages(in group: String, before number: Int, limit: Int) async throws -> [ChatMessage] {
    try await messages(
      try await rows(
        """
        select \(columns) from fieldhouse_chat_messages where group_id = \(group) and number < \(number)
        order by number desc limit \(limit)
        """), in: group)
  }

  /// Messages behind a number, the first first.
  func messages(in group: String, after number: Int, limit: Int) async throws -> [ChatMessage] {
    try await messages(
      try await rows(
        """
        select \(columns) from fieldhouse_chat_messages where group_id = \(group) and number > \(number)
        order by number limit \(limit)
        """), in: group)
  }

  /// Messages with whom they name; their numbers follow one another.
  private func messages(_ rows: [Row], in group: String) async throws -> [ChatMessage] {
    var messages = try rows.map(ChatMessage.init)
    let numbers = messages.map(\.number)
    guard let least = numbers.min(), let most = numbers.max() else { return [] }
    let named = try await self.rows(
      """
      select number, account from fieldhouse_chat_mentions
      where group_id = \(group) and number >= \(least) and number <= \(most) order by number, account
      """)
    let byNumber = try Dictionary(grouping: named) { try $0["number"] as Int }
    for index in messages.indices {
      messages[index].mentions = try byNumber[messages[index].number, default: []].map { try $0["account"] }
    }
    return messages
  }

  /// Up to where somebody has read.
  func mark(of account: AccountID, in group: String) async throws -> Int {
    try await rows("select number from fieldhouse_chat_reads where group_id = \(group) and account = \(account)")
      .first?["number"] ?? 0
  }

  /// How many messages of a person's unread ones are looked at to count them.
  static var mostCounted: Int { 1_000 }

  /// How many messages of whom behind a mark are not somebody's own, of the latest ``mostCounted``.
  func unread(by account: AccountID, after mark: Int, in group: String) async throws -> [AccountID: Int] {
    let counted = try await rows(
      """
      select account, count(*) as count from (
        select account, state from fieldhouse_chat_messages where group_id = \(group) and number > \(mark)
        order by number desc limit \(Self.mostCounted)) m
      where state = 'said' and account <> \(account) group by account
      """)
    return Dictionary(
      try counted.map { (try $0["account"] as AccountID, try $0["count"] as Int) }, uniquingKeysWith: { $1 })
  }
}

extension GroupTables {
  /// Notes up to where somebody has read.
  func mark(_ number: Int, in group: String, of account: AccountID) async throws {
    _ = try await rows(
      """
      insert into fieldhouse_chat_reads as r (group_id, account, number) values (\(group), \(account), \(number))
      on conflict (group_id, account) do update set number = excluded.number where excluded.number > r.number
      """)
  }

  /// Forgets up to where somebody has read, and was told, who is no member any more.
  func unmark(_ account: AccountID, in group: String) async throws {
    _ = try await rows("delete from fieldhouse_chat_reads where group_id = \(group) and account = \(account)")
    _ = try await rows("delete from fieldhouse_chat_told where group_id = \(group) and account = \(account)")
  }
}

extension ChatMessage {
  init(_ row: Row) throws {
    (number, author, at) = (try row["number"], try row.account("account"), try row["at"])
    (text, replyTo) = (try row["text"], try row["reply_to"])
    let name: String = try row["state"]
    guard let state = State(rawValue: name) else {
      throw StorageError(.corrupt, "'\(name)' is no state of a message. Restore the namespace from a backup.")
    }
    self.state = state
  }
}
