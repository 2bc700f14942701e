import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FieldhouseContent

@Suite struct `What is counted of the use of the app` {
  private static func instant(_ text: String) throws -> Date { try #require(RFC3339.date(from: text)) }

  @Test(
    .tags(.pl87),
    arguments: [
      (0.001, 0, "0–1"), (59.999, 0, "0–1"), (60, 1, "1–5"), (299.999, 1, "1–5"), (300, 2, "5–15"),
      (899.999, 2, "5–15"),
      (900, 3, "15–60"), (3_599.999, 3, "15–60"), (3_600, 4, "60+"), (86_400, 4, "60+"),
    ] as [(Double, Int, String)])
  func `is in which class a visit is, from its lower end on`(seconds: Double, bucket: Int, name: String) {
    #expect(UsageRules.bucket(seconds: seconds) == bucket && UsageRules.bucketName(bucket) == name)
  }

  /// Weeks begin on Mondays, in UTC, also where a year begins in between.
  @Test(
    .tags(.pl87),
    arguments: [
      ("2025-08-11T00:00:00Z", "2025-08-11", "2025-08-11"), ("2025-08-17T23:59:59.999Z", "2025-08-17", "2025-08-11"),
      ("2025-08-18T00:00:00Z", "2025-08-18", "2025-08-18"), ("2025-12-31T23:30:00-01:00", "2026-01-01", "2025-12-29"),
      ("2027-01-03T12:00:00Z", "2027-01-03", "2026-12-28"), ("2024-02-29T12:00:00Z", "2024-02-29", "2024-02-26"),
    ])
  func `has a day and a week`(at: String, day: String, week: String) throws {
    let instant = try Self.instant(at)
    #expect(UsageRules.day(of: instant) == day && UsageRules.week(of: instant) == week)
  }

  @Test(
    .tags(.pl87),
    arguments: [
      ("2025-08-11", "2025-08-11", 0), ("2025-08-11", "2025-08-18", 1), ("2025-12-29", "2026-01-05", 1),
      ("2024-02-26", "2025-02-24", 52), ("", "2025-08-11", 0), ("2025-08", "2025-08-11", 0),
    ])
  func `has so many weeks between two`(first: String, last: String, weeks: Int) {
    #expect(UsageRules.weeks(from: first, to: last) == weeks)
  }

  @Test(.tags(.pl87)) func `is a pattern that is known and nothing else, and numbers from five on`() {
    let pages: Set = ["/", "/soccer/leagues/{league}"]
    for (offered, counted) in [
      ("/", "/"), ("/soccer/leagues/{league}", "/soccer/leagues/{league}"), ("/soccer/leagues/en.1", "other"),
      ("/soccer", "other"), ("", "other"), ("/ ", "other"),
    ] { #expect(UsageRules.page(offered, known: pages) == counted) }
    #expect([-1, 0, 4, 5, 6].map(UsageRules.shown) == [nil, nil, nil, 5, 6])
  }

  @Test(
    .tags(.pl87),
    arguments: [
      ("", "soccer", "soccer"), ("golf", "soccer", "golf,soccer"), ("soccer", "golf", "golf,soccer"),
      ("golf,soccer", "golf", nil), ("", nil, nil), ("", "socce", nil), ("", "soccer/leagues", nil),
      ("", "soccer/leagues/{league}", nil), ("", "leagues", nil), ("", "", nil), ("", "/soccer", nil),
      ("", "golf,soccer", nil),
    ] as [(String, String?, String?)])
  func `is the area in which somebody enters something for the first time`(
    known: String, area: String?, all: String?
  ) {
    let pages: Set = ["/", "/golf", "/soccer/leagues/{league}"]
    #expect(UsageRules.areas(known, adding: area, of: pages) == all)
  }
}

@Suite struct `Who comes again` {
  @Test(.tags(.pl87, .wc78), arguments: TestEngine.allCases)
  func `is counted week by week up to the twelfth, in the order of the weeks`(engine: TestEngine) async throws {
    try await engine.run { database in
      let world = try await ContentWorld(database, usage: ["/"])
      let people = (0..<5).map { "p\($0)" }
      for person in people { try await world.call(.put, "/usage/consent", ["isGiven": true], as: person) }
      for week in 0...14 {
        // Nobody comes in the fourth week behind the first.
        if week != 4 {
          for person in people { try await world.call(.post, "/usage/views", ["page": "/"], as: person) }
        }
        world.clock.advance(7 * 86_400)
      }
      let report = try await world.call(.get, "/usage?days=366", as: "operator")
      let returns = report["returns"]?.array ?? []
      #expect(returns.map { $0["later"]?.int } == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12])
      #expect(returns.allSatisfy { $0["week"] == "2025-08-11" && $0["number"] == 5 })
      let days = report["days"]?.array ?? []
      #expect(days.count == 14 && days.first?["name"] == "2025-08-15" && days.last?["name"] == "2025-11-21")
      let short = try await world.call(.get, "/usage?days=8", as: "operator")
      #expect(short["from"] == "2025-11-21" && short["days"]?.array?.count == 1 && short["returns"]?.array == [])
    }
  }
}
