internal import FieldhouseKit

/// Whom or what a limit counts.
struct LimitSubject: Sendable, Hashable {
  /// What it is: an address, an account, a number …
  let main: String
  /// What it is together with, if anything.
  let other: String?
  /// Whether it may stand for many people, who then share a multiple of the budget.
  let isCrowd: Bool

  private init(_ main: String, _ other: String? = nil, isCrowd: Bool = false) {
    self.main = main
    self.other = other
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
