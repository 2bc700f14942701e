import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `What a plugin publishes` {
  private static let clock = "2024-08-17T11:40:00Z"

  private static func enter(
    _ throwCount: Int, on card: String, as person: Person, _ host: RunningHost
  ) async throws -> Int {
    let body: JSON = ["throws": .integer(Int64(throwCount))]
    return try await host.call("PUT", "/v1/card-game/cards/\(card)/throws", as: person.token, body: body).status
  }

  @Test(arguments: TestEngine.allCases)
  func `reaches those who watch when it is committed, in order, and is nowhere when it is rolled back`(
    on engine: TestEngine
  ) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        let scorer = try await host.guest()
        for card in ["c1", "c2"] { try await host.begin(card, as: scorer) }
        let (one, both) = (
          try await EventStream(host, "card-game/cards/c1", as: scorer),
          try await EventStream(host, "card-game/cards/c1", "card-game/cards/c2", as: scorer)
        )
        #expect(try await Self.enter(2_000, on: "c1", as: scorer, host) == 409)
        for number in 1...20 {
          #expect(try await Self.enter(number, on: number.isMultiple(of: 4) ? "c2" : "c1", as: scorer, host) == 204)
        }
        try await eventually { both.told.count >= 20 && one.told.count >= 15 }
        #expect(both.told == (1...20).map { "throws \($0)" })
        #expect(one.told == (1...20).filter { !$0.isMultiple(of: 4) }.map { "throws \($0)" })
        #expect(one.events.allSatisfy { $0.data["topic"] == "card-game/cards/c1" })
        withExtendedLifetime((one, both)) {}
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `and has committed is resumed after the host was killed`(on engine: TestEngine) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      let (scorer, id) = try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        let scorer = try await host.guest()
        try await host.begin("c1", as: scorer)
        let stream = try await EventStream(host, "card-game/cards/c1", as: scorer)
        #expect(try await Self.enter(1, on: "c1", as: scorer, host) == 204)
        try await eventually { stream.told == ["throws 1"] }
        let id = stream.lastID
        stream.end()
        for number in 2...9 { #expect(try await Self.enter(number, on: "c1", as: scorer, host) == 204) }
        try await host.kill()
        return (scorer, id)
      }
      try await RunningHost.run(installation, clock: Self.clock, environment: environment) { host in
        let stream = try await EventStream(host, "card-game/cards/c1", as: scorer, after: id)
        #expect(try await Self.enter(10, on: "c1", as: scorer, host) == 204)
        try await eventually { stream.told.count >= 9 }
        #expect(stream.told == (2...10).map { "throws \($0)" })
        let late = try await EventStream(host, "card-game/cards/c1", as: scorer, after: "card-game:1-1")
        try await eventually { late.events.map(\.name) == ["reset"] }
        withExtendedLifetime((stream, late)) {}
      }
    }
  }

  @Test func `reaches those who watch on another host, and is resumed there`() async throws {
    try await CardHost.run(on: .postgresql) { installation, environment in
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { first in
        let scorer = try await first.guest()
        try await first.begin("c1", as: scorer)
        let here = try await EventStream(first, "card-game/cards/c1", as: scorer)
        try await RunningHost.run(installation, clock: Self.clock, environment: environment) { second in
          let there = try await EventStream(second, "card-game/cards/c1", as: scorer)
          var delays: [Duration] = []
          for number in 1...12 {
            let host = number.isMultiple(of: 2) ? first : second
            #expect(try await Self.enter(number, on: "c1", as: scorer, host) == 204)
            let start = ContinuousClock.now
            try await eventually { here.told.count == number && there.told.count == number }
            delays.append(ContinuousClock.now - start)
          }
          #expect(here.told == (1...12).map { "throws \($0)" } && there.events == here.events)
          let again = try await EventStream(second, "card-game/cards/c1", as: scorer, after: here.events[4].id)
          try await eventually { again.told.count == 7 }
          #expect(again.events == Array(here.events[5...]))
          print("live: an event reached a second host at most \(delays.max() ?? .zero) after its answer")
          withExtendedLifetime((there, again)) {}
        }
        withExtendedLifetime(here) {}
      }
    }
  }

  @Test func `is forgotten when somebody is erased`() async throws {
    try await RunningHost.run(try await CardHost.installation(), clock: Self.clock) { host in
      let (scorer, other) = (try await host.guest(), try await host.guest())
      try await host.begin("c1", as: scorer)
      let stream = try await EventStream(host, "card-game/cards/c1", as: scorer)
      let id = stream.lastID
      #expect(try await Self.enter(1, on: "c1", as: scorer, host) == 204)
      try await eventually { stream.told == ["throws 1"] }
      #expect(try await host.call("DELETE", "/v1/me", as: other.token).status == 204)
      try await eventually {
        let again = try await EventStream(host, "card-game/cards/c1", as: scorer, after: id)
        try await eventually { !again.events.isEmpty }
        return again.events.map(\.name) == ["reset"]
      }
      #expect(try await Self.enter(2, on: "c1", as: scorer, host) == 204)
      try await eventually { stream.told == ["throws 1", "throws 2"] }
      withExtendedLifetime(stream) {}
    }
  }
}

