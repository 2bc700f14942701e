public import FieldhouseKit

extension Inbox {
  /// A person's notifications, the newest first, with what came of the ways by which each left, the settings and the devices
  /// that are pushed to, and what the person has announced, as JSON.
  /// - Throws: ``StorageError``.
  public func export(_ account: AccountID, language: String) async throws -> JSON {
    let (rows, receipts, devices, announced) = try await storage.read { transaction in
      let rows = try await transaction.query(
        """
        select source, plugin, kind, text, arguments, link, created_at, read_at from notifications
        where account = \(account) order by \(Self.newestFirst)
        """)
      let receipts = try await transaction.query(
        """
        select source, channel, state, reason, at from notification_receipts where account = \(account)
        order by at, source, channel
        """)
      let announced = try await transaction.query(
        """
        select \(Announcement.columns) from announcements where sender = \(account) and sender <> ''
        order by created_at, id
        """)
      return (rows, receipts, try await DeviceStore.devices(of: account, in: transaction), announced)
    }
    let items = try rows.map { try JSON(encoding: try item($0, language: language)) }
    return [
      "items": .array(items), "settings": try JSON(encoding: try await settings(of: account)),
      "sent": .array(try receipts.map(Self.receipt)), "devices": .array(devices.map(Self.device)),
      "announced": .array(try announced.map { try JSON(encoding: ShownAnnouncement(Announcement($0))) }),
    ]
  }

  private static func receipt(_ row: Row) throws -> JSON {
    let reason: String? = try row["reason"]
    return [
      "id": .string(try row["source"]), "channel": .string(try row["channel"]), "state": .string(try row["state"]),
      "reason": reason.map { .string($0) } ?? .null, "at": .string(RFC3339.string(from: try row["at"]) ?? ""),
    ]
  }

  /// What encrypts for the device is left out: whoever reads the export is not to read or forge what is pushed.
  private static func device(_ device: Device) -> JSON {
    [
      "endpoint": .string(device.endpoint), "language": .string(device.language),
      "since": .string(RFC3339.string(from: device.createdAt) ?? ""),
    ]
  }
}
