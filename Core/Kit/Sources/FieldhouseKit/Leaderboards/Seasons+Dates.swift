public import Foundation

extension BoardDeclaration.Seasons {
  /// The id of the season an instant falls into: `all`, `2026-11-21`, `2026-W47` (ISO 8601 weeks, from Monday),
  /// `2026-11` or `2026`; days begin at 00:00 UTC, instants are rounded to the millisecond. Nil for `manual` seasons and
  /// for instants whose year, or whose week's year, is not from 0 to 9999.
  public func season(at instant: Date) -> String? {
    switch name {
    case "none": "all"
    case "daily": Self.day(instant)
    case "weekly": Self.week(instant)
    case "monthly": Self.day(instant).map { String($0.prefix(7)) }
    case "yearly": Self.day(instant).map { String($0.prefix(4)) }
    default: nil
    }
  }

  private static func day(_ instant: Date) -> String? { RFC3339.string(from: instant).map { String($0.prefix(10)) } }

  /// The week belongs to the year that its Thursday is in.
  private static func week(_ instant: Date) -> String? {
    guard day(instant) != nil else { return nil }
    let milliseconds = (instant.timeIntervalSince1970 * 1000).rounded()
    let days = Int((milliseconds / 86_400_000).rounded(.down))
    let weekday = ((days + 3) % 7 + 7) % 7
    let thursday = Date(timeIntervalSince1970: Double(days - weekday + 3) * 86_400)
    guard let year = Self.day(thursday)?.prefix(4), let newYear = RFC3339.date(from: "\(year)-01-01T00:00:00Z") else {
      return nil
    }
    let number = Int(thursday.timeIntervalSince(newYear) / 86_400) / 7 + 1
    return "\(year)-W\(number < 10 ? "0" : "")\(number)"
  }
}
