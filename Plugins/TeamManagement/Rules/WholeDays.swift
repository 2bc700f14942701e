import Foundation

/// The days that something without hours takes, where it takes place: from the beginning of the first one to that of the day after
/// the last one. A day begins at midnight, or when clocks are put forward over it.
struct WholeDays: Sendable, Equatable {
  /// In days since 1970, up to the day after the last one.
  let days: Range<Int>
  let zone: TimeZone

  /// The days that a span of time touches, at least the one in which it begins.
  init(from start: Date, to end: Date, in zone: TimeZone) {
    let (first, last) = (Self.day(of: start, in: zone), Self.day(of: end, in: zone))
    let isTouched = Self.beginning(of: last, in: zone) < end
    self.init(first..<max(first + 1, isTouched ? last + 1 : last), in: zone)
  }

  private init(_ days: Range<Int>, in zone: TimeZone) { (self.days, self.zone) = (days, zone) }

  var startsAt: Date { Self.beginning(of: days.lowerBound, in: zone) }
  var endsAt: Date { Self.beginning(of: days.upperBound, in: zone) }

  /// As many from the day of an instant on.
  func moved(to instant: Date) -> WholeDays {
    let first = Self.day(of: instant, in: zone)
    return WholeDays(first..<first + days.count, in: zone)
  }

  /// The day that clocks of a zone show at an instant, in days since 1970.
  static func day(of instant: Date, in zone: TimeZone) -> Int {
    Int((WallTime.wall(of: instant, in: zone).timeIntervalSince1970 / 86_400).rounded(.down))
  }

  private static func beginning(of day: Int, in zone: TimeZone) -> Date {
    WallTime.instant(of: Date(timeIntervalSince1970: Double(day) * 86_400), in: zone)
  }
}
