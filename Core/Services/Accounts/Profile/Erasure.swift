internal import FieldhouseKit

/// Removes a person from every table. The id stays where it is said that and by whom something was done, in the audit log,
/// and that the person has left, in the log of people (``PersonLog``).
enum Erasure {
  static func erase(_ account: AccountID, in transaction: any Transaction) async throws {
    let neighbours = try await FollowStore.neighbours(of: account, in: transaction)
    try await ChallengeStore.removeAll(toIdentifiersOf: account, in: transaction)
    try await InvitationStore.forgetUses(ofThoseOf: account, in: transaction)
    for statement in statements(account) { try await transaction.execute(statement) }
    try await ChangeLog.record(account, in: transaction)
    for neighbour in neighbours { try await ChangeLog.record(neighbour, in: transaction) }
    try await PersonLog.forgetBlocks(of: account, in: transaction)
  }

  private static func statements(_ account: AccountID) -> [SQL] {
    [
      ChallengeStore.removal(of: account),
      "delete from provider_attempts where account = \(account)",
      "delete from identifiers where account = \(account)",
      "delete from sessions where account = \(account)",
      "delete from known_devices where account = \(account)",
      "delete from undos where account = \(account)",
      "delete from people_words where account = \(account)",
      "delete from follows where follower = \(account) or followed = \(account)",
      "delete from friendships where requester = \(account) or addressee = \(account)",
      "delete from blocks where blocker = \(account) or blocked = \(account)",
      "delete from grants where account = \(account)",
      "delete from consents where account = \(account)",
      "delete from invitation_uses where account = \(account)",
      "delete from invitations where inviter = \(account)",
      "delete from newcomers where account = \(account)",
      "delete from newcomers where inviter = \(account)",
      ProvisionalStore.removal(of: account),
      "delete from bodies where account = \(account)",
      "delete from second_factors where account = \(account)",
      "delete from recovery_codes where account = \(account)",
      "update reports set reporter = '', detail = '' where reporter = \(account) and reporter <> ''",
      "delete from reports where subject_kind = 'user' and subject = \(account)",
      "delete from people where id = \(account)",
    ]
  }
}
