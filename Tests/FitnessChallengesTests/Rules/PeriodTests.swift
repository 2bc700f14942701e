import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `A day of a challenge` {
  /// The zone, the day, when it begins and when its 24 hours of grace end.
  private static let cases: [(zone: String, day: String, begins: String, closes: String)] = [
    ("UTC", "2025-08-15", "2025-08-15T00:00:00Z", "2025-08-17T00:00:00Z"),
    ("America/New_York", "2025-08-15", "2025-08-15T04:00:00Z", "2025-08-17T04:00:00Z"),
    ("America/New_York", "2025-01-15", "2025-01-15T05:00:00Z", "2025-01-17T05:00:00Z"),
    // The clocks go forward: the day has 23 hours, and the 24 hours behind the day before end at 1 o'clock by them.
    ("America/New_York", "2025-03-08", "2025-03-08T05:00:00Z", "2025-03-10T05:00:00Z"),
    ("America/New_York", "2025-03-09", "2025-03-09T05:00:00Z", "2025-03-11T04:00:00Z"),
    // They go back: the day has 25 hours.
    ("America/New_York", "2025-11-01", "2025-11-01T04:00:00Z", "2025-11-03T04:00:00Z"),
    ("America/New_York", "2025-11-02", "2025-11-02T04:00:00Z", "2025-11-04T05:00:00Z"),
    ("Europe/Berlin", "2025-03-30", "2025-03-29T23:00:00Z", "2025-03-31T22:00:00Z"),
    ("Europe/Berlin", "2025-10-26", "2025-10-25T22:00:00Z", "2025-10-27T23:00:00Z"),
    ("Asia/Kolkata", "2025-08-15", "2025-08-14T18:30:00Z", "2025-08-16T18:30:00Z"),
    ("Asia/Kathmandu", "2025-08-15", "2025-08-14T18:15:00Z", "2025-08-16T18:15:00Z"),
    // Half an hour of daylight saving.
    ("Australia/Lord_Howe", "2025-04-06", "2025-04-05T13:00:00Z", "2025-04-07T13:30:00Z"),
    ("Australia/Lord_Howe", "2025-10-05", "2025-10-04T13:30:00Z", "2025-10-06T13:00:00Z"),
    ("America/St_Johns", "2025-08-15", "2025-08-15T02:30:00Z", "2025-08-17T02:30:00Z"),
    // Midnight is skipped, and comes twice.
    ("Asia/Beirut", "2025-03-30", "2025-03-29T22:00:00Z", "2025-03-31T21:00:00Z"),
    ("Asia/Beirut", "2025-10-26", "2025-10-25T22:00:00Z", "2025-10-27T22:00:00Z"),
    ("Asia/Tehran", "2025-08-15", "2025-08-14T20:30:00Z", "2025-08-16T20:30:00Z"),
    ("Australia/Adelaide", "2025-04-06", "2025-04-05T13:30:00Z", "2025-04-07T14:30:00Z"),
    ("Australia/Adelaide", "2025-10-05", "2025-10-04T14:30:00Z", "2025-10-06T13:30:00Z"),
    ("Pacific/Chatham", "2025-04-06", "2025-04-05T10:15:00Z", "2025-04-07T11:15:00Z"),
    ("Pacific/Chatham", "2025-09-28", "2025-09-27T11:15:00Z", "2025-09-29T10:15:00Z"),
    ("America/St_Johns", "2025-03-09", "2025-03-09T03:30:00Z", "2025-03-11T02:30:00Z"),
    ("America/St_Johns", "2025-11-02", "2025-11-02T02:30:00Z", "2025-11-04T03:30:00Z"),
    ("Pacific/Kiritimati", "2025-08-15", "2025-08-14T10:00:00Z", "2025-08-16T10:00:00Z"),
    ("Etc/GMT+12", "2025-08-15", "2025-08-15T12:00:00Z", "2025-08-17T12:00:00Z"),
  ]

  @Test(.tags(.fc14))
  func `begins at its zone's midnight and closes 24 hours behind its end, exact to the millisecond on both sides`()
    throws
  {
    for (name, text, begins, closes) in Self.cases {
      let zone = try #require(TimeZone(identifier: name))
      let day = try #require(CivilDay(text)).daysSince1970
      let (first, last) = (try #require(RFC3339.date(from: begins)), try #require(RFC3339.date(from: closes)))
      let period = Period(start: day - 3, length: 30, zone: zone, graceHours: 24)
      #expect(zone.beginning(of: day) == first, "\(name) \(text)")
      #expect(period.closing(of: day) == last, "\(name) \(text)")
      let tick = 0.001
      #expect(period.objection(to: day, at: first.addingTimeInterval(-tick)) == .early, "\(name) \(text)")
      #expect(period.objection(to: day, at: first) == nil, "\(name) \(text)")
      #expect(period.objection(to: day, at: last.addingTimeInterval(-tick)) == nil, "\(name) \(text)")
      #expect(period.objection(to: day, at: last) == nil, "\(name) \(text)")
      #expect(period.objection(to: day, at: last.addingTimeInterval(tick)) == .late, "\(name) \(text)")
    }
  }

  @Test(.tags(.fc14)) func `is none of the challenge before the first and behind the last one`() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let period = Period(start: 20_000, length: 3, zone: zone, graceHours: 24)
    let noon = zone.beginning(of: 20_003).addingTimeInterval(43_200)
    #expect(
      [19_999, 20_000, 20_001, 20_002, 20_003].map { period.objection(to: $0, at: noon) } == [
        .outside, .late, .late, nil, .outside,
      ])
    #expect(period.open(at: noon) == [20_002])
    #expect(period.open(at: zone.beginning(of: 20_001).addingTimeInterval(60)) == [20_001, 20_000])
    #expect(period.open(at: zone.beginning(of: 19_999)).isEmpty)
    #expect(period.open(at: period.closesAt.addingTimeInterval(0.001)).isEmpty)
  }

  /// The challenge's zone, where the person is, the day, the day that it is there, and whether it can be written down.
  private static let travellers:
    [(home: String, away: String, day: String, there: String, instant: String, objection: Period.Objection?)] = [
      ("America/New_York", "Asia/Tokyo", "2025-08-15", "2025-08-17", "2025-08-16T18:00:00Z", nil),
      ("America/New_York", "Asia/Tokyo", "2025-08-15", "2025-08-17", "2025-08-17T04:00:00Z", nil),
      ("America/New_York", "Asia/Tokyo", "2025-08-15", "2025-08-17", "2025-08-17T04:00:00.001Z", .late),
      // It is the day before still where the challenge is.
      ("America/New_York", "Asia/Tokyo", "2025-08-15", "2025-08-15", "2025-08-15T03:59:59.999Z", .early),
      ("America/New_York", "Asia/Tokyo", "2025-08-15", "2025-08-15", "2025-08-15T04:00:00Z", nil),
      // Over the date line: the day is over where the challenge is, and has not begun where the person is.
      ("Pacific/Kiritimati", "Pacific/Pago_Pago", "2025-08-15", "2025-08-14", "2025-08-15T10:00:00Z", nil),
      ("Pacific/Kiritimati", "Pacific/Pago_Pago", "2025-08-15", "2025-08-15", "2025-08-16T10:00:00Z", nil),
      ("Pacific/Kiritimati", "Pacific/Pago_Pago", "2025-08-15", "2025-08-15", "2025-08-16T10:00:00.001Z", .late),
      ("Pacific/Pago_Pago", "Pacific/Kiritimati", "2025-08-15", "2025-08-16", "2025-08-15T10:59:59.999Z", .early),
      ("Pacific/Pago_Pago", "Pacific/Kiritimati", "2025-08-15", "2025-08-18", "2025-08-17T11:00:00Z", nil),
      ("Pacific/Pago_Pago", "Pacific/Kiritimati", "2025-08-15", "2025-08-18", "2025-08-17T11:00:00.001Z", .late),
      // Half an hour beside whole ones, and daylight saving at home alone.
      ("Asia/Kolkata", "Europe/London", "2025-03-30", "2025-03-31", "2025-03-31T18:30:00Z", nil),
      ("Asia/Kolkata", "Europe/London", "2025-03-30", "2025-03-31", "2025-03-31T18:30:00.001Z", .late),
      ("Europe/Berlin", "Asia/Kolkata", "2025-03-30", "2025-04-01", "2025-03-31T22:00:00Z", nil),
      ("Europe/Berlin", "Asia/Kolkata", "2025-03-30", "2025-04-01", "2025-03-31T22:00:00.001Z", .late),
    ]

  @Test(.tags(.fc14)) func `is closed for whoever travels as for everybody: the challenge's zone alone counts`() throws
  {
    for (home, away, day, there, instant, objection) in Self.travellers {
      let (home, away) = (
        try #require(TimeZone(identifier: home)), try #require(TimeZone(identifier: away))
      )
      let day = try #require(CivilDay(day)).daysSince1970
      let instant = try #require(RFC3339.date(from: instant))
      let period = Period(start: day - 1, length: 3, zone: home, graceHours: 24)
      #expect(CivilDay.text(away.day(of: instant)) == there, "\(away) \(instant)")
      #expect(period.objection(to: day, at: instant) == objection, "\(home) \(away) \(instant)")
    }
  }

  @Test func `begins one after the other in every zone of three years`() {
    for name in ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran"] {
      let zone = TimeZone(identifier: name) ?? .gmt
      for day in 19_700..<20_800 {
        let hours = zone.beginning(of: day + 1).timeIntervalSince(zone.beginning(of: day)) / 3_600
        #expect((22.0...26.0).contains(hours), "\(name) \(day)")
        #expect(
          zone.day(of: zone.beginning(of: day)) == day
            && zone.day(of: zone.beginning(of: day).addingTimeInterval(-1)) == day - 1)
      }
    }
  }
}
