import FieldhouseKit
import Foundation

/// Who was there.
enum AttendanceStore {
  /// What is noted of somebody at an event.
  struct Mark: Sendable {
    let event: String
    let account: AccountID
    /// What the member says.
    let own: Attendance?
    /// What an admin says.
    let ruling: Attendance?

    /// What counts.
    var state: Attendance? { ruling ?? own }

    init(_ row: Row) throws {
      let (own, ruling): (String?, String?) = (try row["own"], try row["ruling"])
      (event, account) = (try row["event"], try row["account"])
      (self.own, self.ruling) = (own.flatMap(Attendance.init), ruling.flatMap(Attendance.init))
    }
  }

  static func marks(of event: String, in transaction: any ReadTransaction) async throws -> [AccountID: Mark] {
    let marks = try await transaction.query(
      "select event, account, own, ruling from attendance where event = \(event)"
    ).map(Mark.init)
    return Dictionary(marks.map { ($0.account, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// All marks of a team, or those of one member.
  static func marks(
    ofTeam team: String, account: AccountID?, in transaction: any ReadTransaction
  ) async throws -> [Mark] {
    let one: SQL = account.map { "and account = \($0)" } ?? ""
    return try await transaction.query(
      "select event, account, own, ruling from attendance where team = \(team) \(one)"
    ).map(Mark.init)
  }

  /// Notes what a member says of the own attendance.
  static func setOwn(
    _ state: Attendance, of account: AccountID, at event: TeamEvent, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into attendance (event, account, team, own, own_at)
      values (\(event.id), \(account), \(event.team), \(state.rawValue), \(now))
      on conflict (event, account) do update set own = excluded.own, own_at = excluded.own_at
      """)
  }

  /// Notes what an admin says; nil takes it back.
  static func rule(
    _ state: Attendance?, of account: AccountID, at event: TeamEvent, by admin: AccountID, now: Date,
    in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into attendance (event, account, team, ruling, ruled_by, ruled_at)
      values (\(event.id), \(account), \(event.team), \(state?.rawValue), \(admin), \(now))
      on conflict (event, account) do update set ruling = excluded.ruling, ruled_by = excluded.ruled_by,
        ruled_at = excluded.ruled_at
      """)
  }
}
