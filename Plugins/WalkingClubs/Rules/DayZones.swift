import FieldhouseKit
import Foundation

/// The time zones in which somebody has been, and the days that follow from them: an instant belongs to the civil day that it is in
/// the zone of that instant. So whoever flies has a shorter or a longer day, and each instant is in exactly one.
///
/// Days are counted from 1970-01-01, instants in milliseconds since 1970.
struct DayZones: Sendable, Hashable {
  struct Stay: Sendable, Hashable {
    var from: Int64
    var zone: TimeZone
  }

  /// The first holds for all that was before, too.
  private let stays: [Stay]

  /// - Parameter stays: one or more, in any order; without any it is UTC.
  init(_ stays: [Stay]) {
    let sorted = stays.sorted { $0.from < $1.from }
    self.stays = sorted.isEmpty ? [Stay(from: 0, zone: .gmt)] : sorted
  }

  /// The zone at an instant.
  func zone(at instant: Int64) -> TimeZone { (stays.last { $0.from <= instant } ?? stays[0]).zone }

  func day(of instant: Int64) -> Int { zone(at: instant).day(of: Date(millisecondsSince1970: instant)) }

  /// The first instant that belongs to a later day.
  func end(of day: Int) -> Int64 {
    for (index, stay) in stays.enumerated() {
      let from = index == 0 ? Int64.min : stay.from
      let before = index + 1 < stays.count ? stays[index + 1].from : Int64.max
      let end = max(stay.zone.beginning(of: day + 1).millisecondsSince1970, from)
      if end < before { return end }
    }
    return stays[stays.count - 1].zone.beginning(of: day + 1).millisecondsSince1970
  }

  /// A span in which all instants of some days lie, whatever the zones are.
  static func span(of days: ClosedRange<Int>) -> Range<Int64> {
    let hours: Int64 = 3_600_000
    return (Int64(days.lowerBound) * 24 - 14) * hours..<(Int64(days.upperBound + 1) * 24 + 12) * hours
  }
}

extension TimeZone {
  /// The name that browsers give it, too: of UTC Foundation knows another one.
  var name: String { identifier == "GMT" ? "UTC" : identifier }

  /// The zone of a name; nil where there is none, and for one that is further from UTC than any place on earth, such as `GMT+18`.
  static func onEarth(_ name: String) -> TimeZone? {
    guard let zone = TimeZone(identifier: name),
      (-12 * 3_600...14 * 3_600).contains(zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0)))
    else { return nil }
    return zone
  }

  /// The day that it is at an instant, counted from 1970-01-01.
  func day(of instant: Date) -> Int {
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + secondsFromGMT(for: instant)
    return Int((Double(local) / 86_400).rounded(.down))
  }

  /// The first second of a day: midnight, or what follows it where the clocks skip midnight. Offsets from UTC lie within −12 and
  /// +14 hours, so that it is found between them by halving.
  func beginning(of day: Int) -> Date {
    var (before, behind) = (day * 86_400 - 15 * 3_600, day * 86_400 + 13 * 3_600)
    while behind - before > 1 {
      let middle = before + (behind - before) / 2
      if self.day(of: Date(timeIntervalSince1970: Double(middle))) < day { before = middle } else { behind = middle }
    }
    return Date(timeIntervalSince1970: Double(behind))
  }
}

extension CivilDay {
  /// The text of a day that is counted from 1970-01-01, such as `2025-08-15`.
  static func text(_ day: Int) -> String { CivilDay(daysSince1970: day).description }
}
