import FieldhouseKit
import Foundation

/// A rule of recurrence (RFC 5545, § 3.3.10) by days, weeks, months or years.
struct RecurrenceRule: Sendable {
  enum Frequency: String, Sendable { case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY", yearly = "YEARLY" }

  /// A day of the week: every one, or the so-manieth of the month or year, from the end where it is below 0.
  struct Weekday: Sendable, Hashable {
    let place: Int?
    /// 0 for Sunday.
    let day: Int
  }

  /// How a rule ends.
  enum End: Sendable, Equatable {
    case count(Int)
    /// The last instant, as UTC says.
    case until(Date)
    /// The last time as clocks of the place show it; of a day its last second.
    case untilWall(Date)
  }

  var frequency = Frequency.weekly
  var interval = 1
  /// The first day of a week, 0 for Sunday.
  var weekStart = 1
  var months: Set<Int> = []
  var yearDays: Set<Int> = []
  var monthDays: Set<Int> = []
  var weeks: Set<Int> = []
  var weekdays: Set<Weekday> = []
  var positions: Set<Int> = []
  var end: End?

  /// The rule with what the first day says where it says nothing itself (RFC 5545: what is missing is taken from DTSTART).
  func completed(by first: CivilDay) -> RecurrenceRule {
    guard weeks.isEmpty, yearDays.isEmpty, monthDays.isEmpty, weekdays.isEmpty else { return self }
    var rule = self
    switch frequency {
    case .daily: break
    case .weekly: rule.weekdays = [Weekday(place: nil, day: first.weekday)]
    case .monthly: rule.monthDays = [first.day]
    case .yearly:
      if months.isEmpty { rule.months = [first.month] }
      rule.monthDays = [first.day]
    }
    return rule
  }

  /// Whether a day fits all that the rule says of days. Where two parts name days, both have to.
  func fits(_ day: CivilDay) -> Bool {
    guard months.isEmpty || months.contains(day.month) else { return false }
    let inMonth = (day.day, Self.length(ofMonth: day.month, day.year))
    let inYear = (day.daysSince1970 - CivilDay.first(of: day.year) + 1, CivilDay.length(of: day.year))
    return (monthDays.isEmpty || Self.names(monthDays, inMonth)) && (yearDays.isEmpty || Self.names(yearDays, inYear))
      && (weeks.isEmpty || Self.names(weeks, week(of: day)))
      && (weekdays.isEmpty || fitsWeekday(day, inMonth, inYear))
  }

  private func fitsWeekday(_ day: CivilDay, _ inMonth: (Int, Int), _ inYear: (Int, Int)) -> Bool {
    if weekdays.contains(Weekday(place: nil, day: day.weekday)) { return true }
    // Of the month; in a rule by years that names no months, of the year.
    let (place, length) = frequency == .yearly && months.isEmpty ? inYear : inMonth
    let (fromStart, fromEnd) = ((place - 1) / 7 + 1, -((length - place) / 7 + 1))
    return weekdays.contains(Weekday(place: fromStart, day: day.weekday))
      || weekdays.contains(Weekday(place: fromEnd, day: day.weekday))
  }

  /// Whether one of some numbers, from the end where they are below 0, is a place in so many.
  private static func names(_ numbers: Set<Int>, _ place: (Int, Int)) -> Bool {
    numbers.contains(place.0) || numbers.contains(place.0 - place.1 - 1)
  }

  /// The number of the week that a day is in, and how many weeks the year has that the week belongs to: the first week is the one
  /// with at least four days in the year.
  func week(of day: CivilDay) -> (Int, Int) {
    let start = day.daysSince1970 - (day.weekday - weekStart + 7) % 7
    let year = CivilDay(daysSince1970: start + 3).year
    let first = firstWeek(of: year)
    return ((start - first) / 7 + 1, (firstWeek(of: year + 1) - first) / 7)
  }

  /// The first day of the first week of a year, in days since 1970.
  private func firstWeek(of year: Int) -> Int {
    let fourth = CivilDay(daysSince1970: CivilDay.first(of: year) + 3)
    return fourth.daysSince1970 - (fourth.weekday - weekStart + 7) % 7
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let next = month == 12 ? CivilDay(year: year + 1, month: 1, day: 1) : CivilDay(year: year, month: month + 1, day: 1)
    let first = CivilDay(year: year, month: month, day: 1)
    return (next?.daysSince1970 ?? 0) - (first?.daysSince1970 ?? 0)
  }
}

extension CivilDay {
  /// 0 for Sunday; 1 January 1970 was a Thursday.
  var weekday: Int { (daysSince1970 % 7 + 11) % 7 }

  /// The first day of a year, in days since 1970.
  static func first(of year: Int) -> Int { CivilDay(year: year, month: 1, day: 1)?.daysSince1970 ?? 0 }

  /// How many days a year has.
  static func length(of year: Int) -> Int { first(of: year + 1) - first(of: year) }
}
