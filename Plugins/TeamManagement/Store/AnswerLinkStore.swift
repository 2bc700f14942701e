import FieldhouseKit
import Foundation

/// Addresses at which somebody answers one event without signing in. The secret is the key.
enum AnswerLinkStore {
  struct Link: Sendable {
    let secret: String
    let event: String
    /// Whose answer it is.
    let account: AccountID
    /// To whom it was sent: the member, or a guardian.
    let recipient: AccountID

    init(_ row: Row) throws {
      (secret, event, account, recipient) = (
        try row["secret"], try row["event"], try row["account"], try row["sent_to"]
      )
    }
  }

  static func link(_ secret: String, in transaction: any ReadTransaction) async throws -> Link? {
    try await transaction.first(
      "select secret, event, account, sent_to from answer_links where secret = \(secret)"
    ).map(Link.init)
  }

  /// The link of somebody to an event, the same each time.
  static func open(
    _ event: String, for account: AccountID, to recipient: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> Link {
    try await transaction.execute(
      """
      insert into answer_links (secret, event, account, sent_to, created_at)
      values (\(Secret.make()), \(event), \(account), \(recipient), \(now)) on conflict (event, account, sent_to) do nothing
      """)
    return try await transaction.query(
      """
      select secret, event, account, sent_to from answer_links
      where event = \(event) and account = \(account) and sent_to = \(recipient)
      """
    ).map(Link.init)[0]
  }
}

/// What nobody guesses.
enum Secret {
  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// - Parameter length: how many letters and digits; each is worth 5 bits.
  static func make(length: Int = 32) -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<length).map { _ in letters[Int.random(in: letters.indices, using: &generator)] })
  }
}
