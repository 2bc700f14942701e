import FieldhouseKit
import Foundation

/// The dates of a series.
///
/// A series consists of the dates that its rule makes, from the first time on; the first time itself counts where the rule makes
/// it. The rule is applied to the time on the wall, which then becomes an instant (``WallTime``): practice at 18:00 stays at
/// 18:00 when clocks change.
struct Recurrence: Sendable {
  /// How many dates a series has at most.
  static let mostDates = 520
  /// How far behind its first day a series is looked for, in days: 100 years.
  static let horizon = 36_525
  /// What looking for the dates of a single series may cost: more than all days there are.
  private static let ownEffort = 1_000_000
  /// What a date costs; a day that is looked at costs 1.
  private static let dateEffort = 10

  let rule: RecurrenceRule
  let zone: TimeZone

  /// The instants, in order.
  /// - Parameters:
  ///   - first: the first time on the wall.
  ///   - most: how many at most; more are cut off.
  func instants(from first: Date, most: Int = mostDates + 1) -> [Date] {
    var effort = Self.ownEffort
    return instants(from: first, most: most, within: &effort) ?? []
  }

  /// As ``instants(from:most:)``.
  /// - Parameters:
  ///   - since: the first day from which on dates are looked for, in days since 1970; the first time's unless given, and where the
  ///     rule counts its dates. A day, week, month or year that lies before it costs 1.
  ///   - effort: what it may cost yet, in days that are looked at; what it has cost is taken off.
  /// - Returns: nil when it would have cost more.
  func instants(
    from first: Date, since: Int? = nil, most: Int = mostDates + 1, within effort: inout Int
  ) -> [Date]? {
    let seconds = first.timeIntervalSince1970
    let begin = Int((seconds / 86_400).rounded(.down))
    let time = seconds - Double(begin) * 86_400
    var (limit, start) = (most, max(begin, since ?? begin))
    if case .count(let count)? = rule.end { (limit, start) = (min(limit, count), begin) }
    let rule = rule.completed(by: CivilDay(daysSince1970: begin))
    var (found, period): ([Date], Range<Int>?) = ([], period(of: begin))
    let last = min(start + Self.horizon, lastDay)
    while let days = period, days.lowerBound <= last {
      let isBefore = days.upperBound <= start
      effort -= isBefore ? 1 : days.count
      guard effort >= 0 else { return nil }
      for day in isBefore ? [] : chosen(days, rule) where day >= start {
        let wall = Date(timeIntervalSince1970: Double(day) * 86_400 + time)
        let instant = WallTime.instant(of: wall, in: zone)
        guard found.count < limit, isWithin(wall, instant) else { return found }
        found.append(instant)
        effort -= Self.dateEffort
      }
      period = next(days)
    }
    return found
  }

  /// A day on which no date falls any more, in days since 1970: also a rule that makes none comes to its end. Zones are less than
  /// a day ahead.
  private var lastDay: Int {
    switch rule.end {
    case .until(let last)?, .untilWall(let last)?: Int((last.timeIntervalSince1970 / 86_400).rounded(.down)) + 1
    case .count?, nil: .max
    }
  }

  private func isWithin(_ wall: Date, _ instant: Date) -> Bool {
    switch rule.end {
    case .until(let last)?: instant <= last
    case .untilWall(let last)?: wall <= last
    case .count?, nil: true
    }
  }

  /// The days of a period that the rule chooses, in days since 1970.
  private func chosen(_ days: Range<Int>, _ rule: RecurrenceRule) -> [Int] {
    let fitting = days.filter { rule.fits(CivilDay(daysSince1970: $0)) }
    guard !rule.positions.isEmpty else { return fitting }
    return fitting.enumerated().filter { index, _ in
      rule.positions.contains(index + 1) || rule.positions.contains(index - fitting.count)
    }.map(\.element)
  }

  /// The day, week, month or year that a day is in, in days since 1970.
  private func period(of day: Int) -> Range<Int>? {
    let civil = CivilDay(daysSince1970: day)
    switch rule.frequency {
    case .daily: return day..<day + 1
    case .weekly:
      let start = day - (civil.weekday - rule.weekStart + 7) % 7
      return start..<start + 7
    case .monthly: return Self.months(civil.year, civil.month, count: 1)
    case .yearly: return Self.months(civil.year, 1, count: 12)
    }
  }

  /// The period that comes so many periods later as the rule's interval says.
  private func next(_ days: Range<Int>) -> Range<Int>? {
    let civil = CivilDay(daysSince1970: days.lowerBound)
    switch rule.frequency {
    case .daily, .weekly:
      let start = days.lowerBound + days.count * rule.interval
      return start..<start + days.count
    case .monthly:
      let month = civil.month - 1 + rule.interval
      return Self.months(civil.year + month / 12, month % 12 + 1, count: 1)
    case .yearly: return Self.months(civil.year + rule.interval, 1, count: 12)
    }
  }

  private static func months(_ year: Int, _ month: Int, count: Int) -> Range<Int>? {
    let (later, last) = ((month - 1 + count) / 12, (month - 1 + count) % 12 + 1)
    guard let first = CivilDay(year: year, month: month, day: 1),
      let end = CivilDay(year: year + later, month: last, day: 1)
    else { return nil }
    return first.daysSince1970..<end.daysSince1970
  }
}
