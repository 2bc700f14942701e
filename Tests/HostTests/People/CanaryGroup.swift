import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// What somebody leaves in a group: words in its chat and feed, reports of others and of the group, what others have
/// reported of them and decided about it, and what they have said against that.
enum CanaryGroup {
  private static let groups = "/v1/groups/soccer-predictions"
  private static let moderation = "/v1/moderation/soccer-predictions"

  static func leave(_ words: String, _ canary: Person, beside other: Person, on host: RunningHost) async throws {
    let draft: JSON = ["kind": "prediction-group", "name": "Lions", "admission": "open", "visibility": "listed"]
    let founded = try await post("\(groups)/", draft, as: other, on: host)
    let group = try #require(founded["id"]?.string)
    try await post("\(groups)/\(group)/join", [:], as: canary, on: host)
    try await post("\(groups)/\(group)/chat", ["text": "hello"], as: other, on: host)
    let naming: JSON = ["text": .string(words), "replyTo": 1, "mentions": [.string(other.id)]]
    try await post("\(groups)/\(group)/chat", naming, as: canary, on: host)
    let posts = "\(groups)/\(group)/posts"
    for (path, text, person) in [
      (posts, "hello", other), (posts, words, canary), ("\(posts)/1/comments", words, canary),
    ] {
      try await post(path, ["text": .string(text)], as: person, on: host)
    }
    for (kind, thing) in [("message", "1"), ("group", nil), ("member", other.id), ("post", "1")] {
      try await report(kind, thing, in: group, words, as: canary, on: host)
    }
    for (kind, thing) in [("message", "2"), ("member", canary.id), ("post", "2"), ("comment", "1/1")] {
      try await report(kind, thing, in: group, words, as: other, on: host)
    }
    let queue = try await host.call("GET", "\(moderation)/cases?limit=100", as: RunningHost.token).items
    #expect(queue.count == 8)
    let own = try #require(queue.first { $0["kind"] == "message" && $0["thing"] == "2" }?["id"]?.string)
    let decision: JSON = ["decision": "remove", "note": .string(words)]
    let operators = Person(id: "operator", token: RunningHost.token)
    try await post("\(moderation)/cases/\(own)/decisions", decision, as: operators, on: host)
    try await post("\(moderation)/own/\(own)/appeal", ["text": .string(words)], as: canary, on: host)
  }

  private static func report(
    _ kind: String, _ thing: String?, in group: String, _ words: String, as person: Person, on host: RunningHost
  ) async throws {
    var body: JSONObject = [
      "kind": .string(kind), "group": .string(group), "reason": "bullying", "detail": .string(words),
    ]
    body["thing"] = thing.map { .string($0) }
    try await post("\(moderation)/reports", .object(body), as: person, on: host)
  }

  @discardableResult
  private static func post(
    _ path: String, _ body: JSON, as person: Person, on host: RunningHost
  ) async throws -> Reply {
    let reply = try await host.call("POST", path, as: person.token, body: body)
    try #require((200..<300).contains(reply.status), "\(path): \(reply.json)")
    return reply
  }
}
