internal import FieldhouseKit
internal import Foundation

/// A change of who can get into an account. All addresses and numbers known before it are told.
enum OwnershipChange: Sendable, Hashable {
  case emailAdded(String), emailRemoved(String)
  case phoneAdded(String), phoneRemoved(String)
  case identityAdded(String), identityRemoved(String)
  case passwordChanged, usernameChanged(String?)
  case factorAdded, factorRemoved, recoveryCodesRenewed
  /// The account is erased at an instant.
  case leaving(Date)

  /// An identifier that was added; for an identity, what its provider is called.
  static func added(_ kind: IdentifierStore.Kind, _ value: String) -> OwnershipChange {
    switch kind {
    case .email: .emailAdded(value)
    case .phone: .phoneAdded(value)
    case .identity: .identityAdded(value)
    }
  }

  /// An identifier that was removed; for an identity, what its provider is called.
  static func removed(_ kind: IdentifierStore.Kind, _ value: String) -> OwnershipChange {
    switch kind {
    case .email: .emailRemoved(value)
    case .phone: .phoneRemoved(value)
    case .identity: .identityRemoved(value)
    }
  }

  /// The key of the sentence that says what happened.
  var text: String { "accounts.notice.\(name)" }

  /// What the sentence names, shortened so that a mailbox that is shared learns no other address.
  var value: String {
    switch self {
    case .emailAdded(let address), .emailRemoved(let address): Hint.email(address)
    case .phoneAdded(let digits), .phoneRemoved(let digits): Hint.phone(digits)
    case .identityAdded(let title), .identityRemoved(let title): title
    case .usernameChanged(let name): name ?? "–"
    case .leaving(let instant): RFC3339.string(from: instant) ?? ""
    case .passwordChanged, .factorAdded, .factorRemoved, .recoveryCodesRenewed: ""
    }
  }

  /// The name, also of the entry in the audit log.
  var name: String {
    switch self {
    case .emailAdded: "email-added"
    case .emailRemoved: "email-removed"
    case .phoneAdded: "phone-added"
    case .phoneRemoved: "phone-removed"
    case .identityAdded: "identity-added"
    case .identityRemoved: "identity-removed"
    case .passwordChanged: "password-changed"
    case .usernameChanged: "username-changed"
    case .factorAdded: "factor-added"
    case .factorRemoved: "factor-removed"
    case .recoveryCodesRenewed: "recovery-codes-renewed"
    case .leaving: "leaving"
    }
  }
}

/// Addresses and numbers so that their owner knows them and nobody else does.
enum Hint {
  /// `jane@example.org` is `j…@example.org`.
  static func email(_ address: String) -> String {
    let parts = address.split(separator: "@", maxSplits: 1)
    return parts.count == 2 ? "\(parts[0].prefix(1))…@\(parts[1])" : "…"
  }

  /// `4915112345678` is `…678`.
  static func phone(_ digits: String) -> String { "…\(digits.suffix(3))" }
}
