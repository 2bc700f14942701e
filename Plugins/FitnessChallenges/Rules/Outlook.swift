/// How it will go on for somebody, as far as the log tells.
enum Outlook: String, Codable, CaseIterable, Sendable {
  /// Going on as before leads to the goal.
  case onTrack
  /// Going on as before does not.
  case atRisk
  /// Nothing that can still be written down leads there.
  case lost

  /// - Parameters:
  ///   - values: the entries that are in force.
  ///   - today: the day that is under way, from 0; before 0 the period has not begun.
  ///   - open: the first day that can still be written down.
  init(_ values: [LogValue], _ plan: Plan, length: Int, today: Int, open: Int) {
    let utmost = zip(plan.series(values, length: length), plan.rules.exercises).map { series, exercise in
      series.filled(from: open, exercise.measure)
    }
    if plan.isRising, !plan.standing(of: utmost).holds {
      self = .lost
    } else {
      let gone = min(max(today, 0), length)
      let ahead = Self.repeated(values, gone: gone, length: length)
      self = gone == 0 || plan.standing(values + ahead, length: length).holds ? .onTrack : .atRisk
    }
  }

  /// The days that are over once more, as often as there is room for them ahead.
  private static func repeated(_ values: [LogValue], gone: Int, length: Int) -> [LogValue] {
    guard gone > 0 else { return [] }
    let past = values.filter { $0.day < gone }
    let taken = Set(values.lazy.filter { $0.day >= gone }.map(\.day))
    return stride(from: gone, to: length, by: gone).flatMap { first in
      past.map { LogValue(exercise: $0.exercise, day: first + $0.day, thousandths: $0.thousandths) }
    }.filter { $0.day >= gone && !taken.contains($0.day) }
  }
}

extension Series {
  /// It with as much as can be written down from a day on, in as many entries as a day has.
  fileprivate func filled(from first: Int, _ measure: Measure) -> Series {
    let open = self.days.indices.filter { $0 >= first }
    guard !open.isEmpty else { return self }
    let most = Int64(measure.most) * 1_000
    var days = self.days
    for day in open { days[day] = measure == .yesNo ? most : days[day] + most * Int64(LogStore.mostOfDay) }
    return Series(days: days, count: count + open.count * LogStore.mostOfDay, best: max(best, most), met: met)
  }
}
