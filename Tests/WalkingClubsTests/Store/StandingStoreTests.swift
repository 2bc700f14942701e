import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `The standing of a club` {
  private static let day = WalkingStore.day

  private static func add(
    _ club: String, _ day: Int, points: Int, walkers: Int, _ store: WalkingStore
  ) async throws {
    try await store.storage.write { transaction in
      try await transaction.execute(
        "insert into club_days (club, day, points, steps, walkers) values (\(club), \(day), \(points), 0, \(walkers))")
    }
  }

  private static func improved(_ store: WalkingStore) async throws -> [String] {
    let board = ClubBoard(season: "s", country: nil, measure: .improved)
    let page = try await store.storage.read { try await board.page(after: nil, limit: 20, in: $0) }
    return page.rows.map { "\($0.rank) \($0.club.id) \($0.value)" }
  }

  private static func reckon(_ store: WalkingStore, at now: Date = WalkingStore.noon) async throws {
    try await store.storage.write { try await StandingStore.reckonImprovement(at: now, in: $0) }
  }

  @Test(arguments: TestEngine.allCases)
  func `rises with what a walker makes a day in four weeks, beside the four before`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      for club in ["psv", "ajax", "nec", "twente", "utrecht", "heracles"] { try await store.club(club) }
      try await store.season("s") { $0.minimumWalkers = 2 }
      let (day, recent, before) = (Self.day, Self.day - 1, Self.day - 29)
      // 120 points of 8 walkers' days beside 80 of 10: 15 beside 8. Neither today nor what is older than 56 days counts.
      for (one, points, walkers) in [
        (day, 999, 1), (day - 1, 90, 5), (day - 28, 30, 3), (day - 29, 40, 6), (day - 56, 40, 4), (day - 57, 999, 1),
      ] { try await Self.add("psv", one, points: points, walkers: walkers, store) }
      // A third of before, downwards: 333 thousandths less a thousand.
      try await Self.add("ajax", recent, points: 10, walkers: 8, store)
      try await Self.add("ajax", before, points: 30, walkers: 8, store)
      // Four days of the least number of walkers are eight: too few now, too few before, nothing before.
      try await Self.add("nec", recent, points: 70, walkers: 7, store)
      try await Self.add("nec", before, points: 70, walkers: 8, store)
      try await Self.add("twente", recent, points: 70, walkers: 8, store)
      try await Self.add("twente", before, points: 70, walkers: 7, store)
      try await Self.add("utrecht", recent, points: 70, walkers: 8, store)
      try await Self.add("utrecht", before, points: 0, walkers: 8, store)
      try await Self.reckon(store)
      #expect(try await Self.improved(store) == ["1 psv 875", "2 ajax -667"])
      // A day later the 28th day before is none of the recent ones any more, and 6 days of walkers are left.
      try await Self.reckon(store, at: WalkingStore.noon.addingTimeInterval(86_400))
      #expect(try await Self.improved(store) == ["1 ajax -667"])
      try await Self.reckon(store, at: WalkingStore.noon.addingTimeInterval(400 * 86_400))
      #expect(try await Self.improved(store) == ["1 ajax -667"], "between seasons all stays as it was")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `has an average from so many walkers on as the season says now`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      try await store.club("psv")
      try await store.season("s") { $0.minimumWalkers = 2 }
      let place = Credit.Place(season: "s", club: "psv", crew: "")
      func add(_ account: String, _ points: Int) async throws {
        let credit = Credit(account: AccountID(account), place: place, points: points, steps: 0, days: 1)
        try await store.storage.write { try await Ledger.add([credit], at: WalkingStore.noon, in: $0) }
      }
      func average() async throws -> Int? { try await store.numbers("select average from club_seasons")[0][0] }
      #expect(try await average() == StandingStore.unranked)
      try await add("ann", 7)
      #expect(try await average() == StandingStore.unranked)
      try await add("bob", 4)
      #expect(try await average() == 5_500)
      try await store.season("s") { $0.minimumWalkers = 3 }
      #expect(try await average() == StandingStore.unranked)
      try await store.season("s") { $0.minimumWalkers = 1 }
      #expect(try await average() == 5_500)
      try await add("bob", -4)
      #expect(try await average() == 7_000, "who has no points left is no walker")
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `begins at nothing in all seasons that are not over, and follows its country there`(engine: TestEngine)
    async throws
  {
    try await WalkingStore.run(on: engine) { store in
      let day = Self.day
      for (id, days) in [("past", day - 90...day - 1), ("now", day...day + 30), ("next", day + 31...day + 60)] {
        try await store.season(id, days)
      }
      try await store.club("psv")
      try await store.club("gone", isArchived: true)
      func enter(_ country: String) async throws -> [String] {
        try await store.storage.write { transaction in
          try await StandingStore.enter("psv", country: country, at: WalkingStore.noon, in: transaction)
          try await StandingStore.enter(crew: "g", of: "psv", at: WalkingStore.noon, in: transaction)
          return try await transaction.query(
            """
            select c.season, c.country, g.crew from club_seasons c join crew_seasons g on g.season = c.season
            order by c.season
            """
          ).map { row in
            let (season, country, crew): (String, String, String) = (
              try row["season"], try row["country"], try row["crew"]
            )
            return "\(season) \(country) \(crew)"
          }
        }
      }
      #expect(try await enter("NL") == ["next NL g", "now NL g"])
      #expect(try await enter("BE") == ["next BE g", "now BE g"])
      try await store.season("later", day + 61...day + 90)
      let found = try await store.storage.read {
        try await $0.query("select club from club_seasons where season = 'later'").map { try $0["club"] as String }
      }
      #expect(found == ["psv"], "what is archived begins no season")
    }
  }
}