@Suite struct `A live topic that the plugin is asked for` {
  private static let clock = "2024-08-17T11:40:00Z"
  private static let topic = "card-game/rounds/r1"

  private static func watchers(_ method: String, _ person: Person, _ host: RunningHost) async throws {
    let path = "/v1/card-game/rounds/r1/watchers/\(person.id)"
    let reply = try await host.call(method, path, as: person.token, body: method == "PUT" ? [:] : nil)
    try #require(reply.status == 204, "\(reply.json)")
  }

  /// How long after the answer the stream has ended.
  private static func shutOut(_ person: Person, _ host: RunningHost, _ stream: EventStream) async throws -> Duration {
    try await watchers("DELETE", person, host)
    let start = ContinuousClock.now
    try await eventually { stream.endedAt != nil }
    return (stream.endedAt ?? start) - start
  }

  @Test(arguments: TestEngine.allCases)
  func `is watched by whom it lets, and asked for again when that has changed`(on engine: TestEngine) async throws {
    try await CardHost.run(on: engine) { installation, environment in
      try await RunningHost.runFirst(installation, clock: Self.clock, environment: environment) { host in
        let (ada, bo) = (try await host.guest(), try await host.guest())
        func watch(_ person: Person?) async throws -> String {
          let reply = try await host.get("/v1/live?topic=card-game%2Frounds%2Fr1", as: person)
          return "\(reply.status) \(reply.code ?? "")"
        }
        #expect(try await watch(nil) == "401 unauthenticated")
        #expect(try await watch(ada) == "404 not-found")
        for person in [ada, bo] { try await Self.watchers("PUT", person, host) }
        let streams = [
          try await EventStream(host, Self.topic, as: ada), try await EventStream(host, Self.topic, as: bo),
        ]
        let body: JSON = ["holes": 18]
        #expect(try await host.call("POST", "/v1/card-game/rounds/r1/holes", as: ada.token, body: body).status == 204)
        try await eventually { streams.allSatisfy { $0.told == (1...18).map { "hole \($0)" } } }
        let took: Duration
        if environment.isEmpty {
          took = try await Self.shutOut(ada, host, streams[0])
        } else {
          took = try await RunningHost.run(installation, clock: Self.clock, environment: environment) {
            try await Self.shutOut(ada, $0, streams[0])
          }
        }
        print("live: a stream ended \(took) after the plugin's no (\(engine))")
        #expect(streams[1].endedAt == nil)
        #expect(try await watch(ada) == "404 not-found")
      }
    }
  }
}

@Suite struct `The live topic of an inbox` {
  @Test func `is watched by its owner, who hears of what arrives, and by nobody else`() async throws {
    try await RunningHost.run(try await CardHost.installation(), clock: "2024-08-17T11:40:00Z") { host in
      let (scorer, player) = (try await host.guest(), try await host.guest())
      for (person, status) in [(nil, 401), (Optional(scorer), 404)] {
        #expect(try await host.get("/v1/live?topic=inbox%2F\(player.id)", as: person).status == status)
      }
      let stream = try await EventStream(host, "inbox/\(player.id)", as: player)
      try await host.begin("c1", as: scorer)
      try await host.play(player, on: "c1", by: scorer)
      try await eventually { stream.events.map(\.name) == ["notification"] }
      #expect(stream.events[0].data["topic"]?.string == "inbox/\(player.id)")
      let page = try await host.get("/v1/me/notifications", as: player)
      #expect(page.items.map { $0["text"]?.string } == ["You play on the card c1."])
      withExtendedLifetime(stream) {}
    }
  }
}
