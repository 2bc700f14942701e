import FieldhouseKit
import FieldhouseTestSupport
import Foundation
import Testing

@testable import TeamManagement

/// A day with everything that a rule can ask of it, told by Foundation's calendar.
private struct PlainDay {
  /// Since 1970.
  let number: Int
  let year: Int
  let month: Int
  let day: Int
  /// 0 for Sunday.
  let weekday: Int
  /// How many days the month has.
  let length: Int
  /// Which of its weekday it is in the month and in the year, from the start and from the end.
  var ofMonth = (0, 0)
  var ofYear = (0, 0)

  /// The days from 1 January of a year to 31 December of another one.
  static func all(_ years: ClosedRange<Int>) -> [PlainDay] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let first = calendar.date(from: DateComponents(year: years.lowerBound, month: 1, day: 1)) ?? .distantPast
    let last = calendar.date(from: DateComponents(year: years.upperBound + 1, month: 1, day: 1)) ?? .distantPast
    var days = stride(from: first, to: last, by: 86_400).map { date in
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      return PlainDay(
        number: Int(date.timeIntervalSince1970) / 86_400, year: parts.year ?? 0, month: parts.month ?? 0,
        day: parts.day ?? 0, weekday: (parts.weekday ?? 1) - 1,
        length: calendar.range(of: .day, in: .month, for: date)?.count ?? 0)
    }
    for group in Dictionary(grouping: days.indices, by: { [days[$0].year, days[$0].month, days[$0].weekday] }).values {
      for (place, index) in group.sorted().enumerated() { days[index].ofMonth = (place + 1, place - group.count) }
    }
    for group in Dictionary(grouping: days.indices, by: { [days[$0].year, days[$0].weekday] }).values {
      for (place, index) in group.sorted().enumerated() { days[index].ofYear = (place + 1, place - group.count) }
    }
    return days
  }
}

/// A rule, applied by looking at each day of some years one after the other.
private struct PlainRule {
  static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

  var frequency = "DAILY"
  var interval = 1
  var weekStart = 1
  var months: Set<Int> = []
  var monthDays: Set<Int> = []
  var weekdays: [(place: Int?, day: Int)] = []
  var positions: Set<Int> = []

  init(_ random: inout SeededRandom) {
    frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"][random.next(below: 4)]
    (interval, weekStart) = (1 + random.next(below: 3), random.next(below: 7))
    if random.next(below: 3) == 0 { months = Set((0...random.next(below: 3)).map { _ in 1 + random.next(below: 12) }) }
    if frequency != "WEEKLY", random.next(below: 3) == 0 {
      let day = 1 + random.next(below: 31)
      monthDays = [day, random.next(below: 2) == 0 ? -day : 1 + random.next(below: 31)]
    }
    if random.next(below: 2) == 0 {
      for _ in 0...random.next(below: 3) {
        let mayHavePlace = frequency == "MONTHLY" || frequency == "YEARLY"
        let place = mayHavePlace && random.next(below: 2) == 0 ? [1, 2, 5, -1, -2][random.next(below: 5)] : nil
        weekdays.append((place, random.next(below: 7)))
      }
    }
    if random.next(below: 3) == 0 { positions = [[1, 2, 3, -1, -2][random.next(below: 5)]] }
  }

  var text: String {
    func list(_ name: String, _ values: Set<Int>) -> String {
      values.isEmpty ? "" : ";\(name)=" + values.sorted().map(String.init).joined(separator: ",")
    }
    let days = weekdays.map { "\($0.place.map(String.init) ?? "")\(Self.names[$0.day])" }.joined(separator: ",")
    return "FREQ=\(frequency);INTERVAL=\(interval);WKST=\(Self.names[weekStart])" + list("BYMONTH", months)
      + list("BYMONTHDAY", monthDays) + (days.isEmpty ? "" : ";BYDAY=\(days)") + list("BYSETPOS", positions)
  }

  /// The days, by their numbers since 1970, from a day on.
  func days(of all: [PlainDay], from first: PlainDay) -> [Int] {
    let chosen = all.filter { period(of: $0) >= period(of: first) && fits($0, first) }
    let periods = Dictionary(grouping: chosen) { period(of: $0) - period(of: first) }
    let wanted = periods.filter { $0.key % interval == 0 }.values.flatMap { days in
      days.enumerated().filter { place, _ in
        positions.isEmpty || positions.contains(place + 1) || positions.contains(place - days.count)
      }.map(\.element.number)
    }
    return wanted.filter { $0 >= first.number }.sorted()
  }

  private func period(of day: PlainDay) -> Int {
    switch frequency {
    case "DAILY": day.number
    // 1 January 1970 was a Thursday.
    case "WEEKLY": (day.number + 4 - weekStart) / 7
    case "MONTHLY": day.year * 12 + day.month
    default: day.year
    }
  }

  private func fits(_ day: PlainDay, _ first: PlainDay) -> Bool {
    guard months.isEmpty || months.contains(day.month) else { return false }
    guard !monthDays.isEmpty || !weekdays.isEmpty else {
      switch frequency {
      case "DAILY": return true
      case "WEEKLY": return day.weekday == first.weekday
      case "MONTHLY": return day.day == first.day
      default: return day.day == first.day && (!months.isEmpty || day.month == first.month)
      }
    }
    let isOnDay = monthDays.isEmpty || monthDays.contains(day.day) || monthDays.contains(day.day - day.length - 1)
    let places = frequency == "YEARLY" && months.isEmpty ? day.ofYear : day.ofMonth
    let isOnWeekday = weekdays.contains {
      $0.day == day.weekday && ($0.place == nil || $0.place == places.0 || $0.place == places.1)
    }
    return isOnDay && (weekdays.isEmpty || isOnWeekday)
  }
}

