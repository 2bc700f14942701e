import FieldhouseKit
import Foundation

/// What the entries of each exercise and day come to, of those of whom nothing but words is known (``Participant/isShown``).
enum DaySumStore {
  /// What an exercise comes to after one of its entries has changed, day by day; the change is kept.
  static func sums(
    _ before: [DaySum], after change: LogStore.Change, to version: EntryVersion, of participant: Participant,
    _ measure: Measure, in transaction: any Transaction
  ) async throws -> [DaySum] {
    var sums = before
    let day = version.day - participant.start
    var sum = sums.first { $0.day == day } ?? DaySum(day: day)
    switch change {
    case .none: return sums
    case .added where version.thousandths == nil: return sums
    case .added: sum.add(version.thousandths ?? 0, measure)
    case .changed: sum = try await reckoned(version, of: participant, measure, in: transaction)
    }
    try await put(sum, version.exercise, of: participant, in: transaction)
    sums.put(sum)
    return sums
  }

  /// What everything of somebody comes to, instead of what was kept.
  static func replace(
    _ values: [LogValue], of participant: Participant, _ challenge: Challenge, in transaction: any Transaction
  ) async throws {
    try await transaction.execute("delete from day_sums where participant = \(participant.id)")
    let byExercise = Dictionary(grouping: values, by: \.exercise)
    for exercise in challenge.rules.exercises {
      for sum in DaySum.of(byExercise[exercise.id] ?? [], exercise.measure) {
        try await put(sum, exercise.id, of: participant, in: transaction)
      }
    }
    guard !participant.isSummed else { return }
    try await transaction.execute("update participants set is_summed = 1 where id = \(participant.id)")
  }

  /// What the day of an entry comes to, from the log.
  private static func reckoned(
    _ version: EntryVersion, of participant: Participant, _ measure: Measure, in transaction: any ReadTransaction
  ) async throws -> DaySum {
    let versions = try await transaction.query(
      """
      select day, exercise, entry, said_at, thousandths, came_at from entries
      where participant = \(participant.id) and day = \(version.day) and exercise = \(version.exercise)
      """
    ).map(EntryVersion.init)
    let values = EntryVersion.values(EntryVersion.current(versions), from: participant.start)
    return DaySum.of(values, measure).first ?? DaySum(day: version.day - participant.start)
  }

  private static func put(
    _ sum: DaySum, _ exercise: String, of participant: Participant, in transaction: any Transaction
  ) async throws {
    try await put([row(sum, exercise, of: participant)], in: transaction)
  }

  /// What the entries of an exercise and a day come to, as a row.
  static func row(_ sum: DaySum, _ exercise: String, of participant: Participant) -> SQL {
    let day = sum.day + participant.start
    return "(\(participant.id), \(exercise), \(day), \(sum.total), \(sum.most), \(sum.entries))"
  }

  /// - Parameter rows: each of another participant, exercise or day; one at least.
  static func put(_ rows: [SQL], in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into day_sums (participant, exercise, day, total, most, entries) values \(rows: rows)
      on conflict (participant, exercise, day) do update set total = excluded.total, most = excluded.most,
        entries = excluded.entries
      """)
  }
}
