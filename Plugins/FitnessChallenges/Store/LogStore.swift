import FieldhouseKit
import Foundation

/// What people have written down, with everything that it was before.
enum LogStore {
  /// How many sayings a day's entries of somebody have at most: a person enters a few.
  static let mostOfDay = 200

  /// Everything that somebody said in a challenge, the oldest day first.
  static func versions(of participant: Int, in transaction: any ReadTransaction) async throws -> [EntryVersion] {
    try await transaction.query(
      """
      select day, exercise, entry, said_at, thousandths, came_at from entries where participant = \(participant)
      order by day, exercise, entry, said_at, thousandths
      """
    ).map(EntryVersion.init)
  }

  /// What several people said, by the ids of their parts.
  static func versions(
    of participants: [Int], in transaction: any ReadTransaction
  ) async throws -> [Int: [EntryVersion]] {
    let rows = try await transaction.query(
      """
      select participant, day, exercise, entry, said_at, thousandths, came_at from entries
      where participant in (\(list: participants))
      """)
    var found: [Int: [EntryVersion]] = [:]
    for row in rows { found[try row["participant"], default: []].append(try EntryVersion(row)) }
    return found
  }

  /// What counts of several people, with what shows it, by the ids of their parts.
  static func kept(
    of participants: [Int], in transaction: any ReadTransaction
  ) async throws -> [Int: [KeptEntry]] {
    let versions = try await versions(of: participants, in: transaction)
    let evidence = try await EvidenceStore.all(of: participants, in: transaction)
    return Dictionary(
      uniqueKeysWithValues: versions.map { id, said in (id, KeptEntry.of(said, evidence[id] ?? [])) })
  }

  /// What is in force of the entry of a saying; nil where it is taken back.
  static func current(
    _ version: EntryVersion, of participant: Int, in transaction: any ReadTransaction
  ) async throws -> EntryVersion? {
    let said = try await transaction.query(
      """
      select day, exercise, entry, said_at, thousandths, came_at from entries
      where participant = \(participant) and day = \(version.day) and exercise = \(version.exercise)
        and entry = \(version.entry)
      """
    ).map(EntryVersion.init)
    return EntryVersion.current(said).first
  }

  /// What has become of an entry.
  enum Change: Sendable {
    /// It was there as it is.
    case none
    /// There was none of its id.
    case added
    /// It was another one before, or is an older saying of one.
    case changed
  }

  /// What there was before an entry came.
  struct Before: Sendable {
    /// How many sayings of the day.
    fileprivate(set) var said = 0
    /// How many of the entry itself.
    fileprivate(set) var same = 0
    /// What the exercise came to, day by day.
    fileprivate(set) var sums: [DaySum] = []
  }

  /// Looks in one go at what an entry changes.
  static func before(
    _ version: EntryVersion, of participant: Participant, in transaction: any ReadTransaction
  ) async throws -> Before {
    var before = Before()
    let rows = try await transaction.query(
      """
      select 0 as is_count, day, total, most, entries from day_sums
      where participant = \(participant.id) and exercise = \(version.exercise)
      union all
      select 1, 0, count(*), count(case when exercise = \(version.exercise) and entry = \(version.entry) then 1 end), 0
      from entries where participant = \(participant.id) and day = \(version.day)
      """)
    for row in rows {
      let (isCount, day): (Int, Int) = (try row["is_count"], try row["day"])
      if isCount == 1 {
        (before.said, before.same) = (try row["total"], try row["most"])
      } else {
        before.sums.append(
          DaySum(
            day: day - participant.start, total: try row["total"], most: try row["most"],
            entries: try row["entries"]))
      }
    }
    return before
  }

  /// Keeps what was said; the same once more changes nothing.
  /// - Throws: ``Problem`` 409 `day-full`.
  static func add(
    _ version: EntryVersion, of participant: Int, _ before: Before, in transaction: any Transaction
  ) async throws -> Change {
    let added = try await transaction.execute(
      """
      insert into entries (participant, day, exercise, entry, said_at, thousandths, came_at)
      values (\(participant), \(version.day), \(version.exercise), \(version.entry), \(version.saidAt),
        \(version.thousandths ?? -1), \(version.cameAt)) on conflict do nothing
      """)
    guard added == 1 else { return .none }
    guard before.said < mostOfDay else { throw Problem.dayFull }
    return before.same == 0 ? .added : .changed
  }

