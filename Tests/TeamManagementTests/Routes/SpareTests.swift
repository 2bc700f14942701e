import FieldhouseKit
import FieldhouseKitTesting
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `Spares of a team` {
  @Test func `are called by how often they were, then by who has waited longest`() {
    func spare(_ name: String, _ calls: Int, _ last: Double?) -> Spares.Spare {
      Spares.Spare(
        account: AccountID(name), calls: calls, lastCall: last.map { Date(timeIntervalSince1970: $0) })
    }
    let order = Spares.order([spare("d", 1, 50), spare("b", 0, nil), spare("c", 1, 20), spare("a", 0, nil)])
    #expect(order.map(\.text) == ["a", "b", "c", "d"])
  }

  @Test func `are called as often as one another, in whatever order places are left`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 1...1_000 {
      var calls = [Int](repeating: 0, count: Int.random(in: 1...9, using: &generator))
      var last = [Date?](repeating: nil, count: calls.count)
      for time in 1...Int.random(in: 1...60, using: &generator) {
        let spares = calls.indices.shuffled().map { index in
          Spares.Spare(account: AccountID("\(index)"), calls: calls[index], lastCall: last[index])
        }
        let needed = Int.random(in: 1...3, using: &generator)
        for account in Spares.order(spares).prefix(needed) {
          guard let index = Int(account.text) else { continue }
          calls[index] += 1
          last[index] = Date(timeIntervalSince1970: Double(time))
        }
      }
      #expect((calls.max() ?? 0) - (calls.min() ?? 0) <= 1, "\(calls)")
    }
  }

  @Test(arguments: [(10, 5, 5, 0, 0), (10, 5, 3, 0, 2), (10, 5, 3, 1, 1), (10, 10, 0, 0, 0), (2, 3, 4, 0, 0)])
  func `are needed for places that nobody of the others can take`(
    capacity: Int, going: Int, undecided: Int, called: Int, needed: Int
  ) {
    #expect(Spares.needed(capacity: capacity, going: going, undecided: undecided, called: called) == needed)
  }

  @Test(arguments: [
    ("2025-09-02T19:59:59Z", "2025-09-02T19:59:59Z"), ("2025-09-02T20:00:00Z", "2025-09-03T06:00:00Z"),
    ("2025-09-03T05:59:59Z", "2025-09-03T06:00:00Z"), ("2025-09-03T06:00:00Z", "2025-09-03T06:00:00Z"),
    ("2025-10-25T21:00:00Z", "2025-10-26T07:00:00Z"),
  ])
  func `sleep from ten in the evening to eight in the morning, where the event is`(now: String, awake: String) throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let (from, to) = (try #require(RFC3339.date(from: now)), try #require(RFC3339.date(from: awake)))
    #expect(Spares.awake(from: from, in: berlin) == to)
  }

  @Test(arguments: TestHost.Engine.available)
  func `step in one after the other when a member says no, each with time to answer`(on engine: TestHost.Engine)
    async throws
  {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, bob, eve) = (try await host.person("Ada"), try await host.person("Bob"), try await host.person("Eve"))
      let dan = try await host.person("Dan")
      let team = try await world.team(of: ada, bob, eve, dan)
      for spare in [eve, dan] {
        let place = world.path(team, "/roster/\(spare.id)")
        #expect(try await host.put(place, ["position": "", "isSpare": true], as: ada).status == 204)
      }
      let roster = try await host.get(world.path(team, "/roster"), as: ada).items
      #expect(roster.map { $0["isSpare"] } == [false, false, true, true])
      let event = try await world.event(team, by: ada, ["capacity": 2])
      func called() async throws -> Set<String> {
        var names: Set<String> = []
        for (name, person) in [("Eve", eve), ("Dan", dan)] {
          let text = "Foxes: a place in Practice is empty. Do you come?"
          if try await world.texts(person).contains(text) { names.insert(name) }
        }
        return names
      }
      func wait(_ seconds: Int) async throws { try await host.clock.advance(by: .seconds(seconds)) }
      #expect(try await world.answer("yes", event, of: team, as: ada).status == 200)
      try await wait(1_000)
      #expect(try await called() == [], "Bob may still come")
      try await host.clock.advance(to: "2025-08-15T20:30:00Z")
      #expect(try await world.answer("no", event, of: team, as: bob).status == 200)
      try await host.clock.advance(to: "2025-08-16T05:59:00Z")
      #expect(try await called() == [], "nobody is called at night")
      try await host.clock.advance(to: "2025-08-16T06:00:00Z")
      let first = try await called()
      #expect(first.count == 1, "one place, one call")
      try await wait(3_599)
      #expect(try await called() == first, "the place is kept for an hour")
      try await wait(901)
      #expect(try await called() == ["Eve", "Dan"], "then it is the next one's turn")
      let second = first == ["Eve"] ? dan : eve
      #expect(try await world.answer("yes", event, of: team, as: second)["position"] == nil)
      let next = try await world.event(
        team, by: ada,
        ["capacity": 2, "title": "Cup", "startsAt": "2025-09-03T16:00:00Z", "endsAt": "2025-09-03T17:00:00Z"])
      for person in [ada, bob] { #expect(try await world.answer("no", next, of: team, as: person).status == 200) }
      try await wait(2)
      for spare in [eve, dan] {
        #expect(try await world.texts(spare).contains("Foxes: a place in Cup is empty. Do you come?"), "two places")
      }
      let last = try await world.event(
        team, by: ada,
        ["capacity": 2, "title": "Final", "startsAt": "2025-09-04T16:00:00Z", "endsAt": "2025-09-04T17:00:00Z"])
      for person in [ada, bob] { #expect(try await world.answer("no", last, of: team, as: person).status == 200) }
      #expect(try await host.put(world.group(team, "/archive"), as: ada).status == 200)
      try await wait(2)
      for spare in [eve, dan] {
        let texts = try await world.texts(spare)
        #expect(!texts.contains("Foxes: a place in Final is empty. Do you come?"), "nobody of an archived team")
      }
      try await host.leave(eve)
      try await host.settled()
      let left = try await host.services.storage.read { transaction in
        try await transaction.query("select count(*) as n from spare_calls where account = \(eve.id)")[0]["n"] as Int
      }
      #expect(left == 0)
    }
  }

  @Test(.tags(.tm77), arguments: TestHost.Engine.available)
  func `are called to an event for older people only where they may answer, and nobody too young is waited for`(
    on engine: TestHost.Engine
  ) async throws {
    try await TeamWorld.run(on: engine) { world async throws in
      let host = world.host
      let (ada, kid, eve) = (try await host.person("Ada"), try await host.person("Kid"), try await host.person("Eve"))
      let (dan, nan) = (try await host.person("Dan"), try await host.person("Nan"))
      for (person, birth) in [
        (ada, "1980-01-01"), (eve, "1990-01-01"), (kid, "2008-05-01"), (dan, "2008-05-01"),
      ] as [(TestPerson, JSON)] {
        #expect(try await host.patch("/v1/me", ["dateOfBirth": birth], as: person).status == 200)
      }
      let team = try await world.team(of: ada, kid, eve, dan, nan)
      for spare in [eve, dan, nan] {
        let place = world.path(team, "/roster/\(spare.id)")
        #expect(try await host.put(place, ["position": "", "isSpare": true], as: ada).status == 204)
      }
      let event = try await world.event(team, by: ada, ["capacity": 4, "hasAlcohol": true])
      #expect(try await world.answer("yes", event, of: team, as: ada).status == 200)
      try await host.clock.advance(by: .seconds(2))
      for (person, isCalled) in [(eve, true), (dan, false), (nan, false)] {
        let texts = try await world.texts(person)
        #expect(texts.contains("Foxes: a place in Practice is empty. Do you come?") == isCalled)
      }
    }
  }
}
