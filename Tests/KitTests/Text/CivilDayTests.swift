import FieldhouseKit
import FieldhouseTestSupport
import Testing

@Suite struct `A day of the calendar` {
  @Test(
    arguments: [
      ("1970-01-01", 0), ("1970-01-02", 1), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
      ("0000-01-01", -719_528),
      ("9999-12-31", 2_932_896),
    ])
  func `is counted from the first of 1970, and written as it is read`(text: String, days: Int) throws {
    let day = try #require(CivilDay(text))
    #expect(day.daysSince1970 == days)
    #expect(CivilDay(daysSince1970: days) == day)
    #expect(day.description == text)
  }

  @Test(
    arguments: [
      "", "2024", "2024-02", "2024-02-30", "2023-02-29", "2024-00-01", "2024-13-01", "2024-01-00", "2024-1-01",
      "24-01-01", "2024-01-01 ", " 2024-01-01",
      "2024/01/01", "2024-01-01T00:00:00Z", "-024-01-01", "२०२४-01-01", "2024–01–01",
    ])
  func `is no other text`(text: String) {
    #expect(CivilDay(text) == nil)
    #expect(!RFC3339.isDate(text))
  }

  @Test func `is the same one whether it is counted, named or read, over ten thousand years`() throws {
    var random = SeededRandom(seed: 19)
    for _ in 0..<5_000 {
      let days = random.next(below: 3_652_425) - 719_528
      let day = CivilDay(daysSince1970: days)
      #expect(day.daysSince1970 == days)
      #expect(CivilDay(year: day.year, month: day.month, day: day.day) == day)
      #expect(CivilDay(day.description) == day)
      let next = CivilDay(daysSince1970: days + 1)
      #expect(next.day == day.day + 1 || next.day == 1)
    }
  }

  @Test func `may lie before the year 0 or after 9999, where it can be counted but not read`() {
    for year in [-1, -400, 10_000, 12_345] {
      let day = CivilDay(year: year, month: 3, day: 1)
      #expect(day.map { CivilDay(daysSince1970: $0.daysSince1970) } == day)
    }
    #expect(CivilDay(year: 2024, month: 2, day: 30) == nil)
    #expect(CivilDay(year: 2024, month: 0, day: 1) == nil)
    #expect(CivilDay(year: 2024, month: 1, day: 0) == nil)
  }
}

@Suite struct `Who may call a route` {
  @Test(
    arguments: [
      (Access.everyone, "everyone", nil, nil), (.guest, "guest", nil, nil), (.account, "account", nil, nil),
      (.operators, "operator", nil, nil),
      (.permission("a.b"), "permission a.b", "a.b", nil),
      (.permission("a.b", in: "team"), "permission a.b in {team}", "a.b", "team"),
    ] as [(Access, String, String?, String?)])
  func `is told in words, and names its permission and scope`(
    access: Access, words: String, permission: String?, scope: String?
  ) {
    #expect(access.description == words)
    #expect(access.permission == permission)
    #expect(access.scopeParameter == scope)
  }

  @Test func `differs by level, permission and scope`() {
    let all: [Access] = [
      .everyone, .guest, .account, .operators, .permission("a"), .permission("b"), .permission("a", in: "x"),
    ]
    #expect(Set(all).count == all.count)
  }
}
