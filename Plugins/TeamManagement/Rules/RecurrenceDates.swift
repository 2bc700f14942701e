public import Foundation

/// The dates of a rule as texts, for comparing them with those of other programs.
public enum RecurrenceDates {
  /// - Parameters:
  ///   - rule: such as `FREQ=WEEKLY;BYDAY=TU,TH` (RFC 5545).
  ///   - first: the first time on the wall, such as `20250902T180000`.
  ///   - most: how many dates at most.
  /// - Returns: instants such as `20250902T160000Z`; nil for what is no rule of a series, or no such time.
  public static func instants(of rule: String, from first: String, in zone: TimeZone, most: Int) -> [String]? {
    guard let rule = RecurrenceRule(rule), let first = WallTime.date(first) else { return nil }
    return Recurrence(rule: rule, zone: zone).instants(from: first, most: most).map(CalendarText.time)
  }
}
