import FieldhouseKit
import Foundation

/// The companion apps that may send somebody's steps, each with a token of which only the hash is kept.
enum DeviceStore {
  /// How many a person has at most.
  static let most = 10
  /// How many updates one sends a day (of UTC) at most: one every 9 seconds.
  static let mostOfDay = 10_000

  /// A device that has sent something, or may.
  struct Device: Sendable {
    let id: String
    let account: AccountID
    let name: String
    let madeAt: Date
    let usedAt: Date?
    fileprivate let day: Int
    fileprivate let taken: Int
  }

  static func devices(of account: AccountID, in transaction: any ReadTransaction) async throws -> [Device] {
    try await transaction.query("select * from device_tokens where account = \(account) order by made_at, id").map(
      Device.init)
  }

  /// Makes a token of 256 random bits.
  /// - Returns: the token, of which only the hash is kept.
  /// - Throws: ``Problem`` 409 `devices-many`, `device-taken`.
  static func make(
    _ id: String, _ name: String, for account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> String {
    let known = try await devices(of: account, in: transaction)
    guard known.count < most || known.contains(where: { $0.id == id }) else { throw Problem.devicesMany }
    var numbers = SystemRandomNumberGenerator()
    let token = "fhd_\((0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }.hexEncoded)"
    let made = try await transaction.execute(
      """
      insert into device_tokens (id, account, name, hash, made_at, day, taken)
      values (\(id), \(account), \(name), \(SHA256.hex(Array(token.utf8))), \(now), 0, 0) on conflict do nothing
      """)
    guard made == 1 else { throw Problem.deviceTaken }
    return token
  }

  /// Ends a token.
  /// - Throws: ``Problem`` 404 `device-unknown`.
  static func remove(_ id: String, of account: AccountID, in transaction: any Transaction) async throws {
    let count = try await transaction.execute("delete from device_tokens where id = \(id) and account = \(account)")
    guard count == 1 else { throw Problem.deviceUnknown }
  }

  /// The device of a token, which may send so many updates more.
  /// - Throws: ``Problem`` 401 `device-token`; 429 `device-limit`.
  static func device(
    _ token: String, sending count: Int, at now: Date, in transaction: any Transaction
  ) async throws -> Device {
    let hash = SHA256.hex(Array(token.utf8))
    guard let device = try await transaction.first("select * from device_tokens where hash = \(hash)").map(Device.init)
    else { throw Problem.deviceToken }
    let today = TimeZone.gmt.day(of: now)
    let taken = device.day == today ? device.taken : 0
    guard taken + count <= mostOfDay else {
      let tomorrow = TimeZone.gmt.beginning(of: today + 1)
      throw Problem.deviceLimit(seconds: Int(tomorrow.timeIntervalSince(now).rounded(.up)))
    }
    try await transaction.execute(
      "update device_tokens set used_at = \(now), day = \(today), taken = \(taken + count) where id = \(device.id)")
    return device
  }
}

extension DeviceStore.Device {
  fileprivate init(_ row: Row) throws {
    (id, account, name) = (try row["id"], try row["account"], try row["name"])
    (madeAt, usedAt, day, taken) = (try row["made_at"], try row["used_at"], try row["day"], try row["taken"])
  }
}
