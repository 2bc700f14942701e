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
    /// When the member read the code at the place.
    let checkedInAt: Date?

    /// What counts.
    var state: Attendance? { ruling ?? own }

    init(_ row: Row) throws {
      let (own, ruling): (String?, String?) = (try row["own"], try row["ruling"])
      (event, account) = (try row["event"], try row["account"])
      checkedInAt = try row["checked_in_at"]
      (self.own, self.ruling) = (own.flatMap(Attendance.init), ruling.flatMap(Attendance.init))
    }
  }

  static func marks(of event: String, in transaction: any ReadTransaction) async throws -> [AccountID: Mark] {
    let marks = try await transaction.query(
      "select event, account, own, ruling, checked_in_at from attendance where event = \(event)"
    ).map(Mark.init)
    return Dictionary(marks.map { ($0.account, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// All marks of a team, or those of one member, at events that have not been called off.
  static func marks(
    ofTeam team: String, account: AccountID?, in transaction: any ReadTransaction
  ) async throws -> [Mark] {
    let one: SQL = account.map { "and account = \($0)" } ?? ""
    return try await transaction.query(
      """
      select event, account, own, ruling, checked_in_at from attendance where team = \(team) \(one)
        and event in (select id from events where team = \(team) and is_cancelled = 0)
      """
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

  /// The code of an event; nil while nobody has asked for it.
  static func knownCode(of event: TeamEvent, in transaction: any ReadTransaction) async throws -> String? {
    try await transaction.first("select check_in from events where id = \(event.id)")?["check_in"]
  }

  /// The code of an event, made where there is none.
  static func checkInCode(of event: TeamEvent, in transaction: any Transaction) async throws -> String {
    try await transaction.query(
      """
      update events set check_in = coalesce(check_in, \(Secret.make(length: 12))) where id = \(event.id) returning check_in
      """)[0]["check_in"]
  }

  /// Notes that somebody was at the place; what the member has said before gives way. The first time stays.
  static func checkIn(
    _ account: AccountID, at event: TeamEvent, when: Date, now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into attendance (event, account, team, own, own_at, checked_in_at)
      values (\(event.id), \(account), \(event.team), 'present', \(now), \(when))
      on conflict (event, account) do update set own = excluded.own, own_at = excluded.own_at,
        checked_in_at = coalesce(attendance.checked_in_at, excluded.checked_in_at)
      """)
  }
}
