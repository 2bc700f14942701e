import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

@testable import FieldhouseCommunities

/// What is remembered, beside other processes that a test plays.
@Suite struct `The memory of feeds` {
  private static let (ada, bob) = (AccountID("ada"), AccountID("bob"))
  private static let topic = "groups/club/lions"
  private static let feed = Feed(kind: "club", thing: "lions", isOfGroup: true)

  private let others = Others()
  private let uptime = Uptime()
  private let rules = GroupRules(
    area: "clubs", name: "Clubs", kinds: [], feeds: [FeedKind("stadium", page: nil)],
    rights: RightsDeclaration(scopes: [], permissions: [], roles: []))

  private func memory(_ limits: FeedMemory.Limits = FeedMemory.Limits()) -> FeedMemory {
    FeedMemory(rules, news: others, limits: limits, uptime: { [uptime] in uptime.now })
  }

  private func standing(_ thing: String = "lions") -> FeedStanding {
    FeedStanding(
      feed: Feed(kind: "club", thing: thing, isOfGroup: true), mayWrite: true, mayModerate: false, isArchived: false)
  }

  private func post(_ number: Int, _ text: String = "words") -> Post {
    Post(
      words: FeedWords(
        number: number, author: Self.ada, at: Date(timeIntervalSince1970: 0), editedAt: nil, version: 1, text: text,
        hiddenAt: nil), media: [], likes: 0, comments: 0)
  }

  /// A memory in which all is remembered of Ada in the feed of the lions.
  private func filled() async throws -> FeedMemory {
    let memory = memory()
    try await memory.freshen()
    let revision = memory.revision
    memory.remember(standing(), of: Self.ada, topic: Self.topic, since: revision)
    memory.remember(FeedFront([post(1)], flagged: []), of: Self.feed, since: revision)
    memory.remember(OwnMarks(liked: [1]), of: Self.ada, in: Self.feed, since: revision)
    return memory
  }

  /// Which of standing, posts and own marks are remembered.
  private func known(_ memory: FeedMemory) -> [Bool] {
    [
      memory.standing(of: Self.ada, in: "lions") != nil, memory.front(of: Self.feed) != nil,
      memory.own(of: Self.ada, in: Self.feed) != nil,
    ]
  }

  @Test func `forgets what this process commits at once, and nothing else`() async throws {
    let cases: [(what: String, forget: (FeedMemory) -> Void, left: [Bool])] = [
      ("the feed", { $0.forget(topic: "\(Self.topic)/posts") }, [true, false, false]),
      ("the group", { $0.forget(topic: Self.topic) }, [false, true, true]),
      ("Ada's grants", { $0.forget(part: Others.part(of: Self.ada)) }, [false, true, true]),
      ("Bob's grants", { $0.forget(part: Others.part(of: Self.bob)) }, [true, true, true]),
      ("another feed", { $0.forget(topic: "groups/club/bears/posts") }, [true, true, true]),
      ("all feeds", { $0.forget(topic: "feeds/stadium/-") }, [false, false, false]),
    ]
    for (what, forget, left) in cases {
      let memory = try await filled()
      #expect(known(memory) == [true, true, true])
      forget(memory)
      #expect(known(memory) == left, "\(what)")
    }
  }

  @Test func `does not take what began to be read before a change`() async throws {
    let memory = try await filled()
    let before = memory.revision
    memory.forget(topic: "\(Self.topic)/posts")
    memory.remember(FeedFront([post(1)], flagged: []), of: Self.feed, since: before)
    #expect(memory.front(of: Self.feed) == nil)
    memory.remember(FeedFront([post(2)], flagged: []), of: Self.feed, since: memory.revision)
    // Own marks belong to the posts that were read, and go with them.
    memory.remember(OwnMarks(liked: [1]), of: Self.ada, in: Self.feed, since: before)
    #expect(known(memory) == [true, true, false])
  }

  @Test func `hears of other processes within 600 ms, and looks no more than every 200 ms`() async throws {
    let cases: [(what: String, change: FeedChanges, left: [Bool])] = [
      ("the feed", Others.changes(topics: ["\(Self.topic)/posts"]), [true, false, false]),
      ("the group", Others.changes(topics: [Self.topic]), [false, true, true]),
      ("grants", Others.changes(topics: [], parts: [Others.part(of: Self.ada)]), [false, true, true]),
      ("too much", Others.changes(topics: nil), [false, false, false]),
      ("somebody is erased", Others.changes(topics: ["feeds/stadium/-"]), [false, false, false]),
      ("nothing", Others.changes(topics: []), [true, true, true]),
    ]
    for (what, change, left) in cases {
      let memory = try await filled()
      others.tell(change)
      uptime.pass(.milliseconds(199))
      let looks = others.looks
      try await memory.freshen()
      #expect(others.looks == looks && known(memory) == [true, true, true], "\(what)")
      uptime.pass(.milliseconds(1))
      try await memory.freshen()
      #expect(others.looks == looks + 1 && known(memory) == left, "\(what)")
    }
  }

  @Test func `waits for nobody's look until what it knows is 600 ms old, and tells of a look that fails`() async throws
  {
    let memory = try await filled()
    uptime.pass(.milliseconds(300))
    others.fail()
    await #expect(throws: Others.Silence.self) { try await memory.freshen() }
    try await memory.freshen()
    let looks = others.looks
    try await others.whileLooking({ try await memory.freshen() }, after: { uptime.pass(.milliseconds(300)) }) {
      // Another one looks.
      try await memory.freshen()
      #expect(others.looks == looks + 1)
      uptime.pass(.milliseconds(299))
      try await memory.freshen()
      #expect(others.looks == looks + 1)
    }
  }

