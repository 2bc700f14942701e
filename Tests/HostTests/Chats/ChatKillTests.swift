import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Synchronization
import Testing

/// Fifty people who write in one chat over two hosts in processes of their own on one PostgreSQL database, of which one is
/// killed while they write. Who gets no answer sends the same again, to the other host.
@Suite struct `A chat over two hosts of which one is killed` {
  private static let people = 50
  private static let rounds = Guarantee.size(1, full: 10)
  /// As many as one person may write without waiting, while the clock stands still.
  private static let messages = Guarantee.size(6, full: 20)

  @Test(.tags(.pl75)) func `has what was acknowledged once and in one order for everybody`() async throws {
    try await PostgreSQLDatabase.run { database in
      let installation = try Installation()
      let environment = ["FIELDHOUSE_DATABASE": database.address]
      let book = ChatBook()
      var crowd: ChatCrowd?
      for round in 0..<Self.rounds {
        let clock = "2026-07-01T12:\(String(format: "%02d", round)):00Z"
        try await RunningHost.runFirst(installation, clock: clock, environment: environment) { first in
          let present = if let crowd { crowd } else { try await ChatCrowd(Self.people, on: first) }
          crowd = present
          try await RunningHost.run(installation, clock: clock, environment: environment) { second in
            let hosts = round.isMultiple(of: 2) ? [first, second] : [second, first]
            try await Self.talk(round, present, hosts, book)
          }
          try await first.kill()
        }
        Guarantee.progress("chat", round + 1, of: Self.rounds)
      }
      try await RunningHost.run(installation, clock: "2026-07-01T13:00:00Z", environment: environment) { host in
        try await Self.check(book, try #require(crowd), host)
      }
    }
  }

  /// Everybody writes; the second of the hosts is killed when a third is acknowledged. Who watches on the other sees every
  /// message in its order.
  private static func talk(
    _ round: Int, _ crowd: ChatCrowd, _ hosts: [RunningHost], _ book: ChatBook
  ) async throws {
    let before = book.count
    let watch = try await EventStream(hosts[0], crowd.topic, as: crowd.people[0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, person) in crowd.people.enumerated() {
        group.addTask {
          for number in 0..<messages {
            try await book.say("\(place)-\(round)-\(number)", in: crowd.path, as: person, hosts, from: place)
          }
        }
      }
      group.addTask {
        try await eventually { book.count >= before + people * messages / 3 }
        try await hosts[1].kill()
      }
      try await group.waitForAll()
    }
    let all = Array(before + 1...before + people * messages)
    try await eventually { watch.events.count >= all.count }
    #expect(watch.events.map { $0.data["data"]?["number"]?.int } == all)
  }

  private static func check(_ book: ChatBook, _ crowd: ChatCrowd, _ host: RunningHost) async throws {
    let seen = try await crowd.messages(on: host, as: crowd.people[0])
    let total = people * messages * rounds
    #expect(seen.map(\.number) == Array(1...total))
    #expect(Set(seen.map(\.text)).count == total)
    #expect(Dictionary(uniqueKeysWithValues: seen.map { ($0.text, $0.number) }) == book.acknowledged)
    for person in [crowd.people[1], crowd.people[people - 1]] {
      #expect(try await crowd.messages(on: host, as: person) == seen)
    }
    // What one person has written is in the order in which it was sent.
    for (place, texts) in Dictionary(grouping: seen.map(\.text), by: { $0.split(separator: "-")[0] }) {
      let sent = (0..<rounds).flatMap { round in (0..<messages).map { "\(place)-\(round)-\($0)" } }
      #expect(texts == sent)
    }
    Guarantee.report(
      "chat",
      "\(total) messages of \(people) people over two hosts, one killed in each of \(rounds) rounds, "
        + "\(book.repeated) sent again: each once, in one order")
  }
}

/// The people of a chat.
private struct ChatCrowd: Sendable {
  struct Message: Hashable, Sendable {
    let number: Int
    let text: String
  }

  let people: [Person]
  let path: String
  let topic: String

  init(_ count: Int, on host: RunningHost) async throws {
    let founder = try await host.signIn("+4915112340001")
    let draft: JSON = [
      "kind": "prediction-group", "name": "Everybody", "visibility": "listed", "admission": "open",
    ]
    let root = "/v1/groups/soccer-predictions"
    let founded = try await host.call("POST", "\(root)/", as: founder.token, body: draft)
    let group = try #require(founded["id"]?.string, "\(founded.json)")
    (path, topic) = ("\(root)/\(group)", "soccer-predictions/groups/prediction-group/\(group)/chat")
    var people: [Person] = []
    for _ in 0..<count {
      let person = try await host.guest()
      try #require(try await host.call("POST", "\(path)/join", as: person.token, body: [:]).status == 201)
      people.append(person)
    }
    self.people = people
  }

  /// The whole chat as somebody reads it.
  func messages(on host: RunningHost, as person: Person) async throws -> [Message] {
    var all: [Message] = []
    var next: String? = "0"
    while let since = next {
      let page = try await host.get("\(path)/chat?since=\(since)&limit=100", as: person)
      try #require(page.status == 200, "\(page.json)")
      all += page.items.map { Message(number: $0["number"]?.int ?? 0, text: $0["text"]?.string ?? "") }
      next = page["next"]?.string
    }
    return all
  }
}

/// What was acknowledged: the number that each text was answered with.
private final class ChatBook: Sendable {
  private let state = Mutex((acknowledged: [String: Int](), repeated: 0))

  var acknowledged: [String: Int] { state.withLock { $0.acknowledged } }
  var count: Int { state.withLock { $0.acknowledged.count } }
  var repeated: Int { state.withLock { $0.repeated } }

  /// Writes a message, on one host after the other until it is acknowledged.
  func say(
    _ text: String, in path: String, as person: Person, _ hosts: [RunningHost], from place: Int
  ) async throws {
    for attempt in place... {
      let reply = try? await hosts[attempt % hosts.count].call(
        "POST", "\(path)/chat", as: person.token, body: ["text": .string(text)], headers: ["Idempotency-Key": text])
      if let reply, reply.status == 201, let number = reply["number"]?.int {
        return state.withLock { $0.acknowledged[text] = number }
      }
      if let reply { #expect(reply.status == 503 || reply.code == "idempotency-key-in-flight", "\(reply.json)") }
      state.withLock { $0.repeated += 1 }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