  /// Reckons anew where somebody stands, from the log alone, and tells the board.
  /// - Returns: the part as it is then.
  static func reckon(
    _ participant: Participant, _ challenge: Challenge, at now: Date, in transaction: any Transaction
  ) async throws -> Participant {
    let versions = try await versions(of: participant.id, in: transaction)
    let evidence = try await EvidenceStore.all(of: [participant.id], in: transaction)[participant.id] ?? []
    let kept = KeptEntry.of(versions, evidence)
    func reckoned(_ filter: EvidenceFilter) -> Standing {
      challenge.plan.standing(KeptEntry.values(kept, from: participant.start, filter), length: challenge.length)
    }
    let standing = reckoned(.all)
    // Mostly nothing is shown by more than words, and nothing has to be reckoned.
    let isShown = kept.contains { $0.counts(.shown) }
    if evidence.isEmpty {
      try await DaySumStore.replace(
        KeptEntry.values(kept, from: participant.start), of: participant, challenge, in: transaction)
    }
    let scores = PointsBoard.Scores(
      all: standing.score, shown: isShown ? reckoned(.shown).score : 0,
      measured: isShown ? reckoned(.measured).score : 0)
    return try await stand(
      standing, scores, participant, challenge, loggedAt: versions.map(\.cameAt).max() ?? now, at: now, in: transaction)
  }

  /// Reckons where somebody stands whose log has changed in one entry, from what its exercise comes to day by day: the same as
  /// ``reckon(_:_:at:in:)`` finds. Of whom anything is shown, and whose sums are not kept, everything is reckoned anew.
  static func reckon(
    _ change: Change, to version: EntryVersion, _ before: Before, of participant: Participant,
    _ challenge: Challenge, at now: Date, in transaction: any Transaction
  ) async throws -> Participant {
    guard participant.isSummed, !participant.isShown,
      let place = challenge.rules.exercises.firstIndex(where: { $0.id == version.exercise })
    else { return try await reckon(participant, challenge, at: now, in: transaction) }
    let exercise = challenge.rules.exercises[place]
    let sums = try await DaySumStore.sums(
      before.sums, after: change, to: version, of: participant, exercise.measure, in: transaction)
    let series = Series(sums, length: challenge.length, met: exercise.met?.value ?? 0)
    let standing = challenge.plan.standing(participant.standing, at: place, series)
    return try await stand(
      standing, PointsBoard.Scores(all: standing.score, shown: 0, measured: 0), participant, challenge,
      loggedAt: max(version.cameAt, participant.loggedAt ?? version.cameAt), at: now, in: transaction)
  }

  /// Keeps where somebody stands, and tells the board.
  private static func stand(
    _ standing: Standing, _ scores: PointsBoard.Scores, _ participant: Participant, _ challenge: Challenge,
    loggedAt: Date, at now: Date, in transaction: any Transaction
  ) async throws -> Participant {
    try await transaction.execute(
      """
      update participants set score = \(scores.all), shown_score = \(scores.shown),
        measured_score = \(scores.measured), holds = \(standing.holds ? 1 : 0), standing = \(standing.text),
        logged_at = \(loggedAt)
      where id = \(participant.id)
      """)
    if challenge.rules.groupGoal != nil, scores.all != participant.score {
      try await transaction.execute(
        """
        update challenges set group_score = group_score + \(scores.all - participant.score) where id = \(challenge.id)
        """)
    }
    if let account = participant.account, participant.leftAt == nil {
      try await PointsBoard.tell(scores, besides: participant, account, at: now, in: transaction)
    }
    return participant.standing(standing, scores, loggedAt: loggedAt)
  }
}

extension Participant {
  /// The part of whoever stands elsewhere now.
  func standing(_ standing: Standing, _ scores: PointsBoard.Scores, loggedAt: Date) -> Participant {
    var next = self
    (next.score, next.shownScore, next.measuredScore) = (scores.all, scores.shown, scores.measured)
    (next.holds, next.standing, next.loggedAt) = (standing.holds, standing, loggedAt)
    return next
  }
}

extension EntryVersion {
  init(_ row: Row) throws {
    let thousandths: Int64 = try row["thousandths"]
    self.init(
      exercise: try row["exercise"], day: try row["day"], entry: try row["entry"], saidAt: try row["said_at"],
      thousandths: thousandths < 0 ? nil : thousandths, cameAt: try row["came_at"])
  }
}
