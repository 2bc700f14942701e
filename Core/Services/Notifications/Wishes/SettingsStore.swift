internal import FieldhouseKit

/// What people want to be told of, in storage.
enum SettingsStore {
  /// Of each of some people who have said something. A kind that nobody declares any more is among those that are off.
  static func settings(
    of accounts: [AccountID], in transaction: any ReadTransaction
  ) async throws -> [AccountID: NotificationSettings] {
    let rows = try await transaction.query(
      """
      select account, enabled, kinds_off, quiet_from, quiet_to, quiet_zone from notification_settings
      where account in (\(list: accounts))
      """)
    return Dictionary(try rows.map { (try $0["account"], try read($0)) }, uniquingKeysWith: { first, _ in first })
  }

  static func settings(of account: AccountID, in transaction: any ReadTransaction) async throws -> NotificationSettings
  {
    try await settings(of: [account], in: transaction)[account] ?? .standard
  }

  static func save(
    _ settings: NotificationSettings, of account: AccountID, in transaction: any Transaction
  ) async throws {
    let (kinds, quiet) = (settings.kindsOff.joined(separator: "\n"), settings.quietHours)
    try await transaction.execute(
      """
      insert into notification_settings (account, enabled, kinds_off, quiet_from, quiet_to, quiet_zone)
      values (\(account), \(settings.enabled), \(kinds), \(quiet?.from), \(quiet?.to), \(quiet?.zone))
      on conflict (account) do update set enabled = excluded.enabled, kinds_off = excluded.kinds_off,
        quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, quiet_zone = excluded.quiet_zone
      """)
  }

  private static func read(_ row: Row) throws -> NotificationSettings {
    let kinds: String = try row["kinds_off"]
    let (from, to, zone): (String?, String?, String?) =
      (try row["quiet_from"], try row["quiet_to"], try row["quiet_zone"])
    var settings = NotificationSettings(
      enabled: try row["enabled"], kindsOff: kinds.split(separator: "\n").map(String.init))
    if let from, let to, let zone { settings.quietHours = QuietHours(from: from, to: to, zone: zone) }
    return settings
  }
}
