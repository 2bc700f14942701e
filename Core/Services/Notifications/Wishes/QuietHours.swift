internal import FieldhouseKit
public import Foundation

/// The hours of a day in which nothing is pushed to a person; the inbox takes everything meanwhile.
public struct QuietHours: Sendable, Hashable, Codable {
  /// When they begin, in the person's zone, `HH:MM` from 00:00 to 23:59.
  public var from: String
  /// When they end, on the next day where that is not after `from`.
  public var to: String
  /// The person's zone, by its IANA name such as `Europe/Berlin`.
  public var zone: String

  /// Quiet hours.
  public init(from: String, to: String, zone: String) { (self.from, self.to, self.zone) = (from, to, zone) }

  static let schema = Schema.object(
    [
      ("from", .string(pattern: clock, description: "When they begin, HH:MM in the zone.")),
      ("to", .string(pattern: clock, description: "When they end, on the next day where that is not after `from`.")),
      ("zone", .string(minLength: 1, maxLength: 64, description: "The IANA name of the zone, such as Europe/Berlin.")),
    ], required: ["from", "to", "zone"])
  private static let clock = "^([01][0-9]|2[0-3]):[0-5][0-9]$"

  /// What is wrong with them beside their form.
  var mistakes: [Problem.Field] {
    var found: [Problem.Field] = []
    if from == to {
      let detail = "Quiet hours end at another time than they begin."
      found.append(Problem.Field(pointer: "/quietHours/to", code: "hours-empty", detail: detail))
    }
    if timeZone == nil {
      let detail = "There is no time zone '\(zone)'; name one such as Europe/Berlin."
      found.append(Problem.Field(pointer: "/quietHours/zone", code: "zone-unknown", detail: detail))
    }
    return found
  }

  /// Nil for a zone that this machine does not know, and for what is no name of a place, such as `GMT+2`. Also a zone's other
  /// names count, such as `Asia/Kolkata`, which the list of known ones lacks.
  private var timeZone: TimeZone? { zone == "UTC" || zone.contains("/") ? TimeZone(identifier: zone) : nil }

  /// When the quiet hours end in which an instant lies; nil when it lies in none. On the day on which clocks are changed they
  /// end when the zone's clocks show their end first, and where that time is left out, when the clocks have passed it.
  public func end(at instant: Date) -> Date? {
    guard let timeZone, let from = Self.minutes(from), let to = Self.minutes(to), from != to else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents([.hour, .minute], from: instant)
    let now = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    let isQuiet = from < to ? (from..<to).contains(now) : now >= from || now < to
    guard isQuiet, let end = Self.end(from, to, begunBefore: now < from, instant, calendar), end > instant else {
      return nil
    }
    return end
  }

  /// When those hours end that have begun on the day of an instant, or on the day before. That may be over: where clocks are put
  /// back, the time before their end comes once more.
  private static func end(
    _ from: Int, _ to: Int, begunBefore: Bool, _ instant: Date, _ calendar: Calendar
  ) -> Date? {
    func next(_ minutes: Int, after instant: Date) -> Date? {
      calendar.nextDate(
        after: instant, matching: DateComponents(hour: minutes / 60, minute: minutes % 60), matchingPolicy: .nextTime,
        repeatedTimePolicy: .first)
    }
    let day = begunBefore ? calendar.date(byAdding: .day, value: -1, to: instant) : instant
    return day.flatMap { next(from, after: calendar.startOfDay(for: $0).addingTimeInterval(-1)) }
      .flatMap { next(to, after: $0) }
  }

  /// Minutes after midnight.
  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
  }
}
