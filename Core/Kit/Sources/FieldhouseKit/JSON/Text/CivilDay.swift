/// A day of the proleptic Gregorian calendar.
///
/// Days are counted in eras of 400 years (146,097 days) that begin on the first of March, so that the leap
/// day comes last in a year and the months' lengths follow (153 m + 2) / 5.
public struct CivilDay: Sendable, Hashable, CustomStringConvertible {
  /// The year; 0 is the year before the year 1.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// The day that many days after 1970-01-01.
  public init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// A day; nil when there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that a text such as `2024-02-29` names: a year of four digits, two for month and day; nil for anything else
  /// and for a day that does not exist.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    let days = text.withUTF8 { bytes -> Int? in
      var reader = RFC3339Reader(bytes: bytes)
      let days = reader.day()
      return reader.isAtEnd ? days : nil
    }
    guard let days else { return nil }
    self.init(daysSince1970: days)
  }

  /// The text of a year from 0 to 9999, such as `2024-02-29`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }.joined(separator: "-")
  }

  /// How many days after 1970-01-01 it is; less than 0 before.
  public var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
