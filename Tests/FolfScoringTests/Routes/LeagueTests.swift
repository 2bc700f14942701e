import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Testing

@Suite struct `A league` {
  private func made(_ world: FolfWorld, by person: TestPerson, _ points: [Int]) async throws -> String {
    let body: JSON = ["name": " Summer tour ", "points": .array(points.map { .integer(Int64($0)) })]
    let reply = try await world.host.post("\(FolfWorld.area)/leagues", body, as: person)
    #expect(reply.status == 201, "\(reply.text)")
    return try #require(reply["league"]?.string)
  }

  private func table(_ league: String, _ world: FolfWorld, as person: TestPerson? = nil) async throws -> JSON {
    let reply = try await world.host.get("\(FolfWorld.area)/leagues/\(league)", as: person)
    #expect(reply.status == 200, "\(reply.text)")
    return reply.json
  }

  /// An event on one hole with the throws of people without accounts.
  private func played(
    _ throwCounts: [String: Int], of league: String, _ world: FolfWorld, by dee: TestPerson, day: Int = 16
  ) async throws {
    let event = try await SampleTournament(
      world, by: dee,
      ["holes": 1, "league": .string(league), "startsAt": .string("2025-08-\(day)T09:00:00Z"), "groupSize": 5])
    for name in throwCounts.keys.sorted() { try await event.write(name) }
    for round in try await event.makeCards() { try await event.end(round, throwCounts.mapValues { [$0] }) }
    #expect(try await world.host.post("\(event.path)/finish", as: dee).status == 204)
  }

  /// By hand, of 10, 6 and 4 points: a win is 10, a shared win 8, and three who share the second place have
  /// (6 + 4 + 0) / 3 each. Ada has 10 + 8 + 10/3, Bob 10/3 + 8 + 10; the others have 10/3 + 2 + 10/3.
  @Test(.tags(.fs159), arguments: TestHost.Engine.available)
  func `puts those level who have the same points, in whatever order they came`(on engine: TestHost.Engine) async throws
  {
    try await FolfWorld.run(on: engine) { world async throws in
      let dee = try await world.host.person("Dee")
      let league = try await made(world, by: dee, [10, 6, 4])
      try await played(["Ada": 2, "Bob": 3, "Mo": 3, "Zoe": 3], of: league, world, by: dee, day: 18)
      try await played(["Ada": 2, "Bob": 2, "Mo": 3, "Zoe": 3], of: league, world, by: dee, day: 17)
      try await played(["Ada": 3, "Bob": 2, "Mo": 3, "Zoe": 3], of: league, world, by: dee, day: 16)
      let found = try await table(league, world, as: dee)
      #expect(found["name"] == "Summer tour" && found["events"] == 3)
      let rows = found["rows"]?.array ?? []
      #expect(rows.map { $0["name"] } == ["Ada", "Bob", "Mo", "Zoe"])
      #expect(rows.map { $0["points"] } == [21.333333, 21.333333, 8.666667, 8.666667])
      #expect(rows.map { $0["place"] } == [1, 1, 3, 3])
      #expect(rows.allSatisfy { $0["events"] == 3 })
      let days = found["calendar"]?.array?.compactMap { $0["startsAt"]?.string?.prefix(10) }
      #expect(days == ["2025-08-16", "2025-08-17", "2025-08-18"], "the first one first")
    }
  }

  @Test(.tags(.fs24, .fs159), arguments: TestHost.Engine.available)
  func `counts what has ended and everybody may see, and names who agrees`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let league = try await made(world, by: dee, [10, 6])
      for (isPublic, consents) in [(true, true), (false, false)] {
        let event = try await SampleTournament(world, by: dee, ["league": .string(league), "holes": 1])
        try await event.enter(ada, consents: consents)
        try await event.enter(bob, consents: false)
        let hidden: JSON = [
          "name": "Club night", "startsAt": "2025-08-17T09:00:00Z", "isPublic": false, "league": .string(league),
        ]
        if !isPublic { #expect(try await host.put(event.path, hidden, as: dee).status == 200) }
        let round = try await event.makeCards()[0]
        try await event.end(round, ["Ada": [3], "Bob": [2]])
        if isPublic {
          #expect(try await table(league, world)["rows"] == [], "it has not ended yet")
        }
        #expect(try await host.post("\(event.path)/finish", as: dee).status == 204)
      }
      func rows(_ person: TestPerson?) async throws -> [[JSON?]] {
        let rows = try await table(league, world, as: person)["rows"]?.array ?? []
        return rows.map { [$0["name"], $0["points"], $0["place"]] }
      }
      #expect(try await rows(nil) == [["", 10.0, 1], ["Ada", 6.0, 2]])
      #expect(try await rows(bob) == [["Bob", 10.0, 1], ["Ada", 6.0, 2]])
      #expect(try await rows(dee) == [["Bob", 20.0, 1], ["Ada", 12.0, 2]], "whoever has made it reads all")
      #expect(try await table(league, world)["calendar"]?.array?.count == 1)
      #expect(try await table(league, world, as: ada)["calendar"]?.array?.count == 2, "what Ada plays in, Ada sees")
      #expect(try await table(league, world, as: ada)["isMine"] == false)
      #expect(try await host.get("\(FolfWorld.area)/leagues/nobody").problem == "404 not-found")
      #expect(try await host.get("\(FolfWorld.area)/me/leagues", as: ada).items == [])
      #expect(try await host.get("\(FolfWorld.area)/me/leagues", as: dee).items.map { $0["name"] } == ["Summer tour"])
      for points in [[], [-1], [10_001]] as [JSON] {
        let refused = try await host.post("\(FolfWorld.area)/leagues", ["name": "x", "points": points], as: dee)
        #expect(refused.status == 422 && refused.pointers[0].hasPrefix("/points"), "\(points)")
      }
      #expect(
        try await host.post("\(FolfWorld.area)/leagues", ["name": " ", "points": [1]], as: dee).pointers == ["/name"])
    }
  }

  @Test(.tags(.fs24, .fs159), arguments: TestHost.Engine.available)
  func `keeps those apart who have left, and goes on when its maker has`(on engine: TestHost.Engine) async throws {
    try await FolfWorld.run(on: engine) { world async throws in
      let host = world.host
      let (dee, ada, bob) = (try await host.person("Dee"), try await host.person("Ada"), try await host.person("Bob"))
      let league = try await made(world, by: dee, [10, 6, 4])
      let event = try await SampleTournament(world, by: dee, ["league": .string(league), "holes": 1])
      try await event.enter(ada, bob)
      try await event.write("Mo")
      let round = try await event.makeCards()[0]
      try await event.end(round, ["Ada": [3], "Bob": [4], "Mo": [2]])
      #expect(try await host.post("\(event.path)/finish", as: dee).status == 204)
      for person in [ada, bob] { try await host.leave(person) }
      try await host.settled()
      let rows = try await table(league, world, as: dee)["rows"]?.array ?? []
      #expect(rows.map { $0["points"] } == [10.0, 6.0, 4.0], "two who have left are not one")
      #expect(rows.map { $0["name"] } == ["Mo", "", ""] && rows.map { $0["place"] } == [1, 2, 3])
      try await host.leave(dee)
      try await host.settled()
      let left = try await table(league, world)
      #expect(left["rows"]?.array?.map { $0["points"] } == [10.0, 6.0, 4.0] && left["name"] == "Summer tour")
      #expect(left["rows"]?.array?.map { $0["name"] } == ["", "", ""], "nobody has agreed for Mo")
      #expect(left["calendar"]?.array?.count == 1)
    }
  }
}
