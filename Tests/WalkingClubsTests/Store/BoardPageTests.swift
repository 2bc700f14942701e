import FieldhouseKit
import FieldhouseTestSupport
import Testing

@testable import WalkingClubs

@Suite struct `Pages of the boards of clubs and groups` {
  private struct Standing: Hashable {
    let rank: Int
    let id: String
    let value: Int
  }

  /// What counting gives: equal ones share a rank, 1, 2, 2, 4.
  private static func ranked(_ values: [String: Int]) -> [Standing] {
    values.map { id, value in Standing(rank: values.values.count { $0 > value } + 1, id: id, value: value) }
      .sorted { ($1.value, $0.id) < ($0.value, $1.id) }
  }

  /// All rows, page by page, each page by the text of the cursor of the one before.
  private static func walk(
    _ limit: Int, _ page: (NumberCursor?) async throws -> (rows: [Standing], next: NumberCursor?)
  ) async throws -> [Standing] {
    var (all, cursor): ([Standing], NumberCursor?) = ([], nil)
    repeat {
      let (rows, next) = try await page(cursor)
      #expect(rows.count == limit || next == nil && rows.count <= limit)
      all += rows
      cursor = try next.map { try NumberCursor($0.text) }
    } while cursor != nil
    return all
  }

  @Test(arguments: TestEngine.allCases)
  func `rank clubs by each measure, everywhere and in a country, as counting does`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      var random = SeededRandom(seed: 76)
      var values: [ClubMeasure: [String: [String: Int]]] = [:]
      for number in 0..<30 {
        let (id, country) = ("c\(number)", ["NL", "UA"][random.next(below: 2)])
        let (points, walkers) = (random.next(below: 6), random.next(below: 4))
        let average = walkers > 1 ? random.next(below: 5) * 500 : StandingStore.unranked
        let improvement = random.next(below: 3) > 0 ? random.next(below: 5) * 100 - 200 : StandingStore.unranked
        try await store.club(id, country: country)
        try await store.storage.write { transaction in
          for season in ["s", "other"] {
            try await transaction.execute(
              """
              insert into club_seasons (season, club, country, points, walkers, average, improvement)
              values (\(season), \(id), \(country), \(season == "s" ? points : 9), \(walkers), \(average), \(improvement))
              """)
          }
        }
        for (measure, value) in [(ClubMeasure.total, points), (.average, average), (.improved, improvement)]
        where value != StandingStore.unranked {
          values[measure, default: [:]][country, default: [:]][id] = value
          values[measure, default: [:]]["", default: [:]][id] = value
        }
      }
      for measure in ClubMeasure.allCases {
        for country in ["", "NL", "UA"] {
          let board = ClubBoard(season: "s", country: country.isEmpty ? nil : country, measure: measure)
          let expected = Self.ranked(values[measure]?[country] ?? [:])
          for limit in [1, 4, 100] {
            let found = try await Self.walk(limit) { cursor in
              let page = try await store.storage.read { try await board.page(after: cursor, limit: limit, in: $0) }
              return (page.rows.map { Standing(rank: $0.rank, id: $0.club.id, value: $0.value) }, page.next)
            }
            #expect(found == expected, "\(measure) \(country) \(limit)")
          }
          for id in (0..<30).map({ "c\($0)" }) {
            let row = try await store.storage.read { try await board.row(of: id, in: $0) }
            #expect(row?.rank == expected.first { $0.id == id }?.rank)
          }
        }
      }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `rank the groups of one club as counting does`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      var (random, points) = (SeededRandom(seed: 77), [String: Int]())
      for number in 0..<14 {
        let (id, club) = ("g\(number)", number < 11 ? "psv" : "ajax")
        let made = random.next(below: 4)
        try await store.crew(id, of: club)
        try await store.storage.write { transaction in
          try await transaction.execute(
            """
            insert into crew_seasons (season, crew, club, points, walkers) values ('s', \(id), \(club), \(made), 1)
            """)
        }
        if club == "psv" { points[id] = made }
      }
      let expected = Self.ranked(points)
      for limit in [1, 3, 50] {
        let found = try await Self.walk(limit) { cursor in
          let page = try await store.storage.read {
            try await CrewBoard.page(of: "psv", season: "s", after: cursor, limit: limit, in: $0)
          }
          return (page.rows.map { Standing(rank: $0.rank, id: $0.crew.id, value: $0.points) }, page.next)
        }
        #expect(found == expected)
      }
      for one in expected {
        let row = try await store.storage.read { try await CrewBoard.row(of: one.id, season: "s", in: $0) }
        #expect(row?.rank == one.rank)
      }
      #expect(try await store.storage.read { try await CrewBoard.row(of: "g0", season: "t", in: $0) } == nil)
    }
  }

  @Test func `go on where a cursor says, whatever the id holds`() throws {
    let cursor = try NumberCursor("-667~12~11~a~b")
    #expect((cursor.number, cursor.passed, cursor.rank, cursor.id) == (-667, 12, 11, "a~b"))
    #expect(cursor.text == "-667~12~11~a~b")
  }

  @Test(arguments: [
    "", "x", "1~2", "1~2~2", "1~2~2~", "a~2~2~x", "1~b~2~x", "1~2~c~x", "1~0~0~x", "1~0~1~x", "1~2~0~x", "1~2~3~x",
    "1~-2~-2~x", "1~2147483648~1~x", "9223372036854775807~9223372036854775807~1~x", "9223372036854775808~1~1~x",
  ])
  func `refuse a cursor that no page has given`(text: String) {
    let problem = #expect(throws: Problem.self) { try NumberCursor(text) }
    #expect(problem?.status == 422 && problem?.errors.map(\.pointer) == ["/after"])
  }
}
