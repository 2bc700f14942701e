import FieldhouseKit
import Foundation

/// What shows the entries, and what the coaches say of them.
enum EvidenceStore {
  private static let columns: SQL =
    """
    participant, day, exercise, entry, activity, shown, photo, ruling, reason, ruled_at, ruled_thousandths, appeal,
    appealed_at
    """

  /// Of several people, by the ids of their parts.
  static func all(
    of participants: [Int], in transaction: any ReadTransaction
  ) async throws -> [Int: [EntryEvidence]] {
    let rows = try await transaction.query(
      "select \(columns) from evidence where participant in (\(list: participants))")
    var found: [Int: [EntryEvidence]] = [:]
    for row in rows { found[try row["participant"], default: []].append(try EntryEvidence(row)) }
    return found
  }

  /// What shows an entry; nothing but words where nothing is kept.
  static func find(
    _ exercise: String, _ day: Int, _ entry: String, of participant: Int, in transaction: any ReadTransaction
  ) async throws -> EntryEvidence {
    try await transaction.first(
      """
      select \(columns) from evidence
      where participant = \(participant) and day = \(day) and exercise = \(exercise) and entry = \(entry)
      """
    ).map(EntryEvidence.init) ?? EntryEvidence(exercise: exercise, day: day, entry: entry)
  }

  static func put(_ evidence: EntryEvidence, of participant: Int, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into evidence (participant, day, exercise, entry, activity, shown, photo, ruling, reason, ruled_at,
        ruled_thousandths, appeal, appealed_at)
      values (\(participant), \(evidence.day), \(evidence.exercise), \(evidence.entry), \(evidence.activity),
        \(evidence.shown.rawValue), \(evidence.photo), \(evidence.ruling.rawValue), \(evidence.reason),
        \(evidence.ruledAt), \(evidence.ruledThousandths), \(evidence.appeal), \(evidence.appealedAt))
      on conflict (participant, day, exercise, entry) do update set activity = excluded.activity,
        shown = excluded.shown, photo = excluded.photo, ruling = excluded.ruling, reason = excluded.reason,
        ruled_at = excluded.ruled_at, ruled_thousandths = excluded.ruled_thousandths, appeal = excluded.appeal,
        appealed_at = excluded.appealed_at
      """)
    try await transaction.execute("update participants set is_shown = 1 where id = \(participant) and is_shown = 0")
  }

  /// Whether an activity shows another entry of the same exercise already.
  static func isUsed(
    _ activity: String, besides entry: EntryEvidence, of participant: Int, in transaction: any ReadTransaction
  ) async throws -> Bool {
    try await transaction.first(
      """
      select entry from evidence where participant = \(participant) and exercise = \(entry.exercise)
        and activity = \(activity) and not (day = \(entry.day) and entry = \(entry.entry)) limit 1
      """) != nil
  }

  /// Lets go of the activity of an entry that is taken back, so that it may show another one, of its picture, and of an appeal,
  /// which nobody could answer.
  /// - Returns: the picture, where nothing names it any longer.
  static func release(
    _ entry: EntryVersion, of participant: Int, in transaction: any Transaction
  ) async throws -> [String] {
    let photo = try await find(entry.exercise, entry.day, entry.entry, of: participant, in: transaction).photo
    try await transaction.execute(
      """
      update evidence set activity = null, shown = 'said', photo = null, appeal = '', appealed_at = null
      where participant = \(participant) and day = \(entry.day)
        and exercise = \(entry.exercise) and entry = \(entry.entry)
      """)
    return try await PictureNames.unnamed(photo.map { [$0] } ?? [], in: transaction)
  }

  /// The parts of a challenge whose people wait for an answer to an appeal; 200 at most.
  static func appeals(
    in challenge: String, _ transaction: any ReadTransaction
  ) async throws -> [(account: AccountID, evidence: EntryEvidence)] {
    try await transaction.query(
      """
      select p.account, e.participant, e.day, e.exercise, e.entry, e.activity, e.shown, e.photo, e.ruling, e.reason,
        e.ruled_at, e.ruled_thousandths, e.appeal, e.appealed_at
      from participants p join evidence e on e.participant = p.id
      where p.challenge = \(challenge) and p.account is not null and p.left_at is null
        and e.ruling = 'rejected' and e.appealed_at >= e.ruled_at
      order by e.appealed_at, e.participant limit 200
      """
    ).map { (try $0["account"], try EntryEvidence($0)) }
  }

  /// Takes everything of a part away.
  /// - Returns: the pictures that nothing names any longer.
  static func remove(of participant: Int, in transaction: any Transaction) async throws -> [String] {
    let photos: [String] = try await transaction.query(
      "select photo from evidence where participant = \(participant) and photo is not null"
    ).map { try $0["photo"] }
    try await transaction.execute("delete from evidence where participant = \(participant)")
    return try await PictureNames.unnamed(photos, in: transaction)
  }
}

extension EntryEvidence {
  init(_ row: Row) throws {
    (exercise, day, entry) = (try row["exercise"], try row["day"], try row["entry"])
    (activity, photo, reason, appeal) = (
      try row["activity"], try row["photo"], try row["reason"], try row["appeal"]
    )
    shown = Activity.Evidence(rawValue: try row["shown"]) ?? .said
    ruling = Ruling(rawValue: try row["ruling"]) ?? .none
    (ruledAt, ruledThousandths, appealedAt) = (
      try row["ruled_at"], try row["ruled_thousandths"], try row["appealed_at"]
    )
  }
}
