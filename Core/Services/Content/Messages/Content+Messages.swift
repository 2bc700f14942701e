internal import FieldhouseKit
internal import Foundation

extension Content {
  private static let unknownMessage = Problem.notFound("message-unknown", "There is no such message.")

  func messageRoutes(_ routes: inout Routes) {
    routes.action(
      "/messages", "Write to the people who run this installation", access: .everyone, status: 201,
      problems: [.tooManyMessages]
    ) { [self] (input: ContactInput, call) in
      try await limit(call)
      return try await storage.write {
        try await MessageStore.insert(input, by: call.principal?.account.id, at: call.now, in: $0)
      }
    }
    routes.get("/messages", "What people wrote, the oldest first", access: .operators) {
      [self] (input: ContactListInput, _) in try await messages(input)
    }
    routes.put("/messages/{id}", "Say how far a message has come", access: .operators, problems: [Self.unknownMessage])
    {
      [self] (input: ContactStateInput, _) in
      guard try await storage.write({ try await MessageStore.set(input.state, of: input.id, in: $0) }) else {
        throw Self.unknownMessage
      }
      return NoContent()
    }
    routes.delete("/messages/{id}", "Remove a message", access: .operators) {
      [self] (input: ContactMessageInput, _) in
      try await storage.write { try await MessageStore.remove(input.id, in: $0) }
      return NoContent()
    }
  }

  private func messages(_ input: ContactListInput) async throws -> Page<ContactMessage> {
    let (limit, state) = (input.limit ?? 20, input.state ?? .open)
    let cursor = try input.after.map(MessageCursor.init)
    let found = try await storage.read {
      try await MessageStore.list(state, after: cursor, limit: limit + 1, in: $0)
    }
    let isMore = found.count > limit
    return Page(
      items: Array(found.prefix(limit)), next: isMore ? MessageCursor(after: found[limit - 1]).text : nil)
  }
}

extension Problem {
  /// 429: more messages than somebody can want to write.
  fileprivate static let tooManyMessages = Problem(
    status: 429, code: "too-many-attempts", detail: "Too many attempts. Please wait and try again.")
}
