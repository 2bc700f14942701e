import FieldhouseKit
import Foundation

/// Whom to call for a member in an emergency, and what to know then, as far as the member has consented to give it to those who
/// look after the team. It is health data: nobody else reads it, and each look is written down.
enum EmergencyStore {
  struct Card: Sendable {
    /// Who is called.
    let contact: String
    let phone: String
    /// Such as allergies and medicine; empty for nothing.
    let notes: String
    let consentedAt: Date

    init(_ row: Row) throws {
      (contact, phone, notes) = (try row["contact"], try row["phone"], try row["notes"])
      consentedAt = try row["consented_at"]
    }
  }

  static func card(
    of account: AccountID, in team: String, _ transaction: any ReadTransaction
  ) async throws -> Card? {
    try await transaction.first(
      """
      select contact, phone, notes, consented_at from emergency_cards where team = \(team) and account = \(account)
      """
    ).map(Card.init)
  }

  static func set(
    contact: String, phone: String, notes: String, of account: AccountID, in team: String, at now: Date,
    _ transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into emergency_cards (team, account, contact, phone, notes, consented_at)
      values (\(team), \(account), \(contact), \(phone), \(notes), \(now))
      on conflict (team, account) do update set contact = excluded.contact, phone = excluded.phone,
        notes = excluded.notes, consented_at = excluded.consented_at
      """)
  }

  /// - Returns: whether there was one.
  static func remove(
    of account: AccountID, in team: String, _ transaction: any Transaction
  ) async throws -> Bool {
    try await transaction.execute("delete from emergency_cards where team = \(team) and account = \(account)") == 1
  }
}
