import FieldhouseKit
import Foundation

/// Somebody's part in a challenge.
struct Participant: Sendable {
  let id: Int
  let challenge: String
  /// Nil once the person has left the platform, or has taken a failure off the own record.
  let account: AccountID?
  let team: String?
  /// The first day, counted from 1970-01-01.
  let start: Int
  /// From when on nothing can be written down any more.
  let closesAt: Date
  let joinedAt: Date
  /// When the person withdrew; nil while taking part.
  let leftAt: Date?
  /// In thousandths of a point.
  let score: Int64
  /// Whether the goals are met as the log stands.
  let holds: Bool
  let standing: Standing?
  /// When something was written down last.
  let loggedAt: Date?
  let isTrophySeen: Bool

  /// How it has ended.
  func outcome(isRising: Bool, at now: Date) -> Outcome {
    Outcome(
      holds: holds, isRising: isRising, isClosed: now.milliseconds > closesAt.milliseconds, hasLeft: leftAt != nil)
  }
}

extension Participant {
  static let columns: SQL =
    """
    id, challenge, account, team, start_day, closes_at, joined_at, left_at, score, holds, standing, logged_at,
    is_trophy_seen
    """

  init(_ row: Row) throws {
    (id, challenge, account, team) = (try row["id"], try row["challenge"], try row["account"], try row["team"])
    (start, closesAt, joinedAt, leftAt) = (
      try row["start_day"], try row["closes_at"], try row["joined_at"], try row["left_at"]
    )
    (score, loggedAt) = (try row["score"], try row["logged_at"])
    (holds, isTrophySeen) = (try row["holds"] != 0, try row["is_trophy_seen"] != 0)
    let text: String = try row["standing"]
    standing = text.isEmpty ? nil : try JSONText.decode(text)
  }
}
