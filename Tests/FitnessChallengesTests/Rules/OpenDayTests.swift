import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `The days that are open` {
  private static func day(_ text: String) throws -> Int { try #require(CivilDay(text)).daysSince1970 }

  private static func instant(_ text: String) throws -> Date { try #require(RFC3339.date(from: text)) }

  /// Each open day with when it closes.
  private static func open(_ period: Period, _ instant: String) throws -> [String] {
    try period.openDays(at: self.instant(instant)).map {
      "\(CivilDay.text($0.day)) \(RFC3339.string(from: $0.closesAt) ?? "")"
    }
  }

  @Test(.tags(.fc14)) func `are two mostly, and three for the hour that a day is too short`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let period = Period(start: try Self.day("2025-03-01"), length: 30, zone: zone, graceHours: 24)
    // 2025-03-09 has 23 hours, so that the 24 hours behind 2025-03-08 end at 1 o'clock of 2025-03-10.
    let open = ["2025-03-10 2025-03-12T04:00:00Z", "2025-03-09 2025-03-11T04:00:00Z"]
    #expect(try Self.open(period, "2025-03-10T05:00:00Z") == open + ["2025-03-08 2025-03-10T05:00:00Z"])
    #expect(try Self.open(period, "2025-03-10T05:00:00.001Z") == open)
    // 2025-11-02 has 25 hours: for one hour its day before is closed while it goes on.
    let autumn = Period(start: try Self.day("2025-10-20"), length: 30, zone: zone, graceHours: 24)
    #expect(
      try Self.open(autumn, "2025-11-03T04:00:00Z")
        == ["2025-11-02 2025-11-04T05:00:00Z", "2025-11-01 2025-11-03T04:00:00Z"])
    #expect(try Self.open(autumn, "2025-11-03T04:30:00Z") == ["2025-11-02 2025-11-04T05:00:00Z"])
  }

  @Test(.tags(.fc14), arguments: [(24, 2), (25, 2), (48, 3), (72, 4), (168, 8)])
  func `are as many as the hours of grace give, and one more until they end`(hours: Int, count: Int) throws {
    let today = try Self.day("2025-08-15")
    let period = Period(start: today - 100, length: 200, zone: .gmt, graceHours: hours)
    let midnight = try Self.instant("2025-08-15T00:00:00Z")
    // The grace of one day more ends then, or within this day.
    #expect(period.open(at: midnight) == (0...count).map { today - $0 })
    for day in period.open(at: midnight) { #expect(period.objection(to: day, at: midnight) == nil) }
    #expect(period.objection(to: today - count - 1, at: midnight) == .late)
    let last = midnight.addingTimeInterval(Double(hours % 24) * 3_600)
    #expect(period.open(at: last).count == count + 1)
    #expect(period.open(at: last.addingTimeInterval(0.001)) == (0..<count).map { today - $0 })
  }

  @Test func `are those of the challenge alone, also on its only day`() throws {
    let day = try Self.day("2025-08-15")
    let zone = try #require(TimeZone(identifier: "Asia/Kathmandu"))
    let period = Period(start: day, length: 1, zone: zone, graceHours: 168)
    #expect(try Self.open(period, "2025-08-14T18:14:59.999Z").isEmpty)
    #expect(try Self.open(period, "2025-08-14T18:15:00Z") == ["2025-08-15 2025-08-22T18:15:00Z"])
    #expect(try Self.open(period, "2025-08-22T18:15:00Z") == ["2025-08-15 2025-08-22T18:15:00Z"])
    #expect(try Self.open(period, "2025-08-22T18:15:00.001Z").isEmpty)
    #expect(try period.end == day && period.closesAt == Self.instant("2025-08-22T18:15:00Z"))
  }

  @Test func `leave out a day that a zone has left out`() throws {
    // Samoa went over the date line: 2011-12-29 was followed by 2011-12-31, at 10:00 of UTC.
    let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
    let gone = try Self.day("2011-12-30")
    let midnight = try Self.instant("2011-12-30T10:00:00Z")
    #expect(zone.beginning(of: gone) == midnight && zone.beginning(of: gone + 1) == midnight)
    #expect(zone.day(of: midnight) == gone + 1 && zone.day(of: midnight.addingTimeInterval(-0.001)) == gone - 1)
    let period = Period(start: gone - 5, length: 20, zone: zone, graceHours: 24)
    #expect(period.objection(to: gone - 1, at: midnight.addingTimeInterval(86_400)) == nil, "24 hours all the same")
    #expect(period.objection(to: gone - 1, at: midnight.addingTimeInterval(86_400.001)) == .late)
  }

  @Test(.tags(.fc14)) func `are told with the day and time of the zone when one is refused`() throws {
    let day = try Self.day("2025-03-08")
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let period = Period(start: day - 2, length: 10, zone: zone, graceHours: 24)
    #expect(
      Problem.refused(.late, day: day, period).detail
        == "Exercise can be logged within 24 hours: 2025-03-08 could be until 2025-03-10 01:00 (America/New_York).")
    let outside = Problem.refused(.outside, day: day + 9, period)
    #expect(outside.status == 422 && outside.errors.map(\.pointer) == ["/day"])
    #expect(outside.errors.map(\.detail) == ["The challenge goes from 2025-03-06 to 2025-03-15 for you."])
    #expect(zone.written(try Self.instant("2025-11-02T06:05:59Z")) == "2025-11-02 01:05", "the hour that comes twice")
    #expect(
      try #require(TimeZone(identifier: "America/St_Johns")).written(try Self.instant("2025-01-01T03:29:00Z"))
        == "2024-12-31 23:59")
  }
}
