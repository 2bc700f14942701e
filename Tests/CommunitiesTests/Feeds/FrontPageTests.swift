@testable import FieldhouseCommunities
import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `A page that is written from the latest posts` {
  private static let people = ["ada", "bob", "cleo", "dan"].map { AccountID($0) }

  /// Posts from the latest down to the first, some of which are hidden.
  private static func posts(_ count: Int, _ random: inout SeededRandom) -> [Post] {
    (0..<count).map { index in
      let words = FeedWords(
        number: 2 * (count - index), author: people[random.next(below: 4)], at: Date(timeIntervalSince1970: 0),
        editedAt: nil, version: 1, text: random.text(), hiddenAt: random.next(below: 5) == 0 ? Date() : nil)
      return Post(words: words, media: [], likes: random.next(below: 3), comments: 0)
    }
  }

  /// The numbers that such a page has and the one that the next begins behind, looked for one by one; nil where it takes
  /// older posts than there are.
  private static func expected(
    _ posts: [Post], isWhole: Bool, _ limit: Int, me: AccountID, mayModerate: Bool, _ blocked: Set<AccountID>
  ) -> (numbers: [Int], next: Int?)? {
    var numbers: [Int] = []
    for post in posts {
      if post.words.hiddenAt != nil, !mayModerate, post.words.author != me { continue }
      // Whatever follows a full page, the next one says.
      if numbers.count == limit { return (numbers, numbers.last) }
      if !blocked.contains(post.words.author) { numbers.append(post.words.number) }
    }
    return isWhole ? (numbers, nil) : nil
  }

  @Test(.tags(.pl44), arguments: 1...40) func `holds what its reader sees, in order, and says where it goes on`(
    seed: Int
  ) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let found = Self.posts([0, 1, 7, 50, 51][random.next(below: 5)], &random)
    let numbers = found.map(\.words.number)
    let flagged = Set(numbers.filter { _ in random.next(below: 4) == 0 })
    let own = OwnMarks(
      liked: Set(numbers.filter { _ in random.next(below: 3) == 0 }), flagged: flagged.filter { $0 % 4 == 0 })
    let front = FeedFront(found, flagged: flagged)
    #expect(front.isWhole == (found.count <= 50) && front.posts.count == min(50, found.count))
    for _ in 0..<6 {
      let (me, limit) = (Self.people[random.next(below: 4)], 1 + random.next(below: 12))
      let blocked = Set(Self.people.filter { $0 != me && random.next(below: 3) == 0 })
      let standing = FeedStanding(
        feed: Feed(kind: "club", thing: "x", isOfGroup: true), mayWrite: random.next(below: 2) == 0,
        mayModerate: random.next(below: 2) == 0, isArchived: random.next(below: 2) == 0)
      // Dan is just leaving.
      let accounts = Dictionary(
        uniqueKeysWithValues: Self.people.dropLast().map { ($0, Account(id: $0, kind: .user, name: $0.text)) })
      let page = try FrontPage(
        standing: standing, me: me, front: front, own: own, blocked: blocked, accounts: accounts
      ).text(limit: limit)
      let wanted = Self.expected(
        Array(found.prefix(50)), isWhole: found.count <= 50, limit, me: me, mayModerate: standing.mayModerate, blocked)
      guard let page, let wanted else {
        #expect(page == nil && wanted == nil)
        continue
      }
      let json = try JSON(parsing: page)
      let items = json["items"]?.array ?? []
      #expect(items.compactMap { $0["number"]?.int } == wanted.numbers)
      #expect(json["next"] == (wanted.next.map { .string("\($0)") } ?? .null))
      #expect(json["mayWrite"] == .bool(standing.mayWrite && !standing.isArchived))
      #expect(json["mayModerate"] == .bool(standing.mayModerate))
      for item in items {
        let number = item["number"]?.int ?? 0
        let words = try #require(found.first { $0.words.number == number }).words
        #expect(item["text"] == .string(words.text))
        #expect(item["author"]?["name"]?.string == (words.author.text == "dan" ? nil : words.author.text))
        #expect(item["isLiked"] == .bool(own.liked.contains(number)))
        #expect((item["isFlagged"] == true) == (flagged.contains(number) && words.hiddenAt == nil))
        #expect((item["isFlaggedByMe"] == true) == (own.flagged.contains(number) && words.hiddenAt == nil))
      }
    }
  }
}
