@testable import FieldhouseCommunities
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

  /// Reports a post, or a comment on it.
  @discardableResult
  func report(
    _ thing: TestThing, in feed: TestFeed, as person: TestPerson?, _ reason: String = "spam", detail: String? = nil
  ) async throws -> TestReply {
    var body = feed.whereabouts.adding(
      ["kind": .string(thing.kind), "thing": .string(thing.name), "reason": .string(reason)])
    if let detail { body["detail"] = .string(detail) }
    return try await host.post("\(Self.moderation)/reports", .object(body), as: person)
  }

  /// A post or a comment as somebody sees it.
  func seen(_ thing: TestThing, in feed: TestFeed, as person: TestPerson) async throws -> TestReply {
    try await host.get(feed.path + thing.path, as: person)
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

  /// Adds reports of people who have left to a case in its first round, each with its number among them as its words.
  func addReports(_ count: Int, to id: String) async throws {
    try await host.services.storage.write { transaction in
      let tables = try GroupRoutes.ledger(transaction).tables
      for number in 1...count {
        _ = try await tables.rows(
          """
          insert into fieldhouse_report_flags (case_id, number, reporter, reason, detail, at, round)
          values (\(id), \(number + 1), \(nil as String?), 'spam', \("\(number)"), 0, 1)
          """)
      }
    }
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

/// What is written in feeds.
enum TestThing: String, CaseIterable, Sendable {
  /// The second post of a feed.
  case post
  /// The second comment on the first post.
  case comment

  var kind: String { rawValue }
  /// Its number, as reports name it.
  var name: String { self == .post ? "2" : "1/2" }
  /// Its address below that of the posts.
  var path: String { self == .post ? "/2" : "/1/comments/2" }
  /// What is said where there is none.
  var unknown: String { "404 \(kind)-unknown" }
  /// How it is told live.
  var told: String { self == .post ? "2" : "1/2" }
}

extension TestFeed {
  /// How reports say where something lies.
  var whereabouts: JSONObject {
    if let group { return ["group": .string(group.id)] }
    return ["feed": ["kind": .string(feed.kind), "thing": .string(feed.thing)]]
  }
}

extension ClubWorld {
  /// A feed with a post of Ada's and a rude one of Bob's, and under hers a rude comment of Bob's between two of hers,
  /// with more people who may write there; and who decides about it: Ada, who is admin of the group, or operators.
  func rudeFeed(
    of owner: FeedOwner, _ names: String...
  ) async throws -> (feed: TestFeed, bob: TestPerson, others: [TestPerson], moderator: TestPerson) {
    var people: [TestPerson] = []
    for name in ["Ada", "Bob"] + names { people.append(try await host.person(name)) }
    let feed = try await feed(of: owner, people)
    for (text, media, person) in [("hello", [], people[0]), ("rude", ["https://example.org/rude"], people[1])] {
      try await post(text, media, in: feed, as: person)
    }
    for (text, person) in [("first", people[0]), ("rude", people[1]), ("last", people[0])] {
      try await comment(text, on: 1, in: feed, as: person)
    }
    return (feed, people[1], Array(people.dropFirst(2)), owner == .group ? people[0] : host.operator)
  }
}

extension JSONObject {
  func adding(_ members: JSONObject) -> JSONObject {
    var whole = self
    for (key, value) in members { whole[key] = value }
    return whole
  }
}
