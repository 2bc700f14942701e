import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

/// Foundation's calendar as the judge of days, weeks and years.
private let gregorian: Calendar = {
  var calendar = Calendar(identifier: .iso8601)
  calendar.timeZone = TimeZone(identifier: "UTC")!
  return calendar
}()

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

@Suite struct `The days of RFC 3339` {
  @Test func `are those of Foundation's calendar, every day from 1600 to 2400`() throws {
    var day = try #require(RFC3339.date(from: "1600-01-01T00:00:00Z"))
    let end = try #require(RFC3339.date(from: "2400-12-31T00:00:00Z"))
    var wrong = 0
    while day <= end {
      let parts = gregorian.dateComponents([.year, .month, .day], from: day)
      let expected = "\(parts.year ?? 0)-\(two(parts.month ?? 0))-\(two(parts.day ?? 0))T00:00:00Z"
      if RFC3339.string(from: day) != expected || RFC3339.date(from: expected) != day { wrong += 1 }
      day += 86_400
    }
    #expect(wrong == 0)
  }

  @Test func `are those that exist, of every month of every kind of year`() {
    for year in [1999, 2000, 2023, 2024, 2100] {
      for month in 1...12 {
        let first = gregorian.date(from: DateComponents(year: year, month: month, day: 1))!
        let length = gregorian.range(of: .day, in: .month, for: first)!.count
        for day in 0...32 {
          #expect(
            RFC3339.isDate("\(year)-\(two(month))-\(two(day))") == (1...length).contains(day), "\(year) \(month) \(day)"
          )
        }
      }
    }
  }

  @Test func `of any instant come back to the millisecond`() throws {
    var random = SeededRandom(seed: 31)
    for _ in 0..<5_000 {
      let milliseconds = Int(random.next() % 315_569_520_000_000) - 62_167_219_200_000
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = try #require(RFC3339.string(from: date))
      let back = try #require(RFC3339.date(from: text))
      #expect(Int((back.timeIntervalSince1970 * 1000).rounded()) == milliseconds, "\(text)")
      #expect(text.hasSuffix("Z"))
      #expect(text.contains(".") == (milliseconds % 1000 != 0))
    }
  }

  @Test(arguments: [(0.0004, "00.000"), (0.0005, "00.001"), (0.9994, "00.999"), (0.9995, "01"), (59.9996, "60")])
  func `are rounded to the nearest millisecond`(seconds: Double, shown: String) {
    let text = RFC3339.string(from: Date(timeIntervalSince1970: 1_000_000_020 + seconds)) ?? ""
    let expected = [
      "00.000": "01:47:00Z", "00.001": "01:47:00.001Z", "00.999": "01:47:00.999Z", "01": "01:47:01Z", "60": "01:48:00Z",
    ]
    #expect(text == "2001-09-09T" + (expected[shown] ?? ""))
  }

  @Test func `at every offset are the same instant`() {
    let noon = RFC3339.date(from: "2025-06-15T12:00:00Z")
    for minutes in stride(from: -23 * 60 - 59, through: 23 * 60 + 59, by: 17) {
      let local = 12 * 60 + minutes
      let day = 15 + (local < 0 ? -1 : local >= 24 * 60 ? 1 : 0)
      let clock = (local + 24 * 60) % (24 * 60)
      let offset = "\(minutes < 0 ? "-" : "+")\(two(abs(minutes) / 60)):\(two(abs(minutes) % 60))"
      #expect(
        RFC3339.date(from: "2025-06-\(day)T\(two(clock / 60)):\(two(clock % 60)):00\(offset)") == noon, "\(offset)")
    }
  }
}

