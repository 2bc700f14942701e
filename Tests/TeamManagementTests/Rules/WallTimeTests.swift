import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

@Suite struct `Times on the wall` {
  @Test(arguments: [
    ("20250902T180000", "Asia/Kathmandu", "2025-09-02T12:15:00Z"),
    ("20250902T000000", "Pacific/Kiritimati", "2025-09-01T10:00:00Z"),
    ("20250309T023000", "America/New_York", "2025-03-09T07:30:00Z"),
    ("20250309T030000", "America/New_York", "2025-03-09T07:00:00Z"),
    ("20251102T013000", "America/New_York", "2025-11-02T05:30:00Z"),
    ("20251102T020000", "America/New_York", "2025-11-02T07:00:00Z"),
    // Half an hour is left out, and shown twice, on Lord Howe Island.
    ("20251005T021500", "Australia/Lord_Howe", "2025-10-04T15:45:00Z"),
    ("20251005T023000", "Australia/Lord_Howe", "2025-10-04T15:30:00Z"),
    ("20250406T014500", "Australia/Lord_Howe", "2025-04-05T14:45:00Z"),
    ("20250406T020000", "Australia/Lord_Howe", "2025-04-05T15:30:00Z"),
    // Samoa left out 30 December 2011.
    ("20111229T230000", "Pacific/Apia", "2011-12-30T09:00:00Z"),
    ("20111230T120000", "Pacific/Apia", "2011-12-30T22:00:00Z"),
    ("20111231T000000", "Pacific/Apia", "2011-12-30T10:00:00Z"),
  ])
  func `are the instants that clocks of the place show them at`(wall: String, zone: String, instant: String) throws {
    let zone = try Instants.zone(zone)
    #expect(Instants.text(WallTime.instant(of: try #require(WallTime.date(wall)), in: zone)) == instant)
  }

  /// Looks at clocks every quarter of an hour until they show a time, or a later one, which is when they have left it out.
  private func looked(for wall: Date, in zone: TimeZone) -> Date {
    let quarter: TimeInterval = 900
    var instant = wall.addingTimeInterval(-30 * 3_600)
    var offset = zone.secondsFromGMT(for: instant)
    while WallTime.wall(of: instant, in: zone) < wall {
      offset = zone.secondsFromGMT(for: instant)
      instant.addTimeInterval(quarter)
    }
    return WallTime.wall(of: instant, in: zone) == wall ? instant : wall.addingTimeInterval(-Double(offset))
  }

  @Test(arguments: [
    ("Europe/Berlin", "20250330T000000"), ("Europe/Berlin", "20251026T000000"), ("America/New_York", "20250309T000000"),
    ("America/New_York", "20251102T000000"), ("Australia/Lord_Howe", "20251005T000000"),
    ("Australia/Lord_Howe", "20250406T000000"), ("Pacific/Apia", "20111230T000000"),
    ("America/Sao_Paulo", "20181104T000000"), ("America/Havana", "20251102T000000"),
    ("Africa/Casablanca", "20250223T000000"),
  ])
  func `are the first that clocks show around a change, or told by the offset before`(name: String, change: String)
    throws
  {
    var random = SeededRandom(seed: 3_305)
    let (zone, day) = (try Instants.zone(name), try #require(WallTime.date(change)))
    for _ in 1...40 {
      let wall = day.addingTimeInterval(Double(random.next(below: 240) - 120) * 900)
      #expect(WallTime.instant(of: wall, in: zone) == looked(for: wall, in: zone), "\(wall) in \(name)")
    }
  }

  @Test(arguments: ["20250902T18000", "20250902 180000", "2025090218000000", "20250902T250000", "20250832T180000", ""])
  func `are not read from what is none`(text: String) { #expect(WallTime.date(text) == nil) }
}

@Suite struct `Days without hours` {
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
  ])
  func `are those that a span touches, as calendars reckon them`(name: String) throws {
    var random = SeededRandom(seed: 31)
    let zone = try Instants.zone(name)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    // From 20 October 2018 on: clocks change in most of the places within the next weeks.
    let origin = Date(timeIntervalSince1970: 1_539_993_600)
    for _ in 1...60 {
      let start = origin.addingTimeInterval(Double(random.next(below: 30 * 24)) * 3_600)
      let end = start.addingTimeInterval(Double(1 + random.next(below: 100)) * 1_800)
      let days = WholeDays(from: start, to: end, in: zone)
      let (first, last) = (calendar.startOfDay(for: start), calendar.startOfDay(for: end))
      let isWhole = last == end && last > first
      let behind = try #require(isWhole ? last : calendar.date(byAdding: .day, value: 1, to: last))
      #expect(days.startsAt == first && days.endsAt == calendar.startOfDay(for: behind), "\(start) to \(end)")
    }
  }

  @Test func `are as many from another day on, however long each of them is`() throws {
    let zone = try Instants.zone("Europe/Berlin")
    let three = WholeDays(
      from: try Instants.at("2025-10-23T22:00:00Z"), to: try Instants.at("2025-10-26T23:00:00Z"), in: zone)
    #expect(three.days.count == 3 && three.endsAt.timeIntervalSince(three.startsAt) == 73 * 3_600)
    let later = three.moved(to: try Instants.at("2026-03-27T15:00:00Z"))
    #expect(Instants.text(later.startsAt) == "2026-03-26T23:00:00Z")
    #expect(Instants.text(later.endsAt) == "2026-03-29T22:00:00Z", "the last one has 23 hours")
  }

  @Test func `are one at least, that in which something begins`() throws {
    let (zone, noon) = (try Instants.zone("Europe/Berlin"), try Instants.at("2025-09-02T10:00:00Z"))
    for end in [noon, noon.addingTimeInterval(-86_400 * 3)] {
      let days = WholeDays(from: noon, to: end, in: zone)
      #expect(days.days.count == 1 && Instants.text(days.startsAt) == "2025-09-01T22:00:00Z")
    }
  }
}
