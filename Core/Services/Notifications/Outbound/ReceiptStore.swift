internal import FieldhouseKit
internal import Foundation

/// What came of each way by which a notification left.
struct Receipt: Sendable, Hashable {
  enum State: String, Sendable {
    /// A push service or gateway has taken it.
    case delivered
    /// It was given up.
    case failed
    /// The person has no device, address or number.
    case absent
  }

  let channel: NotificationChannel
  let state: State
  /// Why, where it was not delivered, in words that name nobody.
  let reason: String?
  let tries: Int
}

enum ReceiptStore {
  static func add(_ receipts: [Receipt], of send: Send, now: Date, in transaction: any Transaction) async throws {
    for receipt in receipts {
      try await transaction.execute(
        """
        insert into notification_receipts (account, source, channel, state, reason, tries, at)
        values (\(send.account), \(send.source), \(receipt.channel.rawValue), \(receipt.state.rawValue),
          \(receipt.reason), \(receipt.tries), \(now))
        on conflict (source, account, channel) do update set state = excluded.state, reason = excluded.reason,
          tries = excluded.tries, at = excluded.at
        """)
    }
  }
}
