import FieldhouseKit
import Foundation

/// What those who look after a team have done, for the whole team to see.
enum TeamLog {
  /// What was done; the key of its text is `log.<name>`.
  enum Kind: String, Sendable, CaseIterable {
    case joined, left, appointed, dismissed
    case teamChanged = "team-changed"
    case rosterChanged = "roster-changed"
    case eventNew = "event-new"
    case eventChanged = "event-changed"
    case eventCancelled = "event-cancelled"
    case filesChanged = "files-changed"
    case attendanceTaken = "attendance-taken"
    case statisticsChanged = "statistics-changed"
    case messageSent = "message-sent"
    case guardianNamed = "guardian-named"
    case guardianRemoved = "guardian-removed"
    case cardOpened = "card-opened"
    case substituteNamed = "substitute-named"
    case substituteEnded = "substitute-ended"
    case adminInvited = "admin-invited"
    case adminAccepted = "admin-accepted"
    case adminDeclined = "admin-declined"
    case adminWithdrawn = "admin-withdrawn"
  }

  struct Entry: Sendable {
    let id: Int
    /// Nil for the host itself, and for who has left the platform.
    let actor: AccountID?
    let kind: String
    /// Whom it is about.
    let account: AccountID?
    /// What it is about, such as an event by its name; empty for nothing.
    let subject: String
    let at: Date

    init(_ row: Row) throws {
      (id, actor, kind) = (try row["id"], try row["actor"], try row["kind"])
      (account, subject, at) = (try row["account"], try row["subject"], try row["noted_at"])
    }
  }

  static func note(
    _ kind: Kind, in team: String, by actor: AccountID?, of account: AccountID? = nil, _ subject: String = "",
    at now: Date, _ transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into team_log (team, actor, kind, account, subject, noted_at)
      values (\(team), \(actor), \(kind.rawValue), \(account), \(subject), \(now))
      """)
  }

  /// The latest first.
  /// - Parameter before: the id of the last one of the page before.
  static func entries(
    of team: String, before: Int?, limit: Int, in transaction: any ReadTransaction
  ) async throws -> [Entry] {
    try await transaction.query(
      """
      select id, actor, kind, account, subject, noted_at from team_log
      where team = \(team) and id < \(before ?? Int.max) order by id desc limit \(limit)
      """
    ).map(Entry.init)
  }
}
