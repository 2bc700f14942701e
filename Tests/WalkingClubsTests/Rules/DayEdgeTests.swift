import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `The edges of days` {
  private static func instant(_ text: String) throws -> Date { try #require(RFC3339.date(from: text)) }
  private static func day(_ text: String) throws -> Int { try #require(CivilDay(text)).daysSince1970 }
  private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

  /// Clocks that skip midnight are those of Egypt, Lebanon and Cuba in spring, by the time zone database of IANA.
  @Test(arguments: [
    ("Africa/Cairo", "2025-04-25", "2025-04-24T22:00:00Z"), ("Asia/Beirut", "2025-03-30", "2025-03-29T22:00:00Z"),
    ("America/Havana", "2025-03-09", "2025-03-09T05:00:00Z"), ("Europe/Lisbon", "2025-03-30", "2025-03-30T00:00:00Z"),
    ("Asia/Kathmandu", "2025-08-15", "2025-08-14T18:15:00Z"), ("Pacific/Chatham", "2025-01-01", "2024-12-31T10:15:00Z"),
    ("Pacific/Kiritimati", "2025-01-01", "2024-12-31T10:00:00Z"), ("Etc/GMT+12", "2025-01-01", "2025-01-01T12:00:00Z"),
    ("America/Sao_Paulo", "1969-12-31", "1969-12-31T03:00:00Z"),
  ])
  func `are midnight, or what follows it where the clocks skip it`(zone: String, day: String, begins: String) throws {
    let (zone, day, begins) = (try Self.zone(zone), try Self.day(day), try Self.instant(begins))
    #expect(zone.beginning(of: day) == begins)
    #expect(zone.day(of: begins) == day && zone.day(of: begins.addingTimeInterval(-0.001)) == day - 1)
  }

  @Test func `fall together where a whole day is left out, as on Samoa in 2011`() throws {
    // At the end of 29 December the clocks of Samoa went on to the beginning of the 31st, which is 10:00 in UTC.
    let (zone, left) = (try Self.zone("Pacific/Apia"), try Self.day("2011-12-30"))
    let jump = try Self.instant("2011-12-30T10:00:00Z")
    #expect(zone.beginning(of: left) == jump && zone.beginning(of: left + 1) == jump)
    #expect(zone.day(of: jump.addingTimeInterval(-1)) == left - 1 && zone.day(of: jump) == left + 1)
    let zones = DayZones([DayZones.Stay(from: 0, zone: zone)])
    #expect(zones.end(of: left - 1) == jump.millisecondsSince1970, "the day before has its 24 hours")
    #expect(zones.end(of: left) == jump.millisecondsSince1970)
  }

  /// Zones of all kinds: whole and broken hours, summer time in either half of the year, none at all.
  private static let names = [
    "Europe/Amsterdam", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Tehran",
    "America/Santiago",
    "Africa/Cairo", "Pacific/Auckland", "Asia/Tokyo", "Pacific/Pago_Pago",
  ]

  @Test(arguments: names) func `are those of Foundation's calendar, day by day through a year`(name: String) throws {
    let zone = try Self.zone(name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let first = try Self.day("2025-01-01")
    for day in first..<first + 366 {
      let civil = CivilDay(daysSince1970: day)
      let noon = try #require(
        calendar.date(from: DateComponents(year: civil.year, month: civil.month, day: civil.day, hour: 12)))
      #expect(zone.beginning(of: day) == calendar.startOfDay(for: noon), "\(civil)")
      #expect(zone.day(of: noon) == day)
    }
  }

  @Test func `are found for whoever travels by looking at each quarter of an hour`() throws {
    var random = SeededRandom(seed: 37)
    let quarter: Int64 = 900_000
    let start = Int64(try Self.day("2025-03-26")) * 86_400_000
    for round in 0..<40 {
      let stays = try (0..<Int.random(in: 1...4, using: &random)).map { number in
        DayZones.Stay(
          from: number == 0 ? 0 : start + quarter * Int64.random(in: 0..<576, using: &random),
          zone: try Self.zone(Self.names[random.next(below: Self.names.count)]))
      }
      let zones = DayZones(stays.shuffled(using: &random))
      for day in [Int(start / 86_400_000) + 1, Int(start / 86_400_000) + 3] {
        var instant = DayZones.span(of: day...day).lowerBound - 86_400_000
        while zones.day(of: instant) <= day { instant += quarter }
        #expect(zones.end(of: day) == instant, "round \(round)")
      }
    }
  }

  @Test func `are UTC's without a word about zones, and lie within a span wherever one is`() throws {
    let nowhere = DayZones([])
    #expect(nowhere.day(of: 86_399_999) == 0 && nowhere.day(of: 86_400_000) == 1 && nowhere.day(of: -1) == -1)
    #expect(nowhere.end(of: 0) == 86_400_000)
    #expect(nowhere.zone(at: 0).name == "UTC")
    #expect(try Self.zone("Europe/Amsterdam").name == "Europe/Amsterdam")
    let span = DayZones.span(of: 10...12)
    let (east, west) = (try Self.zone("Pacific/Kiritimati"), try Self.zone("Etc/GMT+12"))
    #expect(span.lowerBound == Date(timeIntervalSince1970: 10 * 86_400 - 14 * 3_600).millisecondsSince1970)
    #expect(span.upperBound == west.beginning(of: 13).millisecondsSince1970)
    #expect(span.contains(east.beginning(of: 20_315).millisecondsSince1970 - 20_305 * 86_400_000))
  }

  @Test(arguments: [
    ("Europe/Amsterdam", true), ("Pacific/Kiritimati", true), ("Etc/GMT+12", true), ("UTC", true), ("GMT+14", true),
    ("GMT-12", true), ("GMT+18", false), ("GMT-1230", false), ("GMT+1401", false), ("Mars/Olympus", false), ("", false),
  ])
  func `begin nowhere further from UTC than on earth`(name: String, isThere: Bool) {
    #expect((TimeZone.onEarth(name) != nil) == isThere)
  }
}
