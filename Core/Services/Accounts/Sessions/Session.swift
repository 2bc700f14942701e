internal import FieldhouseKit
internal import Foundation

/// A signed-in device.
struct Session: Sendable, Hashable {
  /// The id by which its owner may end it; it opens nothing.
  let id: String
  let account: AccountID
  /// Where it was opened from.
  let address: String
  let createdAt: Date
  /// The last use that was noted, up to an hour old.
  var seenAt: Date
  var expiresAt: Date
  /// Whether the second factor was shown in it.
  let isStrong: Bool

  init(id: String, account: AccountID, address: String, createdAt: Date, expiresAt: Date, isStrong: Bool) {
    self.id = id
    self.account = account
    self.address = address
    self.createdAt = createdAt
    seenAt = createdAt
    self.expiresAt = expiresAt
    self.isStrong = isStrong
  }

  init(_ row: Row) throws {
    id = try row["id"]
    account = try row["account"]
    address = try row["address"]
    createdAt = try row["created_at"]
    seenAt = try row["seen_at"]
    expiresAt = try row["expires_at"]
    isStrong = try row["strong"]
  }
}
