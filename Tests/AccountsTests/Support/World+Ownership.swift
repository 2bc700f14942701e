@testable import FieldhouseAccounts
import FieldhouseKit
import Foundation
import Testing

/// Somebody with an e-mail address, a phone number, a password, a user name and, if wanted, a second factor.
struct Owner: Sendable {
  static let email = "jane@example.org"
  static let phone = "4915112345678"

  let token: String
  let id: AccountID
  let app: Authenticator?
}

extension AccountsSettings {
  /// Accounts are erased as soon as their owners ask.
  static var withoutGrace: AccountsSettings {
    var settings = AccountsSettings()
    settings.erasureGraceHours = 0
    return settings
  }
}

extension World {
  func owner(withFactor: Bool = false) async throws -> Owner {
    let answer = try await register(changes: ["username": "jane.doe"])
    try await addIdentifier(["phone": .string(Owner.phone)], to: Owner.phone, token: answer.token)
    let app = withFactor ? try await enrol(answer.token) : nil
    _ = try await deliveries()
    return Owner(token: answer.token, id: answer.accountID, app: app)
  }

  /// Adds a number or an address with the code that is sent to it.
  @discardableResult
  func addIdentifier(_ body: JSONObject, to recipient: String, token: String) async throws -> Answer {
    let sent = try await call(.post, "/me/identifiers", .object(body), token: token)
    guard sent.status == 202 else { return sent }
    var proof = body
    proof["code"] = .string(try await lastCode(to: recipient))
    return try await call(.post, "/me/identifiers/verify", .object(proof), token: token)
  }

  /// Lets the proof of every session grow old.
  func forgetProofs() { clock.advance(600) }

  /// Shows the password once more.
  func stepUp(_ token: String) async throws {
    let answer = try await call(.post, "/me/step-up", ["password": .string(Self.password)], token: token)
    try #require(answer.status == 204, "\(answer.body)")
  }

  /// The notices among the messages: those with a link to take something back.
  func notices() async throws -> [JSON] {
    try await deliveries().filter { $0["link"]?.string?.contains("/undo?token=") == true }
  }

  /// The secret of the last notice's link to a recipient.
  func undoToken(to recipient: String) async throws -> String {
    let notice = try await notices().last { $0["to"]?.string?.trimmingPrefix("+") == recipient[...] }
    return String(try #require(notice?["link"]?.string?.split(separator: "=").last))
  }

  func undo(_ secret: String) async throws -> Answer {
    try await call(.post, "/auth/undo", ["token": .string(secret)])
  }

  /// What an account can be entered with.
  func standing(of account: AccountID) async throws -> OwnershipState {
    try await storage.read { try await OwnershipState.read(account, in: $0) }
  }
}

/// Every change of who can get into an account.
enum OwnershipDeed: String, CaseIterable, Sendable {
  case emailAdded = "email-added"
  case emailRemoved = "email-removed"
  case phoneAdded = "phone-added"
  case phoneRemoved = "phone-removed"
  case passwordChanged = "password-changed"
  case usernameChanged = "username-changed"
  case factorAdded = "factor-added"
  case factorRemoved = "factor-removed"
  case recoveryCodesRenewed = "recovery-codes-renewed"
  case leaving

  /// Those whose own input is no proof already.
  static let needingProof = allCases.filter { ![.passwordChanged, .factorRemoved].contains($0) }

  var needsFactor: Bool { self == .factorRemoved || self == .recoveryCodesRenewed }

  /// Does it, as a client does.
  /// - Returns: the first answer that is no success, else the last one.
  func perform(by owner: Owner, in world: World) async throws -> Answer {
    let token = owner.token
    switch self {
    case .emailAdded:
      return try await world.addIdentifier(["email": "thief@evil.example"], to: "thief@evil.example", token: token)
    case .phoneAdded: return try await world.addIdentifier(["phone": "4930999999"], to: "4930999999", token: token)
    case .emailRemoved: return try await world.call(.delete, "/me/identifiers?email=\(Owner.email)", token: token)
    case .phoneRemoved: return try await world.call(.delete, "/me/identifiers?phone=\(Owner.phone)", token: token)
    case .passwordChanged:
      let body: JSON = [
        "currentPassword": .string(World.password), "password": "another long phrase 8",
        "passwordConfirmation": "another long phrase 8",
      ]
      return try await world.call(.put, "/me/password", body, token: token)
    case .usernameChanged: return try await world.call(.patch, "/me", ["username": "somebody.else"], token: token)
    case .factorAdded:
      let begun = try await world.call(.post, "/me/second-factor", token: token)
      guard begun.status == 201 else { return begun }
      return try await world.confirm(begun, token)
    case .factorRemoved:
      world.clock.advance(60)
      let code = owner.app?.code(at: world.clock.now) ?? ""
      return try await world.call(.post, "/me/second-factor/remove", ["code": .string(code)], token: token)
    case .recoveryCodesRenewed: return try await world.call(.post, "/me/second-factor/recovery-codes", token: token)
    case .leaving: return try await world.call(.delete, "/me", token: token)
    }
  }
}

extension World {
  fileprivate func confirm(_ begun: Answer, _ token: String) async throws -> Answer {
    let key = TimeCode(key: try #require(Self.base32(begun.body["secret"]?.string ?? "")))
    let code = key.code(at: Int64(clock.now.timeIntervalSince1970) / 30)
    return try await call(.post, "/me/second-factor/confirm", ["code": .string(code)], token: token)
  }
}