  @Test func `takes no more room than it has, and what is too large not at all`() async throws {
    let weight = FeedFront([post(1)], flagged: []).bytes
    let memory = memory(FeedMemory.Limits(people: 20, bytes: weight * 20))
    try await memory.freshen()
    for number in 1...100 {
      let feed = Feed(kind: "club", thing: "\(number)", isOfGroup: true)
      let account = AccountID("\(number)")
      memory.remember(FeedFront([post(1)], flagged: []), of: feed, since: memory.revision)
      memory.remember(standing("\(number)"), of: account, topic: "groups/club/\(number)", since: memory.revision)
      memory.remember(OwnMarks(liked: [1]), of: account, in: feed, since: memory.revision)
      #expect(memory.front(of: feed) != nil && memory.own(of: account, in: feed) != nil)
      #expect(memory.size.standings <= 20 && memory.size.own <= 20 && memory.size.bytes <= weight * 20)
    }
    #expect(memory.size.standings >= 18 && memory.size.bytes >= weight * 17)
    let large = FeedFront([post(1, String(repeating: "é", count: 500)), post(2), post(3)], flagged: [])
    memory.remember(large, of: Self.feed, since: memory.revision)
    #expect(memory.front(of: Self.feed) == nil)
    // What holds no more is put away first, and counted no more.
    for number in 1...100 { memory.forget(topic: "groups/club/\(number)/posts") }
    for number in 101...103 {
      let feed = Feed(kind: "club", thing: "\(number)", isOfGroup: true)
      memory.remember(FeedFront([post(1)], flagged: []), of: feed, since: memory.revision)
    }
    #expect(memory.size.bytes == weight * 3)
  }

  @Test func `keeps the pages that most readers get for as long as nobody's account changes, and few of them`() {
    let pages = FrontPages()
    func form(_ limit: Int, _ mayModerate: Bool = false) -> FrontPages.Form {
      FrontPages.Form(limit: limit, mayWrite: true, mayModerate: mayModerate)
    }
    #expect(pages.text(form(20), edition: 1) == nil)
    pages.keep([1], form(20), edition: 1)
    pages.keep([2], form(20, true), edition: 1)
    #expect(pages.text(form(20), edition: 1) == [1] && pages.text(form(20, true), edition: 1) == [2])
    pages.keep([3], form(3), edition: 1)
    #expect(pages.text(form(20), edition: 1) == nil && pages.text(form(3), edition: 1) == [3])
    #expect(pages.text(form(3), edition: 2) == nil, "somebody's account has changed")
    pages.keep([4], form(3), edition: 2)
    pages.keep([3], form(3), edition: 1)
    #expect(pages.text(form(3), edition: 2) == [4], "what began to be written before is not kept")
    #expect(pages.text(form(20, true), edition: 2) == nil)
  }

  @Test func `holds no more bytes of a post than it counts`() throws {
    let texts = ["", "words", String(repeating: "é\n", count: 250), String(repeating: "\"\\", count: 250)]
    let account = Account(id: Self.ada, kind: .user, name: String(repeating: "n", count: 50))
    for text in texts {
      let kept = FrontPost(post(1, text), isFlagged: true)
      var bytes: [UInt8] = []
      for own in [OwnMarks(), OwnMarks(liked: [1]), OwnMarks(flagged: [1]), OwnMarks(liked: [1], flagged: [1])] {
        for _ in 1...2 { try kept.append(to: &bytes, author: account, own) }
      }
      #expect(bytes.count / 2 + text.utf8.count <= kept.bytes)
    }
  }
}

/// What other processes change, as a test says.
private final class Others: FeedNews {
  struct Silence: Error {}

  private struct State {
    var told: [FeedChanges] = []
    var looks = 0
    var fails = false
    var meanwhile: (@Sendable () async throws -> Void)?
  }

  private let state = Mutex(State())

  static func changes(topics: Set<String>?, parts: Set<Int> = []) -> FeedChanges {
    FeedChanges(mark: FeedMark(grants: 1, epoch: 1, event: 1), topics: topics, parts: parts)
  }

  static func part(of account: AccountID) -> Int { Int(account.text.utf8.first ?? 0) }

  func part(of account: AccountID) -> Int { Self.part(of: account) }

  var looks: Int { state.withLock { $0.looks } }
  func tell(_ change: FeedChanges) { state.withLock { $0.told.append(change) } }
  func fail() { state.withLock { $0.fails = true } }

  /// Runs `body` while somebody else's look is under way.
  func whileLooking(
    _ look: @Sendable () async throws -> Void, after prepare: () -> Void,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    prepare()
    state.withLock { $0.meanwhile = body }
    try await look()
  }

  func changes(since mark: FeedMark?) async throws -> FeedChanges {
    let (change, fails, meanwhile) = state.withLock { state in
      state.looks += 1
      defer { (state.fails, state.meanwhile) = (false, nil) }
      return (state.told.isEmpty ? nil : state.told.removeFirst(), state.fails, state.meanwhile)
    }
    if fails { throw Silence() }
    try await meanwhile?()
    return change ?? Self.changes(topics: mark == nil ? nil : [])
  }
}

/// Real time in the hand of a test.
private final class Uptime: Sendable {
  private let passed = Mutex(Duration.zero)
  private let start = ContinuousClock.now

  var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
  func pass(_ time: Duration) { passed.withLock { $0 += time } }
}
