/// What the entries of one exercise and day come to, so that a new entry takes no look at all the others.
struct DaySum: Hashable, Sendable {
  /// From the first day of the period.
  var day: Int
  /// The sum, or the largest where twice done is done; in thousandths of the unit.
  var total: Int64 = 0
  /// The largest entry, in thousandths.
  var most: Int64 = 0
  /// How many entries there are.
  var entries = 0

  /// Adds an entry.
  mutating func add(_ thousandths: Int64, _ measure: Measure) {
    total = measure == .yesNo ? max(total, thousandths) : total + thousandths
    (most, entries) = (max(most, thousandths), entries + 1)
  }

  /// What some entries of one exercise come to, by days.
  static func of(_ values: [LogValue], _ measure: Measure) -> [DaySum] {
    var found: [Int: DaySum] = [:]
    for value in values { found[value.day, default: DaySum(day: value.day)].add(value.thousandths, measure) }
    return found.values.sorted { $0.day < $1.day }
  }
}

extension [DaySum] {
  /// Has a sum stand for its day.
  mutating func put(_ sum: DaySum) {
    if let place = firstIndex(where: { $0.day == sum.day }) { self[place] = sum } else { append(sum) }
  }
}

extension Series {
  /// - Parameter sums: those of one exercise, each day at most once; days outside the period are left out.
  init(_ sums: [DaySum], length: Int, met: Double = 0) {
    var days = [Int64](repeating: 0, count: max(0, length))
    var (count, best) = (0, Int64(0))
    for sum in sums where days.indices.contains(sum.day) {
      days[sum.day] = sum.total
      (count, best) = (count + sum.entries, max(best, sum.most))
    }
    self.init(days: days, count: count, best: best, met: met)
  }
}
