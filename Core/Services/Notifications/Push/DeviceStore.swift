internal import FieldhouseKit
internal import Foundation

/// The devices on which people have switched on push.
enum DeviceStore {
  /// A person's oldest device goes when there would be more.
  static let most = 20

  /// Those of some people who have one.
  static func owners(among accounts: [AccountID], in transaction: any ReadTransaction) async throws -> Set<AccountID> {
    let rows = try await transaction.query(
      "select distinct account from notification_devices where account in (\(list: accounts))")
    return Set(try rows.map { try $0["account"] })
  }

  /// A person's devices, the oldest first.
  static func devices(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Device] {
    try await transaction.query(
      """
      select id, account, session, endpoint, public_key, shared_secret, language, created_at from notification_devices
      where account = \(account) order by created_at, id
      """
    ).map(Device.init)
  }

  /// Keeps a device; it is nobody else's from now on.
  static func save(_ device: Device, in transaction: any Transaction) async throws {
    try await transaction.execute(
      """
      insert into notification_devices (id, account, session, endpoint, public_key, shared_secret, language, created_at)
      values (\(device.id), \(device.account), \(device.session), \(device.endpoint), \(device.key), \(device.secret),
        \(device.language), \(device.createdAt))
      on conflict (id) do update set account = excluded.account, session = excluded.session, public_key = excluded.public_key,
        shared_secret = excluded.shared_secret, language = excluded.language, created_at = excluded.created_at
      """)
    let all = try await devices(of: device.account, in: transaction)
    let tooMany = all.prefix(max(0, all.count - most)).map(\.id)
    if !tooMany.isEmpty { try await remove(tooMany, in: transaction) }
  }

  static func remove(_ ids: [String], in transaction: any Transaction) async throws {
    try await transaction.execute("delete from notification_devices where id in (\(list: ids))")
  }

  /// Removes a person's own device.
  static func remove(_ id: String, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from notification_devices where id = \(id) and account = \(account)")
  }
}
