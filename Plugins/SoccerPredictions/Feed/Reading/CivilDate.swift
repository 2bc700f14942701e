/// A date of the Gregorian calendar without a time zone.
struct CivilDate: Hashable, Sendable {
  let year: Int
  let month: Int
  let day: Int

  /// Reads "YYYY-MM-DD"; nil for anything else and for a day that the month does not have.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap { digits(in: $0) }
    guard numbers.count == 3, (1...12).contains(numbers[1]) else { return nil }
    (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard (1...daysInMonth).contains(day) else { return nil }
  }

  private var daysInMonth: Int {
    let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970-01-01; the year begins in March so that the leap day is its last (H. Hinnant, "chrono-Compatible
  /// Low-Level Date Algorithms", days_from_civil).
  var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

/// The number that `text` writes in ASCII digits alone; nil otherwise.
func digits(in text: some StringProtocol) -> Int? {
  text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
}
