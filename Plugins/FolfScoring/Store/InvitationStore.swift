import FieldhouseKit
import Foundation

/// Who was invited to which game.
enum InvitationStore {
  static func add(
    _ account: AccountID, to round: String, by inviter: AccountID, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into invitations (round, account, inviter, made_at) values (\(round), \(account), \(inviter), \(now))
      on conflict (round, account) do update set inviter = excluded.inviter, made_at = excluded.made_at
      """)
  }

  static func has(_ account: AccountID, in round: String, _ transaction: any ReadTransaction) async throws -> Bool {
    try await transaction.first(
      "select made_at from invitations where round = \(round) and account = \(account)") != nil
  }

  /// Everybody who was invited to a round.
  static func invited(to round: String, in transaction: any ReadTransaction) async throws -> Set<AccountID> {
    Set(try await transaction.query("select account from invitations where round = \(round)").map { try $0[0] })
  }
}
