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
    if plan.isRising, !plan.standing(values + Self.utmost(plan, open..<length), length: length).holds {
      self = .lost
    } else {
      let gone = min(max(today, 0), length)
      let ahead = Self.repeated(values, gone: gone, length: length)
      self = gone == 0 || plan.standing(values + ahead, length: length).holds ? .onTrack : .atRisk
    }
  }

  /// As much as can be written down on each of some days.
  private static func utmost(_ plan: Plan, _ days: Range<Int>) -> [LogValue] {
    guard days.lowerBound < days.upperBound else { return [] }
    return plan.rules.exercises.flatMap { exercise in
      days.map { LogValue(exercise: exercise.id, day: $0, thousandths: Int64(exercise.measure.most) * 1_000) }
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
