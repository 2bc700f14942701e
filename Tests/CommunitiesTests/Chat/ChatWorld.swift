import FieldhouseKit
import FieldhouseKitTesting

// What the tests of chats ask of a host.
extension ClubWorld {
  /// Writes a message.
  @discardableResult
  func say(
    _ text: String, in group: TestGroup, as person: TestPerson, _ more: JSONObject = [:], key: String? = nil
  ) async throws -> TestReply {
    var body: JSONObject = ["text": .string(text)]
    for (name, value) in more { body[name] = value }
    return try await host.post("\(group.path)/chat", .object(body), as: person, idempotencyKey: key)
  }

  /// All that somebody sees of a chat, from the first message on, caught up with in pages.
  func messages(in group: TestGroup, as person: TestPerson, since: Int = 0, limit: Int = 100) async throws -> [JSON] {
    var (items, next): ([JSON], Int?) = ([], since)
    while let since = next {
      let page = try await host.get("\(group.path)/chat?since=\(since)&limit=\(limit)", as: person)
      guard page.status == 200 else { throw Unexpected(reply: page.text) }
      items += page.items
      next = page["next"]?.string.flatMap { Int($0) }
    }
    return items
  }

  /// The same as `1 Ada: words`, and `2 deleted` for what is not there any more.
  func lines(in group: TestGroup, as person: TestPerson) async throws -> [String] {
    try await messages(in: group, as: person).map { item in
      let number = item["number"]?.int ?? 0
      guard let text = item["text"]?.string else { return "\(number) \(item["state"]?.string ?? "?")" }
      return "\(number) \(item["author"]?["name"]?.string ?? "?"): \(text)"
    }
  }

  /// How many messages somebody has not read, as the chat, its mark and the list of one's groups say it.
  func unread(in group: TestGroup, as person: TestPerson) async throws -> [Int?] {
    let mine = try await host.get("/v1/me/groups", as: person).items
    return [
      try await host.get("\(group.path)/chat", as: person)["unread"]?.int,
      try await host.get("\(group.path)/chat/read", as: person)["unread"]?.int,
      mine.first { $0["group"]?["id"] == .string(group.id) }?["unread"]?.int,
    ]
  }

  @discardableResult
  func read(upTo number: Int, in group: TestGroup, as person: TestPerson) async throws -> TestReply {
    try await host.put("\(group.path)/chat/read", ["number": .integer(Int64(number))], as: person)
  }

  /// A club with its founder and some members.
  func club(_ names: String..., more: JSONObject = [:]) async throws -> (group: TestGroup, people: [TestPerson]) {
    var people: [TestPerson] = []
    for name in names { people.append(try await host.person(name)) }
    let group = try await found("club", "Lions", by: people[0], more)
    for person in people.dropFirst() {
      guard try await host.put("\(group.path)/members/\(person.id)", as: people[0]).status == 204 else {
        throw Unexpected(reply: "\(person.name) was not let in.")
      }
    }
    return (group, people)
  }

  /// What somebody was told of chats.
  func told(_ person: TestPerson) async throws -> [String] {
    try await host.settled()
    return try await host.inbox(of: person).compactMap { $0["text"]?.string }.filter { $0.contains("chat") }
  }
}
