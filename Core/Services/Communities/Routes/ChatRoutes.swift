public import FieldhouseKit
internal import Foundation

extension GroupRoutes {
  private static let chat = "/{group}/chat"

  /// Whether a route changes what every other call of it for the same group changes, too.
  public static func isInTurn(_ route: Route) -> Bool { route.method == .post && route.path == chat }

  func chatRoutes(_ routes: inout Routes) {
    let unknown = Self.unknown + [ChatProblem.none]
    routes.get(
      Self.chat, "Messages, the latest first, or those since a number", access: .guest, problems: unknown
    ) { [self] (input: ChatPageInput, call) in try await chat(input, call) }
    routes.post(
      Self.chat, "Write a message", access: .guest,
      problems: unknown + [GroupProblem.archived, ChatProblem.notWriting, ChatProblem.tooFast]
    ) { (input: SayInput, call, transaction) in
      let (chat, standing, me) = try await Self.chat(input.group, call, transaction)
      guard standing.member != nil else { throw ChatProblem.notWriting }
      let draft = try ChatDraft(text: input.text, replyTo: input.replyTo, mentions: input.mentions ?? [])
      return MessageView(try await chat.say(draft, in: standing.group, by: me), author: PersonView(me))
    }
    singleRoutes(&routes, unknown)
    readingMarkRoutes(&routes, unknown)
  }

  private func singleRoutes(_ routes: inout Routes, _ unknown: [Problem]) {
    routes.get(
      "/{group}/chat/{number}", "A message", access: .guest, problems: unknown + [ChatProblem.unknown]
    ) { [self] (input: OneMessageInput, call) in
      let standing = try await gate(call).chat(of: call.principal, in: input.group)
      guard let message = try await rows.message(input.number, in: standing.group.id) else { throw ChatProblem.unknown }
      return try await views(
        [message], standing.group, call, showsAll: input.hidden == true && standing.actions.contains(.moderate))[0]
    }
    routes.delete(
      "/{group}/chat/{number}", "Take a message back, or that of another member away", access: .guest,
      problems: unknown + [ChatProblem.unknown, ChatProblem.notOwn]
    ) { (input: MessageInput, call, transaction) in
      let (chat, standing, me) = try await Self.chat(input.group, call, transaction)
      let mayModerate = standing.actions.contains(.moderate)
      try await chat.unsay(input.number, in: standing.group, by: me.id, mayModerate: mayModerate)
      return NoContent()
    }
  }

  private func readingMarkRoutes(_ routes: inout Routes, _ unknown: [Problem]) {
    routes.get("/{group}/chat/read", "How far I have read", access: .guest, problems: unknown) {
      [self] (input: GroupInput, call) in
      let standing = try await gate(call).chat(of: call.principal, in: input.group)
      return try await chatStanding(in: standing.group, call)
    }
    routes.put(
      "/{group}/chat/read", "I have read up to this number", access: .guest,
      problems: unknown + [ChatProblem.notWriting]
    ) { (input: MessageInput, call, transaction) in
      let (chat, standing, me) = try await Self.chat(input.group, call, transaction)
      guard standing.member != nil else { throw ChatProblem.notWriting }
      try await chat.read(upTo: input.number, in: standing.group, by: me.id)
      return NoContent()
    }
  }

  /// The chat of a group in a transaction, with what the caller is to the group.
  private static func chat(
    _ group: String, _ call: Call, _ transaction: any Transaction
  ) async throws -> (ChatLedger, GroupGate.Standing, Account) {
    let (ledger, gate) = try Self.open(transaction, call)
    return (ChatLedger(ledger: ledger), try await gate.chat(of: call.principal, in: group), try call.account)
  }

  private func chat(_ input: ChatPageInput, _ call: Call) async throws -> ChatPage {
    let group = try await gate(call).chat(of: call.principal, in: input.group).group
    let limit = input.limit ?? 50
    let standing = try await chatStanding(in: group, call)
    let found =
      if let since = input.since {
        try await rows.messages(in: group.id, after: since, limit: limit + 1)
      } else {
        try await rows.messages(in: group.id, before: try place(input.after), limit: limit + 1)
      }
    let items = try await views(Array(found.prefix(limit)), group, call)
    return ChatPage(
      items: items, next: found.count > limit ? items.last.map { "\($0.number)" } : nil, standing: standing)
  }

  private func place(_ cursor: String?) throws -> Int {
    guard let cursor else { return Int(Fields.largestNumber) }
    guard let number = Int(cursor) else { throw GroupCursor.wrong }
    return number
  }

  private func chatStanding(in group: Group, _ call: Call) async throws -> ChatStanding {
    let me = try call.account.id
    let mark = try await rows.mark(of: me, in: group.id)
    return ChatStanding(
      last: try await rows.lastMessage(in: group.id), readUpTo: mark,
      unread: try await ChatReader(rows: rows, people: people).unread(by: me, after: mark, in: group.id))
  }

  private func views(
    _ messages: [ChatMessage], _ group: Group, _ call: Call, showsAll: Bool = false
  ) async throws -> [MessageView] {
    try await ChatReader(rows: rows, people: people).views(
      messages, in: group.id, for: try call.account.id, showsAll: showsAll)
  }
}

/// Chats as one person sees them. Of two people one of whom has blocked the other, neither sees what the other writes.
struct ChatReader: Sendable {
  let rows: any GroupRows
  let people: any Authentication

  /// How many messages behind the mark up to which somebody has read are for them to read, of the latest 1,000.
  func unread(by me: AccountID, after mark: Int, in group: String) async throws -> Int {
    let counts = try await rows.unread(by: me, after: mark, in: group)
    guard !counts.isEmpty else { return 0 }
    let hidden = try await people.blocks(between: me, and: Array(counts.keys))
    return counts.filter { !hidden.contains($0.key) }.reduce(0) { $0 + $1.value }
  }

  /// - Parameter showsAll: whether blocks count for nothing.
  func views(
    _ messages: [ChatMessage], in group: String, for me: AccountID, showsAll: Bool
  ) async throws -> [MessageView] {
    guard !messages.isEmpty else { return [] }
    let flagged = try await rows.marks(ReportableMessage.kind, in: group, of: messages.map(\.number), for: me)
    let authors = Array(Set(messages.compactMap(\.author)))
    let hidden = showsAll || authors.isEmpty ? [] : try await people.blocks(between: me, and: authors)
    let accounts = try await people.accounts(authors)
    return messages.map { message in
      guard let author = message.author, hidden.contains(author) else {
        let isSaid = message.state == .said
        return MessageView(
          message, author: message.author.flatMap { accounts[$0] }.map(PersonView.init),
          isFlagged: isSaid && flagged.all.contains(message.number),
          isFlaggedByMe: isSaid && flagged.own.contains(message.number))
      }
      return MessageView(hiding: message)
    }
  }
}

extension GroupGate {
  /// A group whose chat somebody may read: a member, or who may moderate there.
  /// - Throws: ``Problem`` 404 `group-unknown`, `chat-unknown`.
  func chat(of caller: Principal?, in id: String) async throws -> Standing {
    let standing = try await standing(of: caller, in: id)
    guard standing.member != nil || standing.actions.contains(.moderate) else { throw Problem.unknownGroup }
    guard try rules.kind(standing.group.kind).hasChat else { throw ChatProblem.none }
    return standing
  }
}
