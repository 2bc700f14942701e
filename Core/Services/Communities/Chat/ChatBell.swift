public import FieldhouseKit
public import Foundation

/// Tells the members of groups that something was written in their chat: some time behind the first message that is new, so that
/// whoever reads along is not told, and each once until they have read on.
public struct ChatBell: Sendable {
  /// How long behind a message, in seconds of the host's clock.
  public static let delay = 30.0
  /// So many members are told in one transaction.
  static let portion = 64
  /// So many of the latest messages are looked at for one that is still there.
  private static let mostLooked = 50

  /// The kind of the notifications.
  static let kind = "chat-message"

  private let storage: any Storage
  private let rows: any GroupRows

  /// - Parameters:
  ///   - storage: the plugin's, whose transactions have ``PluginGroups/changes(_:)`` as their groups.
  ///   - rows: its tables of groups.
  public init(storage: any Storage, rows: any GroupRows) { (self.storage, self.rows) = (storage, rows) }

  /// Tells what there is to be told at an instant. A host that ends meanwhile, or another one, begins again; who was told is not
  /// told anew.
  /// - Throws: ``StorageError``.
  public func ring(at now: Date) async throws {
    for group in try await due(at: now) {
      var place: AccountID? = AccountID("")
      while let after = place {
        place = try await storage.write { transaction in
          try await GroupRoutes.ledger(transaction).ringChat(of: group.id, due: group.due, after: after)
        }
      }
    }
  }

  private func due(at now: Date) async throws -> [(id: String, due: Date)] {
    try await rows.rows(
      "select group_id, due_at from fieldhouse_chat_news where due_at <= \(now) order by due_at, group_id limit 1000"
    ).map { (try $0["group_id"], try $0["due_at"]) }
  }

  /// Notes that a group has news.
  static func noteNews(in group: String, at now: Date, _ tables: any GroupTables) async throws {
    _ = try await tables.rows(
      """
      insert into fieldhouse_chat_news (group_id, due_at) values (\(group), \(now.addingTimeInterval(delay)))
      on conflict (group_id) do nothing returning group_id
      """)
  }

  /// Notes up to where somebody had read who is told of a message itself, and so not that there is one.
  static func noteTold(_ person: AccountID, mark: Int, in group: String, _ tables: any GroupTables) async throws {
    _ = try await tables.rows(
      """
      insert into fieldhouse_chat_told as t (group_id, account, number) values (\(group), \(person), \(mark))
      on conflict (group_id, account) do update set number = excluded.number where excluded.number > t.number
      returning number
      """)
  }

  /// The latest of the messages that is still there.
  static func latest(in group: String, _ tables: any GroupTables) async throws -> ChatMessage? {
    let messages = try await tables.messages(in: group, before: Int(Fields.largestNumber), limit: mostLooked)
    return messages.first { $0.state == .said }
  }
}

extension GroupLedger {
  /// Tells some of the members of a group, by their ids, who have not read the latest message and were not told since they have read.
  /// - Returns: the last member who was told; nil when nobody is left and the news are told.
  fileprivate func ringChat(of id: String, due: Date, after: AccountID) async throws -> AccountID? {
    guard let group = try await tables.group(id), let latest = try await ChatBell.latest(in: id, tables),
      let author = latest.author
    else { return try await endNews(of: id, due: due) }
    let told: [(account: AccountID, mark: Int)] = try await tables.rows(
      """
      insert into fieldhouse_chat_told (group_id, account, number)
      select m.group_id, m.account, coalesce(r.number, 0) from fieldhouse_group_members m
      left join fieldhouse_chat_reads r on r.group_id = m.group_id and r.account = m.account
      left join fieldhouse_chat_told t on t.group_id = m.group_id and t.account = m.account
      where m.group_id = \(id) and m.account > \(after) and m.account <> \(author)
        and coalesce(r.number, 0) < \(latest.number) and coalesce(t.number, -1) < coalesce(r.number, 0)
      order by m.group_id, m.account limit \(ChatBell.portion)
      on conflict (group_id, account) do update set number = excluded.number
      returning account, number
      """
    ).map { (try $0["account"], try $0["number"]) }
    for (mark, people) in Dictionary(grouping: told, by: \.mark).sorted(by: { $0.key < $1.key }) {
      try await tables.transaction.notify(
        NotificationRequest(
          recipients: people.map(\.account), about: [author], kind: ChatBell.kind,
          text: "\(PluginGroups.textPrefix)\(ChatBell.kind)", arguments: ["group": group.name],
          link: "/groups/\(rules.area)/\(id)/chat", deduplicationKey: "\(id)/\(mark)"))
    }
    guard told.count == ChatBell.portion else { return try await endNews(of: id, due: due) }
    return told.map(\.account).max { $0.text < $1.text }
  }

  /// What was written meanwhile was looked at, too.
  private func endNews(of group: String, due: Date) async throws -> AccountID? {
    _ = try await tables.rows(
      "delete from fieldhouse_chat_news where group_id = \(group) and due_at = \(due) returning group_id")
    return nil
  }
}
