import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Duels in storage` {
  /// Monday, 2025-08-11.
  private static let monday = WalkingStore.day - 4

  /// All duels, such as `ajax psv 0 2`: who meets whom, how many days behind that Monday, and in which division.
  private static func duels(_ store: WalkingStore) async throws -> [String] {
    try await store.storage.read { transaction in
      try await transaction.query("select * from duels order by first_day, home, away").map(Duel.init).map {
        "\($0.home) \($0.away) \($0.firstDay - monday) \($0.division)"
      }
    }
  }

  private static func add(
    _ home: String, _ away: String, _ firstDay: Int, division: Int = 1, _ store: WalkingStore
  ) async throws {
    try await store.storage.write { transaction in
      try await transaction.execute(
        """
        insert into duels (season, home, away, first_day, division) values ('s', \(home), \(away), \(firstDay), \(division))
        """)
    }
  }

  @Test func `begin on Mondays`() {
    #expect((-1...7).map { DuelStore.monday(of: Self.monday + $0) - Self.monday } == [-7, 0, 0, 0, 0, 0, 0, 0, 7])
  }

  @Test(arguments: TestEngine.allCases)
  func `are decided by the points of a week for each walker, of so many at least as the season asks for`(
    engine: TestEngine
  ) async throws {
    try await WalkingStore.run(on: engine) { store in
      let monday = Self.monday
      for (account, club, day, points) in [
        ("ann", "psv", 0, 5), ("ann", "psv", 6, 4), ("bob", "psv", 3, 2), ("cat", "psv", 3, 0), ("bob", "psv", -1, 50),
        ("bob", "psv", 7, 50), ("dan", "ajax", 1, 8),
      ] { try await store.closed(account, club, day: monday + day, points: points) }
      func value(_ club: String, least: Int) async throws -> Int {
        var rules = SeasonRules()
        rules.minimumWalkers = least
        let asked = rules
        return try await store.storage.read { try await DuelStore.value(of: club, monday, asked, in: $0) }
      }
      // 11 points of two who have made some.
      for (club, least, expected) in [
        ("psv", 1, 5_500), ("psv", 2, 5_500), ("psv", 3, 3_666), ("ajax", 1, 8_000), ("ajax", 3, 2_666), ("nec", 3, 0),
      ] { #expect(try await value(club, least: least) == expected, "\(club) \(least)") }
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are settled when nothing can come any more, by what there is then`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let monday = Self.monday
      func due(_ days: Int) async throws -> [String] {
        let now = Date(timeIntervalSince1970: (Double(monday + days) + 0.5) * 86_400)
        return try await store.storage.read {
          try await DuelStore.toSettle(at: now, limit: 10, in: $0).map { "\($0.0.home) \($0.0.away)" }
        }
      }
      try await Self.add("psv", "ajax", monday, store)
      #expect(try await due(300).isEmpty, "of a season that there is not")
      try await store.season("s") { ($0.lateDays, $0.minimumWalkers) = (7, 1) }
      // Seven days, seven more in which something may come, and one until the week is over everywhere on earth.
      #expect(try await due(15).isEmpty)
      #expect(try await due(16) == ["psv ajax"])
      try await store.season("s") { ($0.lateDays, $0.minimumWalkers) = (0, 1) }
      #expect(try await due(8).isEmpty)
      #expect(try await due(9) == ["psv ajax"])
      try await store.closed("ann", "psv", day: monday, points: 3)
      let later = WalkingStore.noon + 86_400 * 20
      let (duel, season) = try #require(
        try await store.storage.read { try await DuelStore.toSettle(at: later, limit: 1, in: $0) }.first)
      #expect(duel.result == nil)
      try await store.storage.write { try await DuelStore.settle(duel, season.rules, at: later, in: $0) }
      #expect(try await due(300).isEmpty, "once")
      let settled = try await store.storage.read { try await DuelStore.duels(of: "ajax", from: monday, in: $0) }
      #expect(settled.map(\.result) == [League.Result(home: "psv", away: "ajax", homeValue: 3_000, awayValue: 0)])
      #expect(try await store.storage.read { try await DuelStore.duels(of: "ajax", from: monday + 1, in: $0) }.isEmpty)
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `come about by a match of two clubs, once a week, between clubs that walk`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let monday = Self.monday
      try await store.season("s", monday...monday + 30)
      for (club, team) in [("psv", "1"), ("ajax", "2"), ("same", "2"), ("none", nil)] as [(String, String?)] {
        try await store.club(club, team: team)
      }
      try await store.club("gone", team: "3", isArchived: true)
      func meet(_ club: String, _ team: String, _ day: Int) async throws {
        try await store.storage.write { try await DuelStore.meet(club, team: team, day: monday + day, in: $0) }
      }
      for (team, day) in [("2", 2), ("2", 5), ("3", 2), ("4", 2), ("1", 2), ("2", -1)] {
        try await meet("psv", team, day)
      }
      #expect(try await Self.duels(store) == ["ajax psv 0 0"])
      // The other club is told of the same match, and of one in the week behind it.
      for day in [2, 7] { try await meet("ajax", "1", day) }
      #expect(try await Self.duels(store) == ["ajax psv 0 0", "ajax psv 7 0"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `keep what somebody has made for a club who is erased, until they are settled`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let monday = Self.monday
      let season = try await store.season("s") { $0.minimumWalkers = 1 }
      try await Self.add("psv", "ajax", monday, store)
      try await Self.add("nec", "psv", monday, division: 0, store)
      for (account, day, points) in [("ann", 0, 6), ("ann", 6, 4), ("ann", 7, 50), ("bob", 3, 2)] {
        try await store.closed(account, "psv", day: monday + day, points: points)
      }
      func value() async throws -> Int {
        try await store.storage.read { try await DuelStore.value(of: "psv", monday, season.rules, in: $0) }
      }
      #expect(try await value() == 6_000)
      try await store.storage.write { try await PeopleStore.erase(AccountID("ann"), at: WalkingStore.noon, in: $0) }
      #expect(try await store.numbers("select count(*) from day_points where account = 'ann'") == [[0]])
      #expect(try await store.numbers("select points, walkers from left_weeks") == [[10, 1]])
      #expect(try await value() == 6_000)
      let later = WalkingStore.noon + 86_400 * 30
      let due = try await store.storage.read { try await DuelStore.toSettle(at: later, limit: 9, in: $0) }
      for (duel, season) in due {
        #expect(try await store.numbers("select count(*) from left_weeks") == [[1]])
        try await store.storage.write { try await DuelStore.settle(duel, season.rules, at: later, in: $0) }
      }
      let settled = try await store.storage.read { try await DuelStore.duels(of: "psv", from: monday, in: $0) }
      #expect(settled.map { $0.home == "psv" ? $0.homeValue : $0.awayValue } == [6_000, 6_000])
      #expect(try await store.numbers("select count(*) from left_weeks") == [[0]])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `are called off when the match is, unless they are of the league or settled`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      let monday = Self.monday
      try await store.season("s", monday...monday + 30)
      for (club, team) in [("psv", "1"), ("ajax", "2"), ("nec", "3")] { try await store.club(club, team: team) }
      for (team, day) in [("2", 2), ("2", 7), ("3", 9), ("2", 14)] {
        try await store.storage.write { try await DuelStore.meet("psv", team: team, day: monday + day, in: $0) }
      }
      try await Self.add("psv", "nec", monday + 14, store)
      func callOff(_ weeks: ClosedRange<Int>, but matches: [(week: Int, team: String)]) async throws {
        try await store.storage.write { try await DuelStore.callOff("psv", weeks, but: matches, in: $0) }
      }
      try await callOff(monday...monday + 7, but: [(monday, "2"), (monday + 7, "3")])
      #expect(try await Self.duels(store) == ["ajax psv 0 0", "nec psv 7 0", "ajax psv 14 0", "psv nec 14 1"])
      try await store.storage.write { try await $0.execute("update duels set settled_at = 1 where home = 'nec'") }
      try await callOff(monday...monday + 14, but: [])
      #expect(try await Self.duels(store) == ["nec psv 7 0", "psv nec 14 1"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `of a league are drawn in full weeks of the season, also where two meet in one for a match of theirs`(
    engine: TestEngine
  ) async throws {
    try await WalkingStore.run(on: engine) { store in
      let monday = Self.monday
      // From Tuesday to the Sunday of the third week behind it: two full weeks, where three rounds are to be.
      let season = try await store.season("s", monday + 1...monday + 20)
      for (club, members) in [("a", 9), ("b", 9), ("c", 7), ("d", 5), ("e", 3)] {
        try await store.club(club, members: members)
      }
      try await store.club("gone", members: 99, isArchived: true)
      try await Self.add("a", "d", monday + 7, division: 0, store)
      try await Self.add("b", "e", monday + 7, division: 0, store)
      func draw(_ size: Int) async throws {
        try await store.storage.write { try await DuelStore.draw(season, size: size, in: $0) }
      }
      try await draw(4)
      let drawn = ["a d 7 1", "b c 7 1", "b e 7 0", "b d 14 1", "c a 14 1"]
      #expect(try await Self.duels(store).sorted() == drawn.sorted())
      try await draw(4)
      #expect(try await Self.duels(store).sorted() == drawn.sorted(), "drawn once more it is the same")
      let tables = try await store.storage.read { try await DuelStore.tables(of: "s", in: $0) }
      #expect(tables.map { $0.map(\.club) } == [["a", "b", "c", "d"], ["e"]])
      try await draw(2)
      #expect(try await Self.duels(store).sorted() == ["a b 7 1", "b e 7 0", "c d 7 2"])
    }
  }

  @Test(arguments: TestEngine.allCases)
  func `make the tables of their divisions, those of matches aside`(engine: TestEngine) async throws {
    try await WalkingStore.run(on: engine) { store in
      try await store.season("s") { $0.minimumWalkers = 1 }
      try await store.storage.write { transaction in
        for (club, division) in [("a", 1), ("b", 1), ("c", 2), ("d", 2)] {
          try await transaction.execute(
            "insert into league_clubs (season, club, division) values ('s', \(club), \(division))")
        }
      }
      try await store.closed("ann", "b", day: Self.monday, points: 4)
      try await store.closed("bob", "d", day: Self.monday, points: 2)
      for (home, away, division) in [("a", "b", 1), ("c", "d", 2), ("a", "d", 0)] {
        try await Self.add(home, away, Self.monday, division: division, store)
      }
      func tables() async throws -> [[String]] {
        try await store.storage.read { try await DuelStore.tables(of: "s", in: $0) }
          .map { $0.map { "\($0.club) \($0.played) \($0.points) \($0.difference)" } }
      }
      #expect(try await tables() == [["a 0 0 0", "b 0 0 0"], ["c 0 0 0", "d 0 0 0"]])
      try await store.storage.write { transaction in
        for (duel, season) in try await DuelStore.toSettle(
          at: WalkingStore.noon + 86_400 * 30, limit: 9, in: transaction)
        {
          try await DuelStore.settle(duel, season.rules, at: WalkingStore.noon, in: transaction)
        }
      }
      #expect(try await tables() == [["b 1 3 4000", "a 1 0 -4000"], ["d 1 3 2000", "c 1 0 -2000"]])
    }
  }
}
