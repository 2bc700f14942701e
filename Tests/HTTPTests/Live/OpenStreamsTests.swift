import FieldhouseKit
import Synchronization
import Testing

@testable import FieldhouseHTTP

/// Which streams were ended, in order.
private final class Ended: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0 } }

  func end(_ name: String) -> @Sendable () -> Void { { self.list.withLock { $0.append(name) } } }
}

@Suite struct `Open streams` {
  @Test func `end with the session they belong to, and only those`() {
    let (streams, ended) = (OpenStreams(), Ended())
    _ = streams.add(StreamNeed(token: "ada", topics: []), end: ended.end("ada 1"))
    _ = streams.add(StreamNeed(token: "ben", topics: []), end: ended.end("ben"))
    _ = streams.add(StreamNeed(token: "ada", topics: []), end: ended.end("ada 2"))
    #expect(Set(streams.needs.keys) == ["ada", "ben"])
    streams.end("ada")
    #expect(ended.names.sorted() == ["ada 1", "ada 2"])
    #expect(Set(streams.needs.keys) == ["ben"])
    streams.end("ada")
    streams.end("nobody")
    #expect(ended.names.count == 2)
  }

  @Test func `that are closed are not ended later`() {
    let (streams, ended) = (OpenStreams(), Ended())
    let first = streams.add(StreamNeed(token: "ada", topics: []), end: ended.end("first"))
    let second = streams.add(StreamNeed(token: "ada", topics: []), end: ended.end("second"))
    #expect(first != second)
    streams.remove(first)
    streams.remove(first)
    streams.end("ada")
    #expect(ended.names == ["second"])
    #expect(streams.needs.isEmpty)
  }

  @Test func `end one by one, and say which of their topics need a permission`() throws {
    let (streams, ended) = (OpenStreams(), Ended())
    let declared = LiveTopicAccess(pattern: "cards/{card}", access: .permission("see", in: "card"))
    let card = try #require(WatchedTopic("cards/c1", of: [declared]))
    let first = streams.add(StreamNeed(token: "ada", topics: [card]), end: ended.end("first"))
    let second = streams.add(StreamNeed(token: "ada", topics: []), end: ended.end("second"))
    #expect(streams.needs["ada"]?.mapValues(\.count) == [first: 1])
    streams.end(first)
    streams.end(first)
    #expect(ended.names == ["first"])
    #expect(streams.needs["ada"]?.isEmpty == true)
    streams.end(second)
    #expect(ended.names == ["first", "second"])
    #expect(streams.needs.isEmpty)
  }

  @Test func `of clients that fall behind a comment are ended, others get it`() async throws {
    let world = LiveWorld()
    var (slow, quick) = (try await world.watch("games/a"), try await world.watch("games/b"))
    for number in 1...LiveHub.waiting { try await world.publish("games/a", number) }
    #expect(world.hub.watcherCount == 2)
    world.hub.comfort()
    #expect(world.hub.watcherCount == 1)
    try await world.publish("games/b", -2)
    #expect(await quick.take(upTo: -2).first?.hasPrefix(": still here\n") == true)
    var count = 0
    for await _ in slow.watch.messages { count += 1 }
    #expect(count == LiveHub.waiting)
  }

  @Test func `hear of the host in time while it is looked at sessions and nobody answers`() async throws {
    let world = LiveWorld()
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    var services = ResponderWorld.services
    services.authenticate = { _ in
      asking.finish()
      for await _ in gate {}
      return nil
    }
    let responder = HostResponder(
      generation: try HostGeneration(routes: [], version: "1"), services: services, live: world.hub, files: [])
    _ = responder.streams.add(StreamNeed(token: "ada", topics: []), end: {})
    let tending = Task { await responder.tendStreams(comfort: .milliseconds(10)) }
    for await _ in asked {}
    let watch = try await world.watch("games/a").watch
    var (messages, position) = (watch.messages.makeAsyncIterator(), watch.position)
    let first = await messages.next()?.text(&position)
    #expect(first?.hasPrefix(": still here\n") == true)
    tending.cancel()
    opening.finish()
    await tending.value
  }

  @Test func `say for which of their topics somebody else is asked, with and without a session`() throws {
    let streams = OpenStreams()
    let rounds = LiveTopicAccess(pattern: "games/rounds/{round}", access: .everyone, asks: { _, _ in true })
    let news = LiveTopicAccess(pattern: "games/news", access: .everyone)
    let topics = try ["games/rounds/r1", "games/rounds/r2", "games/news"].map {
      try #require(WatchedTopic($0, of: [rounds, news]))
    }
    let first = streams.add(StreamNeed(token: nil, topics: topics), end: {})
    let second = streams.add(StreamNeed(token: "ada", topics: Array(topics.suffix(2))), end: {})
    _ = streams.add(StreamNeed(token: "ada", topics: [topics[2]]), end: {})
    #expect(Set(streams.asked().map(\.number)) == [first, second])
    let one = streams.asked([LiveWorld.address("games/rounds/r1")])
    #expect(one.map(\.number) == [first] && one[0].token == nil && one[0].topics.count == 1)
    #expect(streams.asked([LiveWorld.address("games/news")]).isEmpty)
  }
}

@Suite struct `A live topic for those with a permission` {
  private static let topics = [
    LiveTopicAccess(pattern: "games/{game}", access: .everyone),
    LiveTopicAccess(pattern: "cards/{card}/holes/{hole}", access: .permission("see", in: "card")) {
      caller, name, card in
      #expect(name == "see" && caller.account.id == AccountID("ada"))
      return card == "c1" ? .holder : card == "c2" ? .member : .stranger
    },
  ]

  private static func watch(_ topic: String, as name: String?) async throws -> String? {
    let caller = name.map {
      Principal(account: Account(id: AccountID($0), kind: .user, name: $0), session: nil, isOperator: $0 == "operator")
    }
    let watched = try #require(WatchedTopic(topic, of: topics))
    do {
      try await watched.admit(caller, ResponderWorld.services)
      return nil
    } catch let problem as Problem { return "\(problem.status) \(problem.code)" }
  }

  @Test func `is watched by whom a route would let in, for the thing that its name says`() async throws {
    #expect(try await Self.watch("cards/c1/holes/7", as: "ada") == nil)
    #expect(try await Self.watch("cards/c2/holes/7", as: "ada") == "403 forbidden")
    #expect(try await Self.watch("cards/c3/holes/7", as: "ada") == "404 not-found")
    #expect(try await Self.watch("cards/c1/holes/7", as: nil) == "401 unauthenticated")
    #expect(try await Self.watch("cards/c3/holes/7", as: "operator") == nil)
    #expect(try await Self.watch("games/1", as: nil) == nil)
  }

  @Test(arguments: ["cards/c1", "cards/c1/holes/7/x", "card/c1/holes/7", ""])
  func `is declared, or is none`(topic: String) {
    #expect(WatchedTopic(topic, of: Self.topics) == nil)
  }

  @Test func `is asked for again only where a permission decides`() throws {
    let card = try #require(WatchedTopic("cards/c1/holes/7", of: Self.topics))
    let game = try #require(WatchedTopic("games/1", of: Self.topics))
    #expect(card.needsPermission && !game.needsPermission)
  }
}
