import FieldhouseNotifications
import FieldhouseTestSupport
import Foundation
import Testing

@Suite struct `Quiet hours where clocks are changed` {
  /// A night in which a zone's clocks are changed, with an instant shortly before.
  private static let changes = [
    ("Europe/Berlin", "2025-10-25T12:00:00Z"), ("Europe/Berlin", "2025-03-29T12:00:00Z"),
    ("America/New_York", "2025-11-01T16:00:00Z"), ("America/New_York", "2025-03-08T16:00:00Z"),
    // At midnight, from 1 back to 0 and from 0 on to 1.
    ("America/Havana", "2025-11-01T16:00:00Z"), ("America/Havana", "2025-03-08T16:00:00Z"),
    // By half an hour.
    ("Australia/Lord_Howe", "2025-04-05T01:00:00Z"), ("Asia/Kolkata", "2025-03-29T12:00:00Z"),
  ]

  private static let hours = [
    ("22:00", "07:00"), ("22:00", "02:30"), ("23:30", "00:45"), ("00:30", "02:10"), ("01:15", "01:45"),
    ("02:15", "02:45"), ("02:30", "07:00"), ("13:00", "12:00"),
  ]

  /// What a zone's clock shows, looked at minute by minute.
  private struct Watch {
    /// The first minute, since 1970.
    let start: Int
    /// What the clock shows then and in each minute behind, in minutes since the beginning of 1970 there.
    let shown: [Int]

    init(_ zone: TimeZone, around instant: Int) {
      let start = instant / 60 - 4 * 1_440
      self.start = start
      shown = (0..<8 * 1_440).map { minute in
        let instant = 60 * (start + minute)
        return (instant + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))) / 60
      }
    }

    /// When the clock first shows a time, or has passed it.
    func first(_ time: Int) -> Int { start + (shown.firstIndex { $0 >= time } ?? shown.count) }

    /// From when to when quiet hours last that begin on each of some days.
    func spans(from: Int, to: Int) -> [Range<Int>] {
      let day = shown[shown.count / 2] / 1_440
      return (day - 2...day + 2).map { day in
        let (begin, end) = (first(day * 1_440 + from), first((from < to ? day : day + 1) * 1_440 + to))
        return begin..<max(begin, end)
      }
    }
  }

  private static func minutes(_ text: String) -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return parts[0] * 60 + parts[1]
  }

  @Test(.tags(.pl50, .pl80), arguments: changes) func `end once, when the clocks first show or pass their end`(
    zone: String, start: String
  ) throws {
    let begin = Int(try #require(ISO8601DateFormatter().date(from: start)).timeIntervalSince1970) / 60
    let watch = Watch(try #require(TimeZone(identifier: zone)), around: 60 * begin)
    for (first, last) in Self.hours {
      let (from, to) = (Self.minutes(first), Self.minutes(last))
      let (hours, spans) = (QuietHours(from: first, to: last, zone: zone), watch.spans(from: from, to: to))
      for minute in stride(from: begin, to: begin + 26 * 60, by: 15) {
        let clock = watch.shown[minute - watch.start] % 1_440
        let isQuiet = from < to ? (from..<to).contains(clock) : clock >= from || clock < to
        let wanted = isQuiet ? spans.first { $0.contains(minute) }?.upperBound : nil
        let found = hours.end(at: Date(timeIntervalSince1970: 60 * Double(minute)))
        #expect(found.map { Int($0.timeIntervalSince1970) / 60 } == wanted, "\(first)-\(last) at minute \(minute)")
      }
    }
  }

  /// In the night to 26 October 2025 it is half past two twice in Berlin, at 00:30 and at 01:30 UTC.
  @Test(.tags(.pl50))
  func `do not begin again where half past two comes twice`() throws {
    let hours = QuietHours(from: "22:00", to: "02:30", zone: "Europe/Berlin")
    let date = { (text: String) in try #require(ISO8601DateFormatter().date(from: text)) }
    #expect(hours.end(at: try date("2025-10-26T00:29:59Z")) == (try date("2025-10-26T00:30:00Z")))
    for text in ["2025-10-26T00:30:00Z", "2025-10-26T01:00:00Z", "2025-10-26T01:29:00Z", "2025-10-26T12:00:00Z"] {
      #expect(hours.end(at: try date(text)) == nil, "\(text)")
    }
    #expect(hours.end(at: try date("2025-10-26T21:00:00Z")) == (try date("2025-10-27T01:30:00Z")))
  }
}
