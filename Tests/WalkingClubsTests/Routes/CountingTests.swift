import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

/// Two days of random walks, each of which comes once to three times, some with other figures at first, some to be taken back, while
/// days are closed in between; beside them a client that tries what brings points to nobody.
@Suite struct `What people walk` {
  private struct Walk {
    var person: Int
    var id: String
    var start: String
    var steps: Int
    var changes: JSONObject = [:]
  }

  private static let days = ["2025-08-16", "2025-08-17"]

  private static func honest(_ random: inout SeededRandom) -> [Walk] {
    days.flatMap { day in
      (0..<24).map { index in
        Walk(
          person: index % 3, id: "\(day)-\(index)", start: "\(day)T\(String(format: "%02d", 6 + index / 2)):00:00Z",
          steps: random.next(below: 6_000), changes: ["source": index % 2 == 0 ? "gps" : "device"])
      }
    }
  }

  /// What nobody does, and what comes with times that cannot be; the last is what was done before the person joined.
  private static let hostile: [Walk] =
    days.flatMap { day -> [Walk] in
      let (noon, end) = (milliseconds("\(day)T12:00:00Z"), milliseconds("\(day)T12:30:00Z"))
      let tries: [JSONObject] = [
        ["metres": 40_000], ["steps": 60_000], ["seconds": 7_200], ["end": .integer(noon)], ["steps": -5_000],
        ["received": .integer(end - 600_000)], ["received": .integer(end + 20 * 86_400_000)],
        ["suspect": ["clock"]], ["source": "manual", "evidence": "said"], ["source": "manual", "evidence": "photo"],
      ]
      return tries.enumerated().map { index, changes in
        Walk(person: 3, id: "\(day)-no-\(index)", start: "\(day)T12:00:00Z", steps: 3_000, changes: changes)
      }
    } + [Walk(person: 3, id: "early", start: "2025-08-15T09:00:00Z", steps: 3_000)]

  private static func milliseconds(_ instant: String) -> Int64 {
    RFC3339.date(from: instant)?.millisecondsSince1970 ?? 0
  }

  /// Everything that is sent, in an order in which the last of each walk is the one that counts.
  private static func sendings(_ walks: [Walk], _ random: inout SeededRandom) -> [Walk] {
    var all: [(order: Double, walk: Walk)] = []
    for walk in walks {
      var order = Double(random.next(below: 1_000))
      if random.next(below: 3) == 0 {
        var first = walk
        first.steps += 1_500
        all.append((order, first))
      }
      for _ in 0...random.next(below: 3) {
        order += Double(1 + random.next(below: 300))
        all.append((order, walk))
      }
    }
    return all.sorted { $0.order < $1.order }.map(\.walk)
  }

  @Test(arguments: TestHost.Engine.available)
  func `brings the same in whatever order and however often it comes, and what nobody can have walked brings nothing`(
    on engine: TestHost.Engine
  ) async throws {
    try await WalkingWorld.run(on: engine) { world in
      let host = world.host
      // What is walked is the same on both engines, the order in which it comes is not.
      var (random, order) = (SeededRandom(seed: 19), SeededRandom(seed: engine == .sqlite ? 1 : 2))
      let (psv, ajax) = (try await world.club("PSV"), try await world.club("Ajax"))
      let people = [
        try await world.walker("Ann", psv), try await world.walker("Bob", psv), try await world.walker("Cat", ajax),
        try await world.walker("Mallory", ajax),
      ]
      let walks = Self.honest(&random)
      let sendings = Self.sendings(walks + Self.hostile, &order)
      try await host.clock.advance(to: "2025-08-16T20:00:00Z")
      for (index, walk) in sendings.enumerated() {
        try await world.walk(
          people[walk.person], at: walk.start, steps: walk.steps,
          minutes: walk.person == 3 ? 30 : max(walk.steps / 100, 1),
          id: walk.id, walk.changes)
        if index % 40 == 39 { try await world.settle() }
        if index == sendings.count / 2 { try await world.nextDay() }
      }
      for walk in walks.suffix(3) {
        #expect(
          try await host.delete("\(WalkingWorld.steps)/activities/\(walk.id)", as: people[walk.person]).status == 204)
      }
      try await world.nextDay()
      try await world.nextDay()
      var points = [0, 0, 0, 0]
      for day in Self.days {
        for person in 0..<3 {
          let steps = walks.dropLast(3).filter { $0.person == person && $0.id.hasPrefix(day) }.map(\.steps).reduce(0, +)
          points[person] += min(steps, 30_000) / 1_000
        }
      }
      #expect(points[0] > 20 && points[1] > 20 && points[2] > 20)
      let board = try await world.people("")
      #expect(Set(board) == Set(zip(["Ann", "Bob", "Cat"], points).map { "\($0) \($1)" }), "Mallory has none")
      let clubs = Set(try await world.clubs().map { $0.dropFirst(2) })
      #expect(clubs == ["PSV \(points[0] + points[1])", "Ajax \(points[2])"])
      try await Self.compareSums(world, walkers: 3, points: points.reduce(0, +))
    }
  }

  /// All sums that are kept are of the same points.
  private static func compareSums(_ world: WalkingWorld, walkers: Int, points: Int) async throws {
    let queries: [SQL] = [
      "select sum(points) as points, sum(case when points > 0 then 1 else 0 end) as n from member_seasons",
      "select sum(points) as points, sum(walkers) as n from club_seasons",
      "select sum(points) as points, sum(walkers) as n from crew_seasons",
    ]
    for query in queries {
      let row = try await world.host.services.storage.read { try await $0.first(query) }
      #expect(try row?["points"] == points && row?["n"] == walkers, "\(query.text)")
    }
    for query: SQL in ["select sum(points) as points from club_days", "select sum(points) as points from day_points"] {
      let row = try await world.host.services.storage.read { try await $0.first(query) }
      #expect(try row?["points"] == points, "\(query.text)")
    }
  }
}
