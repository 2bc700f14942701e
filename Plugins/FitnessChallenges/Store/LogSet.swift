import FieldhouseKit
import Foundation

/// New entries of several people, each of another part, of whom nothing but words is known: the same comes of them as of
/// ``LogStore/add(_:of:_:in:)`` and ``LogStore/reckon(_:to:_:of:_:at:in:)`` one after the other.
struct LogSet {
  /// A new entry.
  struct Saying: Sendable {
    let part: Participant
    let challenge: Challenge
    let version: EntryVersion
    /// Which of the challenge's exercises.
    let exercise: Int
    /// Which of those who say something.
    let place: Int
    let now: Date
  }

  /// Parts with their challenges.
  struct Parts: Sendable {
    fileprivate var parts: [Key: Participant] = [:]
    fileprivate var challenges: [String: Challenge] = [:]
  }

  fileprivate struct Key: Hashable {
    let account: AccountID
    let challenge: String
  }

  private let parts: Parts
  private var sayings: [Saying] = []

  init(_ parts: Parts) { self.parts = parts }

  /// The parts of those who say something, in the challenges about which they do.
  static func parts(_ said: [Said], in transaction: any ReadTransaction) async throws -> Parts {
    var found = Parts()
    for row in try await transaction.query(
      """
      select \(ParticipantStore.columnsWithChallenge)
      from participants join challenges on challenges.id = participants.challenge
      where participants.account in (\(list: said.map(\.account)))
        and participants.challenge in (\(list: said.map(\.input.challenge)))
      """)
    {
      let part = try Participant(row, id: "part", start: "first_day")
      if let account = part.account { found.parts[Key(account: account, challenge: part.challenge)] = part }
      if found.challenges[part.challenge] == nil { found.challenges[part.challenge] = try Challenge(row) }
    }
    return found
  }

  /// The part about which somebody says something; nil where there is none.
  func part(of said: Said) -> (Participant, Challenge)? {
    guard let part = parts.parts[Key(account: said.account, challenge: said.input.challenge)],
      let challenge = parts.challenges[part.challenge]
    else { return nil }
    return (part, challenge)
  }

  /// Takes an entry in, unless more than words is known of the part, the part has one in the set, or the points of others or the end depend
  /// on it.
  mutating func add(_ version: EntryVersion, of part: Participant, _ challenge: Challenge, _ place: Int, at now: Date) {
    guard part.isSummed, !part.isShown, challenge.rules.groupGoal == nil, version.thousandths != nil,
      now.milliseconds <= part.closesAt.milliseconds,
      let exercise = challenge.rules.exercises.firstIndex(where: { $0.id == version.exercise }),
      !sayings.contains(where: { $0.part.id == part.id })
    else { return }
    sayings.append(
      Saying(part: part, challenge: challenge, version: version, exercise: exercise, place: place, now: now))
  }

