internal import FieldhouseKit
internal import Foundation

/// Where a page of messages ended.
struct MessageCursor: Sendable {
  let sentAt: Int64
  let id: String

  init(after message: ContactMessage) {
    (sentAt, id) = (message.sentAt.millisecondsSince1970, message.id)
  }

  /// - Throws: ``Problem`` 422.
  init(_ text: String) throws {
    let parts = text.split(separator: "~", maxSplits: 1)
    guard parts.count == 2, let sentAt = Int64(parts[0]) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    (self.sentAt, id) = (sentAt, String(parts[1]))
  }

  var text: String { "\(sentAt)~\(id)" }
}

/// Messages in storage.
enum MessageStore {
  static func insert(
    _ input: ContactInput, by account: AccountID?, at now: Date, in transaction: any Transaction
  ) async throws -> ContactMessage {
    let message = ContactMessage(
      id: UUID().uuidString.lowercased(), account: account, name: input.name, email: input.email, text: input.text,
      state: .open, sentAt: now)
    try await transaction.execute(
      """
      insert into content_messages (id, account, name, email, text, state, sent_at)
      values (\(message.id), \(account), \(message.name), \(message.email), \(message.text),
        \(message.state.rawValue), \(now))
      """)
    return message
  }

  /// A page of messages in a state, the oldest first.
  static func list(
    _ state: ContactMessage.State, after cursor: MessageCursor?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [ContactMessage] {
    let (sentAt, id) = (cursor?.sentAt ?? Int64.min, cursor?.id ?? "")
    return try await transaction.query(
      """
      select * from content_messages where state = \(state.rawValue)
        and (sent_at > \(sentAt) or (sent_at = \(sentAt) and id > \(id))) order by sent_at, id limit \(limit)
      """
    ).map(ContactMessage.init)
  }

  /// - Returns: whether there is such a message.
  static func set(
    _ state: ContactMessage.State, of id: String, in transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute("update content_messages set state = \(state.rawValue) where id = \(id)") > 0
  }

  static func remove(_ id: String, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from content_messages where id = \(id)")
  }
}
