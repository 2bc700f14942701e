internal import FieldhouseKit

/// Whom or what a limit counts.
struct LimitSubject: Sendable, Hashable {
  let text: String
  /// Whether it may stand for many people, who then share a multiple of the budget.
  let isCrowd: Bool

  private init(_ parts: String..., isCrowd: Bool = false) {
    text = parts.joined(separator: "\n")
    self.isCrowd = isCrowd
  }

  static func address(_ address: ClientAddress) -> LimitSubject { .init(address.text, isCrowd: address.isLocal) }
  static func account(_ account: AccountID) -> LimitSubject { .init(account.text) }
  static func target(_ key: IdentifierKey) -> LimitSubject { .init(key.text) }
  static func target(_ key: IdentifierKey, _ address: ClientAddress) -> LimitSubject { .init(key.text, address.text) }
  static func name(_ name: LoginName) -> LimitSubject { .init(name.text) }
  static func name(_ name: LoginName, _ address: ClientAddress) -> LimitSubject { .init(name.text, address.text) }
  static func device(_ device: Device, of account: AccountID) -> LimitSubject { .init(account.text, device.id) }
}
