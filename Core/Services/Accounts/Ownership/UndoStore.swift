internal import FieldhouseKit
internal import Foundation

/// A way back from a change of ownership, sent to one address or number that was known before it.
struct Undo: Sendable, Hashable, Codable {
  /// Whom the link was sent to.
  let recipient: OwnershipState.Known
  let changedAt: Date
  /// What was before.
  let before: OwnershipState
}

/// The ways back, in storage: the link is hashed, the rest sealed.
enum UndoStore {
  static func put(
    _ undo: Undo, of account: AccountID, linkHash: String, until expiresAt: Date, secret: InstallationSecret,
    in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      insert into undos (link_hash, account, recipient, sealed, expires_at) values
      (\(linkHash), \(account), \(recipient(undo.recipient, secret)),
      \(secret.seal(try JSON(encoding: undo).serialized())), \(expiresAt))
      """)
  }

  /// Takes a way back out: it works once.
  static func take(
    _ linkHash: String, now: Date, secret: InstallationSecret, in transaction: any Transaction
  ) async throws -> (account: AccountID, undo: Undo)? {
    let row = try await transaction.first(
      "delete from undos where link_hash = \(linkHash) and expires_at > \(now) returning account, sealed")
    guard let row, let text = secret.open(try row["sealed"]) else { return nil }
    return (try row["account"], try JSONValueDecoder().decode(Undo.self, from: try JSON(parsing: text)))
  }

  /// Makes the links that went to an address or number worthless.
  static func remove(
    to known: OwnershipState.Known, of account: AccountID, secret: InstallationSecret, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "delete from undos where account = \(account) and recipient = \(recipient(known, secret))")
  }

  /// Removes those that expired first, at most so many.
  /// - Returns: how many.
  static func removeExpired(now: Date, most: Int, in transaction: any Transaction) async throws -> Int {
    try await transaction.execute(
      """
      delete from undos where link_hash in (
        select link_hash from undos where expires_at <= \(now) order by expires_at limit \(most))
      """)
  }

  private static func recipient(_ known: OwnershipState.Known, _ secret: InstallationSecret) -> String {
    secret.hash("undo-recipient", known.kind, known.value)
  }
}
