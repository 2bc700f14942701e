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

  /// Keeps what was said; the same once more changes nothing.
  /// - Throws: ``Problem`` 409 `day-full`.
  static func add(_ version: EntryVersion, of participant: Int, in transaction: any Transaction) async throws {
    let count: Int = try await transaction.query(
      "select count(*) as n from entries where participant = \(participant) and day = \(version.day)")[0]["n"]
    guard count < mostOfDay else { throw Problem.dayFull }
    try await transaction.execute(
      """
      insert into entries (participant, day, exercise, entry, said_at, thousandths, came_at)
      values (\(participant), \(version.day), \(version.exercise), \(version.entry), \(version.saidAt),
        \(version.thousandths ?? -1), \(version.cameAt)) on conflict do nothing
      """)
  }

  /// Reckons anew where somebody stands, from the log alone, and tells the board.
  static func reckon(
    _ participant: Participant, _ challenge: Challenge, _ plan: Plan, at now: Date, in transaction: any Transaction
  ) async throws -> Standing {
    let versions = try await versions(of: participant.id, in: transaction)
    let kept = KeptEntry.of(
      versions, try await EvidenceStore.all(of: [participant.id], in: transaction)[participant.id] ?? [])
    func reckoned(_ filter: EvidenceFilter) -> Standing {
      plan.standing(KeptEntry.values(kept, from: participant.start, filter), length: challenge.length)
    }
    let standing = reckoned(.all)
    // Mostly nothing is shown by more than words, and nothing has to be reckoned.
    let isShown = kept.contains { $0.counts(.shown) }
    let scores = PointsBoard.Scores(
      all: standing.score, shown: isShown ? reckoned(.shown).score : 0,
      measured: isShown ? reckoned(.measured).score : 0)
    try await transaction.execute(
      """
      update participants set score = \(scores.all), shown_score = \(scores.shown),
        measured_score = \(scores.measured), holds = \(standing.holds ? 1 : 0),
        standing = \(try JSONText.encode(standing)), logged_at = \(versions.map(\.cameAt).max() ?? now)
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
    return standing
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
