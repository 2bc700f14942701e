import FieldhouseKit
import Foundation

/// The days on which somebody takes part, in the time zone of the challenge. Days are counted from 1970-01-01.
struct Period: Hashable, Sendable {
  /// The first day.
  let start: Int
  let length: Int
  let zone: TimeZone
  /// For how many hours behind its end a day can be written down, of 3,600 seconds each whatever the clocks do.
  let graceHours: Int

  /// The last day.
  var end: Int { start + length - 1 }
  /// The last instant at which something can be written down: a millisecond later nothing can any more.
  var closesAt: Date { closing(of: end) }

  /// The last instant at which something of a day can be written down: that many hours behind the day's end.
  func closing(of day: Int) -> Date { zone.beginning(of: day + 1).addingTimeInterval(Double(graceHours) * 3_600) }

  /// Why nothing of a day can be written down at an instant; nil when it can.
  func objection(to day: Int, at instant: Date) -> Objection? {
    guard (start...end).contains(day) else { return .outside }
    guard day <= zone.day(of: instant) else { return .early }
    return instant.milliseconds > closing(of: day).milliseconds ? .late : nil
  }

  /// The days of which something can be written down at an instant, the latest first.
  func open(at instant: Date) -> [Int] { openDays(at: instant).map(\.day) }

  /// The days of which something can be written down at an instant, the latest first, each with the last instant at which it
  /// can.
  func openDays(at instant: Date) -> [(day: Int, closesAt: Date)] {
    let today = min(zone.day(of: instant), end)
    let first = max(start, today - graceHours / 24 - 2)
    var found: [(day: Int, closesAt: Date)] = []
    for day in stride(from: today, through: first, by: -1) {
      let closesAt = closing(of: day)
      // Earlier days close earlier.
      guard instant.milliseconds <= closesAt.milliseconds else { break }
      found.append((day, closesAt))
    }
    return found
  }

  enum Objection: Sendable {
    /// The day is not one of the period.
    case outside
    /// The day has not begun.
    case early
    /// The day has been over for too long.
    case late
  }
}

extension TimeZone {
  /// The day that it is at an instant, counted from 1970-01-01.
  func day(of instant: Date) -> Int {
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + secondsFromGMT(for: instant)
    return Int((Double(local) / 86_400).rounded(.down))
  }

  /// The first second of a day: midnight, or what follows it where the clocks skip midnight. Offsets from UTC lie within −12 and
  /// +14 hours, so that it is found between them by halving, or at once where the clocks do not change in between.
  func beginning(of day: Int) -> Date {
    var (before, behind) = (day * 86_400 - 15 * 3_600, day * 86_400 + 13 * 3_600)
    let offset = secondsFromGMT(for: Date(timeIntervalSince1970: Double(before)))
    if offset == secondsFromGMT(for: Date(timeIntervalSince1970: Double(behind))) {
      return Date(timeIntervalSince1970: Double(day * 86_400 - offset))
    }
    while behind - before > 1 {
      let middle = before + (behind - before) / 2
      if self.day(of: Date(timeIntervalSince1970: Double(middle))) < day { before = middle } else { behind = middle }
    }
    return Date(timeIntervalSince1970: Double(behind))
  }
}

extension Date {
  /// Whole milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }
}

extension CivilDay {
  /// The text of a day that is counted from 1970-01-01, such as `2025-08-15`.
  static func text(_ day: Int) -> String { CivilDay(daysSince1970: day).description }
}
