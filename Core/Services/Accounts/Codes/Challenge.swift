internal import FieldhouseKit
internal import Foundation

/// A code and a link that were sent to a phone number or an e-mail address to prove who holds it.
struct Challenge: Sendable {
  /// What the proof is for.
  enum Purpose: String, Sendable {
    case phone, registration, identifier
    case passwordReset = "password-reset"
    case setUp = "set-up"
    case stepUp = "step-up"
  }

  /// Which of the open challenges for the same target a new one ends.
  enum Replacing: Sendable {
    /// Every one.
    case all
    /// That of the same device: its newest counts.
    case own
    /// None: each is a matter of its own.
    case none
  }

  let id: String
  /// The hash of what only who asked for it got.
  let tokenHash: String
  let purpose: Purpose
  /// What is proved.
  let target: String
  /// The device that asked for it; empty where that does not matter.
  let device: String
  let codeHash: String
  let linkHash: String?
  /// What to do once it is proved, sealed.
  let payload: String?
  let createdAt: Date
  let expiresAt: Date
}

extension Challenge {
  init(_ row: Row, purpose: Purpose) throws {
    id = try row["id"]
    tokenHash = try row["token_hash"]
    self.purpose = purpose
    target = try row["target"]
    device = try row["device"]
    codeHash = try row["code_hash"]
    linkHash = try row["link_hash"]
    payload = try row["payload"]
    createdAt = try row["created_at"]
    expiresAt = try row["expires_at"]
  }
}
