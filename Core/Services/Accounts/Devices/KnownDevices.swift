internal import FieldhouseKit
internal import Foundation

/// The devices that have signed in to an account, as hashes.
enum KnownDevices {
  /// How many of an account are remembered.
  static let most = 20

  /// Whether a device has signed in to an account. Asked for nobody it does the same work.
  static func isKnown(
    _ device: Device, to account: AccountID?, in transaction: any ReadTransaction
  ) async throws -> Bool {
    let id = account ?? AccountID("")
    let row = try await transaction.first(
      "select 1 from known_devices where account = \(id) and device_hash = \(device.id)")
    return row != nil && device.isMarked
  }

  /// Notes that a device has signed in; the ones that were not used for longest are forgotten.
  /// - Parameter isFirst: whether the account is new, so that there is no other.
  static func remember(
    _ device: Device, of account: AccountID, isFirst: Bool = false, now: Date, in transaction: any Transaction
  ) async throws {
    guard device.isMarked else { return }
    try await transaction.execute(
      """
      insert into known_devices (account, device_hash, seen_at) values (\(account), \(device.id), \(now))
      on conflict (account, device_hash) do update set seen_at = \(now)
      """)
    guard !isFirst else { return }
    try await transaction.execute(
      """
      delete from known_devices where account = \(account) and device_hash not in (
        select device_hash from known_devices where account = \(account)
        order by seen_at desc, device_hash limit \(most))
      """)
  }

  /// Forgets every device of an account.
  static func forget(_ account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from known_devices where account = \(account)")
  }

  /// One of an account.
  struct Key: Sendable {
    let account: AccountID
    let device: String
  }

  /// Forgets those whose cookie is gone.
  static func sweep() -> Sweep<Key> {
    Sweep(from: Key(account: AccountID(""), device: ""), list: list, remove: remove)
  }

  private static func list(
    behind key: Key, most: Int, in transaction: any ReadTransaction
  ) async throws -> [(key: Key, end: Date)] {
    try await transaction.query(
      """
      select account, device_hash, seen_at from known_devices where (account, device_hash) > (\(key.account),
      \(key.device)) order by account, device_hash limit \(most)
      """
    ).map { (Key(account: try $0[0], device: try $0[1]), end(seenAt: try $0[2])) }
  }

  private static func remove(_ keys: [Key], now: Date, in transaction: any Transaction) async throws {
    let last = now.addingTimeInterval(-Double(Device.seconds))
    for key in keys {
      try await transaction.execute(
        """
        delete from known_devices where account = \(key.account) and device_hash = \(key.device) and seen_at <= \(last)
        """)
    }
  }

  private static func end(seenAt: Date) -> Date { seenAt.addingTimeInterval(Double(Device.seconds)) }
}
