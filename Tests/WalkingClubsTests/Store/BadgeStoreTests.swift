import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Badges in storage` {
  private static let day = WalkingStore.day

  private static func put(
    _ id: String, _ metric: BadgeRule.Metric = .steps, _ span: BadgeRule.Span = .day, _ amount: Int = 1,
    of club: String?, _ store: WalkingStore
  ) async throws {
    let rule = BadgeRule(metric: metric, span: span, amount: amount)
    try await store.storage.write {
      try await BadgeStore.put(
        Badge(id: id, club: club, title: id, icon: "star", rule: rule), at: WalkingStore.noon, in: $0)
    }
  }

  private static func retire(_ id: String, of club: String, _ store: WalkingStore) async throws {
    try await store.storage.write { try await BadgeStore.retire(id, of: club, at: WalkingStore.noon, in: $0) }
  }

  private static func names(of club: String, _ store: WalkingStore) async throws -> [String] {
    try await store.storage.read { try await BadgeStore.badges(of: club, in: $0).map(\.id) }
  }

  /// A day of somebody, as it is closed and looked at.
  private static func result(
    _ account: String, _ club: String, counted: Int, _ together: DayResult.Together = .alone, isMatchDay: Bool = false,
    day: Int = day
  ) -> DayResult {
    DayResult(
      account: AccountID(account), day: day, season: "s", club: club, crew: "", steps: counted,
      points: DayPoints(
        counted: counted, isTogether: together != .alone, isMatchDay: isMatchDay, SeasonRules()),
      together: together)
  }

  /// Gives people what days have earned them, of the badges that a closing day knows of.
  private static func award(
    _ results: [DayResult], day: Int, season: String, at now: Date, in transaction: any Transaction
  ) async throws {
    let badges = try await BadgeStore.badges(of: Set(results.map(\.club)).sorted(), in: transaction)
    try await BadgeStore.award(badges, for: results, day: day, season: season, at: now, in: transaction)
  }

  @Test(.tags(.wc88), arguments: TestEngine.allCases)
  func `are earned by a day or a season of the own club, once, and nothing more when they are retired`(
    engine: TestEngine
  ) async throws {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      for (id, metric, span, amount) in [
        ("far", .steps, .day, 5_000), ("pair", .together, .season, 2), ("fan", .matches, .day, 1),
        ("season", .points, .season, 14), ("more", .points, .season, 15), ("row", .streak, .day, 3),
        ("often", .days, .season, 3), ("old", .steps, .day, 1),
      ] as [(String, BadgeRule.Metric, BadgeRule.Span, Int)] {
        try await Self.put(id, metric, span, amount, of: "psv", store)
      }
      try await Self.put("ajax", of: "ajax", store)
      try await Self.put("all", .steps, .day, 4_000, of: nil, store)
      try await Self.retire("old", of: "psv", store)
      // Two days before, and the day itself: 4,000 steps, with others, on a match day.
      try await store.closed("ann", "psv", day: day - 2, points: 3)
      try await store.closed("ann", "psv", day: day - 1, points: 3, together: "recognised")
      try await store.closed("ann", "psv", points: 8, match: 2, together: "walk")
      try await store.closed("bob", "psv", points: 5)
      let results = [
        Self.result("ann", "psv", counted: 4_000, .walk, isMatchDay: true), Self.result("bob", "psv", counted: 5_000),
        Self.result("cat", "nec", counted: 3_999), Self.result("dan", "nec", counted: 4_000),
      ]
      for _ in 1...2 {
        try await store.storage.write {
          try await Self.award(results, day: day, season: "s", at: WalkingStore.noon, in: $0)
        }
        for (account, badges) in [
          ("ann", ["all", "fan", "often", "pair", "row", "season"]), ("bob", ["all", "far"]), ("cat", []),
          ("dan", ["all"]),
        ] as [(String, [String])] {
          let awards = try await store.storage.read { try await BadgeStore.awards(of: AccountID(account), in: $0) }
          #expect(awards.map(\.badge.id) == badges, "\(account)")
          #expect(awards.allSatisfy { $0.day == day })
        }
      }
      try await Self.retire("fan", of: "psv", store)
      let kept = try await store.storage.read { try await BadgeStore.awards(of: AccountID("ann"), in: $0) }
      #expect(kept.contains { $0.badge.id == "fan" }, "whoever has it keeps it")
    }
  }

  @Test(.tags(.wc88), arguments: TestEngine.allCases)
  func `are earned by a day that comes late, behind those that it was missing to`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      try await Self.put("row", .streak, .day, 3, of: "psv", store)
      try await Self.put("often", .days, .season, 4, of: "psv", store)
      try await Self.put("season", .points, .season, 25, of: "psv", store)
      func awards() async throws -> [String] {
        try await store.storage.read { try await BadgeStore.awards(of: AccountID("ann"), in: $0) }
          .map { "\($0.badge.id) \($0.day - day)" }.sorted()
      }
      for one in [3, 1, 0] {
        try await store.closed("ann", "psv", day: day + one, points: 5)
        let result = Self.result("ann", "psv", counted: 5_000, day: day + one)
        try await store.storage.write {
          try await Self.award([result], day: day + one, season: "s", at: WalkingStore.noon, in: $0)
        }
      }
      #expect(try await awards().isEmpty)
      try await store.closed("ann", "psv", day: day + 2, points: 11)
      let late = Self.result("ann", "psv", counted: 11_000, day: day + 2)
      try await store.storage.write {
        try await Self.award([late], day: day + 2, season: "s", at: WalkingStore.noon, in: $0)
      }
      #expect(try await awards() == ["often 3", "row 3", "season 3"])
    }
  }

  @Test(.tags(.wc88), arguments: TestEngine.allCases)
  func `are fifty of a club at most, each its own to retire`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      for number in 0..<50 { try await Self.put("b\(number)", of: "psv", store) }
      let full = await #expect(throws: Problem.self) { try await Self.put("one", of: "psv", store) }
      #expect(full?.code == "badges-full")
      try await Self.put("ajax", of: "ajax", store)
      try await Self.put("all", of: nil, store)
      for (badge, club) in [("b0", "ajax"), ("all", "psv"), ("none", "psv")] {
        let unknown = await #expect(throws: Problem.self) { try await Self.retire(badge, of: club, store) }
        #expect(unknown?.code == "badge-unknown")
      }
      try await Self.retire("b7", of: "psv", store)
      await #expect(throws: Problem.self) { try await Self.retire("b7", of: "psv", store) }
      try await Self.put("one", of: "psv", store)
      let names = try await Self.names(of: "psv", store)
      #expect(names.count == 51 && names.contains("all") && names.contains("one") && !names.contains("b7"))
      #expect(try await Self.names(of: "ajax", store) == ["ajax", "all"])
      #expect(try await Self.names(of: "nec", store) == ["all"])
    }
  }
}
