internal import FieldhouseKit
internal import Foundation

/// How somebody who looks after something in a plugin is protected, as seen from one of their sessions.
struct Protection: Sendable, Hashable {
  /// Whether there is a second factor that was confirmed.
  var hasFactor: Bool
  /// Whether it was shown in the session.
  var isShown: Bool
  /// When it was first asked for, by the host's clock; nil where it never was.
  var askedAt: Date?

  /// From when on what is guarded counts only where the second factor was shown.
  /// - Parameter days: how long it counts without one, from when that was first asked for.
  /// - Returns: nil with a second factor, which is to be shown at once, and before it was asked for.
  func due(after days: Int) -> Date? {
    hasFactor ? nil : askedAt?.addingTimeInterval(Double(days) * 86_400)
  }

  /// Whether what is guarded counts in the session; instants are compared by their milliseconds.
  func suffices(at now: Date, days: Int) -> Bool {
    if isShown { return true }
    guard let due = due(after: days) else { return false }
    return now.millisecondsSince1970 < due.millisecondsSince1970
  }
}

extension Protection {
  /// That of an account in a session; nil for an account that is not there.
  static func find(
    _ account: AccountID, session: String, in transaction: any ReadTransaction
  ) async throws -> Protection? {
    try await transaction.first(
      """
      select people.factor_asked_at, sessions.strong, second_factors.confirmed_at from people
      left join sessions on sessions.id = \(session) and sessions.account = people.id
      left join second_factors on second_factors.account = people.id where people.id = \(account)
      """
    ).map { row in
      let (isShown, confirmedAt) = (try row["strong"] as Bool?, try row["confirmed_at"] as Date?)
      return Protection(
        hasFactor: confirmedAt != nil, isShown: isShown ?? false, askedAt: try row["factor_asked_at"])
    }
  }

  /// Notes when the second factor was first asked for; what lies later, of a clock that was set back since, gives way.
  static func note(_ now: Date, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      update people set factor_asked_at = \(now) where id = \(account)
      and (factor_asked_at is null or factor_asked_at > \(now))
      """)
  }

  /// Gives an account that another one becomes part of the earlier time of the two.
  static func merging(_ account: AccountID, into other: AccountID) -> SQL {
    """
    update people set factor_asked_at = (select gone.factor_asked_at from people gone where gone.id = \(account))
    where id = \(other) and exists (select 1 from people gone where gone.id = \(account)
    and gone.factor_asked_at is not null
    and (people.factor_asked_at is null or people.factor_asked_at > gone.factor_asked_at))
    """
  }
}
