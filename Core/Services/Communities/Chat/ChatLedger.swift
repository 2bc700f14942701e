internal import FieldhouseKit
internal import Foundation

/// How fast somebody may write, in all groups of a plugin together.
enum ChatPace {
  /// The most messages in ``seconds``.
  static let most = 20
  static let seconds = 10.0
}

/// The chats of a plugin's groups in one of its transactions.
///
/// A message takes its number from a row of its group that only one transaction can change, and keeps that row until it is
/// committed: the numbers are in the order of the commits and have no gaps, whichever host writes.
struct ChatLedger: Sendable {
  let ledger: GroupLedger

  private var tables: any GroupTables { ledger.tables }
  private var now: Date { ledger.now }

  /// Writes a message in a group that the author is a member of.
  /// - Throws: ``Problem`` 409 `group-archived`, 422 `invalid-input` for an answer to a message that is not there,
  ///   429 `chat-too-fast`.
  func say(_ draft: ChatDraft, in group: Group, by author: Account) async throws -> ChatMessage {
    guard group.archivedAt == nil else { throw GroupProblem.archived }
    try await checkPace(of: author.id)
    let answered = try await answered(draft, in: group)
    let number: Int = try await tables.rows(
      """
      insert into fieldhouse_chats as c (group_id, last) values (\(group.id), 1)
      on conflict (group_id) do update set last = c.last + 1 returning last
      """)[0]["last"]
    _ = try await tables.rows(
      """
      insert into fieldhouse_chat_messages (group_id, number, account, at, text, reply_to, state)
      values (\(group.id), \(number), \(author.id), \(now), \(draft.text), \(draft.replyTo), \(ChatMessage.State.said.rawValue))
      """)
    var message = ChatMessage(
      number: number, author: author.id, at: now, text: draft.text, replyTo: draft.replyTo, state: .said)
    message.mentions = try await mention(draft.mentions, in: group, number, by: author.id)
    try await publish("said", try JSON(encoding: MessageView(message, author: PersonView(author))), in: group)
    try await tell(message, answering: answered, in: group, by: author)
    try await ChatBell.noteNews(in: group.id, at: now, tables)
    return message
  }

  private func checkPace(of account: AccountID) async throws {
    let span = ChatPace.seconds
    let latest: [Date] = try await tables.rows(
      """
      select at from fieldhouse_chat_messages
      where account = \(account) and at > \(now.addingTimeInterval(-span)) and at < \(now.addingTimeInterval(span))
      order by at desc limit \(ChatPace.most)
      """
    ).map { try $0["at"] }
    guard latest.count >= ChatPace.most, let first = latest.last else { return }
    let wait = first.addingTimeInterval(span).timeIntervalSince(now)
    throw ChatProblem.tooFast(seconds: max(1, Int(wait.rounded(.up))))
  }

  private func answered(_ draft: ChatDraft, in group: Group) async throws -> ChatMessage? {
    guard let number = draft.replyTo else { return nil }
    guard let message = try await tables.message(number, in: group.id) else {
      throw Problem.invalid("/replyTo", "chat-message-unknown", ChatProblem.unknown.detail)
    }
    return message
  }

  /// Notes whom a message names. Who is no member is not named.
  private func mention(
    _ people: [AccountID], in group: Group, _ number: Int, by author: AccountID
  ) async throws -> [AccountID] {
    var named: [AccountID] = []
    for person in people where person != author && !named.contains(person) {
      guard try await ledger.isMember(person, of: group.id) else { continue }
      _ = try await tables.rows(
        """
        insert into fieldhouse_chat_mentions (group_id, number, account, author)
        values (\(group.id), \(number), \(person), \(author))
        """)
      named.append(person)
    }
    return named.sorted { $0.text < $1.text }
  }

  /// Takes a message back, or away.
  /// - Parameter mayModerate: whether the person may also take those of others away.
  /// - Throws: ``Problem`` 404 `chat-message-unknown`, 403 `forbidden`.
  func unsay(_ number: Int, in group: Group, by account: AccountID, mayModerate: Bool) async throws {
    guard let message = try await tables.message(number, in: group.id) else { throw ChatProblem.unknown }
    let isOwn = message.author == account
    guard isOwn || mayModerate else { throw ChatProblem.notOwn }
    guard message.state == .said else { return }
    let state: ChatMessage.State = isOwn ? .deleted : .removed
    _ = try await tables.rows(
      """
      update fieldhouse_chat_messages set text = '', state = \(state.rawValue)
      where group_id = \(group.id) and number = \(number)
      """)
    _ = try await tables.rows(
      "delete from fieldhouse_chat_mentions where group_id = \(group.id) and number = \(number)")
    try await publish("unsaid", ["number": .integer(Int64(number))], in: group)
    guard !isOwn else { return }
    let place = ReportPlace(kind: ReportableMessage.kind, group: group.id, thing: "\(number)")
    try await ReportLedger(ledger: ledger, limits: ReportLimits([:])).noteRemoval(of: place, by: account)
  }

  /// Notes that a member has read up to a number; reading less again changes nothing.
  func read(upTo number: Int, in group: Group, by account: AccountID) async throws {
    let last = try await tables.lastMessage(in: group.id)
    try await tables.mark(min(number, last), in: group.id, of: account)
  }

  private func publish(_ name: String, _ payload: JSON, in group: Group) async throws {
    try await tables.transaction.publish(PluginGroups.chatTopic(of: group), LiveEvent(name, payload))
  }
}

// Who is told of a message.
extension ChatLedger {
  /// Tells who is answered, and who is named. What somebody has written to a person who has not read on since is told once.
  private func tell(
    _ message: ChatMessage, answering answered: ChatMessage?, in group: Group, by author: Account
  ) async throws {
    var replied: AccountID?
    if let answered, answered.state == .said, let person = answered.author, person != author.id,
      try await ledger.isMember(person, of: group.id)
    {
      replied = person
      try await tell(person, "chat-reply", group, by: author)
    }
    for person in message.mentions where person != replied {
      try await tell(person, "chat-mention", group, by: author)
    }
  }

  private func tell(_ person: AccountID, _ kind: String, _ group: Group, by author: Account) async throws {
    let mark = try await tables.mark(of: person, in: group.id)
    try await tables.transaction.notify(
      NotificationRequest(
        recipients: [person], about: [author.id], kind: kind, text: "\(PluginGroups.textPrefix)\(kind)",
        arguments: ["group": group.name, "name": author.name],
        link: "/groups/\(ledger.rules.area)/\(group.id)/chat",
        deduplicationKey: "\(group.id)/\(author.id)/\(mark)"))
    try await ChatBell.noteTold(person, mark: mark, in: group.id, tables)
  }
}
