import FieldhouseKit
import Foundation
import Testing

@Suite struct `An instant at an edge` {
  private func seconds(_ text: String) -> Double? { RFC3339.date(from: text)?.timeIntervalSince1970 }

  @Test func `of the years that can be written is read and written`() {
    for (text, seconds) in [
      ("0000-01-01T00:00:00Z", -62_167_219_200), ("0000-12-31T23:59:59.999Z", -62_135_596_800.001),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799.999), ("1969-12-31T23:59:59.999Z", -0.001),
    ] as [(String, Double)] {
      #expect(abs((self.seconds(text) ?? .nan) - seconds) < 0.0001, "\(text)")
      #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == text)
    }
  }

  @Test(
    arguments: [
      "0000-01-01T00:00:00+00:01", "0000-01-01T23:58:00+23:59", "9999-12-31T23:59:59-00:01",
      "9999-12-31T00:01:00-23:59",
      "9999-12-31T23:59:60Z", "9999-12-31T23:59:59.9997Z", "9999-12-31T23:59:59.9999999999Z",
    ])
  func `is none beyond the years that can be written, by its offset or when it is rounded`(text: String) {
    #expect(RFC3339.date(from: text) == nil)
  }

  @Test(
    arguments: [
      ("0000-01-01T00:01:00+00:01", "0000-01-01T00:00:00Z"), ("0000-01-01T23:59:00+23:59", "0000-01-01T00:00:00Z"),
      ("9999-12-31T23:58:59-00:01", "9999-12-31T23:59:59Z"), ("9999-12-31T23:59:59+23:59", "9999-12-31T00:00:59Z"),
      ("9999-12-31T23:59:59.9994Z", "9999-12-31T23:59:59.999Z"), ("2000-03-01T00:30:00+01:00", "2000-02-29T23:30:00Z"),
      ("1900-02-28T23:30:00-01:00", "1900-03-01T00:30:00Z"), ("2025-08-15T12:00:00-00:00", "2025-08-15T12:00:00Z"),
    ])
  func `by its offset still is one where it can be written`(text: String, utc: String) {
    #expect(RFC3339.date(from: text).flatMap(RFC3339.string) == utc)
  }

  @Test(
    arguments: [
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"), ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
      ("2017-01-01T05:29:60+05:30", "2017-01-01T00:00:00Z"), ("2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.250Z"),
      ("1969-12-31T23:59:60Z", "1970-01-01T00:00:00Z"), ("0000-01-01T23:59:60Z", "0000-01-02T00:00:00Z"),
    ])
  func `of a leap second is the next second`(text: String, utc: String) {
    #expect(RFC3339.date(from: text).flatMap(RFC3339.string) == utc)
  }

  @Test(
    arguments: [
      "2016-12-31T23:58:60Z", "2016-12-31T22:59:60Z", "2016-12-31T00:00:60Z", "2016-12-31T23:59:60+01:00",
      "2016-12-31T23:59:60-00:01", "2016-12-31T23:59:61Z",
    ])
  func `of a leap second is none in another minute`(text: String) { #expect(RFC3339.date(from: text) == nil) }

  @Test(
    arguments: [
      (".1", 0.1), (".10", 0.1), (".001", 0.001), (".0009999", 0.0009999), (".999999999", 0.999999999),
      (".000000000", 0), (".123456789", 0.123456789), ("." + String(repeating: "3", count: 400), 1.0 / 3),
      ("." + String(repeating: "0", count: 400) + "1", 0),
    ] as [(String, Double)])
  func `has as many decimals as a double holds`(decimals: String, fraction: Double) throws {
    let seconds = try #require(self.seconds("1970-01-01T00:00:00\(decimals)Z"))
    #expect(abs(seconds - fraction) < 2e-7)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_799.9997, -62_167_219_200.0006])
  func `is not written when the years do not hold it`(seconds: Double) {
    #expect(RFC3339.string(from: Date(timeIntervalSince1970: seconds)) == nil)
  }

  @Test func `that somebody sends can always be answered`() throws {
    struct When: Codable { var at: Date }
    for text in ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.9994Z"] {
      let when = try JSONValueDecoder().decode(When.self, from: ["at": .string(text)])
      var bytes: [UInt8] = []
      try JSONOutput.encode(when, into: &bytes)
      #expect(try JSON(parsing: bytes)["at"]?.string?.prefix(10) == text.prefix(10))
    }
    let error = #expect(throws: JSONDecodingError.self) {
      try JSONValueDecoder().decode(When.self, from: ["at": "9999-12-31T23:59:59-00:01"])
    }
    #expect(error?.pointer == ["at"])
  }
}

@Suite struct `A day as Foundation has it` {
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return calendar
  }

  @Test func `is the same one at both ends of every month, from the first leap year of the calendar to 9999`() throws {
    let calendar = calendar
    for year in stride(from: 1584, through: 9999, by: 29) {
      for month in 1...12 {
        let first = try #require(calendar.date(from: DateComponents(year: year, month: month, day: 1)))
        let day = try #require(CivilDay(year: year, month: month, day: 1))
        #expect(day.daysSince1970 == Int((first.timeIntervalSince1970 / 86_400).rounded(.down)), "\(day)")
        let before = CivilDay(daysSince1970: day.daysSince1970 - 1)
        let parts = calendar.dateComponents([.month, .day], from: first - 1)
        #expect(before.month == parts.month && before.day == parts.day, "\(before)")
        #expect(CivilDay(year: before.year, month: before.month, day: before.day + 1) == nil)
      }
    }
  }

  @Test(
    arguments: [(4, true), (100, false), (400, true), (0, true), (-4, true), (-100, false), (-400, true), (1, false)]
      as [(Int, Bool)])
  func `of February is the 29th in leap years alone`(year: Int, isLeap: Bool) {
    #expect((CivilDay(year: year, month: 2, day: 29) != nil) == isLeap)
    #expect(CivilDay(year: year, month: 2, day: 30) == nil && CivilDay(year: year, month: 2, day: 28) != nil)
  }

  @Test func `is as far from the one 2,000 years later in every year before the calendar began`() throws {
    for year in -400...1583 {
      for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
        let (early, late) = (
          CivilDay(year: year, month: month, day: day), CivilDay(year: year + 2000, month: month, day: day)
        )
        #expect(try #require(late).daysSince1970 - #require(early).daysSince1970 == 5 * 146_097)
      }
    }
  }

  @Test func `is none of a month or day that is out of range`() {
    for (month, day) in [(0, 1), (13, 1), (-1, 1), (.max, 1), (.min, 1), (1, 0), (1, 32), (1, -1), (1, .max), (4, 31)] {
      #expect(CivilDay(year: 2024, month: month, day: day) == nil)
    }
  }
}
