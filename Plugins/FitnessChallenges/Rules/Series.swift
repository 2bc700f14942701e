/// What somebody has written down of one exercise, day by day.
struct Series: Hashable, Sendable {
  /// The sum of each day of the period, in thousandths of the unit.
  let days: [Int64]
  /// How many entries there are.
  let count: Int
  /// The largest entry, in thousandths.
  let best: Int64
  /// How hard the exercise is, in METs; 0 where nothing is known of it.
  let met: Double

  /// - Parameters:
  ///   - values: entries by the day, from 0; those outside the period are left out. Thousandths are added up, so the order makes
  ///     no difference.
  ///   - length: how many days the period has.
  init(_ values: [(day: Int, thousandths: Int64)], length: Int, measure: Measure, met: Double = 0) {
    var days = [Int64](repeating: 0, count: max(0, length))
    var (count, best) = (0, Int64(0))
    for (day, value) in values where days.indices.contains(day) {
      days[day] = measure == .yesNo ? max(days[day], value) : days[day] + value
      (count, best) = (count + 1, max(best, value))
    }
    self.init(days: days, count: count, best: best, met: met)
  }

  init(days: [Int64], count: Int, best: Int64, met: Double) {
    (self.days, self.count, self.best, self.met) = (days, count, best, met)
  }

  var length: Int { days.count }
  var total: Int64 { days.reduce(0, +) }
  var bestDay: Int64 { days.max() ?? 0 }
  /// The sums of seven days each, from the first day on; the last week may be shorter.
  var weeks: [Int64] {
    stride(from: 0, to: days.count, by: 7).map { days[$0..<min($0 + 7, days.count)].reduce(0, +) }
  }

  /// The longest run of days one after the other that satisfy a condition.
  func streak(where condition: (Int64) -> Bool) -> Int {
    var (longest, now) = (0, 0)
    for day in days {
      now = condition(day) ? now + 1 : 0
      longest = max(longest, now)
    }
    return longest
  }
}
