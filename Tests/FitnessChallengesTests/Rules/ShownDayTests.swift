import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import FitnessChallenges

@Suite struct `The day that an activity shows` {
  private static func activity(_ start: String, _ end: String) throws -> Activity {
    let (start, end) = (try #require(RFC3339.date(from: start)), try #require(RFC3339.date(from: end)))
    return Activity(
      id: "a", kind: .run, source: .gps, evidence: .track, start: start.milliseconds, end: end.milliseconds,
      seconds: Int(end.timeIntervalSince(start)), metres: 9_000, received: end.milliseconds)
  }

  /// The days from 2025-08-14 on, of a week, that it shows.
  private static func days(
    _ start: String, _ end: String, in zone: String, from first: String = "2025-08-14"
  ) throws -> [String] {
    let (activity, zone) = (try activity(start, end), try #require(TimeZone(identifier: zone)))
    let day = try #require(CivilDay(first)).daysSince1970
    return (day..<day + 7).filter {
      activity.objection(toShowing: 1_000, of: .whole, unit: "", on: $0, in: zone) == nil
    }.map(CivilDay.text)
  }

  @Test func `is the one in the challenge's zone on which it took place, or both where it goes over midnight`() throws {
    let (start, end) = ("2025-08-15T23:30:00Z", "2025-08-16T00:30:00Z")
    #expect(try Self.days(start, end, in: "UTC") == ["2025-08-15", "2025-08-16"])
    #expect(try Self.days(start, end, in: "America/New_York") == ["2025-08-15"])
    #expect(try Self.days(start, end, in: "Asia/Tokyo") == ["2025-08-16"])
    #expect(try Self.days(start, "2025-08-16T00:00:00Z", in: "UTC") == ["2025-08-15"], "what ends at midnight")
    #expect(try Self.days(start, "2025-08-16T00:00:00.001Z", in: "UTC") == ["2025-08-15", "2025-08-16"])
    #expect(try Self.days("2025-08-16T00:00:00Z", end, in: "UTC") == ["2025-08-16"], "what begins at midnight")
    #expect(
      try Self.days(start, "2025-08-17T12:00:00Z", in: "UTC") == ["2025-08-15", "2025-08-16", "2025-08-17"])
  }

  @Test func `ends at midnight by the clocks, also where they change`() throws {
    // The clocks of Berlin go back on 2025-10-26: that day ends 25 hours behind its begin, at 23:00 of UTC.
    let zone = "Europe/Berlin"
    #expect(
      try Self.days("2025-10-26T22:30:00Z", "2025-10-26T23:00:00Z", in: zone, from: "2025-10-24") == ["2025-10-26"])
    #expect(
      try Self.days("2025-10-26T22:30:00Z", "2025-10-26T23:00:01Z", in: zone, from: "2025-10-24")
        == ["2025-10-26", "2025-10-27"])
    #expect(
      try Self.days("2025-10-25T21:59:00Z", "2025-10-25T22:01:00Z", in: zone, from: "2025-10-24")
        == ["2025-10-25", "2025-10-26"])
  }

  @Test func `is asked before what it shows, and only what it measures is held against an entry`() throws {
    let activity = try Self.activity("2025-08-15T08:00:00Z", "2025-08-15T09:00:00Z")
    let day = try #require(CivilDay("2025-08-15")).daysSince1970
    func objection(_ value: Int64, _ measure: Measure, _ unit: String = "", on day: Int) -> String? {
      activity.objection(toShowing: value * 1_000, of: measure, unit: unit, on: day, in: .gmt)
    }
    #expect(objection(9, .distance, "KM", on: day) == nil)
    #expect(objection(10, .distance, "Km", on: day) == "The activity is 9000 m long.")
    #expect(objection(6, .distance, "Mi", on: day) == "The activity is 9000 m long.", "six miles are 9,656 m")
    #expect(objection(5, .distance, "mi", on: day) == nil)
    #expect(objection(61, .duration, on: day) == "The activity is 60 minutes long.")
    #expect(objection(60, .duration, on: day) == nil)
    #expect(objection(100_000, .decimal, "kg", on: day) == nil)
    #expect(objection(10, .distance, "km", on: day + 1) == "The activity is not of this day.")
  }
}
