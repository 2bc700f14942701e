internal import FieldhouseKit
internal import Foundation

/// A device that takes a person's notifications: a subscription of the Push API.
struct Device: Sendable, Hashable {
  /// The hash of the endpoint.
  let id: String
  let account: AccountID
  /// The session in which push was switched on; with it push ends. Nil for one without a session.
  let session: String?
  /// The address of the device at its push service.
  let endpoint: String
  /// The device's public key, 65 bytes (P-256, uncompressed) in base64url.
  let key: String
  /// The secret that it shares with this host, 16 bytes in base64url.
  let secret: String
  /// The language of the app on the device.
  let language: String
  let createdAt: Date

  init(
    account: AccountID, session: String?, endpoint: String, key: String, secret: String, language: String,
    createdAt: Date
  ) {
    id = Self.id(of: endpoint)
    (self.account, self.session, self.endpoint, self.key) = (account, session, endpoint, key)
    (self.secret, self.language, self.createdAt) = (secret, language, createdAt)
  }

  init(_ row: Row) throws {
    (id, account, session) = (try row["id"], try row["account"], try row["session"])
    (endpoint, key, secret) = (try row["endpoint"], try row["public_key"], try row["shared_secret"])
    (language, createdAt) = (try row["language"], try row["created_at"])
  }

  static func id(of endpoint: String) -> String { Base64URL.encode(PushCrypto.sha256(Array(endpoint.utf8))) }
}
