internal import FieldhouseKit
internal import Foundation

/// Messages that are still to be delivered. They are stored, sealed, in the transaction that causes them, so none is
/// lost and none goes out for a transaction that failed.
struct Outbox: Sendable {
  /// A message that was claimed for sending.
  struct Claim: Sendable {
    let message: DeliveryMessage
    let tries: Int
  }

  /// A message that was claimed for sending, as it is stored.
  struct Sealed: Sendable {
    fileprivate let text: String
    fileprivate let tries: Int
  }

  /// A sealed message that is to be put in.
  struct Letter: Sendable {
    let id: String
    fileprivate let sealed: String
  }

  /// How long one attempt may take before another process takes the message over, in seconds of real time. Gateways
  /// are given up after 20 seconds.
  private static let lease = 90
  /// How many messages are sent at once.
  private static let portion = 16

  let settings: AccountsSettings
  let secret: InstallationSecret

  /// A message as it is stored.
  func letter(_ message: DeliveryMessage) throws -> Letter {
    var bytes: [UInt8] = []
    try JSONOutput.encode(message, into: &bytes)
    return Letter(id: message.id, sealed: secret.seal(String(decoding: bytes, as: UTF8.self)))
  }

  /// Puts a message in; the courier is woken once the transaction has committed.
  func add(_ message: DeliveryMessage, now: Date, in transaction: any Transaction) async throws {
    try await add(try letter(message), now: now, in: transaction)
  }

  /// Puts a message in that was sealed before; the courier is woken once the transaction has committed.
  func add(_ letter: Letter, now: Date, in transaction: any Transaction) async throws {
    transaction.note { $0.postsMessages = true }
    try await transaction.execute(
      """
      insert into outbox (id, sealed, tries, created_at, next_at) values
      (\(letter.id), \(letter.sealed), 0, \(now), \(now))
      """)
  }

  /// Claims some messages that are due, the oldest first; each claim is noted as an attempt before it is made. What is claimed is
  /// opened behind the transaction (``opened(_:)``), in which others would wait for it.
  func claim(now: Date, in transaction: any Transaction) async throws -> [Sealed] {
    let until = now.addingTimeInterval(settings.stretched(Self.lease))
    // The time is asked for twice: another process may have claimed one since it was found.
    let rows = try await transaction.query(
      """
      update outbox set next_at = \(until), tries = tries + 1 where next_at <= \(now) and id in (
        select id from outbox where next_at <= \(now) order by next_at, id limit \(Self.portion))
      returning id, sealed, tries, created_at
      """)
    return try rows.sorted(by: Self.isOlder).map { Sealed(text: try $0["sealed"], tries: try $0["tries"]) }
  }

  /// The messages that were claimed, but for those that were sealed with another secret: they stay in the outbox until that is back.
  func opened(_ claimed: [Sealed]) throws -> [Claim] {
    try claimed.compactMap { sealed in
      guard let text = secret.open(sealed.text) else { return nil }
      let message = try JSONValueDecoder().decode(DeliveryMessage.self, from: try JSON(parsing: text))
      return Claim(message: message, tries: sealed.tries)
    }
  }

  private static func isOlder(_ first: Row, _ second: Row) throws -> Bool {
    let (one, other): (Date, Date) = (try first["created_at"], try second["created_at"])
    let (id, otherID): (String, String) = (try first["id"], try second["id"])
    return (one, id) < (other, otherID)
  }

  /// Forgets messages that are delivered or given up.
  func remove(_ ids: [String], in transaction: any Transaction) async throws {
    try await transaction.execute("delete from outbox where id in (\(list: ids))")
  }

  /// Tries a message again later: after 1, 2, 4 … seconds of real time, at most an hour.
  func postpone(_ claim: Claim, now: Date, in transaction: any Transaction) async throws {
    let delay = settings.stretched(min(3600, 1 << (min(claim.tries, 20) - 1)))
    try await transaction.execute(
      "update outbox set next_at = \(now.addingTimeInterval(delay)) where id = \(claim.message.id)")
  }
}
