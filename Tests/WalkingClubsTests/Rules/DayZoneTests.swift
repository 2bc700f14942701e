import FieldhouseKit
import Foundation
import Testing

@testable import WalkingClubs

@Suite struct `Days in zones` {
  private static func ms(_ text: String) throws -> Int64 {
    try #require(RFC3339.date(from: text)).millisecondsSince1970
  }
  private static func zones(_ stays: [(String, String)]) throws -> DayZones {
    DayZones(try stays.map { DayZones.Stay(from: try ms($0.0), zone: try #require(TimeZone(identifier: $0.1))) })
  }

  @Test func `are civil days of where one is, also when the clocks change`() throws {
    let amsterdam = try Self.zones([("2025-01-01T00:00:00Z", "Europe/Amsterdam")])
    let spring = try #require(CivilDay("2025-03-30")).daysSince1970
    #expect(amsterdam.day(of: try Self.ms("2025-03-29T22:59:59Z")) == spring - 1)
    #expect(amsterdam.day(of: try Self.ms("2025-03-29T23:00:00Z")) == spring)
    #expect(amsterdam.end(of: spring) == (try Self.ms("2025-03-30T22:00:00Z")), "23 hours")
    let autumn = try #require(CivilDay("2025-10-26")).daysSince1970
    #expect(amsterdam.end(of: autumn - 1) == (try Self.ms("2025-10-25T22:00:00Z")))
    #expect(amsterdam.end(of: autumn) == (try Self.ms("2025-10-26T23:00:00Z")), "25 hours")
    #expect(
      amsterdam.day(of: try Self.ms("2020-01-01T00:00:00Z")) == CivilDay("2020-01-01")?.daysSince1970,
      "before the first word, too")
  }

  @Test func `are shorter or longer for who travels, and no instant is in two of them or in none`() throws {
    let travel = try Self.zones([
      ("2025-08-01T00:00:00Z", "Europe/Amsterdam"), ("2025-08-15T15:00:00Z", "America/Los_Angeles"),
      ("2025-08-20T20:00:00Z", "Asia/Tokyo"),
    ])
    let west = try #require(CivilDay("2025-08-15")).daysSince1970
    #expect(travel.end(of: west) == (try Self.ms("2025-08-16T07:00:00Z")), "33 hours to the west")
    let east = try #require(CivilDay("2025-08-20")).daysSince1970
    #expect(travel.end(of: east) == (try Self.ms("2025-08-20T20:00:00Z")), "ended by the arrival")
    #expect(travel.day(of: try Self.ms("2025-08-20T20:00:00Z")) == east + 1)
    var instant = try Self.ms("2025-08-13T00:00:00Z")
    var last = travel.day(of: instant)
    while instant < (try Self.ms("2025-08-23T00:00:00Z")) {
      let day = travel.day(of: instant)
      #expect(day == last || day == last + 1)
      #expect(instant < travel.end(of: day) && instant >= travel.end(of: day - 1))
      #expect(DayZones.span(of: day...day).contains(instant))
      (last, instant) = (day, instant + 600_000)
    }
  }
}
