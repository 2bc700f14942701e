import FieldhouseKit
import Foundation
import Testing

@testable import SoccerPredictions

@Suite struct `The hour of a kick-off` {
  /// The instants at which clocks of a zone show a time, by trying every offset that the zone has within two days of it; where none does,
  /// that of the offset before the clocks were put on.
  private func instants(_ wall: Date, in zone: TimeZone) -> (all: [Date], skipped: Date) {
    let offsets = Set((-8...8).map { zone.secondsFromGMT(for: wall + Double($0) * 6 * 3600) })
    let all = offsets.map { wall - Double($0) }.filter {
      Double(zone.secondsFromGMT(for: $0)) == wall.timeIntervalSince($0)
    }
    return (all.sorted(), wall - Double(offsets.min() ?? 0))
  }

  private func offset(_ day: Int, in zone: TimeZone) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(day) * 86_400))
  }

  /// Among them one with half an hour of summer time, one that changed at midnight and one that left out a day.
  @Test(
    arguments: [
      "Europe/London", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Asia/Tehran",
      "Africa/Casablanca", "Pacific/Auckland", "America/St_Johns", "Asia/Kathmandu",
    ])
  func `is the first instant at which the clocks show it, on and around each day on which they are changed`(
    name: String
  ) throws {
    let zone = try TimeZone(identifier: name).unwrapped
    let clock = KickOffClock(zone: zone)
    // From 1 January 2010 to 31 December 2012.
    let changes = (14_610...15_705).filter { offset($0, in: zone) != offset($0 + 1, in: zone) }
    #expect(changes.count >= 4 || name == "Asia/Kathmandu")
    let days = Set(changes.flatMap { $0 - 1...$0 + 1 }).union([15_000])
    var (skipped, repeated) = (0, 0)
    for day in days.sorted() {
      for minutes in stride(from: 0, to: 1440, by: 30) {
        let wall = Date(timeIntervalSince1970: Double(day * 86_400 + minutes * 60))
        let (all, before) = instants(wall, in: zone)
        if all.isEmpty { skipped += 1 }
        if all.count > 1 { repeated += 1 }
        let found = clock.instant(CivilDay(daysSince1970: day), KickOffTime(minutes: minutes))
        #expect(found == all.first ?? before, "\(name) \(wall)")
      }
    }
    #expect(name == "Asia/Kathmandu" || skipped > 0 && repeated > 0)
  }

  @Test(
    arguments: [
      ("UTC+0", 0), ("UTC-0", 0), ("UTC+5:30", 330), ("UTC-3:30", -210), ("UTC+14", 840), ("UTC-12", -720),
      ("UTC+14:00", 840), ("UTC+05:45", 345),
    ])
  func `may come with the offset from UTC, in hours or in hours and minutes`(text: String, minutes: Int) {
    #expect(KickOffTime.offset(text) == minutes)
    #expect(KickOffTime("17:05 \(text)") == KickOffTime(minutes: 1025, utcOffset: minutes))
  }

  @Test(
    arguments: [
      "UTC+14:01", "UTC+14:30", "UTC+15", "UTC-12:01", "UTC-13", "UTC-14", "UTC+5:60", "UTC+5:3", "UTC+", "UTC3",
      "GMT+1", "UTC+1.5", "UTC+٣", "utc+1",
    ])
  func `has no offset that no place on earth has, or that is written otherwise`(text: String) {
    #expect(KickOffTime.offset(text) == nil)
    #expect(KickOffTime("17:00 \(text)") == nil)
  }

  @Test(arguments: [("0:00", 0), ("00:00", 0), ("9:05", 545), ("23:59", 1439), (" 20:00 ", 1200)])
  func `is one of the day's minutes`(text: String, minutes: Int) {
    #expect(KickOffTime(text) == KickOffTime(minutes: minutes))
  }
}
