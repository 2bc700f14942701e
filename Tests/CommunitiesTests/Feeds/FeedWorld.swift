@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseKitTesting

/// Whose feed a test is about: what is said of feeds holds for both.
enum FeedOwner: String, CaseIterable, Sendable {
  case group
  case thing
}

/// A feed with people who may write there.
struct TestFeed: Sendable {
  /// The address of its posts.
  let path: String
  /// Its live topic.
  let topic: String
  let feed: Feed
  /// The id of the group or the thing.
  var id: String { feed.thing }
  /// Nil for a thing.
  let group: TestGroup?
}

// What the tests of feeds ask of a host.
extension ClubWorld {
  /// A feed of a new club with its members, or of the stadium, with its people.
  func feed(of owner: FeedOwner, _ names: String...) async throws -> (feed: TestFeed, people: [TestPerson]) {
    var people: [TestPerson] = []
    for name in names { people.append(try await host.person(name)) }
    return (try await feed(of: owner, people), people)
  }

  /// The same with people who are there; the first of them is admin of the club.
  func feed(of owner: FeedOwner, _ people: [TestPerson]) async throws -> TestFeed {
    guard owner == .group else { return stadium("wembley") }
    let group = try await found("club", "Lions", by: people[0])
    for person in people.dropFirst() {
      guard try await host.put("\(group.path)/members/\(person.id)", as: people[0]).status == 204 else {
        throw Unexpected(reply: "\(person.name) was not let in.")
      }
    }
    return feed(of: group)
  }

  func feed(of group: TestGroup) -> TestFeed {
    TestFeed(
      path: "\(group.path)/posts", topic: "clubs/groups/club/\(group.id)/posts",
      feed: Feed(kind: "club", thing: group.id, isOfGroup: true), group: group)
  }

  func stadium(_ name: String) -> TestFeed {
    TestFeed(
      path: "/v1/feeds/clubs/stadium/\(name)/posts", topic: "clubs/feeds/stadium/\(name)",
      feed: Feed(kind: "stadium", thing: name, isOfGroup: false), group: nil)
  }

  @discardableResult
  func post(
    _ text: String, _ media: [String] = [], in feed: TestFeed, as person: TestPerson, key: String? = nil
  ) async throws -> TestReply {
    let media: JSON = .array(media.map { .string($0) })
    return try await host.post(feed.path, ["text": .string(text), "media": media], as: person, idempotencyKey: key)
  }

  @discardableResult
  func comment(_ text: String, on post: Int, in feed: TestFeed, as person: TestPerson) async throws -> TestReply {
    try await host.post("\(feed.path)/\(post)/comments", ["text": .string(text)], as: person)
  }

  /// What somebody sees of a feed, page by page, as `2 Ada: words, 3 likes, 1 comments`.
  func posts(in feed: TestFeed, as person: TestPerson, limit: Int = 100) async throws -> [String] {
    try await items(of: feed.path, as: person, limit: limit).map { item in
      let mark = item["hiddenAt"] == nil ? "" : " hidden"
      let counts = "\(item["likes"]?.int ?? -1) likes, \(item["comments"]?.int ?? -1) comments"
      return "\(Self.words(of: item)), \(counts)\(mark)"
    }
  }

  /// What somebody sees of the comments on a post, as `1 Ada: words`.
  func comments(on post: Int, in feed: TestFeed, as person: TestPerson, limit: Int = 100) async throws -> [String] {
    try await items(of: "\(feed.path)/\(post)/comments", as: person, limit: limit).map { item in
      Self.words(of: item) + (item["hiddenAt"] == nil ? "" : " hidden")
    }
  }

  private static func words(of item: JSON) -> String {
    "\(item["number"]?.int ?? 0) \(item["author"]?["name"]?.string ?? "?"): \(item["text"]?.string ?? "?")"
  }

  func items(of path: String, as person: TestPerson, limit: Int = 100) async throws -> [JSON] {
    var (items, after): ([JSON], String?) = ([], "")
    while let place = after {
      let page = try await host.get("\(path)?limit=\(limit)" + (place.isEmpty ? "" : "&after=\(place)"), as: person)
      guard page.status == 200, page.items.count <= limit else { throw Unexpected(reply: page.text) }
      items += page.items
      after = page["next"]?.string
    }
    return items
  }

  /// Hides a post or a comment, as those do who decide about reports.
  @discardableResult
  func hide(_ post: Int, comment: Int? = nil, in feed: TestFeed) async throws -> Bool {
    try await setHidden(true, FeedItem(feed.feed, post: post, comment: comment))
  }

  /// Shows it again.
  @discardableResult
  func show(_ post: Int, comment: Int? = nil, in feed: TestFeed) async throws -> Bool {
    try await setHidden(false, FeedItem(feed.feed, post: post, comment: comment))
  }

  private func setHidden(_ isHidden: Bool, _ item: FeedItem) async throws -> Bool {
    try await host.services.storage.write { transaction in
      try await FeedLedger(ledger: try GroupRoutes.ledger(transaction)).setHidden(isHidden, item)
    }
  }

  /// What somebody was told live, as `posted 1`, `commented 1/2`.
  func told(_ watcher: LiveWatcher) async throws -> [String] {
    try await host.settled()
    return watcher.events.map { event in
      let number = event.data["post"]?.int ?? event.data["number"]?.int ?? 0
      return "\(event.name) \(number)" + (event.data["comment"]?.int.map { "/\($0)" } ?? "")
    }
  }
}
