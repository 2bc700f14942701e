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

  /// How long one attempt may take before another process takes the message over, in seconds of real time. Gateways
  /// are given up after 20 seconds.
  private static let lease = 90
  /// How many messages are sent at once.
  private static let portion = 16

  let settings: AccountsSettings
  let secret: InstallationSecret

  /// Puts a message in; the courier is woken once the transaction has committed.
  func add(_ message: DeliveryMessage, now: Date, in transaction: any Transaction) async throws {
    transaction.note { $0.postsMessages = true }
    var bytes: [UInt8] = []
    try JSONOutput.encode(message, into: &bytes)
    let sealed = secret.seal(String(decoding: bytes, as: UTF8.self))
    try await transaction.execute(
      """
      insert into outbox (id, sealed, tries, created_at, next_at) values (\(message.id), \(sealed), 0, \(now), \(now))
      """)
  }

  /// Claims some messages that are due; each claim is noted as an attempt before it is made.
  func claim(now: Date, in transaction: any Transaction) async throws -> [Claim] {
    let until = now.addingTimeInterval(settings.stretched(Self.lease))
    // The time is asked for twice: another process may have claimed one since it was found.
    let rows = try await transaction.query(
      """
      update outbox set next_at = \(until), tries = tries + 1 where next_at <= \(now) and id in (
        select id from outbox where next_at <= \(now) order by next_at, id limit \(Self.portion))
      returning id, sealed, tries, created_at
      """)
    return try rows.sorted(by: Self.isOlder).compactMap { row in
      try message(row).map { Claim(message: $0, tries: try row["tries"]) }
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

  /// Nil for one that was sealed with another secret; it stays in the outbox until the secret is back.
  private func message(_ row: Row) throws -> DeliveryMessage? {
    guard let text = secret.open(try row["sealed"]) else { return nil }
    return try JSONValueDecoder().decode(DeliveryMessage.self, from: try JSON(parsing: text))
  }
}
