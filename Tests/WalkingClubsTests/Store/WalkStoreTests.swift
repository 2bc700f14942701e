import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Walks in storage` {
  private static let noon = WalkingStore.noon

  private static func walk(
    _ id: String, of club: String = "psv", from start: TimeInterval, hours: Double = 2, _ store: WalkingStore
  ) async throws -> Walk {
    let walk = Walk(
      id: id, club: club, title: id, place: "", startsAt: noon + start * 3_600, endsAt: noon + (start + hours) * 3_600,
      code: "CODE", organiser: nil)
    try await store.storage.write { try await WalkStore.put(walk, in: $0) }
    return walk
  }

  private static func checkIn(_ accounts: [String], _ walk: Walk, _ store: WalkingStore) async throws {
    try await store.storage.write { transaction in
      for account in accounts {
        try await WalkStore.checkIn(AccountID(account), to: walk, at: noon, in: transaction)
      }
    }
  }

  @Test(.tags(.wc90), arguments: TestEngine.allCases)
  func `are of the day on which they begin where the club is, and of those who are not alone there`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      // Midnight is at 10:00 in UTC on Kiritimati, and at 12:00 on Baker Island.
      for (club, zone) in [("psv", "UTC"), ("east", "Pacific/Kiritimati"), ("west", "Etc/GMT+12"), ("odd", "Nowhere")] {
        try await store.club(club, zone: zone)
      }
      for (id, club, start, people) in [
        ("psv-first", "psv", -12, ["ann", "bob"]), ("psv-last", "psv", 11.999, ["bob", "cat"]),
        ("psv-late", "psv", 12, ["dan", "eve"]), ("psv-alone", "psv", 1, ["fay"]),
        ("east-last", "east", -2.001, ["ann", "bob"]), ("east-late", "east", -2, ["cat", "dan"]),
        ("west-early", "west", -0.001, ["ann", "bob"]), ("west-first", "west", 0, ["cat", "dan"]),
        ("odd-first", "odd", -12, ["ann", "bob"]),
      ] as [(String, String, TimeInterval, [String])] {
        let walk = try await Self.walk(id, of: club, from: start, store)
        try await Self.checkIn(people, walk, store)
      }
      let found = try await store.storage.read {
        try await WalkStore.companions(
          of: ["psv", "east", "west", "odd", "none"], day: WalkingStore.day, in: $0)
      }
      #expect(
        found == [
          "psv": ["ann", "bob", "cat"], "east": ["ann", "bob"], "west": ["cat", "dan"], "odd": ["ann", "bob"],
        ])
      let psv = try await store.storage.read {
        try await WalkStore.companions(of: ["psv"], day: WalkingStore.day + 1, in: $0)
      }
      #expect(psv == ["psv": ["dan", "eve"]])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `stand ahead until they are over, and count everybody once`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let now = Self.noon
      var walks: [String: Walk] = [:]
      for (id, start, hours) in [
        ("later", 3, 1), ("over", -2, 1.999), ("just", -2, 2), ("long", -23.9, 24), ("soon", 0.5, 1),
      ] as [(String, TimeInterval, Double)] { walks[id] = try await Self.walk(id, from: start, hours: hours, store) }
      _ = try await Self.walk("other", of: "ajax", from: 1, store)
      let ahead = try await store.storage.read { try await WalkStore.ahead(of: "psv", at: now, in: $0) }
      #expect(ahead.map(\.id) == ["long", "just", "soon", "later"])
      #expect(ahead.map { $0.isOpen(at: now) } == [true, true, true, false], "half an hour before it begins")
      #expect(walks["soon"]?.isOpen(at: now - 0.001) == false && walks["just"]?.isOpen(at: now + 0.001) == false)
      let (soon, just) = (try #require(walks["soon"]), try #require(walks["just"]))
      try await Self.checkIn(["ann", "bob", "ann"], soon, store)
      try await Self.checkIn(["bob"], just, store)
      let found = try await store.storage.read {
        try await WalkStore.counts(["soon", "just", "later"], of: AccountID("ann"), in: $0)
      }
      #expect(found.counts == ["soon": 2, "just": 1] && found.own == ["soon"])
    }
  }

  @Test(.tags(.wc45), arguments: TestEngine.allCases)
  func `are taken off with all who were there, and what they have brought with them`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      try await store.club("psv")
      let (walk, open) = (
        try await Self.walk("walk", from: 0, store), try await Self.walk("open", from: 30, store)
      )
      try await store.closed("ann", "psv", points: 3)
      for one in [walk, open] { try await Self.checkIn(["ann", "bob"], one, store) }
      #expect(try await store.closings() == ["psv 0"], "a day that is closed is closed anew, and no other")
      try await store.forgetClosings()
      let problem = await #expect(throws: Problem.self) {
        try await store.storage.write { try await WalkStore.remove("walk", of: "ajax", at: Self.noon, in: $0) }
      }
      #expect(problem?.code == "walk-unknown")
      for id in ["walk", "open"] {
        try await store.storage.write { try await WalkStore.remove(id, of: "psv", at: Self.noon, in: $0) }
      }
      #expect(try await store.closings() == ["psv 0"])
      #expect(try await store.numbers("select 1 as one from check_ins").isEmpty)
      #expect(
        try await store.storage.read { try await WalkStore.companions(of: ["psv"], day: WalkingStore.day, in: $0) }
          .isEmpty)
    }
  }
}

@Suite struct `Match days in storage` {
  private static let day = WalkingStore.day

  private static func put(
    _ club: String, _ day: Int, _ opponent: String, _ source: MatchDayStore.Source, _ store: WalkingStore
  ) async throws {
    try await store.storage.write {
      try await MatchDayStore.put(day, of: club, opponent: opponent, source, at: WalkingStore.noon, in: $0)
    }
  }

  @Test(.tags(.wc89), arguments: TestEngine.allCases)
  func `tell the opponent that was entered, else the one that is told`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      for (day, entered, told) in [(0, "", "Ajax"), (1, "Ajax", "AFC Ajax"), (2, "Ajax", ""), (3, "", "")] {
        // In either order.
        if day % 2 == 0 { try await Self.put("psv", Self.day + day, entered, .entry, store) }
        try await Self.put("psv", Self.day + day, told, .fixtures, store)
        try await Self.put("psv", Self.day + day, entered, .entry, store)
      }
      try await Self.put("ajax", Self.day, "PSV", .fixtures, store)
      let found = try await store.storage.read {
        try await MatchDayStore.matchDays((0...4).map { Self.day + $0 }, of: ["psv", "ajax"], in: $0)
      }
      #expect(
        found == [
          "psv": [Self.day: "Ajax", Self.day + 1: "Ajax", Self.day + 2: "Ajax", Self.day + 3: ""],
          "ajax": [Self.day: "PSV"],
        ])
      let playing = try await store.storage.read {
        try await MatchDayStore.playing(["psv", "ajax", "nec"], on: Self.day, in: $0)
      }
      #expect(playing == ["psv", "ajax"])
    }
  }

  @Test(.tags(.wc89), arguments: TestEngine.allCases)
  func `that were told are taken back from a day on, those that were entered stay`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      for (offset, source) in [
        (-1, MatchDayStore.Source.fixtures), (0, .fixtures), (0, .entry), (3, .fixtures), (5, .entry),
      ] { try await Self.put("psv", day + offset, "x", source, store) }
      try await Self.put("ajax", day, "x", .fixtures, store)
      try await store.closed("ann", "psv", points: 1)
      try await store.storage.write {
        try await MatchDayStore.removeTold(of: "psv", from: day, at: WalkingStore.noon, in: $0)
      }
      #expect(try await store.closings() == ["psv 0"], "a day that is closed in the east is closed anew")
      func list(_ club: String, from day: Int, limit: Int = 9) async throws -> [String] {
        try await store.storage.read { try await MatchDayStore.list(of: club, from: day, limit: limit, in: $0) }
          .map { "\($0.day - Self.day) \($0.source)" }
      }
      #expect(try await list("psv", from: day - 9) == ["-1 fixtures", "0 entry", "5 entry"])
      #expect(try await list("psv", from: day, limit: 1) == ["0 entry"])
      #expect(try await list("ajax", from: day) == ["0 fixtures"])
      let removed = try await store.storage.write {
        try await MatchDayStore.remove(day, of: "psv", .fixtures, at: WalkingStore.noon, in: $0)
      }
      #expect(!removed, "there is none any more")
    }
  }
}
