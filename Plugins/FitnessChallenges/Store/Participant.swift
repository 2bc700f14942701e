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
  var score: Int64
  /// Whether the goals are met as the log stands.
  var holds: Bool
  var standing: Standing?
  /// When something was written down last.
  var loggedAt: Date?
  let isTrophySeen: Bool
  /// How strong the person is: 1 to 3.
  let level: Int
  /// Whether the person waits for a draw of teams.
  let waits: Bool
  /// The points of what is shown by more than words, in thousandths.
  var shownScore: Int64
  /// The points of what was measured or confirmed, in thousandths.
  var measuredScore: Int64
  /// Whether something is known of an entry besides what was written down: what shows it, or what the coach says.
  let isShown: Bool
  /// Whether what each exercise and day comes to is kept (``DaySum``).
  let isSummed: Bool

  /// How it has ended.
  func outcome(_ ending: Ending, at now: Date) -> Outcome {
    let isClosed = now.milliseconds > closesAt.milliseconds
    return Outcome(
      holds: ending.holds(holds, score: score, isClosed: isClosed), isRising: ending.isRising, isClosed: isClosed,
      hasLeft: leftAt != nil)
  }
}

extension Participant {
  static let columns: SQL = "id, start_day, \(others)"

  /// Those that no challenge has.
  static let others: SQL =
    """
    challenge, account, team, closes_at, joined_at, left_at, score, holds, standing, logged_at,
    is_trophy_seen, level, waits, shown_score, measured_score, is_shown, is_summed
    """

  init(_ row: Row) throws { try self.init(row, id: "id", start: "start_day") }

  /// - Parameters:
  ///   - id: the name of the column of the id.
  ///   - start: the name of that of the first day.
  init(_ row: Row, id idColumn: String, start startColumn: String) throws {
    (id, challenge, account, team) = (try row[idColumn], try row["challenge"], try row["account"], try row["team"])
    (start, closesAt, joinedAt, leftAt) = (
      try row[startColumn], try row["closes_at"], try row["joined_at"], try row["left_at"]
    )
    (score, loggedAt) = (try row["score"], try row["logged_at"])
    (holds, isTrophySeen) = (try row["holds"] != 0, try row["is_trophy_seen"] != 0)
    (level, waits) = (try row["level"], try row["waits"] != 0)
    (shownScore, measuredScore) = (try row["shown_score"], try row["measured_score"])
    let text: String = try row["standing"]
    standing = text.isEmpty ? nil : try Standing(text: text)
    (isShown, isSummed) = (try row["is_shown"] != 0, try row["is_summed"] != 0)
  }
}
