import FieldhouseKit
import FieldhouseKitTesting

// What the tests of moderation ask of a host.
extension ClubWorld {
  static let moderation = "/v1/moderation/clubs"

  /// Reports a message by its number, a member by their id, or, without either, the group.
  @discardableResult
  func report(
    _ kind: String = "message", _ thing: String? = nil, in group: TestGroup, as person: TestPerson?,
    _ reason: String = "spam", detail: String? = nil
  ) async throws -> TestReply {
    var body: JSONObject = ["kind": .string(kind), "group": .string(group.id), "reason": .string(reason)]
    if let thing { body["thing"] = .string(thing) }
    if let detail { body["detail"] = .string(detail) }
    return try await host.post("\(Self.moderation)/reports", .object(body), as: person)
  }

  /// Reports a message by its number.
  @discardableResult
  func flag(
    _ number: Int, in group: TestGroup, as person: TestPerson?, _ reason: String = "spam", detail: String? = nil
  ) async throws -> TestReply {
    try await report("message", "\(number)", in: group, as: person, reason, detail: detail)
  }

  /// The queue as somebody sees it: the whole one, or that of a group.
  func queue(
    _ state: String = "open", of group: TestGroup? = nil, as person: TestPerson
  ) async throws -> [JSON] {
    let reply = try await host.get(
      "\(Self.moderation)/cases?state=\(state)" + (group.map { "&group=\($0.id)" } ?? ""), as: person)
    guard reply.status == 200 else { throw Unexpected(reply: reply.text) }
    return reply.items
  }

  /// The id of the only case that waits.
  func onlyCase(_ state: String = "open") async throws -> String {
    let all = try await queue(state, as: host.operator)
    guard all.count == 1, let id = all[0]["id"]?.string else { throw Unexpected(reply: "\(all)") }
    return id
  }

  func details(_ id: String, as person: TestPerson?) async throws -> TestReply {
    try await host.get("\(Self.moderation)/cases/\(id)", as: person)
  }

  @discardableResult
  func decide(
    _ decision: String, _ id: String, as person: TestPerson, note: String? = nil
  ) async throws -> TestReply {
    var body: JSONObject = ["decision": .string(decision)]
    if let note { body["note"] = .string(note) }
    return try await host.post("\(Self.moderation)/cases/\(id)/decisions", .object(body), as: person)
  }

  /// What somebody was told of reports, the newest first.
  func news(_ person: TestPerson) async throws -> [String] {
    try await host.settled()
    return try await host.inbox(of: person).filter { item in
      let kind = item["kind"]?.string ?? ""
      return kind.hasPrefix("moderation-") || kind.hasPrefix("report-")
    }.compactMap { $0["text"]?.string }
  }

  /// A club in which Ada is admin and Bob has written `rude` between two other messages, with more members.
  func rudeClub(
    _ names: String..., more: JSONObject = [:]
  ) async throws -> (group: TestGroup, ada: TestPerson, bob: TestPerson, others: [TestPerson]) {
    let (ada, bob) = (try await host.person("Ada"), try await host.person("Bob"))
    let group = try await found("club", "Lions", by: ada, more)
    var others: [TestPerson] = []
    for name in names { others.append(try await host.person(name)) }
    for person in [bob] + others {
      guard try await host.put("\(group.path)/members/\(person.id)", as: ada).status == 204 else {
        throw Unexpected(reply: "\(person.name) was not let in.")
      }
    }
    for (text, person) in [("hello", ada), ("rude", bob), ("bye", ada)] { try await say(text, in: group, as: person) }
    return (group, ada, bob, others)
  }
}