@Suite struct `The seasons of a board` {
  private func season(_ rule: String, _ text: String) throws -> String? {
    BoardDeclaration.Seasons(rule).season(at: try #require(RFC3339.date(from: text)))
  }

  @Test(
    arguments: [
      ("none", "2026-11-21T12:00:00Z", "all"), ("daily", "2026-11-21T23:59:59.999Z", "2026-11-21"),
      ("daily", "2026-11-22T00:00:00Z", "2026-11-22"),
      ("weekly", "2026-11-22T23:59:59Z", "2026-W47"), ("weekly", "2026-11-23T00:00:00Z", "2026-W48"),
      ("monthly", "2026-11-30T23:59:59Z", "2026-11"),
      ("monthly", "2026-12-01T00:00:00Z", "2026-12"), ("yearly", "2026-12-31T23:59:59Z", "2026"),
      ("yearly", "2027-01-01T00:00:00Z", "2027"),
      ("weekly", "2024-12-30T00:00:00Z", "2025-W01"), ("weekly", "2027-01-03T23:59:59Z", "2026-W53"),
      ("weekly", "1970-01-01T00:00:00Z", "1970-W01"),
      ("weekly", "1969-12-28T23:00:00Z", "1969-W52"), ("manual", "2026-11-21T12:00:00Z", nil),
      ("hourly", "2026-11-21T12:00:00Z", nil),
    ] as [(String, String, String?)])
  func `follow from the instant, days beginning at midnight UTC`(rule: String, instant: String, expected: String?)
    throws
  {
    #expect(try season(rule, instant) == expected)
  }

  @Test func `by week are those of ISO 8601 on every day of sixty years`() throws {
    var day = try #require(RFC3339.date(from: "1995-01-01T12:00:00Z"))
    let end = try #require(RFC3339.date(from: "2055-01-01T12:00:00Z"))
    while day < end {
      let parts = gregorian.dateComponents([.yearForWeekOfYear, .weekOfYear], from: day)
      let expected = "\(parts.yearForWeekOfYear ?? 0)-W\(two(parts.weekOfYear ?? 0))"
      #expect(BoardDeclaration.Seasons("weekly").season(at: day) == expected)
      day += 86_400
    }
  }

  @Test(arguments: [-62_167_219_201.0, 253_402_300_800]) func `end with the years that can be written`(seconds: Double)
  {
    for rule in ["daily", "weekly", "monthly", "yearly"] {
      #expect(BoardDeclaration.Seasons(rule).season(at: Date(timeIntervalSince1970: seconds)) == nil)
    }
    #expect(BoardDeclaration.Seasons.none.season(at: Date(timeIntervalSince1970: seconds)) == "all")
  }
}

@Suite struct `The distance between two texts` {
  /// The definition, without a table.
  private func slow(_ a: ArraySlice<Character>, _ b: ArraySlice<Character>) -> Int {
    guard let x = a.last, let y = b.last else { return max(a.count, b.count) }
    var best = min(
      slow(a.dropLast(), b) + 1, slow(a, b.dropLast()) + 1, slow(a.dropLast(), b.dropLast()) + (x == y ? 0 : 1))
    if a.count > 1, b.count > 1, x == b[b.endIndex - 2], y == a[a.endIndex - 2] {
      best = min(best, slow(a.dropLast(2), b.dropLast(2)) + 1)
    }
    return best
  }

  @Test func `is what the definition says, and the same both ways`() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<400 {
      let texts = (0..<2).map { _ in
        String((0..<random.next(below: 6)).map { _ in ["a", "b", "c"][random.next(below: 3)] as Character })
      }
      let expected = slow(Array(texts[0])[...], Array(texts[1])[...])
      #expect(editDistance(texts[0], texts[1]) == expected, "\(texts)")
      #expect(editDistance(texts[1], texts[0]) == expected)
      #expect(editDistance(texts[0], texts[0]) == 0)
    }
  }

  @Test(
    arguments: [
      ("plugins", ["plugin", "setup"], "plugin"), ("serv", ["serve", "server"], "serve"),
      ("LISTEN", ["listen"], "listen"),
      ("ab", ["xy"], nil), ("a", ["b"], "b"), ("abc", ["abd", "abe"], "abd"), ("", ["a"], "a"), ("", ["ab"], nil),
      ("config", [], nil),
      ("databse", ["database", "data"], "database"), ("manifset", ["manifests", "manifest"], "manifest"),
    ] as [(String, [String], String?)])
  func `finds what was probably meant`(text: String, names: [String], expected: String?) {
    #expect(closestMatch(to: text, in: names) == expected)
  }
}
