import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

/// Very many clients whose connections break again and again while something happens, over two hosts in processes of their own on
/// one PostgreSQL database.
@Suite struct `Live clients whose connections drop` {
  private static let clients = Guarantee.size(20, full: 500)
  private static let drops = Guarantee.size(5, full: 20)
  private static let clock = "2024-08-17T11:40:00Z"
  private static let topic = "card-game/cards/c1"
  /// The most throws that the plugin takes.
  private static let most = 999

  @Test(.tags(.pl75)) func `miss nothing and hear nothing twice, whichever host they come back to`()
    async throws
  {
    try await CardHost.run(on: .postgresql) { installation, given in
      let environment = given.merging(["FIELDHOUSE_LIVE_STREAMS_PER_CLIENT": "2000"]) { $1 }
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { first in
        let scorer = try await first.guest()
        try await first.begin("c1", as: scorer)
        try await RunningHost.run(installation, clock: Self.clock, environment: environment) { second in
          try await Self.watch(as: scorer, [first, second])
        }
      }
    }
  }

  private static func watch(as scorer: Person, _ hosts: [RunningHost]) async throws {
    let story = Story()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await patiently { story.ready == clients }
        try await tell(story, as: scorer, hosts)
      }
      for place in 0..<clients {
        group.addTask { try await listen(place, story, as: scorer, hosts) }
      }
      try await group.waitForAll()
    }
    let told = try #require(story.whole)
    #expect(story.heard.count == clients)
    for (place, heard) in story.heard { #expect(heard == told, "client \(place)") }
    Guarantee.report(
      "drops",
      "\(clients) clients over two hosts, \(clients * drops) connections dropped while \(told.count) events were told: "
        + "each heard by each client once, in one order")
  }

  /// Waits for what hundreds of others wait for, too: looks seldom, for as long as the full size takes.
  private static func patiently(_ condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while !condition() {
      try #require(ContinuousClock.now < end, "It never happened.")
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Tells something on one host after the other until everybody is on the last connection, and a little more.
  private static func tell(_ story: Story, as scorer: Person, _ hosts: [RunningHost]) async throws {
    var (told, rest): ([Int], Int) = ([], 5)
    while rest > 0 {
      if story.settled == clients { rest -= 1 }
      let number = told.count % most + 1
      let reply = try await hosts[told.count % 2].call(
        "PUT", "/v1/card-game/cards/c1/throws", as: scorer.token, body: ["throws": .integer(Int64(number))])
      try #require(reply.status == 204, "\(reply.json)")
      told.append(number)
    }
    story.end(told.map { "throws \($0)" })
  }

  /// Hears something on each connection, breaks it off, and goes on behind the last that it heard on the other host.
  private static func listen(_ place: Int, _ story: Story, as scorer: Person, _ hosts: [RunningHost]) async throws {
    var (heard, last): ([String], String?) = ([], nil)
    for round in 0..<drops {
      let stream = try await EventStream(hosts[(place + round) % 2], topic, as: scorer, after: last)
      if round == 0 { story.begin() }
      try await patiently { !stream.events.isEmpty }
      stream.end()
      try await patiently { stream.endedAt != nil }
      heard += stream.told
      last = stream.events.last?.id
    }
    let stream = try await EventStream(hosts[(place + drops) % 2], topic, as: scorer, after: last)
    story.settle()
    try await patiently { story.whole.map { heard.count + stream.events.count >= $0.count } ?? false }
    story.hear(heard + stream.told, place)
  }
}

/// What is told, and what each client has heard.
private final class Story: Sendable {
  private struct State {
    var ready = 0
    var settled = 0
    var whole: [String]?
    var heard: [Int: [String]] = [:]
  }

  private let state = Mutex(State())

  /// How many watch for the first time, and how many on their last connection.
  var ready: Int { state.withLock { $0.ready } }
  var settled: Int { state.withLock { $0.settled } }
  /// All that was told, once nothing more comes.
  var whole: [String]? { state.withLock { $0.whole } }
  var heard: [Int: [String]] { state.withLock { $0.heard } }

  func begin() { state.withLock { $0.ready += 1 } }
  func settle() { state.withLock { $0.settled += 1 } }
  func end(_ told: [String]) { state.withLock { $0.whole = told } }
  func hear(_ events: [String], _ place: Int) { state.withLock { $0.heard[place] = events } }
}
