import FieldhouseKit
import Synchronization
import Testing

@testable import FieldhouseHTTP

/// A plugin that is asked who may watch: says yes to those on its list.
private final class Doorman: Sendable {
  private struct State {
    var admitted: Set<String> = []
    var asked: [String] = []
    var failure: (any Error)?
  }

  private let state = Mutex(State())

  var asked: [String] { state.withLock { $0.asked } }

  func admit(_ names: Set<String>) { state.withLock { $0.admitted = names } }
  func fail(_ error: (any Error)?) { state.withLock { $0.failure = error } }

  var topics: [LiveTopicAccess] {
    [
      LiveTopicAccess(pattern: "games/news", access: .everyone),
      LiveTopicAccess(pattern: "games/rounds/{round}", access: .everyone, asks: { [self] in try decide($0, $1) }),
    ]
  }

  private func decide(_ topic: LiveTopic, _ caller: Principal?) throws -> Bool {
    try state.withLock { state in
      let name = caller?.account.id.text ?? "nobody"
      state.asked.append("\(name) \(topic.parameters["round"] ?? "") \(topic.pattern)")
      if let failure = state.failure { throw failure }
      return state.admitted.contains(name)
    }
  }
}

@Suite struct `A live topic for which somebody is asked`: Sendable {
  private let doorman = Doorman()
  private let live = LiveWorld()

  private static func principal(_ name: String?) -> Principal? {
    name.map {
      Principal(account: Account(id: AccountID($0), kind: .user, name: $0), session: nil, isOperator: $0 == "operator")
    }
  }

  private func admit(_ name: String?) async throws -> String? {
    let watched = try #require(WatchedTopic("games/rounds/r1", of: doorman.topics))
    do {
      try await watched.admit(Self.principal(name), ResponderWorld.services)
      return nil
    } catch let problem as Problem { return "\(problem.status) \(problem.code)" }
  }

  @Test func `is watched by whom that one lets in, and a stranger learns nothing`() async throws {
    doorman.admit(["ada", "nobody"])
    #expect(try await admit("ada") == nil)
    #expect(try await admit(nil) == nil)
    #expect(try await admit("bo") == "404 not-found")
    #expect(try await admit("operator") == nil)
    #expect(doorman.asked == ["ada", "nobody", "bo"].map { "\($0) r1 rounds/{round}" })
    doorman.admit([])
    #expect(try await admit(nil) == "401 unauthenticated")
  }

  /// A responder with streams of some people, and who of them is still there.
  private func open(_ names: [String?]) async throws -> (responder: HostResponder, isOpen: @Sendable () -> [Bool]) {
    var services = ResponderWorld.services
    services.authenticate = { Self.principal($0) }
    services.topics = doorman.topics
    let responder = HostResponder(
      generation: try HostGeneration(routes: [], version: "1"), services: services, live: live.hub, files: [])
    let ended = Ends(count: names.count)
    let topics = try ["games/rounds/r1", "games/news"].map { try #require(WatchedTopic($0, of: doorman.topics)) }
    for (place, name) in names.enumerated() {
      _ = responder.streams.add(StreamNeed(token: name, topics: topics)) { ended.end(place) }
    }
    return (responder, { ended.isOpen })
  }

  @Test func `is asked for again when the one who decides says so, and only then its stream ends`() async throws {
    doorman.admit(["ada", "bo", "nobody"])
    let (responder, isOpen) = try await open(["ada", "bo", nil])
    let watching = try await live.watch("games/rounds/r1")
    doorman.admit(["bo"])
    await responder.ask(about: live.hub.takeReviews())
    #expect(isOpen() == [true, true, true] && doorman.asked.isEmpty)
    try await live.publish("games/rounds/r2", [:], as: "")
    #expect(live.hub.takeReviews() == [], "nobody watches that one")
    try await live.publish("games/rounds/r1", [:], as: "")
    await responder.ask(about: live.hub.takeReviews())
    #expect(isOpen() == [false, true, false])
    #expect(doorman.asked.count == 3)
    // What asks is no event.
    watching.watch.end()
    var count = 0
    for await _ in watching.watch.messages { count += 1 }
    #expect(count == 0)
  }

  @Test func `stays open while nobody answers, and is asked for again until somebody does`() async throws {
    doorman.admit(["ada"])
    let (responder, isOpen) = try await open(["ada"])
    let topic = LiveWorld.address("games/rounds/r1")
    doorman.admit([])
    for failure in [StorageError(.unavailable, "gone") as any Error, Problem.unavailable("late", "Too late.")] {
      doorman.fail(failure)
      await responder.ask(about: [topic])
      #expect(isOpen() == [true])
      #expect(live.hub.takeReviews() == [topic])
    }
    doorman.fail(nil)
    await responder.ask(about: nil)
    #expect(isOpen() == [false])
  }

  @Test func `is asked for while somebody who decides about others' does not answer`() async throws {
    doorman.admit(["ada"])
    let (responder, isOpen) = try await open(["ada"])
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let slow = LiveTopicAccess(
      pattern: "slow/rounds/{round}", source: "slow", access: .everyone,
      asks: { _, _ in
        asking.finish()
        for await _ in gate {}
        return true
      })
    let topic = try #require(WatchedTopic("slow/rounds/r1", of: [slow]))
    _ = responder.streams.add(StreamNeed(token: nil, topics: [topic])) {}
    let sources = AskedSources()
    responder.beginAsking(about: [topic.address], of: sources) { body in Task { await body() } }
    for await _ in asked {}
    doorman.admit([])
    let (done, doing) = AsyncStream.makeStream(of: Void.self)
    responder.beginAsking(about: [topic.address, LiveWorld.address("games/rounds/r1")], of: sources) { body in
      Task {
        await body()
        doing.finish()
      }
    }
    for await _ in done {}
    #expect(isOpen() == [false])
    #expect(live.hub.takeReviews() == [topic.address])
    opening.finish()
  }
}

/// Which streams were ended.
private final class Ends: Sendable {
  private let kept: Mutex<[Bool]>

  init(count: Int) { kept = Mutex(Array(repeating: true, count: count)) }

  var isOpen: [Bool] { kept.withLock { $0 } }

  func end(_ place: Int) { kept.withLock { $0[place] = false } }
}
