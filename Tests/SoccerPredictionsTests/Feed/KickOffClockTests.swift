import FieldhouseKit
import Foundation
import Testing

@testable import SoccerPredictions

@Suite("Wall clocks of grounds")
struct KickOffClockTests {
  private func clock(_ zone: String) throws -> KickOffClock {
    KickOffClock(zone: try TimeZone(identifier: zone).unwrapped)
  }

  private func utc(_ zone: String, _ date: String, _ time: String) throws -> Date {
    try clock(zone).instant(CivilDay(date).unwrapped, KickOffTime(time).unwrapped)
  }

  @Test(arguments: [
    ("Europe/London", "2025-03-29", "15:00", "2025-03-29T15:00:00Z"),
    ("Europe/London", "2025-03-30", "15:00", "2025-03-30T14:00:00Z"),
    ("Europe/Vienna", "2024-10-27", "12:00", "2024-10-27T11:00:00Z"),
    ("America/New_York", "2025-02-22", "21:30", "2025-02-23T02:30:00Z"),
    ("Australia/Sydney", "2024-10-18", "19:35", "2024-10-18T08:35:00Z"),
    ("Asia/Tokyo", "2025-01-01", "00:30", "2024-12-31T15:30:00Z"),
  ])
  func `a local time is the right instant on both sides of a clock change`(
    zone: String, date: String, time: String, expected: String
  ) throws {
    #expect(try utc(zone, date, time) == instant(expected))
  }

  @Test func `a skipped time counts from the offset before the change and a repeated one is the earlier`() throws {
    #expect(try utc("Europe/London", "2025-03-30", "01:30") == instant("2025-03-30T01:30:00Z"))
    #expect(try utc("Europe/London", "2024-10-27", "01:30") == instant("2024-10-27T00:30:00Z"))
  }

  @Test(arguments: ["2024-02-29", "1970-01-01", "2000-12-31", "1930-07-13", "2100-03-01"])
  func `days are counted as the calendar counts them`(text: String) throws {
    #expect(
      try Double(CivilDay(text).unwrapped.daysSince1970 * 86_400) == instant("\(text)T00:00:00Z").timeIntervalSince1970
    )
  }

  @Test(arguments: [
    "2023-02-29", "2024-00-10", "2024-04-31", "24-04-30", "2024-4-30", "2024-04-30x", "2100-02-29", "2024/04/30",
    "-024-04-30",
  ])
  func `impossible dates are refused`(text: String) {
    #expect(CivilDay(text) == nil)
  }

  @Test(arguments: [
    "24:00", "12:60", "1200", "12:0", "12:00 GMT", "12:00 UTC", "12:00 UTC-15", "12:00 UTC-3 x", "", "-1:00",
    "12:00 UTC+-3",
  ])
  func `impossible times are refused`(text: String) {
    #expect(KickOffTime(text) == nil)
  }
}
