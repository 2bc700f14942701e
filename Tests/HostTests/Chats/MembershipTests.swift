import FieldhouseKit
import FieldhouseTestSupport
import Testing

/// What follows a membership, asked on a second host in a process of its own on one PostgreSQL database, while the first one
/// changes it. A feed's latest posts are remembered there and follow within a second, all else at once.
@Suite struct `A membership that ends` {
  private static let root = "/v1/groups/soccer-predictions"
  private static let clock = "2026-07-01T12:00:00Z"

  /// The statuses of all that only members read at once.
  private static func statuses(_ path: String, on host: RunningHost, as person: Person) async throws -> [Int] {
    var statuses: [Int] = []
    for part in ["", "/chat", "/posts/1", "/members"] {
      statuses.append(try await host.get(path + part, as: person).status)
    }
    return statuses
  }

  /// What of the latest posts of a feed is seen, within a second after a change.
  private static func sees(
    _ expected: String, _ path: String, on host: RunningHost, as person: Person
  ) async throws -> Bool {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(1) {
      let reply = try await host.get("\(path)/posts", as: person)
      let first = reply.items.first
      let seen = "\(reply.status) \(first?["text"]?.string ?? "-") \(first?["likes"]?.int ?? 0)"
      if seen == expected { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test(.tags(.pl43, .pl44, .pl45, .pl75))
  func `is followed at once on a second host: pages, chat, feed and live streams`()
    async throws
  {
    try await PostgreSQLDatabase.run { database in
      let (installation, environment) = (try Installation(), ["FIELDHOUSE_DATABASE": database.address])
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { first in
        try await RunningHost.run(installation, clock: Self.clock, environment: environment) { second in
          let founder = try await first.signIn("+4915112340001")
          let draft: JSON = ["kind": "prediction-group", "name": "Lions", "visibility": "private"]
          let founded = try await first.call("POST", "\(Self.root)/", as: founder.token, body: draft)
          let path = "\(Self.root)/\(try #require(founded["id"]?.string, "\(founded.json)"))"
          let group = "soccer-predictions/groups/prediction-group/\(founded["id"]?.string ?? "")"
          let member = try await second.signIn("+4915112340002")
          let hello: JSON = ["text": "hello"]
          #expect(try await first.call("POST", "\(path)/posts", as: founder.token, body: hello).status == 201)
          for round in 1...3 {
            #expect(try await Self.statuses(path, on: second, as: member) == [404, 404, 404, 404])
            let added = try await first.call("PUT", "\(path)/members/\(member.id)", as: founder.token)
            #expect(added.status == 204)
            #expect(try await Self.statuses(path, on: second, as: member) == [200, 200, 200, 200])
            #expect(try await second.get("/v1/me/groups", as: member).items.count == 1)
            var streams: [EventStream] = []
            for topic in [group, "\(group)/chat", "\(group)/posts"] {
              streams.append(try await EventStream(second, topic, as: member))
            }
            let words: JSON = ["text": .string("round \(round)")]
            for part in ["chat", "posts"] {
              #expect(try await first.call("POST", "\(path)/\(part)", as: founder.token, body: words).status == 201)
            }
            try await eventually { !streams[1].events.isEmpty && !streams[2].events.isEmpty }
            #expect(try await Self.sees("200 round \(round) 0", path, on: second, as: member))
            let liked = try await first.call("PUT", "\(path)/posts/\(round * 2)/like", as: founder.token)
            #expect(liked.status == 204)
            #expect(try await Self.sees("200 round \(round) 1", path, on: second, as: member))
            #expect(try await first.call("DELETE", "\(path)/members/\(member.id)", as: founder.token).status == 204)
            #expect(try await Self.statuses(path, on: second, as: member) == [404, 404, 404, 404])
            #expect(try await second.call("POST", "\(path)/chat", as: member.token, body: words).status == 404)
            #expect(try await second.get("/v1/me/groups", as: member).items.isEmpty)
            #expect(try await Self.sees("404 - 0", path, on: second, as: member))
            let said = streams.map(\.events.count)
            for part in ["chat", "posts"] {
              #expect(try await first.call("POST", "\(path)/\(part)", as: founder.token, body: words).status == 201)
            }
            try await eventually { streams.allSatisfy { $0.endedAt != nil } }
            // What was said behind the removal has reached nobody who was removed.
            #expect(streams[1].events.count == said[1])
            #expect(streams[2].events.count == said[2])
          }
        }
      }
    }
  }
}
