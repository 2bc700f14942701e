internal import FieldhouseKit
internal import Foundation

/// A code that was sent to a phone number or an e-mail address to prove who holds it.
struct Challenge: Sendable {
  /// What the proof is for.
  enum Purpose: String, Sendable {
    case phone, registration, identifier
    case passwordReset = "password-reset"
    case setUp = "set-up"
  }

  let purpose: Purpose
  /// The phone number or e-mail address.
  let target: String
  let codeHash: String
  let linkHash: String?
  /// What to do once it is proved, sealed.
  let payload: String?
  let tries: Int
  let createdAt: Date
  let expiresAt: Date

  init(
    purpose: Purpose, target: String, codeHash: String, linkHash: String? = nil, payload: String? = nil,
    createdAt: Date, expiresAt: Date
  ) {
    self.purpose = purpose
    self.target = target
    self.codeHash = codeHash
    self.linkHash = linkHash
    self.payload = payload
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    tries = 0
  }

  init(_ row: Row, purpose: Purpose) throws {
    self.purpose = purpose
    target = try row["target"]
    codeHash = try row["code_hash"]
    linkHash = try row["link_hash"]
    payload = try row["payload"]
    tries = try row["tries"]
    createdAt = try row["created_at"]
    expiresAt = try row["expires_at"]
  }
}
