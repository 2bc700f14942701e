internal import Foundation

/// A day of the Gregorian calendar without a time zone, written `YYYY-MM-DD`.
struct CalendarDay: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  let year: Int
  let month: Int
  let day: Int

  /// The day of a text; nil when it is no day of the calendar.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap { part in part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil }
    guard numbers.count == 3, numbers[0] > 0, (1...12).contains(numbers[1]) else { return nil }
    guard (1...Self.days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2]) else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
  }

  /// The day of an instant, in UTC unless another zone is given.
  init(_ instant: Date, in zone: TimeZone = .gmt) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day], from: instant)
    (year, month, day) = (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no day written YYYY-MM-DD.")
    }
    self = day
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }

  static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