@Suite struct `A series, beside one that is looked for day by day` {
  @Test func `has the same dates by 150 random rules`() throws {
    var random = SeededRandom(seed: 5_545)
    let all = PlainDay.all(2024...2027)
    for _ in 1...150 {
      let plain = PlainRule(&random)
      let first = all[random.next(below: 700)]
      let text = plain.text + ";UNTIL=20271231T235959Z"
      let rule = try #require(RecurrenceRule(text), "\(text)")
      let start = Date(timeIntervalSince1970: Double(first.number) * 86_400)
      let found = Recurrence(rule: rule, zone: .gmt).instants(from: start, most: 2_000)
      #expect(
        found.map { Int($0.timeIntervalSince1970) / 86_400 } == plain.days(of: all, from: first),
        "\(text) from day \(first.number)")
    }
  }

  @Test(arguments: [(1, 2), (0, 1)])
  func `counts weeks as calendars do, the first one with four days in the year`(weekStart: Int, firstWeekday: Int) {
    var calendar = Calendar(identifier: .gregorian)
    (calendar.timeZone, calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (.gmt, firstWeekday, 4)
    var rule = RecurrenceRule()
    rule.weekStart = weekStart
    var lengths: [Int: Int] = [:]
    var told: [(year: Int, week: (Int, Int))] = []
    for number in 16_436...20_454 {
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.weekOfYear, .yearForWeekOfYear], from: date)
      let (year, week) = (parts.yearForWeekOfYear ?? 0, parts.weekOfYear ?? 0)
      let found = rule.week(of: CivilDay(daysSince1970: number))
      #expect(found.0 == week, "day \(number)")
      lengths[year] = max(lengths[year] ?? 0, week)
      told.append((year, found))
    }
    // The first and the last year are not whole.
    let whole = (lengths.keys.min() ?? 0) + 1..<(lengths.keys.max() ?? 0)
    #expect(told.allSatisfy { !whole.contains($0.year) || $0.week.1 == lengths[$0.year] })
  }

  @Test(arguments: [
    ("FREQ=DAILY;INTERVAL=1000", "FREQ=DAILY;INTERVAL=1001"), ("FREQ=DAILY;INTERVAL=1", "FREQ=DAILY;INTERVAL=0"),
    ("FREQ=DAILY;COUNT=1000000", "FREQ=DAILY;COUNT=1000001"),
    ("FREQ=YEARLY;BYYEARDAY=366,-366", "FREQ=YEARLY;BYYEARDAY=367"),
    ("FREQ=MONTHLY;BYMONTHDAY=31,-31", "FREQ=MONTHLY;BYMONTHDAY=-32"),
    ("FREQ=YEARLY;BYWEEKNO=53,-53", "FREQ=YEARLY;BYWEEKNO=54"), ("FREQ=YEARLY;BYMONTH=12", "FREQ=YEARLY;BYMONTH=13"),
    ("FREQ=YEARLY;BYDAY=MO;BYSETPOS=366", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=-367"),
    ("FREQ=YEARLY;BYDAY=53MO,-53MO", "FREQ=YEARLY;BYDAY=54MO"), ("FREQ=YEARLY;BYDAY=+1MO", "FREQ=YEARLY;BYDAY=0MO"),
    ("FREQ=YEARLY;BYWEEKNO=3;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO"),
    ("FREQ=MONTHLY;BYDAY=2TU", "FREQ=DAILY;BYDAY=2TU"), ("FREQ=YEARLY;BYYEARDAY=1", "FREQ=MONTHLY;BYYEARDAY=1"),
    ("FREQ=WEEKLY;UNTIL=20240229", "FREQ=WEEKLY;UNTIL=20250229"),
    ("FREQ=WEEKLY;UNTIL=20250904T180000", "FREQ=WEEKLY;UNTIL=20250904T240000"),
    ("FREQ=WEEKLY;BYDAY=MO,TU", "FREQ=WEEKLY;BYDAY=MO,,TU"), ("FREQ=WEEKLY;WKST=SA", "FREQ=WEEKLY;WKST=1SA"),
    ("INTERVAL=2;FREQ=WEEKLY", "INTERVAL=2=3;FREQ=WEEKLY"),
  ])
  func `is made by rules up to their limits`(allowed: String, refused: String) {
    #expect(RecurrenceRule(allowed) != nil)
    #expect(RecurrenceRule(refused) == nil)
  }

  @Test(arguments: [(100, 2), (101, 1)])
  func `is looked for through a hundred years`(interval: Int, count: Int) throws {
    let rule = try #require(RecurrenceRule("FREQ=YEARLY;INTERVAL=\(interval)"))
    let found = Recurrence(rule: rule, zone: .gmt).instants(from: Date(timeIntervalSince1970: 946_684_800))
    #expect(found.count == count)
  }

  @Test func `ends on a day where the place is, and at an instant where it is told in UTC`() throws {
    let wall = try #require(WallTime.date("20250902T233000"))
    func count(_ end: String) throws -> Int {
      let rule = try #require(RecurrenceRule("FREQ=DAILY;UNTIL=\(end)"))
      return Recurrence(rule: rule, zone: try Instants.zone("America/New_York")).instants(from: wall).count
    }
    // 23:30 on the 4th in New York is 03:30 on the 5th in UTC.
    #expect(try count("20250904") == 3 && count("20250904T233000") == 3 && count("20250904T232959") == 2)
    #expect(try count("20250905T033000Z") == 3 && count("20250905T032959Z") == 2)
  }
}
