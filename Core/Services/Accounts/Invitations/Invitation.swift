internal import FieldhouseKit
internal import Foundation

/// A link that lets people join something.
struct Invitation: Sendable, Hashable {
  /// The kind of an invitation to become the inviter's friend; every other kind is a plugin's.
  static let friend = "friend"
  /// The same as a code that is shown and ends soon.
  static let friendCode = "friend-code"
  /// How long a code holds, in seconds as people wait through them: whoever reads it may have to sign up first.
  static let codeSeconds = 1_800
  /// How many people become friends through one code.
  static let codePlaces = 100

  let id: String
  let inviter: AccountID
  let kind: String
  /// The id of what it is for, in the plugin that owns the kind. For the kind `friend` it is empty, or what a plugin makes of
  /// the friendship, behind the plugin's id.
  let subject: String
  /// How many people may still join through it.
  let remaining: Int
  let createdAt: Date
  let expiresAt: Date

  /// Whether the inviter and whoever joins become friends.
  var makesFriends: Bool { kind == Self.friend || kind == Self.friendCode }
  /// The kind as others are told of it.
  var shownKind: String { makesFriends ? Self.friend : kind }

  /// Whether somebody may still join at `now`.
  func isOpen(at now: Date) -> Bool { remaining > 0 && expiresAt > now }
}

extension Invitation {
  init(_ row: Row) throws {
    id = try row["id"]
    inviter = try row["inviter"]
    kind = try row["kind"]
    subject = try row["subject"]
    remaining = try row["remaining"]
    createdAt = try row["created_at"]
    expiresAt = try row["expires_at"]
  }
}

/// The secret in an invitation's link; the host stores only its hash.
struct InvitationSecret: Sendable, Hashable {
  let text: String

  static func random() -> InvitationSecret { InvitationSecret(text: SessionToken.random().text) }

  var hash: String { TokenHash(of: text).text }
}