  /// The teams of those who are in the set, by their ids.
  func teams(in transaction: any ReadTransaction) async throws -> [String: Team] {
    let ids = sayings.compactMap(\.part.team)
    if ids.isEmpty { return [:] }
    let rows = try await transaction.query("select \(Team.columns) from teams where id in (\(list: ids))")
    return Dictionary(try rows.map { try Team($0) }.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// Keeps the entries that are new, on days with room for them, and tells the boards and those who watch.
  /// - Returns: those that were kept, with the part as it is then.
  func keep(in transaction: any Transaction) async throws -> [(Saying, after: Participant)] {
    if sayings.isEmpty { return [] }
    let earlier = try await earlier(in: transaction)
    let new = sayings.filter { (earlier[$0.part.id] ?? .none).hasRoom }
    if new.isEmpty { return [] }
    var rows: (entries: [SQL], sums: [SQL], parts: [SQL]) = ([], [], [])
    var kept: [(Saying, after: Participant)] = []
    for saying in new {
      let (version, part) = (saying.version, saying.part)
      let exercise = saying.challenge.rules.exercises[saying.exercise]
      let (before, day) = (earlier[part.id]?.sums ?? [], version.day - part.start)
      var (days, sum) = (before, before.first { $0.day == day } ?? DaySum(day: day))
      sum.add(version.thousandths ?? 0, exercise.measure)
      days.put(sum)
      let series = Series(days, length: saying.challenge.length, met: exercise.met?.value ?? 0)
      let standing = saying.challenge.plan.standing(part.standing, at: saying.exercise, series)
      let after = part.standing(
        standing, PointsBoard.Scores(all: standing.score, shown: 0, measured: 0),
        loggedAt: max(version.cameAt, part.loggedAt ?? version.cameAt))
      rows.entries.append(
        """
        (\(part.id), \(version.day), \(version.exercise), \(version.entry), \(version.saidAt),
          \(version.thousandths ?? -1), \(version.cameAt))
        """)
      rows.sums.append(DaySumStore.row(sum, version.exercise, of: part))
      rows.parts.append(Self.row(after, standing))
      kept.append((saying, after))
    }
    try await transaction.execute(
      """
      insert into entries (participant, day, exercise, entry, said_at, thousandths, came_at)
      values \(rows: rows.entries)
      """)
    try await DaySumStore.put(rows.sums, in: transaction)
    try await stand(rows.parts, in: transaction)
    for (saying, after) in kept {
      guard let account = after.account else { continue }
      try await PointsBoard.tell(
        PointsBoard.Scores(all: after.score, shown: 0, measured: 0), besides: saying.part, account, at: saying.now,
        in: transaction)
    }
    for challenge in Set(kept.map(\.0.challenge.id)).sorted() {
      try await PeopleStore.publish(challenge, in: transaction)
    }
    return kept
  }

  /// What was written down before an entry.
  private struct Earlier {
    static let none = Earlier()
    /// How many sayings of the day.
    var said = 0
    /// How many of the entry itself, or of another exercise's entry with its id.
    var same = 0
    /// What the exercise came to, day by day.
    var sums: [DaySum] = []

    var hasRoom: Bool { said < LogStore.mostOfDay && same == 0 }
  }

  /// What was written down before each entry, by the ids of the parts: in one way to the server and back.
  private func earlier(in transaction: any ReadTransaction) async throws -> [Int: Earlier] {
    let ids = sayings.map(\.part.id)
    var entry = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 2 * sayings.count)
    for saying in sayings { entry.appendInterpolation("when \(saying.part.id) then \(saying.version.entry) " as SQL) }
    let rows = try await transaction.query(
      """
      select participant, day, exercise, total, most, entries from day_sums
      where participant in (\(list: ids)) and exercise in (\(list: Array(Set(sayings.map(\.version.exercise))).sorted()))
      union all
      select participant, day, '' as exercise, 0 as total,
        count(case when entry = case participant \(SQL(stringInterpolation: entry))end then 1 end) as most, count(*) as entries
      from entries
      where participant in (\(list: ids)) and day in (\(list: Array(Set(sayings.map(\.version.day))).sorted()))
      group by participant, day
      """)
    let versions = Dictionary(uniqueKeysWithValues: sayings.map { ($0.part.id, ($0.version, $0.part.start)) })
    var found: [Int: Earlier] = [:]
    for row in rows {
      let (id, exercise, day): (Int, String, Int) = (try row["participant"], try row["exercise"], try row["day"])
      guard let (version, start) = versions[id] else { continue }
      if exercise.isEmpty, day == version.day {
        found[id, default: .none].said = try row["entries"]
        found[id, default: .none].same = try row["most"]
      } else if exercise == version.exercise {
        found[id, default: .none].sums.append(
          DaySum(day: day - start, total: try row["total"], most: try row["most"], entries: try row["entries"]))
      }
    }
    return found
  }

  private static func row(_ part: Participant, _ standing: Standing) -> SQL {
    """
    (\(part.id), \(part.challenge), \(part.start), \(part.closesAt), \(part.joinedAt), \(part.score), \(part.shownScore),
      \(part.measuredScore), \(standing.holds ? 1 : 0), \(standing.text), \(part.loggedAt))
    """
  }

  /// - Parameter rows: of parts that there are.
  private func stand(_ rows: [SQL], in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into participants (id, challenge, start_day, closes_at, joined_at, score, shown_score, measured_score, holds, standing,
        logged_at)
      values \(rows: rows)
      on conflict (id) do update set score = excluded.score, shown_score = excluded.shown_score,
        measured_score = excluded.measured_score, holds = excluded.holds, standing = excluded.standing,
        logged_at = excluded.logged_at
      """)
  }
}
