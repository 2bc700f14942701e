import FieldhouseKit
import Foundation

/// What people think of the game, of each subject what they said last, and when they were asked.
enum OpinionStore {
  /// How long nobody is asked about a subject again, in seconds: 90 days.
  static let pause: TimeInterval = 90 * 86_400
  /// How long an opinion counts, in seconds: 365 days.
  static let span: TimeInterval = 365 * 86_400

  /// What somebody may be asked about: nothing before the first finished round in which the person has thrown.
  static func due(
    for account: AccountID, at now: Date, in transaction: any ReadTransaction
  ) async throws -> [Opinion.Subject] {
    guard try await hasPlayed(account, in: transaction) else { return [] }
    let recent: [String] = try await transaction.query(
      "select subject from opinions where account = \(account) and asked_at > \(now.addingTimeInterval(-pause))"
    ).map { try $0[0] }
    return Opinion.Subject.allCases.filter { !recent.contains($0.rawValue) }
  }

  static func hasPlayed(_ account: AccountID, in transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first(
      """
      select p.id from players p join rounds r on r.id = p.round
      where p.account = \(account) and r.state = 'finished' and p.holes > 0 limit 1
      """) != nil
  }

  /// Takes the place of what the person said of the subject before.
  static func set(
    _ opinion: Opinion, of subject: Opinion.Subject, by account: AccountID, at now: Date,
    in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into opinions (account, subject, stars, help, said_at, asked_at)
      values (\(account), \(subject.rawValue), \(opinion.stars), \(opinion.help), \(now), \(now))
      on conflict (account, subject) do update set stars = excluded.stars, help = excluded.help,
        said_at = excluded.said_at, asked_at = excluded.asked_at
      """)
  }

  /// Somebody was asked and would rather not say; what the person said before stays.
  static func putOff(
    _ subject: Opinion.Subject, by account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into opinions (account, subject, asked_at) values (\(account), \(subject.rawValue), \(now))
      on conflict (account, subject) do update set asked_at = excluded.asked_at
      """)
  }

  /// What the opinions of the ``span`` before an instant come to.
  static func figures(
    at now: Date, in transaction: any ReadTransaction
  ) async throws -> [(subject: Opinion.Subject, figures: OpinionFigures)] {
    let rows = try await transaction.query(
      """
      select subject, stars, help, count(*) as n from opinions where said_at > \(now.addingTimeInterval(-span))
      group by subject, stars, help
      """)
    var counts: [String: [Opinion: Int]] = [:]
    for row in rows {
      counts[try row["subject"], default: [:]][Opinion(stars: try row["stars"], help: try row["help"])] = try row["n"]
    }
    return Opinion.Subject.allCases.map { ($0, OpinionFigures(counts[$0.rawValue] ?? [:])) }
  }

  /// Gives what somebody said to another account. Where both have said something the other's stays; the later time of
  /// both counts for when the person was asked.
  static func merge(
    _ account: AccountID, into other: AccountID, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into opinions (account, subject, stars, help, said_at, asked_at)
      select cast(\(other) as text), subject, stars, help, said_at, asked_at from opinions where account = \(account)
      on conflict (account, subject) do update set stars = coalesce(opinions.stars, excluded.stars),
        help = case when opinions.stars is null then excluded.help else opinions.help end,
        said_at = coalesce(opinions.said_at, excluded.said_at),
        asked_at = case when excluded.asked_at > opinions.asked_at then excluded.asked_at else opinions.asked_at end
      """)
    try await transaction.execute("delete from opinions where account = \(account)")
  }
}
