import FieldhouseKit
import Foundation

/// Who takes part.
enum ParticipantStore {
  /// Somebody's part in a challenge; nil when there is none.
  static func find(
    _ account: AccountID, in challenge: String, _ transaction: any ReadTransaction
  ) async throws -> Participant? {
    try await transaction.first(
      "select \(Participant.columns) from participants where account = \(account) and challenge = \(challenge)"
    ).map(Participant.init)
  }

  /// Somebody's part in a challenge.
  /// - Throws: ``Problem`` 404 `participant-unknown`.
  static func participant(
    _ account: AccountID, in challenge: String, _ transaction: any ReadTransaction
  ) async throws -> Participant {
    guard let found = try await find(account, in: challenge, transaction) else { throw Problem.participantUnknown }
    return found
  }

  /// The columns of a part, `part` and `first_day` among them, with those of its challenge.
  static let columnsWithChallenge: SQL =
    """
    challenges.id as id, challenges.start_day as start_day, participants.id as part,
      participants.start_day as first_day, \(Participant.others), \(Challenge.others)
    """

  /// Somebody's part in a challenge, with the challenge.
  /// - Throws: ``Problem`` 404 `challenge-unknown`, `participant-unknown`.
  static func both(
    _ account: AccountID, in challenge: String, _ transaction: any ReadTransaction
  ) async throws -> (Participant, Challenge) {
    let row = try await transaction.first(
      """
      select \(columnsWithChallenge)
      from participants join challenges on challenges.id = participants.challenge
      where participants.account = \(account) and participants.challenge = \(challenge)
      """)
    guard let row else {
      _ = try await ChallengeStore.challenge(challenge, in: transaction)
      throw Problem.participantUnknown
    }
    return (try Participant(row, id: "part", start: "first_day"), try Challenge(row))
  }

  /// Everything that somebody takes or took part in, the newest first.
  static func all(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Participant] {
    try await transaction.query(
      "select \(Participant.columns) from participants where account = \(account)"
    ).map(Participant.init).sorted { ($0.joinedAt, $0.id) > ($1.joinedAt, $1.id) }
  }

  /// Some of those of a challenge, in the order in which they came.
  static func page(
    of challenge: String, after: Int, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Participant] {
    try await transaction.query(
      """
      select \(Participant.columns) from participants where challenge = \(challenge) and id > \(after)
      order by id limit \(limit)
      """
    ).map(Participant.init)
  }

  /// Lets somebody take part, or again who had withdrawn.
  static func enter(_ account: AccountID, _ challenge: Challenge, at now: Date, in transaction: any Transaction)
    async throws
  {
    if let known = try await find(account, in: challenge.id, transaction) {
      try await transaction.execute("update participants set left_at = null where id = \(known.id)")
      guard known.loggedAt != nil else { return }
      return try await PointsBoard.tell(
        PointsBoard.Scores(all: known.score, shown: known.shownScore, measured: known.measuredScore), besides: nil,
        challenge: challenge.id, account, at: now, in: transaction)
    }
    let period = challenge.period(joinedAt: now)
    try await transaction.execute(
      """
      insert into participants (challenge, account, start_day, closes_at, joined_at, is_summed)
      values (\(challenge.id), \(account), \(period.start), \(period.closesAt), \(now), 1)
      """)
  }

  /// Notes that somebody takes part no more. The points stay with the team.
  static func leave(_ participant: Participant, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("update participants set left_at = \(now) where id = \(participant.id)")
    guard let account = participant.account else { return }
    try await PointsBoard.withdraw(account, from: participant.challenge, at: now, in: transaction)
  }

  /// Takes the person from a part: what is left are figures.
  /// - Returns: the pictures that nothing names any longer.
  static func anonymise(_ participant: Participant, in transaction: any Transaction) async throws -> [String] {
    let photos = try await EvidenceStore.remove(of: participant.id, in: transaction)
    try await transaction.execute("delete from entries where participant = \(participant.id)")
    try await transaction.execute("delete from day_sums where participant = \(participant.id)")
    try await transaction.execute(
      "update participants set account = null, standing = '', waits = 0 where id = \(participant.id)")
    return photos
  }

  /// Some of those who take part with an account, whom the coach reaches, and the last place that was looked at; nil behind the last.
  static func active(
    in challenge: String, after: Int, limit: Int, _ transaction: any ReadTransaction
  ) async throws -> (people: [AccountID], last: Int)? {
    let found = try await page(of: challenge, after: after, limit: limit, in: transaction)
    return found.last.map { last in (found.filter { $0.leftAt == nil }.compactMap(\.account), last.id) }
  }
}
