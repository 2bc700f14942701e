internal import FieldhouseKit
internal import Foundation

/// A notification that is to leave, to one person.
struct Send: Sendable, Hashable {
  let id: Int64
  let account: AccountID
  /// The notification in the account's inbox.
  let source: String
  /// The ways that are left, the present one first.
  var channels: [NotificationChannel]
  /// The devices that push has not reached yet; nil for all that there are.
  var devices: [String]?
  /// Whether push has reached one.
  var hasArrived: Bool
  /// Attempts by the present way, this one among them.
  var tries: Int
  let createdAt: Date
  /// From when on it does not leave any more; nil for never.
  var until: Date?

  /// Goes on to the next way.
  mutating func advance() {
    (devices, hasArrived, tries) = (nil, false, 1)
    channels.removeFirst()
  }

  var devicesText: String? { devices?.joined(separator: "\n") }

  static func text(_ channels: [NotificationChannel]) -> String {
    channels.map(\.rawValue).joined(separator: "\n")
  }
}

extension Send {
  init(_ row: Row) throws {
    (id, account, source) = (try row["id"], try row["account"], try row["source"])
    let (ways, devices): (String, String?) = (try row["channels"], try row["devices"])
    channels = ways.split(separator: "\n").compactMap { NotificationChannel(rawValue: String($0)) }
    self.devices = devices?.split(separator: "\n").map(String.init)
    (hasArrived, tries, createdAt) = (try row["arrived"], try row["tries"], try row["created_at"])
    until = try row["until_at"]
  }
}
